"""The consequences of a correction, previewed before it is saved, and the remedies of old draws."""

from importlib import import_module

import pytest
from django.apps import apps

from scoring.actas.selectors.actas import live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.corrections.consequences import (
    Consequences,
    MovedLine,
    Remedy,
    exchange_sides,
    moved_lines,
)
from scoring.corrections.correct import correct_and_remedy, try_correction
from scoring.corrections.redraw import next_seed
from scoring.rounds.selectors.rounds import results_changed
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round
from scoring.standings.selectors.standings import stage_tables
from tests.refusals import is_refused
from tests.scoring.corrections import (
    A_WINS,
    entry_numbers,
    opposite_lines,
    play_round,
    preview_correction,
    write,
)
from tests.scoring.played_rounds import play_all, publish
from tournaments.models import AuditLine, Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused


# --- Values without a database ----------------------------------------------------------------
def test_moved_lines_change_place_or_start_or_stop_qualifying():
    class Line:
        def __init__(self, place, entrant):
            self.place, self.entrant = place, entrant

    lines_before = {"": [Line(1, 5), Line(2, 6), Line(3, 7)]}
    lines_after = {"": [Line(1, 6), Line(2, 5), Line(3, 7)]}
    assert moved_lines(lines_before, lines_after, [5], [6]) == (
        MovedLine(6, "", 2, 1, False, True),
        MovedLine(5, "", 1, 2, True, False),
    )
    assert moved_lines(lines_before, lines_before) == ()
    assert moved_lines(lines_before, lines_before, [], [7]) == (
        MovedLine(7, "", 3, 3, False, True),
    )


def test_consequences_without_changes_are_false_and_leave_is_no_remedy():
    assert not Consequences(False, False, False)
    assert Consequences(True, False, False)
    leave = Remedy("leave", 1, 2, why_left="match_begun")
    assert Consequences(True, False, False, remedies=(leave,)).possible == ()
    assert exchange_sides((1, 2), [(2, 9)]) == (1, 9)
    assert len(next_seed("x" * 80)) == 80


# --- A bracket ----------------------------------------------------------------------------------
def test_in_a_bracket_the_preview_shows_the_new_sides_of_the_semifinal(bracket, first_match):
    winner, loser = entry_numbers(first_match)
    consequences = preview_correction(first_match)
    assert consequences.turns
    assert not consequences.opens
    [later] = consequences.later
    semifinal = bracket.matches.get(position=1)
    assert (later.code, later.state) == (semifinal.code, "called")
    assert winner in later.sides
    assert loser in later.would_be
    assert [remedy.kind for remedy in consequences.possible] == ["exchange"]
    assert {winner, loser} <= {line.entry for line in consequences.moved}


def test_the_reason_of_a_place_names_the_round_of_elimination(bracket, first_match, pilar):
    """The reason has «en cuartos de final», as in the standings, and not «ronda 1»."""
    play_round(bracket, pilar)
    reasons = " ".join(line.reason for line in preview_correction(first_match).moved)
    assert "en cuartos de final" in reasons
    assert "ronda 1" not in reasons


