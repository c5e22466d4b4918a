"""Consequences of a correction, told before it is saved; what is done with what was drawn."""

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
from scoring.corrections.correct import correct_and_remedy, rehearse_correction
from scoring.corrections.redraw import next_seed
from scoring.rounds.selectors.rounds import results_changed
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round
from scoring.standings.selectors.standings import stage_tables
from tests.refusals import is_refused
from tests.scoring.corrections import A_WINS, play_round, seats, turned, what_if, write
from tests.scoring.days import play_all, publish
from tournaments.models import AuditLine, Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused


# --- Plain values -----------------------------------------------------------------------------
def test_only_lines_that_change_place_or_cross_are_told():
    class Line:
        def __init__(self, place, entrant):
            self.place, self.entrant = place, entrant

    before = {"": [Line(1, 5), Line(2, 6), Line(3, 7)]}
    after = {"": [Line(1, 6), Line(2, 5), Line(3, 7)]}
    assert moved_lines(before, after, [5], [6]) == (
        MovedLine(6, "", 2, 1, False, True),
        MovedLine(5, "", 1, 2, True, False),
    )
    assert moved_lines(before, before) == ()
    assert moved_lines(before, before, [], [7]) == (MovedLine(7, "", 3, 3, False, True),)


def test_nothing_changed_is_nothing():
    assert not Consequences(False, False, False)
    assert Consequences(True, False, False)
    left = Remedy("leave", 1, 2, why_left="match_begun")
    assert Consequences(True, False, False, remedies=(left,)).possible == ()
    assert exchange_sides((1, 2), [(2, 9)]) == (1, 9)
    assert len(next_seed("x" * 80)) == 80


# --- A bracket ----------------------------------------------------------------------------------
def test_a_bracket_says_who_would_sit_where(bracket, first):
    winner, loser = seats(first)
    found = what_if(first)
    assert found.turns
    assert not found.opens
    [later] = found.later
    semifinal = bracket.matches.get(position=1)
    assert (later.code, later.state) == (semifinal.code, "called")
    assert winner in later.sides
    assert loser in later.would_be
    assert [one.kind for one in found.possible] == ["exchange"]
    assert {winner, loser} <= {one.entry for one in found.moved}


def test_the_round_where_an_entry_falls_has_its_name_of_the_standings(bracket, first, pilar):
    """A reason says «en cuartos de final», as the standings do, and no number of a round."""
    play_round(bracket, pilar)
    reasons = " ".join(line.reason for line in what_if(first).moved)
    assert "en cuartos de final" in reasons
    assert "ronda 1" not in reasons


def test_the_preview_is_what_comes_out(bracket, first, pilar):
    stage = first.round.stage
    found = what_if(first)
    before = {line.entrant: line.place for line in stage_tables(stage, EVERYTHING)[""]}
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    after = {line.entrant: line.place for line in stage_tables(stage, EVERYTHING)[""]}
    changed = {one: (before[one], after[one]) for one in before if before[one] != after[one]}
    assert {one.entry: (one.before, one.after) for one in found.moved} == changed
    assert seats(bracket.matches.get(position=1))[0] in seats(first)


def test_the_same_winner_draws_nothing_else(bracket, first):
    found = what_if(first, ["coto 3-1", "coto 3-2"])
    assert not found.turns
    assert found.later == found.remedies == ()


def test_an_exchange_puts_the_other_in_the_bracket(bracket, first, pilar):
    winner, loser = seats(first)
    semifinal = bracket.matches.get(position=1)
    links, number = semifinal.link_serial, semifinal.number
    rival = next(one for one in seats(semifinal) if one != winner)
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    semifinal.refresh_from_db()
    assert sorted(seats(semifinal)) == sorted([loser, rival])
    assert (semifinal.number, semifinal.link_serial) == (number, links + 1)
    assert live_acta(first).version == 2
    bracket.refresh_from_db()
    assert not results_changed(bracket)
    assert verify_draw(bracket).equal
    assert bracket.report["exchanges"][0]["reason"] == "al revés"
    line = AuditLine.objects.get(act="exchange_seats")
    assert (line.reason, line.before == line.after) == ("al revés", False)
    # And the day goes on to its end from there.
    play_round(bracket, pilar)
    play_all(publish(first.tournament, pilar), pilar)


