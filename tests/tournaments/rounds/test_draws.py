"""Tests of drafts: saved, swapped, redrawn, discarded, published, and repeated by the command."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from tests.at_once import run_at_once
from tests.refusals import is_refused
from tests.rows import case, each
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.models import Match, Round, Tournament
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.services.drafts import discard_round, publish, save_draw, swap_entries

pytestmark = pytest.mark.each_database

ROOT = Path(__file__).resolve().parents[3]


def sides_of_matches(round: Round) -> list[tuple[int, ...]]:
    """Return the entry numbers of each match, by position."""
    return [tuple(side.entry.number for side in match.sides.all()) for match in round.matches.all()]


def swap_by_hand(round: Round, first: int, second: int, author, reason="son cuñados"):
    entries = round.stage.tournament.entries
    return swap_entries(
        round=round,
        author=author,
        first=entries.get(number=first),
        second=entries.get(number=second),
        reason=reason,
    )


@world
def draft(casino: Tournament, pairs, pilar) -> Round:
    """A draft of a knockout of six pairs, with two byes."""
    pairs(casino, 6)
    return open_next_round(stage=casino.stage, author=pilar)


# --- The draft -----------------------------------------------------------------------------------
def test_draft_numbers_its_matches_without_the_byes(draft):
    matches = list(draft.matches.all())
    assert draft.seed == "tapete/1"
    assert [(match.position, match.number, match.state) for match in matches] == [
        (1, None, "bye"),
        (2, 1, "planned"),
        (3, None, "bye"),
        (4, 2, "planned"),
    ]
    assert sorted(number for sides in sides_of_matches(draft) for number in sides) == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_match_codes_are_six_clear_characters_and_unique(make_tournament, pairs, pilar):
    codes = []
    for name in ("Calamocha", "Monreal", "Daroca"):
        tournament = make_tournament(name=name)
        pairs(tournament, 32)
        open_next_round(stage=tournament.stage, author=pilar)
        codes += tournament.matches.values_list("code", flat=True)
    assert len(set(codes)) == 48
    assert [code for code in codes if not re.fullmatch("[2-9A-HJKMNP-Z]{6}", code)] == []


def test_same_entries_and_seed_give_the_same_draw_in_another_tournament(
    make_tournament, pairs, pilar
):
    draws = []
    for name in ("Calamocha", "Monreal"):
        tournament = make_tournament(name=name)
        pairs(tournament, 21)
        draws.append(sides_of_matches(open_next_round(stage=tournament.stage, author=pilar)))
    assert draws[0] == draws[1]


def test_a_withdrawn_pair_is_not_drawn(casino, pairs, pilar):
    from tournaments.people.services.registering import withdraw

    withdraw(entry=pairs(casino, 5)[2], author=pilar, reason="se van a casa")
    draft = open_next_round(stage=casino.stage, author=pilar)
    assert sorted(number for sides in sides_of_matches(draft) for number in sides) == [1, 2, 4, 5]


def test_draw_is_refused_while_there_is_a_draft(draft, pilar):
    with is_refused("draft_exists", status=409):
        open_next_round(stage=draft.stage, author=pilar)


def test_stale_request_for_a_round_already_drawn_is_refused(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("round_drawn", status=409):
        open_next_round(stage=draft.stage, author=pilar, number=1)


@pytest.mark.parametrize("count", [0, 1])
def test_a_draw_needs_two_pairs(casino, pairs, pilar, count):
    pairs(casino, count)
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    refusal = refusal_from(error.value)
    assert (refusal.code, refusal.status) == ("too_few_entrants", 409)
    assert str(refusal) == f"Hacen falta al menos 2 inscripciones y hay {count}."


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_organisers_drawing_at_once_leave_one_draft(casino, pairs, pilar):
    pairs(casino, 16)
    answers = run_at_once(*[lambda: open_next_round(stage=casino.stage, author=pilar)] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Round"]
    assert [refusal.code for refusal in answers if isinstance(refusal, Refused)] == ["draft_exists"]
    assert casino.stage.rounds.count() == 1
    assert casino.matches.count() == 8


def test_database_refuses_a_second_draft(draft, pilar, monkeypatch):
    """Two processes both see no draft: the constraint refuses the second draft."""
    from tournaments.formats.core import Draw, Report
    from tournaments.rounds.services import drafts

    monkeypatch.setattr(drafts, "refuse_draft", lambda stage: None)
    with is_refused("draft_exists", status=409):
        save_draw(stage=draft.stage, author=pilar, draw=Draw((), Report()), seed="otra")


# --- Swaps by hand -------------------------------------------------------------------------------
def test_swap_exchanges_two_entries_and_stores_its_author_and_reason(draft, pilar):
    sides_before = sides_of_matches(draft)
    (first, _), (second, _) = sides_before[1], sides_before[3]
    swap = swap_by_hand(draft, first, second, pilar)
    places = {first: second, second: first}
    assert sides_of_matches(draft) == [
        tuple(places.get(number, number) for number in sides) for sides in sides_before
    ]
    assert (swap.first.number, swap.second.number) == (first, second)
    assert (swap.author_name, swap.reason) == ("pilar", "son cuñados")
    line = draft.stage.tournament.audit.get(act="swap_entries")
    assert (line.reason, line.author) == ("son cuñados", pilar)


def test_swap_with_a_bye_changes_the_byes_of_the_report(draft, pilar):
    (resting,), (playing, _) = sides_of_matches(draft)[:2]
    swap_by_hand(draft, resting, playing, pilar)
    draft.refresh_from_db()
    assert playing in draft.report["byes"]
    assert resting not in draft.report["byes"]


@each(
    "choose, reason, code, field",
    case("same match", lambda meets: meets[1], "vecinos", "same_match", "second"),
    case("no reason", lambda meets: (meets[1][0], meets[3][0]), " ", "text_missing", "reason"),
    case(
        "a null in the reason",
        lambda meets: (meets[1][0], meets[3][0]),
        "a\0b",
        "text_nul",
        "reason",
    ),
)
def test_wrong_swap_is_refused_and_changes_nothing(draft, pilar, choose, reason, code, field):
    sides_before = sides_of_matches(draft)
    with pytest.raises(Refused) as error:
        swap_by_hand(draft, *choose(sides_before), pilar, reason=reason)
    assert (error.value.code, error.value.field) == (code, field)
    assert error.value.status == 400
    assert sides_of_matches(draft) == sides_before
    assert draft.swaps.count() == 0


def test_entry_outside_the_draw_cannot_be_swapped(draft, pairs, pilar):
    pairs(draft.stage.tournament, 1)
    with is_refused("not_in_draw", field="second"):
        swap_by_hand(draft, 1, 7, pilar)


def test_published_round_refuses_swaps(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        swap_by_hand(draft, 1, 2, pilar)


# --- Redraws and discarded rounds -----------------------------------------------------------------
def test_redraw_with_another_seed_records_the_old_seed(draft, pilar):
    sides_before = sides_of_matches(draft)
    redrawn_round = redraw_round(
        round=draft, author=pilar, seed="la del alcalde", reason="dicha en voz alta"
    )
    assert redrawn_round.pk == draft.pk
    assert redrawn_round.seed == "la del alcalde"
    assert sides_of_matches(redrawn_round) != sides_before
    assert [
        (redraw["seed"], redraw["by"], redraw["reason"])
        for redraw in redrawn_round.report["redraws"]
    ] == [("tapete/1", "pilar", "dicha en voz alta")]
    assert redrawn_round.stage.tournament.audit.filter(act="redraw").count() == 1


def test_redraw_with_the_old_seed_gives_the_old_draw(draft, pilar):
    sides_before = sides_of_matches(draft)
    redraw_round(round=draft, author=pilar, seed="otra")
    redraw_round(round=draft, author=pilar, seed="tapete/1")
    assert sides_of_matches(draft) == sides_before


def test_redraw_includes_a_late_entry(draft, pairs, pilar):
    pairs(draft.stage.tournament, 1)
    redraw_round(round=draft, author=pilar, seed="tapete/1")
    assert sorted(number for sides in sides_of_matches(draft) for number in sides) == list(
        range(1, 8)
    )


@each("seed", "", "   ", "a\0b", "x" * 81)
def test_unreadable_seed_is_refused(draft, pilar, seed):
    sides_before = sides_of_matches(draft)
    with is_refused(field="seed", status=400):
        redraw_round(round=draft, author=pilar, seed=seed)
    assert sides_of_matches(draft) == sides_before


def test_published_round_refuses_a_redraw(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        redraw_round(round=draft, author=pilar, seed="otra")


def test_draft_drawn_after_a_discard_has_the_same_match_numbers(draft, pilar):
    discard_round(round=draft, author=pilar, reason="faltaba una pareja")
    assert draft.stage.tournament.matches.count() == 0
    new_draft = open_next_round(stage=draft.stage, author=pilar)
    assert [match.number for match in new_draft.matches.all()] == [None, 1, None, 2]


def test_published_round_without_actas_can_be_discarded(draft, pilar):
    publish_round(round=draft, author=pilar)
    discard_round(round=draft, author=pilar, reason="se leyó mal la lista")
    assert list(draft.stage.rounds.all()) == []
    line = draft.stage.tournament.audit.get(act="discard_round")
    assert line.reason == "se leyó mal la lista"


def test_round_with_an_acta_cannot_be_discarded(draft, pilar):
    publish_round(round=draft, author=pilar)
    match = draft.matches.get(number=1)
    record_hand(match=match, author=pilar, line="partida A", number=1)
    with is_refused("round_has_actas", status=409):
        discard_round(round=draft, author=pilar, reason="me he equivocado")
    assert match.actas.count() == 1


def test_discarding_a_round_needs_a_reason(draft, pilar):
    with is_refused("text_missing", field="reason"):
        discard_round(round=draft, author=pilar, reason="")


def test_acts_on_a_discarded_round_are_conflicts(draft, pilar):
    discard_round(round=draft, author=pilar, reason="uno")
    stale = Round(pk=999_999, stage=draft.stage, number=1)
    for act in (
        lambda: discard_round(round=stale, author=pilar, reason="dos"),
        lambda: publish_round(round=stale, author=pilar),
    ):
        with is_refused("round_gone", status=409):
            act()


# --- Publication ----------------------------------------------------------------------------------
def test_publishing_twice_is_refused(draft, pilar):
    publish(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        publish(round=draft, author=pilar)


def test_published_byes_are_finished_and_the_other_matches_wait(draft, pilar):
    publish(round=draft, author=pilar)
    states = [(match.state, match.finished_at is not None) for match in draft.matches.all()]
    assert states == [("bye", True), ("waiting", False), ("bye", True), ("waiting", False)]


def test_swiss_draft_with_a_withdrawn_pair_cannot_be_published(make_tournament, pairs, pilar):
    from tournaments.people.services.registering import withdraw

    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    entries = pairs(tournament, 6)
    draft = open_next_round(stage=tournament.stage, author=pilar)
    withdraw(entry=entries[3], author=pilar, reason="un aviso")
    with is_refused("withdrawn_in_draw", status=409):
        publish(round=draft, author=pilar)
    assert draft.matches.filter(state=Match.State.PLANNED).count() == 3


# --- The command that repeats a draw --------------------------------------------------------------
def test_command_repeats_a_published_draw(draft, pilar, capsys):
    publish_round(round=draft, author=pilar)
    call_command("draw", draft.stage.tournament.slug, 1)
    output = capsys.readouterr().out
    assert "semilla: tapete/1" in output
    assert f"1: {sides_of_matches(draft)[0][0]} descansa" in output
    assert "El sorteo coincide con el publicado." in output


def test_command_repeats_the_draw_and_lists_later_swaps(draft, pilar, capsys):
    matches = sides_of_matches(draft)
    swap_by_hand(draft, matches[1][0], matches[3][0], pilar)
    publish_round(round=draft, author=pilar)
    call_command("draw", draft.stage.tournament.slug, 1)
    output = capsys.readouterr().out
    assert f"2: {matches[1][0]} contra {matches[1][1]}" in output
    assert "El sorteo coincide con el publicado." in output
    assert f"Después se cambiaron a mano {matches[1][0]} y {matches[3][0]}" in output


def test_command_detects_a_changed_seed(draft, pilar, capsys):
    publish_round(round=draft, author=pilar)
    Round.objects.filter(pk=draft.pk).update(seed="amañada")
    with pytest.raises(SystemExit) as exit_error:
        call_command("draw", draft.stage.tournament.slug, 1)
    assert exit_error.value.code == 1
    output = capsys.readouterr().out
    assert "NO coincide con el publicado: no es el que sale de esta semilla." in output


def test_command_mentions_results_corrected_after_the_draw(casino, pairs, pilar, capsys):
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for match in casino.matches.order_by("number"):
        for number in (1, 2):
            record_hand(match=match, author=pilar, line="coto 3-1", number=number)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    correct_acta(
        match=casino.matches.get(number=1),
        author=pilar,
        lines=["coto 1-3", "coto 1-3"],
        reason="estaba al revés",
    )
    call_command("draw", casino.slug, 2)
    output = capsys.readouterr().out
    assert "El sorteo coincide con el publicado." in output
    assert "Después del sorteo, el encuentro 1 se corrigió el " in output
    assert "Con los resultados de ahora saldría otra ronda." in output


@pytest.mark.parametrize(("slug", "number"), [("nadie", 1), ("casino-de-calamocha", 7)])
def test_command_refuses_an_unknown_round(draft, slug, number):
    with pytest.raises(CommandError) as error:
        call_command("draw", slug, number)
    assert str(error.value) == f"El torneo «{slug}» no tiene ronda {number}."
