"""The day simulated: against sums made by hand, and against a simulation written plainly."""

import heapq
from cProfile import Profile
from dataclasses import replace
from pstats import Stats

import pytest

from rules.chance import Chance
from tournaments.forecast.day import Venue, forecast, times
from tournaments.forecast.lengths import Length
from tournaments.forecast.plans import (
    PlannedMatch,
    StagePlan,
    plan_stage,
    sides_of_future_rounds,
    unopened_situation,
)
from tournaments.formats import (
    CLOCK,
    KNOCKOUT,
    LEAGUE,
    LIVES,
    SWISS,
    TEAMS,
    TOTALS,
    clock,
    knockout,
    league,
    lives,
    swiss,
    teams,
    totals,
)
from tournaments.formats.core import PlayedMatch

EXACT = Length(40, 0.02)  # a match of 40 minutes is one of 38 to 42


def plan(format, options, count, length=EXACT, **more):
    return plan_stage(format, options, unopened_situation(count, 2), length, **more)


def likely(event):
    return event.likely


def test_three_rounds_at_their_tables():
    rounds, end = forecast([plan(SWISS, swiss.Options(3), 16)], Venue(8))
    assert [(one.number, one.matches) for one in rounds] == [(1, 8), (2, 8), (3, 8)]
    assert likely(end) == pytest.approx(3 * 40 + 2 * 5, abs=6)
    assert likely(rounds[1].start) == pytest.approx(likely(rounds[0].end) + 5, abs=1)
    assert rounds[0].percent == 100


def test_half_the_tables_take_twice_as_long():
    _rounds, end = forecast([plan(SWISS, swiss.Options(1), 16)], Venue(4))
    assert likely(end) == pytest.approx(80, abs=5)


def test_a_tie_of_teams_is_so_many_matches_at_once():
    options = teams.Options(legs=1, boards=3)
    rounds, end = forecast([plan(TEAMS, options, 4)], Venue(6))
    assert [one.matches for one in rounds] == [6, 6, 6]
    assert likely(end) == pytest.approx(3 * 40 + 2 * 5, abs=6)
    played = PlayedMatch(1, (1, 2), None), PlayedMatch(2, (3, 4), None)
    situation = replace(unopened_situation(4, 2), rounds=(played,))
    calls = {(1, 1): [0.0], (1, 2): [0.0, None]}
    rounds, _end = forecast([plan_stage(TEAMS, options, situation, EXACT, calls=calls)], Venue(6))
    assert rounds[0].matches == 3


def test_a_knockout_shrinks_and_its_byes_do_not_play():
    options = knockout.Options(third_place=True)
    rounds, _end = forecast([plan(KNOCKOUT, options, 107)], Venue(43))
    assert [one.matches for one in rounds] == [43, 32, 16, 8, 4, 2, 2]


def test_the_best_losers_of_the_first_round_fill_the_bracket():
    options = knockout.Options(repesca=knockout.BEST_LOSERS)
    assert [
        len(matches)
        for matches in sides_of_future_rounds(KNOCKOUT, options, unopened_situation(12, 2), "x")
    ] == [6, 4, 2, 1]


def test_nothing_starts_during_a_break():
    venue = Venue(8, breaks=((50.0, 200.0),))
    rounds, _end = forecast([plan(SWISS, swiss.Options(3), 16)], venue)
    assert likely(rounds[1].start) == pytest.approx(45, abs=4)
    assert rounds[2].start.early == 200.0


def test_nothing_starts_in_a_break_that_goes_on():
    venue = Venue(4, breaks=((0.0, 30.0),))
    rounds, end = forecast([plan(SWISS, swiss.Options(1), 8)], venue)
    assert rounds[0].start.early == 30.0 and likely(end) == pytest.approx(70, abs=4)


def test_the_queue_against_one_written_plainly():
    """Every match of a round takes the first table that frees: a heap, one day at a time."""
    length = Length(40, 0.4)
    _rounds, end = forecast([plan(SWISS, swiss.Options(1), 30, length)], Venue(4))
    chance, ends = Chance("plain"), []
    for _day in range(2000):
        tables = [0.0] * 4
        for _match in range(15):
            heapq.heappush(tables, heapq.heappop(tables) + length.minutes(chance))
        ends.append(max(tables))
    ends.sort()
    assert likely(end) == pytest.approx(ends[1000], rel=0.03)
    assert end.late == pytest.approx(ends[1800], rel=0.06)


