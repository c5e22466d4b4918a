"""The pages of stages: planning with several ways of going on, opening without some, the desk."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.forecast.simulation.rehearsal import play_rounds
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage, shut_stage
from scoring.standings.selectors.standings import stage_standings
from tests.refusals import is_refused
from tests.rows import case, cases
from tests.scoring.days import finish, plan_stage
from tests.scoring.text import one_line
from tests.worlds import world
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.setup.services.stages import add_stage, add_stages

OWN = {"format": "knockout", "knockout_seeding": "seed", "length": "same", "rows": "3"}


@world
def circuit(make_tournament, pairs, pilar):
    """Two phases of four pairs, the second for those who enter by it."""
    tournament = make_tournament(name="Circuit")
    add(tournament, pilar, "Petra", takes_entries=True, intake=[])
    for number, entry in enumerate(pairs(tournament, 8)):
        entry.enters = 1 + number % 2
        entry.save()
    return tournament


def add(tournament, author, name, **plan):
    options = tournament.stages.get(number=1).game_options
    values = {"format": "knockout", "format_options": {}, "game_options": options, **plan}
    return add_stage(tournament=tournament, author=author, name=name, **values)


def row(place, **said):
    return {f"q{place}-{name}": value for name, value in said.items()}


def test_three_rows_make_a_stage_fed_by_two(circuit, client_as, pilar):
    page, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    shown = page.get(f"{address}nueva/").content.decode()
    assert shown.count('name="q') >= 3 and 'name="q2-source"' in shown
    assert '<option value="classic" selected>' in shown  # those who come bring an order
    sent = {
        **OWN,
        "name": "Final",
        **row(0, source=1, per="all", first=1, last=2),
        **row(1, source=2, per="all", first=1, last=1),
        **row(2, source=2, per="rest", best=1),
    }
    more = page.post(f"{address}nueva/", {**sent, "more": "1"})
    assert more.status_code == 200 and 'name="q5-source"' in more.content.decode()
    assert Stage.objects.filter(tournament=circuit).count() == 2
    assert page.post(f"{address}nueva/", sent).status_code == 302
    final = circuit.stages.get(number=3)
    told = [
        (one["stage"], one["per"], one["first"], one["last"], one["best"]) for one in final.intake
    ]
    assert told == [(1, "all", 1, 2, 0), (2, "all", 1, 1, 0), (2, "rest", 1, 0, 1)]
    assert final.format_options["seeding"] == "seed"
    again = page.get(f"{address}3/").content.decode()
    assert 'name="q3-source"' in again  # its three, and one more to fill
    assert page.post(f"{address}3/", {**sent, "name": "La final"}).status_code == 302
    assert circuit.stages.get(number=3).intake == final.intake


def test_one_row_stands_for_every_phase_and_many_are_planned_at_once(circuit, client_as, pilar):
    page, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    local = {**OWN, "name": "Local", "takes_entries": "on", "copies": "3", "capacity": "16"}
    assert page.post(f"{address}nueva/", local).status_code == 302
    assert list(circuit.stages.values_list("capacity", flat=True)) == [0, 0, 16, 16, 16]
    final = {**OWN, "name": "Final", **row(0, source=0, per="all", first=1, last=1)}
    assert page.post(f"{address}nueva/", final).status_code == 302
    assert [one["stage"] for one in circuit.stages.get(number=6).intake] == [1, 2, 3, 4, 5]
    shown = page.get(f"{address}6/").content.decode()
    assert '<option value="0" selected>' in shown
    nothing = page.post(f"{address}nueva/", {**OWN, "name": "x"})
    assert nothing.status_code == 400 and "Elija quién pasa" in nothing.content.decode()
    picture = page.get(address).content.decode()
    assert "De cada una de 5 fases" in picture and "1 · 1" not in picture


def test_the_first_phase_and_a_drawn_one_keep_all_but_name_and_places(circuit, client_as, pilar):
    page, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    open_next_round(stage=circuit.stages.get(number=2), author=pilar)
    for number in (1, 2):
        assert "q0-source" not in page.get(f"{address}{number}/").content.decode()
        sent = page.post(f"{address}{number}/", {"name": f"Local {number}", "capacity": "8"})
        assert sent.status_code == 302
    assert list(circuit.stages.values_list("name", "capacity")) == [("Local 1", 8), ("Local 2", 8)]


@pytest.mark.slow
def test_who_is_not_ticked_does_not_go_on(circuit, client_as, pilar):
    add(circuit, pilar, "Final", intake=[{"stage": n, "per": "all", "last": 2} for n in (1, 2)])
    final = circuit.stages.get(number=3)
    with is_refused("stage_not_open"):
        open_next_round(stage=final, author=pilar)
    play_rounds(circuit.stages.get(number=1), pilar, 9, "a")
    page, address = client_as(pilar), f"/t/{circuit.slug}/fases/3/abrir/"
    panel = page.get(f"/t/{circuit.slug}/panel/?fase=1").content.decode()
    assert "Ir a «Petra»" in panel and "Terminada" in panel and "Abrir «Final»" not in panel
    play_rounds(circuit.stages.get(number=2), pilar, 9, "a")
    assert "Abrir «Final»" in page.get(f"/t/{circuit.slug}/panel/?fase=1").content.decode()
    assert "Terminada" in page.get(f"/t/{circuit.slug}/fases/").content.decode()
    shown = page.get(address).content.decode()
    assert shown.count('name="goes"') == shown.count("checked") == 4
    assert page.get(f"{address}?marcar=nadie").content.decode().count("checked") == 0
    numbers = [one.number for one in seeded(final)]
    sent = page.post(address, {"shown": numbers, "goes": numbers[1:]})
    assert sent.status_code == 302
    after = [place.entry.number for place in circuit.stages.get(number=3).places.all()]
    assert numbers[0] not in after and len(after) == 4  # the third of that phase moves up
    seen = page.get(address).content.decode()
    assert "Ha renunciado a su plaza." in seen
    every = [*after, numbers[0]]
    page.post(address, {"shown": every, "goes": every})
    back = {place.entry.number for place in circuit.stages.get(number=3).places.all()}
    assert back == set(numbers)


def seeded(stage):
    from scoring.stages.selectors.quotas import stage_qualifiers

    return stage_qualifiers(stage, EVERYTHING)


def test_the_desk_chooses_the_phase_only_where_there_are_several(circuit, casino, client_as, pilar):
    page = client_as(pilar)
    assert 'name="stage"' not in page.get(f"/t/{casino.slug}/inscripciones/").content.decode()
    address = f"/t/{circuit.slug}/inscripciones/"
    assert 'name="stage"' in page.get(address).content.decode()
    typed = {"player_1": "Xim", "player_2": "Tonina", "stage": "2"}
    assert page.post(f"{address}nueva/", typed).headers["Location"].endswith("?fase=2")
    assert circuit.entries.get(number=9).enters == 2
    only = page.get(f"{address}?fase=2").content.decode()
    assert only.count('<tr id="n-') == 5
    moved = {"player_1": "Xim", "player_2": "Tonina", "stage": "1"}
    page.post(f"{address}9/", moved)
    assert circuit.entries.get(number=9).enters == 1
    wrong = page.post(f"{address}nueva/", {**typed, "player_1": "Otro", "stage": "7"})
    assert wrong.status_code == 400


@pytest.mark.slow
def test_each_page_is_of_its_stage(circuit, client_as, pilar, django_capture_on_commit_callbacks):
    page, at = client_as(pilar), f"/t/{circuit.slug}/"
    play_rounds(circuit.stages.get(number=1), pilar, 9, "a")
    assert '?fase=2" aria-current="true">' in one_line(page.get(f"{at}panel/?fase=2").text)
    assert "?fase=1" in page.get(f"{at}imprimir/?fase=1").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        sent = page.post(f"{at}imprimir/hoja/?fase=1", {"sheet": "final"})
    assert sent.status_code == 302  # the second stage is not over
    assert circuit.jobs.get().params["stage"] == 1 and circuit.jobs.get().state == "done"
    assert page.post(f"{at}imprimir/hoja/?fase=2", {"sheet": "final"}).status_code == 409
    wishes = page.get(f"{at}ajustes/cruces/?fase=2").content.decode()
    assert '<option value="2" selected>' in wishes


def test_boxes_are_divisions_with_a_podium(make_tournament, pairs, pilar, client_as):
    options = {"size": 4, "blocks": 1}
    tournament = make_tournament(format="boxes", format_options=options)
    pairs(tournament, 8)
    play_rounds(tournament.stage, pilar, 9, "a")
    said = client_as(None).get(f"/t/{tournament.slug}/clasificacion/").content.decode()
    assert "División 1" in said and "Grupo 1" not in said and "podium__step--1" in said


def test_more_stages_than_six_are_chosen_from_a_list(circuit, client_as, pilar):
    options = circuit.stages.get(number=1).game_options
    plan = {"format": "knockout", "format_options": {}, "game_options": options, "intake": []}
    add_stages(tournament=circuit, author=pilar, count=6, name="Local", takes_entries=True, **plan)
    said = client_as(None).get(f"/t/{circuit.slug}/clasificacion/").content.decode()
    assert '<select id="fase-elegida"' in said


@world
def groups(make_tournament, pairs, pilar):
    """Two groups of three that are over, a bracket for the first two of each and a consolation."""
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 6)
    add(tournament, pilar, "Cuadro", intake=[{"stage": 1, "per": "group", "last": 2}])
    add(tournament, pilar, "Consolación", intake=[{"stage": 1, "per": "rest"}])
    play_rounds(tournament.stages.get(number=1), pilar, 9, "a")
    for number in (2, 3):
        open_stage(stage=tournament.stages.get(number=number), author=pilar)
    return tournament


@pytest.mark.slow
def test_what_is_fed_from_other_stages_waits_for_its_draw_and_not_for_entries(
    groups, client_as, pilar
):
    Tournament.objects.filter(pk=groups.pk).update(starts_at=timezone.now() + timedelta(days=3))
    for number, round in ((2, "las semifinales"), (3, "la final")):
        panel = client_as(pilar).get(f"/t/{groups.slug}/panel/?fase={number}").content.decode()
        assert f"Sortear {round}" in panel
        assert "Inscripción abierta" not in panel


def test_the_consolation_is_not_what_the_tournament_ends_with(groups, client_as, pilar):
    assert groups.stage.name == "Cuadro"
    play_rounds(groups.stages.get(number=3), pilar, 9, "a")
    match = groups.matches.get(round__stage__number=3, purpose="final")
    for number in (2, 3):
        play_rounds(groups.stages.get(number=number), pilar, 9, "a")
    seen = client_as(None).get(f"/t/{groups.slug}/").content.decode()
    final = groups.matches.get(round__stage__number=2, purpose="final")
    winner = final.entries[final.result.winner].title_for(EVERYTHING)
    steps = seen.partition("El podio")[2]
    assert winner.partition(" · ")[0] in steps.partition("</ol>")[0]
    acta = client_as(None).get(f"/t/{groups.slug}/partida/{match.code}/").content.decode()
    assert 'aria-current="true">Consolación' in acta


@cases(
    "plan, entries, sent, intake, told",
    case(
        "pairs, to a bracket",
        {"format": "swiss", "format_options": {"rounds": 3}},
        16,
        {"passing": "8", "system": "knockout"},
        ("all", 8),
        "Juegan 8: 3 rondas, 8 encuentros.",
    ),
    case(
        "groups, the first two of each",
        {"format": "groups", "format_options": {"size": 4}},
        16,
        {"passing": "2", "per": "group", "system": "knockout"},
        ("group", 2),
        "Juegan 8: 3 rondas, 8 encuentros.",
    ),
    case(
        "nobody entered yet",
        {"format": "swiss", "format_options": {"rounds": 3}},
        0,
        {"passing": "4", "system": "league"},
        ("all", 4),
        "Con tan pocos inscritos",
    ),
)
def test_a_stage_is_added_by_its_sentence(
    make_tournament, pairs, client_as, pilar, plan, entries, sent, intake, told
):
    tournament = make_tournament(**plan)
    pairs(tournament, entries)
    page, address = client_as(pilar), f"/t/{tournament.slug}/fases/nueva/"
    assert told in one_line(page.get(address, sent).content.decode())
    assert page.post(address, sent).status_code == 302
    made = tournament.stages.get(number=2)
    quota = made.intake[0]
    assert (made.format, quota["per"], quota["last"]) == (sent["system"], *intake)


@cases("system, options", ("swiss", {"rounds": 3}), ("lives", {"lives": 3}))
def test_a_system_added_by_its_sentence_has_usual_options(
    make_tournament, client_as, pilar, system, options
):
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    sent = {"passing": "8", "system": system}
    answer = client_as(pilar).post(f"/t/{tournament.slug}/fases/nueva/", sent)
    assert answer.status_code == 302
    made = tournament.stages.get(number=2)
    assert made.format == system and options.items() <= made.format_options.items()


def test_a_sentence_that_cannot_be_says_why(make_tournament, client_as, pilar):
    tournament = make_tournament()
    address = f"/t/{tournament.slug}/fases/nueva/"
    answer = client_as(pilar).post(address, {"passing": "0", "system": "knockout"})
    assert answer.status_code == 400
    assert "Cuántos pasan" in answer.content.decode()
    assert tournament.stages.count() == 1


def test_only_the_lengths_that_the_entries_can_play_are_offered(circuit, client_as, pilar):
    shown = client_as(pilar).get(f"/t/{circuit.slug}/fases/nueva/").content.decode()
    assert "un_coto_de_4" in shown and "mano_a_mano" not in shown


def test_the_panel_says_what_each_stage_waits_for(circuit, client_as, pilar):
    """Not only the one in front of the organiser's eyes."""
    page, address = client_as(pilar), f"/t/{circuit.slug}/panel/"
    waits, draft = "toca preparar la siguiente", "Final: en borrador."
    second = circuit.stages.get(number=2)
    play_rounds(second, pilar, 1, "panel")
    shown = page.get(address).content.decode()
    assert waits in shown and draft not in shown
    open_next_round(stage=second, author=pilar)
    shown = page.get(address).content.decode()
    assert waits not in shown and draft in shown