def test_a_correction_moves_the_entries_that_its_preview_shows(bracket, first_match, pilar):
    stage = first_match.round.stage
    consequences = preview_correction(first_match)
    places_before = {line.entrant: line.place for line in stage_tables(stage, EVERYTHING)[""]}
    correct_acta(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    places_after = {line.entrant: line.place for line in stage_tables(stage, EVERYTHING)[""]}
    moved_places = {
        entry: (places_before[entry], places_after[entry])
        for entry in places_before
        if places_before[entry] != places_after[entry]
    }
    assert {line.entry: (line.before, line.after) for line in consequences.moved} == moved_places
    assert entry_numbers(bracket.matches.get(position=1))[0] in entry_numbers(first_match)


def test_a_correction_with_the_same_winner_reaches_no_later_match(bracket, first_match):
    consequences = preview_correction(first_match, ["coto 3-1", "coto 3-2"])
    assert not consequences.turns
    assert consequences.later == consequences.remedies == ()


def test_an_exchange_puts_the_new_winner_in_the_semifinal(bracket, first_match, pilar):
    winner, loser = entry_numbers(first_match)
    semifinal = bracket.matches.get(position=1)
    link_serial, number = semifinal.link_serial, semifinal.number
    rival = next(entry for entry in entry_numbers(semifinal) if entry != winner)
    correct_and_remedy(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    semifinal.refresh_from_db()
    assert sorted(entry_numbers(semifinal)) == sorted([loser, rival])
    assert (semifinal.number, semifinal.link_serial) == (number, link_serial + 1)
    assert live_acta(first_match).version == 2
    bracket.refresh_from_db()
    assert not results_changed(bracket)
    assert verify_draw(bracket).equal
    assert bracket.report["exchanges"][0]["reason"] == "al revés"
    audit_line = AuditLine.objects.get(act="exchange_seats")
    assert (audit_line.reason, audit_line.before == audit_line.after) == ("al revés", False)
    # The knockout continues to its end.
    play_round(bracket, pilar)
    play_all(publish(first_match.tournament, pilar), pilar)


def test_an_exchange_reaches_a_draft_with_the_final_and_the_third_place(
    make_tournament, pairs, pilar
):
    casino = make_tournament(format="knockout", format_options={"third_place": True})
    pairs(casino, 4)
    first_round = publish(casino, pilar)
    play_round(first_round, pilar)
    draft = open_next_round(stage=casino.stage, author=pilar)
    match = first_round.matches.get(position=1)
    winner, loser = entry_numbers(match)
    consequences = preview_correction(match)
    assert {later.state for later in consequences.later} == {"planned"}
    assert len(consequences.later) == 2  # the final and the third place
    correct_and_remedy(match=match, author=pilar, lines=opposite_lines(match), reason="al revés")
    assert loser in entry_numbers(draft.matches.get(purpose="final"))
    assert winner in entry_numbers(draft.matches.get(purpose="third_place"))
    draft.refresh_from_db()
    assert not results_changed(draft)


def test_a_semifinal_that_has_begun_keeps_its_sides(bracket, first_match, pilar):
    semifinal = bracket.matches.get(position=1)
    old_seats = entry_numbers(semifinal)
    record_hand(match=semifinal, author=pilar, line="coto 3-1", number=1)
    consequences = preview_correction(first_match)
    assert [(remedy.why_left, remedy.blocker) for remedy in consequences.remedies] == [
        ("match_begun", semifinal.number)
    ]
    assert consequences.later[0].state == "playing"
    with pytest.raises(Refused, match="ya tiene anotaciones") as refusal:
        correct_and_remedy(
            match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
        )
    assert (refusal.value.code, refusal.value.status) == ("nothing_to_remedy", 409)
    assert entry_numbers(semifinal) == old_seats
    assert live_acta(first_match).version == 1


def test_a_remedy_is_refused_if_a_semifinal_began_after_the_preview(bracket, first_match, pilar):
    consequences = preview_correction(first_match)
    record_hand(match=bracket.matches.get(position=1), author=pilar, line="coto 3-1", number=1)
    with is_refused("remedy_changed", status=409):
        correct_and_remedy(
            match=first_match,
            author=pilar,
            lines=opposite_lines(first_match),
            reason="al revés",
            seen=consequences.seen,
        )
    assert live_acta(first_match).version == 1


def test_a_reopened_match_won_by_the_other_side_can_be_remedied(bracket, first_match, pilar):
    winner, loser = entry_numbers(first_match)
    lines = opposite_lines(first_match)
    consequences = preview_correction(first_match, [])
    assert consequences.opens
    assert [remedy.why_left for remedy in consequences.remedies] == ["match_opens"]
    correct_acta(match=first_match, author=pilar, lines=[], reason="no era de este encuentro")
    consequences = preview_correction(first_match, lines)
    assert consequences.closes
    assert [remedy.kind for remedy in consequences.possible] == ["exchange"]
    correct_and_remedy(match=first_match, author=pilar, lines=lines, reason="la buena")
    assert loser in entry_numbers(bracket.matches.get(position=1))
    assert winner not in entry_numbers(bracket.matches.get(position=1))


def test_a_reopened_match_won_by_the_same_side_needs_no_remedy(bracket, first_match, pilar):
    correct_acta(match=first_match, author=pilar, lines=[], reason="a ver")
    assert preview_correction(first_match, A_WINS).remedies == ()


def test_a_withdrawn_entry_exchanged_into_the_semifinal_loses_it(bracket, first_match, pilar):
    _winner, loser = entry_numbers(first_match)
    Entry.objects.filter(tournament=first_match.tournament, number=loser).update(
        state=Entry.State.WITHDRAWN
    )
    correct_and_remedy(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    semifinal = bracket.matches.get(position=1)
    assert semifinal.state == Match.State.FINISHED
    assert entry_numbers(semifinal)[semifinal.result.winner] != loser


# --- A Swiss ------------------------------------------------------------------------------------
def test_a_swiss_round_that_has_not_begun_is_drawn_again(swiss, first_match, pilar):
    consequences = preview_correction(first_match)
    assert [(remedy.kind, remedy.round) for remedy in consequences.possible] == [("redraw", 2)]
    old_seed = swiss.seed
    correct_and_remedy(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    swiss.refresh_from_db()
    assert (swiss.state, swiss.seed) == ("published", f"{old_seed}/c1")
    assert [(redraw["seed"], redraw["reason"]) for redraw in swiss.report["redraws"]] == [
        (old_seed, "al revés")
    ]
    assert not results_changed(swiss)
    assert verify_draw(swiss).equal
    assert {match.state for match in swiss.matches.all()} <= {"playing", "waiting"}
    assert swiss.matches.filter(state="playing").exists()


def test_a_correction_taken_back_restores_the_first_draw_of_a_swiss(swiss, first_match, pilar):
    old_seats = [entry_numbers(match) for match in swiss.matches.order_by("position")]
    right_lines = A_WINS
    seed, wrong_lines = swiss.seed, opposite_lines(first_match)
    correct_and_remedy(match=first_match, author=pilar, lines=wrong_lines, reason="al revés")
    correct_and_remedy(match=first_match, author=pilar, lines=right_lines, reason="estaba bien")
    swiss.refresh_from_db()
    assert swiss.seed == seed
    assert [entry_numbers(match) for match in swiss.matches.order_by("position")] == old_seats
    correct_and_remedy(match=first_match, author=pilar, lines=wrong_lines, reason="no, al revés")
    swiss.refresh_from_db()
    assert swiss.seed == f"{seed}/c1"


def test_a_swiss_round_with_a_match_begun_is_not_drawn_again(swiss, first_match, pilar):
    begun_match = swiss.matches.get(position=4)
    record_hand(match=begun_match, author=pilar, line="coto 3-1", number=1)
    old_seats = [entry_numbers(match) for match in swiss.matches.order_by("position")]
    [remedy] = preview_correction(first_match).remedies
    assert (remedy.kind, remedy.why_left, remedy.blocker) == (
        "leave",
        "match_begun",
        begun_match.number,
    )
    with is_refused("nothing_to_remedy"):
        correct_and_remedy(
            match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
        )
    correct_acta(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    assert [entry_numbers(match) for match in swiss.matches.order_by("position")] == old_seats
    record_hand(match=begun_match, author=pilar, line="coto 3-0", number=2)
    for match in swiss.matches.exclude(pk=begun_match.pk):
        write(match, pilar)
    assert publish(first_match.tournament, pilar).number == 3


def test_a_correction_with_the_same_winner_needs_no_redraw_of_a_swiss(swiss, first_match):
    """The draw depends on the winner, not on the score."""
    consequences = preview_correction(first_match, ["coto 3-1", "coto 3-2"])
    assert consequences.remedies == ()


def test_restoring_the_result_that_a_round_was_drawn_from_needs_no_redraw(
    swiss, first_match, pilar
):
    right_lines = A_WINS
    correct_acta(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    assert preview_correction(first_match, right_lines).remedies == ()


def test_the_redraw_matches_its_trial(swiss, first_match, pilar):
    consequences = preview_correction(first_match)
    old_seats = {match.code: entry_numbers(match) for match in swiss.matches.all()}
    trial = try_correction(
        match=first_match,
        author=pilar,
        lines=opposite_lines(first_match),
        consequences=consequences,
    )
    assert {match.code: entry_numbers(match) for match in swiss.matches.all()} == old_seats
    correct_and_remedy(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    [redraw] = trial.rounds
    assert redraw.serial == swiss.serial
    assert [list(sides) for sides in redraw.matches] == [
        entry_numbers(match) for match in swiss.matches.order_by("position")
    ]


# --- Reports of older versions ----------------------------------------------------------------
def test_the_replays_in_an_old_report_are_migrated_and_shown_as_exchanges(swiss, pilar, client_as):
    match = swiss.matches.get(position=1)
    replay = {
        "seed": "x/c1",
        "rows": [[1, entry_numbers(match)]],
        "by": "Pilar",
        "reason": "al revés",
    }
    swiss.report |= {"replays": [{**replay, "at": "2026-11-01T10:00:00+00:00"}], "before": []}
    swiss.save(update_fields=["report"])
    migration = import_module("tournaments.migrations.0022_exchanges")
    migration.forwards(apps, None)
    swiss.refresh_from_db()
    assert swiss.report["exchanges"][0]["rows"] == replay["rows"]
    assert not {"replays", "before"} & swiss.report.keys()
    page = client_as(pilar).get(f"/t/{swiss.tournament.slug}/ronda/{swiss.serial}/")
    assert "Cambian de sitio los encuentros que dependían de ese resultado." in page.text
    assert verify_draw(swiss).equal
    migration.backwards(apps, None)
    swiss.refresh_from_db()
    assert "replays" in swiss.report


# --- Permissions --------------------------------------------------------------------------------
@pytest.mark.parametrize("username", ["raul", "chema"])
def test_only_the_organiser_remedies_a_draw(request, bracket, first_match, username):
    with is_refused("remedy_not_yours", status=403):
        correct_and_remedy(
            match=first_match,
            author=request.getfixturevalue(username),
            lines=opposite_lines(first_match),
            reason="x",
        )
    assert live_acta(first_match).version == 1