def test_live_what_is_played_counts():
    """Eight matches at four tables: two finished, four at the tables for 30 minutes, two wait."""
    matches = tuple(
        PlayedMatch(at, (2 * at - 1, 2 * at), 2 * at if at <= 2 else None) for at in range(1, 9)
    )
    situation = replace(unopened_situation(16, 2), rounds=(matches,))
    calls = {(1, at): [70.0 if at < 7 else None] for at in range(3, 9)}
    live = plan_stage(SWISS, swiss.Options(1), situation, EXACT, calls=calls)
    rounds, end = forecast([live], Venue(4, opens=100))
    assert rounds[0].matches == 6 and likely(rounds[0].start) == 70.0
    assert likely(end) == pytest.approx(100 + 10 + 40, abs=5)
    over = plan_stage(SWISS, swiss.Options(1), situation, EXACT)
    rounds, end = forecast([over], Venue(4, opens=100))
    assert rounds == [] and likely(end) == 100.0


def test_some_of_the_rounds_today():
    rounds, _end = forecast([plan(SWISS, swiss.Options(7), 16, rounds=2)], Venue(8))
    assert [one.number for one in rounds] == [1, 2]


def test_by_the_clock_until_the_bell():
    by_clock = plan(CLOCK, clock.Options(), 40)
    rounds, end = forecast([by_clock], Venue(10, bell=300.0))
    # Forty people at ten tables: somebody is always free when a table is, every 40 minutes.
    assert rounds[0].matches == pytest.approx(10 * 8, abs=2)
    assert 300 < likely(end) < 345
    _rounds, without_bell = forecast([by_clock], Venue(10))
    assert 240 < likely(without_bell) < 285
    closed = replace(unopened_situation(40, 2), closed=True)
    _rounds, end = forecast([plan_stage(CLOCK, clock.Options(), closed, EXACT)], Venue(10))
    assert likely(end) == 0.0


def test_by_the_clock_people_rest_between_two_matches():
    rounds, _end = forecast([plan(CLOCK, clock.Options(), 20)], Venue(10, bell=300.0))
    assert rounds[0].matches == pytest.approx(10 * 7, abs=2)


def test_rounds_that_overlap_wait_for_their_people_only():
    """A pair that has finished plays on, whatever the slowest table does."""
    matches = [PlannedMatch((1, 2)), PlannedMatch((3, 4))]
    stage = StagePlan(Length(40, 0.6), outlines=[[(1, matches), (2, matches)]])
    venue = Venue(2, pause=0)
    barrier, barrier_end = forecast([stage], venue)
    overlaps, end = forecast([replace(stage, overlaps=True)], venue)
    assert likely(overlaps[1].start) < likely(barrier[1].start)
    assert likely(end) < likely(barrier_end)
    assert plan(LEAGUE, league.Options(2), 4).overlaps


def test_a_stage_begins_when_those_that_feed_it_are_over():
    """Two brackets after a Swiss: the first has the tables first, and the other what is left."""
    bracket = replace(plan(KNOCKOUT, knockout.Options(), 8), stage=2, after=frozenset({1}))
    stages = [plan(SWISS, swiss.Options(2), 8), bracket]
    alone, alone_end = forecast(stages, Venue(4))
    assert [(one.stage, one.number) for one in alone] == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]
    assert likely(alone[2].start) == pytest.approx(likely(alone[1].end) + 5, abs=2)
    assert likely(alone_end) == pytest.approx(5 * 40 + 4 * 5, abs=9)
    both, end = forecast([*stages, replace(bracket, stage=3)], Venue(4))
    first, second = (one for one in both if one.stage > 1 and one.number == 1)
    assert likely(second.start) == pytest.approx(likely(first.start) + 40, abs=6)
    assert likely(end) > likely(alone_end) + 30


def test_tables_of_three_and_nobody_left_to_play():
    stage = plan_stage(TOTALS, totals.Options(2), unopened_situation(9, 3), EXACT)
    assert [one.matches for one in forecast([stage], Venue(3))[0]] == [3, 3]
    assert forecast([plan(SWISS, swiss.Options(2), 1)], Venue(3))[0] == []


def test_the_same_question_has_the_same_answer():
    stage = plan(SWISS, swiss.Options(3), 20, Length(40, 0.3))
    assert forecast([stage], Venue(6)) == forecast([stage], Venue(6))
    assert forecast([stage], Venue(6), "other") != forecast([stage], Venue(6))


def test_the_times_of_an_event():
    event = times(range(0, 1010, 10))
    assert (event.early, event.likely, event.late) == (100, 500, 900)
    assert (event.percent_by(100), event.percent_by(-1), event.percent_by(1000)) == (11, 0, 100)


def test_lives_may_have_more_or_fewer_rounds():
    rounds, _end = forecast([plan(LIVES, lives.Options(lives=3), 24)], Venue(12))
    assert rounds[0].percent == 100 and 0 < rounds[-1].percent < 100
    assert [one.matches for one in rounds][:3] == [12, 12, 12]


def test_a_hall_of_260_is_told_within_a_page():
    """A big hall has fewer days. The calls of functions are the same on every machine."""
    stage = plan(KNOCKOUT, knockout.Options(), 260, Length(40, 0.3))
    profile = Profile()
    profile.runcall(forecast, [stage], Venue(65))
    assert Stats(profile).total_calls < 600_000
