"""Tests of the simulated day, compared with sums by hand and with a simpler simulation."""

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

EXACT = Length(40, 0.02)  # nearly exact: 19 of 20 matches last 38 to 42 minutes


def planned_stage(format, options, count, length=EXACT, **options_of_plan):
    return plan_stage(format, options, unopened_situation(count, 2), length, **options_of_plan)


def likely_time(event):
    return event.likely


def test_three_swiss_rounds_last_three_matches_and_two_pauses():
    rounds, end = forecast([planned_stage(SWISS, swiss.Options(3), 16)], Venue(8))
    assert [(round.number, round.matches) for round in rounds] == [(1, 8), (2, 8), (3, 8)]
    assert likely_time(end) == pytest.approx(3 * 40 + 2 * 5, abs=6)
    assert likely_time(rounds[1].start) == pytest.approx(likely_time(rounds[0].end) + 5, abs=1)
    assert rounds[0].percent == 100


def test_round_at_half_the_tables_takes_twice_as_long():
    _rounds, end = forecast([planned_stage(SWISS, swiss.Options(1), 16)], Venue(4))
    assert likely_time(end) == pytest.approx(80, abs=5)


def test_tie_of_teams_counts_a_match_for_each_board():
    options = teams.Options(legs=1, boards=3)
    rounds, end = forecast([planned_stage(TEAMS, options, 4)], Venue(6))
    assert [round.matches for round in rounds] == [6, 6, 6]
    assert likely_time(end) == pytest.approx(3 * 40 + 2 * 5, abs=6)
    matches = PlayedMatch(1, (1, 2), None), PlayedMatch(2, (3, 4), None)
    situation = replace(unopened_situation(4, 2), rounds=(matches,))
    calls = {(1, 1): [0.0], (1, 2): [0.0, None]}
    rounds, _end = forecast([plan_stage(TEAMS, options, situation, EXACT, calls=calls)], Venue(6))
    assert rounds[0].matches == 3


def test_knockout_rounds_shrink_and_byes_are_not_matches():
    options = knockout.Options(third_place=True)
    rounds, _end = forecast([planned_stage(KNOCKOUT, options, 107)], Venue(43))
    assert [round.matches for round in rounds] == [43, 32, 16, 8, 4, 2, 2]


def test_best_losers_of_the_first_round_fill_the_bracket():
    options = knockout.Options(repesca=knockout.BEST_LOSERS)
    assert [
        len(matches)
        for matches in sides_of_future_rounds(KNOCKOUT, options, unopened_situation(12, 2), "x")
    ] == [6, 4, 2, 1]


def test_no_round_starts_during_a_break():
    venue = Venue(8, breaks=((50.0, 200.0),))
    rounds, _end = forecast([planned_stage(SWISS, swiss.Options(3), 16)], venue)
    assert likely_time(rounds[1].start) == pytest.approx(45, abs=4)
    assert rounds[2].start.early == 200.0


def test_no_round_starts_during_a_break_in_progress():
    venue = Venue(4, breaks=((0.0, 30.0),))
    rounds, end = forecast([planned_stage(SWISS, swiss.Options(1), 8)], venue)
    assert rounds[0].start.early == 30.0 and likely_time(end) == pytest.approx(70, abs=4)


def test_forecast_agrees_with_a_simple_queue_of_tables():
    """Simulate 2,000 days with a heap of tables: each match takes the first free table."""
    length = Length(40, 0.4)
    _rounds, end = forecast([planned_stage(SWISS, swiss.Options(1), 30, length)], Venue(4))
    chance, ends = Chance("plain"), []
    for _day in range(2000):
        tables = [0.0] * 4
        for _match in range(15):
            heapq.heappush(tables, heapq.heappop(tables) + length.minutes(chance))
        ends.append(max(tables))
    ends.sort()
    assert likely_time(end) == pytest.approx(ends[1000], rel=0.03)
    assert end.late == pytest.approx(ends[1800], rel=0.06)


def test_forecast_of_a_round_in_play_counts_the_minutes_already_played():
    """Eight matches, four tables: two finished, four in play for 30 minutes, two waiting."""
    matches = tuple(
        PlayedMatch(number, (2 * number - 1, 2 * number), 2 * number if number <= 2 else None)
        for number in range(1, 9)
    )
    situation = replace(unopened_situation(16, 2), rounds=(matches,))
    calls = {(1, number): [70.0 if number < 7 else None] for number in range(3, 9)}
    in_play = plan_stage(SWISS, swiss.Options(1), situation, EXACT, calls=calls)
    rounds, end = forecast([in_play], Venue(4, opens=100))
    assert rounds[0].matches == 6 and likely_time(rounds[0].start) == 70.0
    assert likely_time(end) == pytest.approx(100 + 10 + 40, abs=5)
    without_calls = plan_stage(SWISS, swiss.Options(1), situation, EXACT)
    rounds, end = forecast([without_calls], Venue(4, opens=100))
    assert rounds == [] and likely_time(end) == 100.0