def test_one_who_comes_up_and_one_who_enters_by_it_are_enough(make_tournament, pairs, pilar):
    hall = make_tournament(name="Ascenso", format_options={"third_place": False})
    best = [{"stage": 1, "per": "all", "last": 1}]
    final = add(hall, pilar, "Final", takes_entries=True, intake=best)
    entries = pairs(hall, 3)
    entries[2].enters = 2
    entries[2].save()
    finish(hall, pilar)
    open_stage(stage=final, author=pilar)
    assert final.places.count() == 1 and final.opened_at is not None
    shut_stage(stage=final, author=pilar)
    entries[2].state = Entry.State.WITHDRAWN
    entries[2].save()
    with pytest.raises(Refused) as refused:
        open_stage(stage=Stage.objects.get(pk=final.pk), author=pilar)
    assert (refused.value.code, refused.value.params["count"]) == ("too_few_qualified", 1)


def test_swiss_and_bracket_seats_the_bracket_by_the_standings(make_tournament, pairs, pilar):
    """1–8, 4–5, 3–6 and 2–7, without a lot."""
    hall = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(hall, 12)
    bracket = plan_stage(
        hall,
        pilar,
        [{"stage": 1, "first": 1, "last": 8, "per": "all"}],
        name="Cuadro final",
        format_options={"third_place": True},
        game_options={"cotos": 1, "partidas": 3},
    )
    play_rounds(hall.stage, pilar, 9, "a")
    open_stage(stage=bracket, author=pilar)
    bracket = Stage.objects.get(pk=bracket.pk)
    place = dict(bracket.places.values_list("entry__number", "seed"))
    ranked = [line.entrant for line in stage_standings(hall.stages.get(number=1), EVERYTHING)]
    assert [place[number] for number in ranked[:8]] == [1, 2, 3, 4, 5, 6, 7, 8]
    drawn = publish_round(round=open_next_round(stage=bracket, author=pilar), author=pilar)
    met = {
        tuple(sorted(place[entry.number] for entry in match.everybody))
        for match in drawn.matches.all()
    }
    assert met == {(1, 8), (4, 5), (3, 6), (2, 7)}
