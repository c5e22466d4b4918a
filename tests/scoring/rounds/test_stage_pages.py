"""Tests of the pages of stages: plans with several quotas, opening, entries, panel, podium."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.forecast.simulation.rehearsal import play_rounds
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage, shut_stage
from scoring.standings.selectors.standings import stage_standings
from tests.refusals import is_refused
from tests.rows import case, cases
from tests.scoring.page_text import one_line
from tests.scoring.played_rounds import finish, plan_stage
from tests.worlds import world
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.setup.services.stages import add_stage, add_stages

STAGE_FORM = {"format": "knockout", "knockout_seeding": "seed", "length": "same", "rows": "3"}


@world
def circuit(make_tournament, pairs, pilar):
    """A tournament of two stages, each entered by four pairs."""
    tournament = make_tournament(name="Circuit")
    add_knockout(tournament, pilar, "Petra", takes_entries=True, intake=[])
    for number, entry in enumerate(pairs(tournament, 8)):
        entry.enters = 1 + number % 2
        entry.save()
    return tournament


def add_knockout(tournament, author, name, **plan):
    options = tournament.stages.get(number=1).game_options
    values = {"format": "knockout", "format_options": {}, "game_options": options, **plan}
    return add_stage(tournament=tournament, author=author, name=name, **values)


def quota_fields(row, **values):
    return {f"q{row}-{name}": value for name, value in values.items()}


def test_a_stage_is_planned_with_three_quotas_of_two_stages(circuit, client_as, pilar):
    browser, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    html = browser.get(f"{address}nueva/").content.decode()
    assert html.count('name="q') >= 3 and 'name="q2-source"' in html
    assert '<option value="classic" selected>' in html  # qualifiers are seeded by their order
    form = {
        **STAGE_FORM,
        "name": "Final",
        **quota_fields(0, source=1, per="all", first=1, last=2),
        **quota_fields(1, source=2, per="all", first=1, last=1),
        **quota_fields(2, source=2, per="rest", best=1),
    }
    page_with_more_rows = browser.post(f"{address}nueva/", {**form, "more": "1"})
    assert (
        page_with_more_rows.status_code == 200
        and 'name="q5-source"' in page_with_more_rows.content.decode()
    )
    assert Stage.objects.filter(tournament=circuit).count() == 2
    assert browser.post(f"{address}nueva/", form).status_code == 302
    final = circuit.stages.get(number=3)
    quotas = [
        (quota["stage"], quota["per"], quota["first"], quota["last"], quota["best"])
        for quota in final.intake
    ]
    assert quotas == [(1, "all", 1, 2, 0), (2, "all", 1, 1, 0), (2, "rest", 1, 0, 1)]
    assert final.format_options["seeding"] == "seed"
    edit_page = browser.get(f"{address}3/").content.decode()
    assert 'name="q3-source"' in edit_page  # three quotas and an empty row
    assert browser.post(f"{address}3/", {**form, "name": "La final"}).status_code == 302
    assert circuit.stages.get(number=3).intake == final.intake


def test_several_stages_are_planned_at_once_and_one_quota_takes_from_all(circuit, client_as, pilar):
    browser, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    local_stage_form = {
        **STAGE_FORM,
        "name": "Local",
        "takes_entries": "on",
        "copies": "3",
        "capacity": "16",
    }
    assert browser.post(f"{address}nueva/", local_stage_form).status_code == 302
    assert list(circuit.stages.values_list("capacity", flat=True)) == [0, 0, 16, 16, 16]
    final = {**STAGE_FORM, "name": "Final", **quota_fields(0, source=0, per="all", first=1, last=1)}
    assert browser.post(f"{address}nueva/", final).status_code == 302
    assert [quota["stage"] for quota in circuit.stages.get(number=6).intake] == [1, 2, 3, 4, 5]
    html = browser.get(f"{address}6/").content.decode()
    assert '<option value="0" selected>' in html
    page_without_quota = browser.post(f"{address}nueva/", {**STAGE_FORM, "name": "x"})
    assert (
        page_without_quota.status_code == 400
        and "Elija quién pasa" in page_without_quota.content.decode()
    )
    picture = browser.get(address).content.decode()
    assert "De cada una de 5 fases" in picture and "1 · 1" not in picture


def test_only_the_name_and_the_capacity_of_a_drawn_stage_can_change(circuit, client_as, pilar):
    browser, address = client_as(pilar), f"/t/{circuit.slug}/fases/"
    open_next_round(stage=circuit.stages.get(number=2), author=pilar)
    for number in (1, 2):
        assert "q0-source" not in browser.get(f"{address}{number}/").content.decode()
        answer = browser.post(f"{address}{number}/", {"name": f"Local {number}", "capacity": "8"})
        assert answer.status_code == 302
    assert list(circuit.stages.values_list("name", "capacity")) == [("Local 1", 8), ("Local 2", 8)]


@pytest.mark.slow
def test_an_unticked_qualifier_is_replaced_by_the_next_and_can_come_back(circuit, client_as, pilar):
    add_knockout(
        circuit,
        pilar,
        "Final",
        intake=[{"stage": number, "per": "all", "last": 2} for number in (1, 2)],
    )
    final = circuit.stages.get(number=3)
    with is_refused("stage_not_open"):
        open_next_round(stage=final, author=pilar)
    play_rounds(circuit.stages.get(number=1), pilar, 9, "a")
    browser, address = client_as(pilar), f"/t/{circuit.slug}/fases/3/abrir/"
    panel = browser.get(f"/t/{circuit.slug}/panel/?fase=1").content.decode()
    assert "Ir a «Petra»" in panel and "Terminada" in panel and "Abrir «Final»" not in panel
    play_rounds(circuit.stages.get(number=2), pilar, 9, "a")
    assert "Abrir «Final»" in browser.get(f"/t/{circuit.slug}/panel/?fase=1").content.decode()
    assert "Terminada" in browser.get(f"/t/{circuit.slug}/fases/").content.decode()
    html = browser.get(address).content.decode()
    assert html.count('name="goes"') == html.count("checked") == 4
    assert browser.get(f"{address}?marcar=nadie").content.decode().count("checked") == 0
    numbers = [entry.number for entry in qualifiers(final)]
    answer = browser.post(address, {"shown": numbers, "goes": numbers[1:]})
    assert answer.status_code == 302
    numbers_after = [place.entry.number for place in circuit.stages.get(number=3).places.all()]
    # The third pair of the same stage qualifies instead.
    assert numbers[0] not in numbers_after and len(numbers_after) == 4
    html_after = browser.get(address).content.decode()
    assert "Ha renunciado a su plaza." in html_after
    all_numbers = [*numbers_after, numbers[0]]
    browser.post(address, {"shown": all_numbers, "goes": all_numbers})
    numbers_restored = {place.entry.number for place in circuit.stages.get(number=3).places.all()}
    assert numbers_restored == set(numbers)


def qualifiers(stage):
    from scoring.stages.selectors.quotas import stage_qualifiers

    return stage_qualifiers(stage, EVERYTHING)


def test_the_desk_chooses_the_stage_of_an_entry_if_there_are_several(
    circuit, casino, client_as, pilar
):
    browser = client_as(pilar)
    assert 'name="stage"' not in browser.get(f"/t/{casino.slug}/inscripciones/").content.decode()
    address = f"/t/{circuit.slug}/inscripciones/"
    assert 'name="stage"' in browser.get(address).content.decode()
    form = {"player_1": "Xim", "player_2": "Tonina", "stage": "2"}
    assert browser.post(f"{address}nueva/", form).headers["Location"].endswith("?fase=2")
    assert circuit.entries.get(number=9).enters == 2
    filtered_page = browser.get(f"{address}?fase=2").content.decode()
    assert filtered_page.count('<tr id="n-') == 5
    changes = {"player_1": "Xim", "player_2": "Tonina", "stage": "1"}
    browser.post(f"{address}9/", changes)
    assert circuit.entries.get(number=9).enters == 1
    refused_answer = browser.post(f"{address}nueva/", {**form, "player_1": "Otro", "stage": "7"})
    assert refused_answer.status_code == 400


@pytest.mark.slow
def test_each_page_shows_the_stage_of_its_address(
    circuit, client_as, pilar, django_capture_on_commit_callbacks
):
    browser, site = client_as(pilar), f"/t/{circuit.slug}/"
    play_rounds(circuit.stages.get(number=1), pilar, 9, "a")
    assert '?fase=2" aria-current="true">' in one_line(browser.get(f"{site}panel/?fase=2").text)
    assert "?fase=1" in browser.get(f"{site}imprimir/?fase=1").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"{site}imprimir/hoja/?fase=1", {"sheet": "final"})
    assert answer.status_code == 302  # the other stage is not finished
    assert circuit.jobs.get().params["stage"] == 1 and circuit.jobs.get().state == "done"
    assert browser.post(f"{site}imprimir/hoja/?fase=2", {"sheet": "final"}).status_code == 409
    wishes = browser.get(f"{site}ajustes/cruces/?fase=2").content.decode()
    assert '<option value="2" selected>' in wishes


def test_the_standings_of_boxes_have_divisions_and_a_podium(
    make_tournament, pairs, pilar, client_as
):
    options = {"size": 4, "blocks": 1}
    tournament = make_tournament(format="boxes", format_options=options)
    pairs(tournament, 8)
    play_rounds(tournament.stage, pilar, 9, "a")
    page = client_as(None).get(f"/t/{tournament.slug}/clasificacion/").content.decode()
    assert "División 1" in page and "Grupo 1" not in page and "podium__step--1" in page


def test_more_than_six_stages_are_chosen_from_a_list(circuit, client_as, pilar):
    options = circuit.stages.get(number=1).game_options
    plan = {"format": "knockout", "format_options": {}, "game_options": options, "intake": []}
    add_stages(tournament=circuit, author=pilar, count=6, name="Local", takes_entries=True, **plan)
    page = client_as(None).get(f"/t/{circuit.slug}/clasificacion/").content.decode()
    assert '<select id="fase-elegida"' in page


@world
def groups(make_tournament, pairs, pilar):
    """Two finished groups of three, and an open bracket and an open consolation after them."""
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 6)
    add_knockout(tournament, pilar, "Cuadro", intake=[{"stage": 1, "per": "group", "last": 2}])
    add_knockout(tournament, pilar, "Consolación", intake=[{"stage": 1, "per": "rest"}])
    play_rounds(tournament.stages.get(number=1), pilar, 9, "a")
    for number in (2, 3):
        open_stage(stage=tournament.stages.get(number=number), author=pilar)
    return tournament


@pytest.mark.slow
def test_the_panel_of_a_fed_stage_announces_its_draw_and_takes_no_entries(groups, client_as, pilar):
    Tournament.objects.filter(pk=groups.pk).update(starts_at=timezone.now() + timedelta(days=3))
    for number, round in ((2, "las semifinales"), (3, "la final")):
        panel = client_as(pilar).get(f"/t/{groups.slug}/panel/?fase={number}").content.decode()
        assert f"Sortear {round}" in panel
        assert "Inscripción abierta" not in panel


def test_the_podium_of_the_tournament_is_of_the_bracket_and_not_of_the_consolation(
    groups, client_as, pilar
):
    assert groups.stage.name == "Cuadro"
    play_rounds(groups.stages.get(number=3), pilar, 9, "a")
    match = groups.matches.get(round__stage__number=3, purpose="final")
    for number in (2, 3):
        play_rounds(groups.stages.get(number=number), pilar, 9, "a")
    home_page = client_as(None).get(f"/t/{groups.slug}/").content.decode()
    final = groups.matches.get(round__stage__number=2, purpose="final")
    winner = final.entries[final.result.winner].title_for(EVERYTHING)
    podium = home_page.partition("El podio")[2]
    assert winner.partition(" · ")[0] in podium.partition("</ol>")[0]
    match_page = client_as(None).get(f"/t/{groups.slug}/partida/{match.code}/").content.decode()
    assert 'aria-current="true">Consolación' in match_page


@cases(
    "plan, entries, form, intake, sentence",
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
        "no entries",
        {"format": "swiss", "format_options": {"rounds": 3}},
        0,
        {"passing": "4", "system": "league"},
        ("all", 4),
        "Con tan pocos inscritos",
    ),
)
def test_a_stage_is_added_with_a_short_form_that_describes_it(
    make_tournament, pairs, client_as, pilar, plan, entries, form, intake, sentence
):
    tournament = make_tournament(**plan)
    pairs(tournament, entries)
    browser, address = client_as(pilar), f"/t/{tournament.slug}/fases/nueva/"
    assert sentence in one_line(browser.get(address, form).content.decode())
    assert browser.post(address, form).status_code == 302
    stage = tournament.stages.get(number=2)
    quota = stage.intake[0]
    assert (stage.format, quota["per"], quota["last"]) == (form["system"], *intake)


@cases("system, options", ("swiss", {"rounds": 3}), ("lives", {"lives": 3}))
def test_a_stage_added_with_the_short_form_has_the_usual_options(
    make_tournament, client_as, pilar, system, options
):
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    form = {"passing": "8", "system": system}
    answer = client_as(pilar).post(f"/t/{tournament.slug}/fases/nueva/", form)
    assert answer.status_code == 302
    stage = tournament.stages.get(number=2)
    assert stage.format == system and options.items() <= stage.format_options.items()


def test_a_wrong_short_form_of_a_stage_is_refused(make_tournament, client_as, pilar):
    tournament = make_tournament()
    address = f"/t/{tournament.slug}/fases/nueva/"
    answer = client_as(pilar).post(address, {"passing": "0", "system": "knockout"})
    assert answer.status_code == 400
    assert "Cuántos pasan" in answer.content.decode()
    assert tournament.stages.count() == 1


def test_only_the_lengths_that_the_entries_can_play_are_offered(circuit, client_as, pilar):
    page = client_as(pilar).get(f"/t/{circuit.slug}/fases/nueva/").content.decode()
    assert "un_coto_de_4" in page and "mano_a_mano" not in page


def test_the_panel_shows_the_state_of_every_stage(circuit, client_as, pilar):
    """Show the state of the second stage on the panel of the first."""
    browser, address = client_as(pilar), f"/t/{circuit.slug}/panel/"
    next_round_sentence, draft_sentence = "toca preparar la siguiente", "Final: en borrador."
    second = circuit.stages.get(number=2)
    play_rounds(second, pilar, 1, "panel")
    panel = browser.get(address).content.decode()
    assert next_round_sentence in panel and draft_sentence not in panel
    open_next_round(stage=second, author=pilar)
    panel = browser.get(address).content.decode()
    assert next_round_sentence not in panel and draft_sentence in panel


def test_a_stage_opens_with_one_qualifier_and_one_entry_of_its_own(make_tournament, pairs, pilar):
    tournament = make_tournament(name="Ascenso", format_options={"third_place": False})
    intake = [{"stage": 1, "per": "all", "last": 1}]
    final = add_knockout(tournament, pilar, "Final", takes_entries=True, intake=intake)
    entries = pairs(tournament, 3)
    entries[2].enters = 2
    entries[2].save()
    finish(tournament, pilar)
    open_stage(stage=final, author=pilar)
    assert final.places.count() == 1 and final.opened_at is not None
    shut_stage(stage=final, author=pilar)
    entries[2].state = Entry.State.WITHDRAWN
    entries[2].save()
    with pytest.raises(Refused) as refused_answer:
        open_stage(stage=Stage.objects.get(pk=final.pk), author=pilar)
    assert (refused_answer.value.code, refused_answer.value.params["count"]) == (
        "too_few_qualified",
        1,
    )


def test_a_bracket_after_a_swiss_is_seeded_by_the_standings(make_tournament, pairs, pilar):
    """Places 1 and 8, 4 and 5, 3 and 6, and 2 and 7 meet, without a lot."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 12)
    bracket = plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "first": 1, "last": 8, "per": "all"}],
        name="Cuadro final",
        format_options={"third_place": True},
        game_options={"cotos": 1, "partidas": 3},
    )
    play_rounds(tournament.stage, pilar, 9, "a")
    open_stage(stage=bracket, author=pilar)
    bracket = Stage.objects.get(pk=bracket.pk)
    seed_of = dict(bracket.places.values_list("entry__number", "seed"))
    ranked_numbers = [
        line.entrant for line in stage_standings(tournament.stages.get(number=1), EVERYTHING)
    ]
    assert [seed_of[number] for number in ranked_numbers[:8]] == [1, 2, 3, 4, 5, 6, 7, 8]
    round = publish_round(round=open_next_round(stage=bracket, author=pilar), author=pilar)
    pairings = {
        tuple(sorted(seed_of[entry.number] for entry in match.everybody))
        for match in round.matches.all()
    }
    assert pairings == {(1, 8), (4, 5), (3, 6), (2, 7)}