def test_it_goes_on_along_the_branch(make_tournament, pairs, pilar):
    """The semifinals are drawn but a later draft too: both are put right."""
    casino = make_tournament(format="knockout", format_options={"third_place": True})
    pairs(casino, 4)
    opening = publish(casino, pilar)
    play_round(opening, pilar)
    last = open_next_round(stage=casino.stage, author=pilar)
    match = opening.matches.get(position=1)
    winner, loser = seats(match)
    found = what_if(match)
    assert {one.state for one in found.later} == {"planned"}
    assert len(found.later) == 2  # the final and the third place
    correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")
    assert loser in seats(last.matches.get(purpose="final"))
    assert winner in seats(last.matches.get(purpose="third_place"))
    last.refresh_from_db()
    assert not results_changed(last)


def test_what_has_begun_is_not_touched(bracket, first, pilar):
    semifinal = bracket.matches.get(position=1)
    there = seats(semifinal)
    record_hand(match=semifinal, author=pilar, line="coto 3-1", number=1)
    found = what_if(first)
    assert [(one.why_left, one.blocker) for one in found.remedies] == [
        ("match_begun", semifinal.number)
    ]
    assert found.later[0].state == "playing"
    with pytest.raises(Refused, match="ya tiene anotaciones") as refused:
        correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert (refused.value.code, refused.value.status) == ("nothing_to_remedy", 409)
    assert seats(semifinal) == there
    assert live_acta(first).version == 1


def test_begun_since_the_page_was_seen_is_refused(bracket, first, pilar):
    found = what_if(first)
    record_hand(match=bracket.matches.get(position=1), author=pilar, line="coto 3-1", number=1)
    with is_refused("remedy_changed", status=409):
        correct_and_remedy(
            match=first, author=pilar, lines=turned(first), reason="al revés", seen=found.seen
        )
    assert live_acta(first).version == 1


def test_reopened_and_then_won_by_the_other(bracket, first, pilar):
    winner, loser = seats(first)
    lines = turned(first)
    found = what_if(first, [])
    assert found.opens
    assert [one.why_left for one in found.remedies] == ["match_opens"]
    correct_acta(match=first, author=pilar, lines=[], reason="no era de este encuentro")
    found = what_if(first, lines)
    assert found.closes
    assert [one.kind for one in found.possible] == ["exchange"]
    correct_and_remedy(match=first, author=pilar, lines=lines, reason="la buena")
    assert loser in seats(bracket.matches.get(position=1))
    assert winner not in seats(bracket.matches.get(position=1))


def test_reopened_and_won_by_the_same_moves_nobody(bracket, first, pilar):
    correct_acta(match=first, author=pilar, lines=[], reason="a ver")
    assert what_if(first, A_WINS).remedies == ()


def test_who_has_left_and_comes_to_sit_loses(bracket, first, pilar):
    _winner, loser = seats(first)
    Entry.objects.filter(tournament=first.tournament, number=loser).update(
        state=Entry.State.WITHDRAWN
    )
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    semifinal = bracket.matches.get(position=1)
    assert semifinal.state == Match.State.FINISHED
    assert seats(semifinal)[semifinal.result.winner] != loser


# --- A Swiss ------------------------------------------------------------------------------------
def test_a_swiss_not_begun_is_drawn_again(swiss, first, pilar):
    found = what_if(first)
    assert [(one.kind, one.round) for one in found.possible] == [("redraw", 2)]
    old = swiss.seed
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    swiss.refresh_from_db()
    assert (swiss.state, swiss.seed) == ("published", f"{old}/c1")
    assert [(one["seed"], one["reason"]) for one in swiss.report["redraws"]] == [(old, "al revés")]
    assert not results_changed(swiss)
    assert verify_draw(swiss).equal
    assert {one.state for one in swiss.matches.all()} <= {"playing", "waiting"}
    assert swiss.matches.filter(state="playing").exists()