def test_plan_limited_to_two_rounds_has_two_rounds():
    rounds, _end = forecast([planned_stage(SWISS, swiss.Options(7), 16, rounds=2)], Venue(8))
    assert [round.number for round in rounds] == [1, 2]


def test_clock_format_plays_until_the_bell():
    clock_plan = planned_stage(CLOCK, clock.Options(), 40)
    rounds, end = forecast([clock_plan], Venue(10, bell=300.0))
    # With forty entrants at ten tables, each table starts a match every 40 minutes.
    assert rounds[0].matches == pytest.approx(10 * 8, abs=2)
    assert 300 < likely_time(end) < 345
    _rounds, end_without_bell = forecast([clock_plan], Venue(10))
    assert 240 < likely_time(end_without_bell) < 285
    closed_situation = replace(unopened_situation(40, 2), closed=True)
    _rounds, end = forecast(
        [plan_stage(CLOCK, clock.Options(), closed_situation, EXACT)], Venue(10)
    )
    assert likely_time(end) == 0.0


def test_clock_format_leaves_a_pause_between_two_matches():
    rounds, _end = forecast([planned_stage(CLOCK, clock.Options(), 20)], Venue(10, bell=300.0))
    assert rounds[0].matches == pytest.approx(10 * 7, abs=2)


def test_overlapping_rounds_wait_only_for_their_own_players():
    """A pair that has finished plays its next match while the slowest table is still playing."""
    matches = [PlannedMatch((1, 2)), PlannedMatch((3, 4))]
    stage = StagePlan(Length(40, 0.6), outlines=[[(1, matches), (2, matches)]])
    venue = Venue(2, pause=0)
    in_turn, in_turn_end = forecast([stage], venue)
    overlapping, end = forecast([replace(stage, overlaps=True)], venue)
    assert likely_time(overlapping[1].start) < likely_time(in_turn[1].start)
    assert likely_time(end) < likely_time(in_turn_end)
    assert planned_stage(LEAGUE, league.Options(2), 4).overlaps


def test_stage_begins_when_the_stages_before_it_are_over():
    """If two brackets follow a Swiss, the second waits for the tables of the first."""
    bracket = replace(
        planned_stage(KNOCKOUT, knockout.Options(), 8), stage=2, source_stages=frozenset({1})
    )
    stages = [planned_stage(SWISS, swiss.Options(2), 8), bracket]
    one_bracket, one_bracket_end = forecast(stages, Venue(4))
    assert [(round.stage, round.number) for round in one_bracket] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (2, 3),
    ]
    assert likely_time(one_bracket[2].start) == pytest.approx(
        likely_time(one_bracket[1].end) + 5, abs=2
    )
    assert likely_time(one_bracket_end) == pytest.approx(5 * 40 + 4 * 5, abs=9)
    two_brackets, end = forecast([*stages, replace(bracket, stage=3)], Venue(4))
    first_bracket_round, second_bracket_round = (
        round for round in two_brackets if round.stage > 1 and round.number == 1
    )
    assert likely_time(second_bracket_round.start) == pytest.approx(
        likely_time(first_bracket_round.start) + 40, abs=6
    )
    assert likely_time(end) > likely_time(one_bracket_end) + 30


def test_totals_in_threes_fill_three_tables_and_a_single_entry_plays_no_round():
    stage = plan_stage(TOTALS, totals.Options(2), unopened_situation(9, 3), EXACT)
    assert [round.matches for round in forecast([stage], Venue(3))[0]] == [3, 3]
    assert forecast([planned_stage(SWISS, swiss.Options(2), 1)], Venue(3))[0] == []


def test_forecast_is_the_same_for_the_same_seed():
    stage = planned_stage(SWISS, swiss.Options(3), 20, Length(40, 0.3))
    assert forecast([stage], Venue(6)) == forecast([stage], Venue(6))
    assert forecast([stage], Venue(6), "other") != forecast([stage], Venue(6))


def test_early_likely_and_late_time_of_an_event():
    event = times(range(0, 1010, 10))
    assert (event.early, event.likely, event.late) == (100, 500, 900)
    assert (event.percent_by(100), event.percent_by(-1), event.percent_by(1000)) == (11, 0, 100)


def test_last_round_of_lives_is_less_than_certain():
    rounds, _end = forecast([planned_stage(LIVES, lives.Options(lives=3), 24)], Venue(12))
    assert rounds[0].percent == 100 and 0 < rounds[-1].percent < 100
    assert [round.matches for round in rounds][:3] == [12, 12, 12]


def test_forecast_of_260_entries_needs_few_function_calls():
    """The forecast simulates fewer days of a large stage. Every run makes equally many calls."""
    stage = planned_stage(KNOCKOUT, knockout.Options(), 260, Length(40, 0.3))
    profile = Profile()
    profile.runcall(forecast, [stage], Venue(65))
    assert Stats(profile).total_calls < 600_000