def test_taken_back_a_swiss_has_the_draw_it_had(swiss, first, pilar):
    there, right = [seats(match) for match in swiss.matches.order_by("position")], A_WINS
    seed, wrong = swiss.seed, turned(first)
    correct_and_remedy(match=first, author=pilar, lines=wrong, reason="al revés")
    correct_and_remedy(match=first, author=pilar, lines=right, reason="estaba bien")
    swiss.refresh_from_db()
    assert swiss.seed == seed
    assert [seats(match) for match in swiss.matches.order_by("position")] == there
    correct_and_remedy(match=first, author=pilar, lines=wrong, reason="no, al revés")
    swiss.refresh_from_db()
    assert swiss.seed == f"{seed}/c1"


def test_a_swiss_of_which_a_match_has_begun_is_left(swiss, first, pilar):
    begun = swiss.matches.get(position=4)
    record_hand(match=begun, author=pilar, line="coto 3-1", number=1)
    there = [seats(match) for match in swiss.matches.order_by("position")]
    [left] = what_if(first).remedies
    assert (left.kind, left.why_left, left.blocker) == ("leave", "match_begun", begun.number)
    with is_refused("nothing_to_remedy"):
        correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert [seats(match) for match in swiss.matches.order_by("position")] == there
    record_hand(match=begun, author=pilar, line="coto 3-0", number=2)
    for match in swiss.matches.exclude(pk=begun.pk):
        write(match, pilar)
    assert publish(first.tournament, pilar).number == 3


def test_more_of_the_same_winner_leaves_a_swiss_as_it_is(swiss, first):
    """The draw looks at who won, not at how."""
    found = what_if(first, ["coto 3-1", "coto 3-2"])
    assert found.remedies == ()


def test_a_result_put_back_as_it_was_drawn_from_needs_nothing(swiss, first, pilar):
    right = A_WINS
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert what_if(first, right).remedies == ()


def test_the_rehearsal_is_what_comes_out(swiss, first, pilar):
    found = what_if(first)
    there = {match.code: seats(match) for match in swiss.matches.all()}
    rehearsal = rehearse_correction(match=first, author=pilar, lines=turned(first), found=found)
    assert {match.code: seats(match) for match in swiss.matches.all()} == there
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    [drawn] = rehearsal.drawn
    assert drawn.serial == swiss.serial
    assert [list(one) for one in drawn.matches] == [
        seats(match) for match in swiss.matches.order_by("position")
    ]


# --- What was done before there were only these -----------------------------------------------
def test_a_round_paired_again_in_part_long_ago_is_still_shown(swiss, pilar, client_as):
    match = swiss.matches.get(position=1)
    old = {"seed": "x/c1", "rows": [[1, seats(match)]], "by": "Pilar", "reason": "al revés"}
    swiss.report |= {"replays": [{**old, "at": "2026-11-01T10:00:00+00:00"}], "before": []}
    swiss.save(update_fields=["report"])
    migration = import_module("tournaments.migrations.0022_exchanges")
    migration.forwards(apps, None)
    swiss.refresh_from_db()
    assert swiss.report["exchanges"][0]["rows"] == old["rows"]
    assert not {"replays", "before"} & swiss.report.keys()
    page = client_as(pilar).get(f"/t/{swiss.tournament.slug}/ronda/{swiss.serial}/")
    assert "Cambian de sitio los encuentros que dependían de ese resultado." in page.text
    assert verify_draw(swiss).equal
    migration.backwards(apps, None)
    swiss.refresh_from_db()
    assert "replays" in swiss.report


# --- Whose it is --------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["raul", "chema"])
def test_only_the_organiser_changes_what_was_drawn(request, bracket, first, who):
    with is_refused("remedy_not_yours", status=403):
        correct_and_remedy(
            match=first, author=request.getfixturevalue(who), lines=turned(first), reason="x"
        )
    assert live_acta(first).version == 1
