"""The day simulated: against sums made by hand, and against a simulation written plainly."""

import heapq
from cProfile import Profile
from dataclasses import replace
from pstats import Stats

import pytest

from rules.chance import Chance
from tournaments.forecast.core import Ask, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length
from tournaments.forecast.outline import outlines
from tournaments.forecast.planned import planned
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
from tournaments.formats.core import DrawError, Entrant, Played, Situation

EXACT = Length(40, 0)  # the least spread: a match of 40 minutes is one of 38 to 42


def entered(count, sides=2):
    return Situation(tuple(Entrant(number) for number in range(1, count + 1)), sides=sides)


def ask(format, options, count, tables, **more):
    return Ask(format, options, entered(count), more.pop("length", EXACT), Venue(tables, **more))


def test_three_rounds_at_their_tables():
    told = forecast([ask(SWISS, swiss.Options(3), 16, 8, pause=5)])
    assert [(one.number, one.matches) for one in told.rounds] == [(1, 8), (2, 8), (3, 8)]
    assert told.end.likely == pytest.approx(3 * 40 + 2 * 5, abs=6)
    assert told.rounds[1].start.likely == pytest.approx(told.rounds[0].end.likely + 5, abs=1)
    assert told.rounds[0].share == 1.0


def test_half_the_tables_take_twice_as_long():
    told = forecast([ask(SWISS, swiss.Options(1), 16, 4)])
    assert told.end.likely == pytest.approx(80, abs=5)


def test_a_tie_of_teams_is_so_many_matches_at_once():
    options = teams.Options(legs=1, boards=3)
    told = forecast([ask(TEAMS, options, 4, 6, pause=5)])
    assert [one.matches for one in told.rounds] == [6, 6, 6]
    assert told.end.likely == pytest.approx(3 * 40 + 2 * 5, abs=6)
    played = Played(1, (1, 2), None), Played(2, (3, 4), None)
    live = replace(ask(TEAMS, options, 4, 6), open_since={(1, 1): [0.0], (1, 2): [0.0, None]})
    live = replace(live, situation=replace(entered(4), rounds=(played,)))
    assert forecast([live]).rounds[0].matches == 3


def test_a_knockout_shrinks_and_its_byes_do_not_play():
    told = forecast([ask(KNOCKOUT, knockout.Options(third_place=True), 107, 43)])
    assert [one.matches for one in told.rounds] == [43, 32, 16, 8, 4, 2, 2]


def test_nothing_starts_during_a_break():
    told = forecast([ask(SWISS, swiss.Options(3), 16, 8, breaks=((50.0, 200.0),))])
    assert [round(one.start.likely) for one in told.rounds][1] == pytest.approx(45, abs=4)
    assert told.rounds[2].start.early == 200.0


def test_nothing_starts_in_a_break_that_goes_on():
    told = forecast([ask(SWISS, swiss.Options(1), 8, 4, breaks=((0.0, 30.0),))])
    assert told.rounds[0].start.early == 30.0 and told.end.likely == pytest.approx(70, abs=4)


def test_the_queue_against_one_written_plainly():
    """Every match of a round takes the first table that frees: a heap, one day at a time."""
    told = forecast([ask(SWISS, swiss.Options(1), 30, 4, length=Length(40, 0.4))])
    chance, ends = Chance("plain"), []
    for _day in range(2000):
        tables = [0.0] * 4
        for _match in range(15):
            heapq.heappush(tables, heapq.heappop(tables) + Length(40, 0.4).minutes(chance))
        ends.append(max(tables))
    ends.sort()
    assert told.end.likely == pytest.approx(ends[1000], rel=0.03)
    assert told.end.late == pytest.approx(ends[1800], rel=0.06)


def test_live_what_is_played_counts():
    """Eight matches at four tables: two finished, four at the tables for 30 minutes, two wait."""
    matches = tuple(
        Played(at, (2 * at - 1, 2 * at), 2 * at if at <= 2 else None) for at in range(1, 9)
    )
    situation = replace(entered(16), rounds=(matches,))
    since = {(1, at): [-30.0 if at < 7 else None] for at in range(3, 9)}
    asked = Ask(SWISS, swiss.Options(1), situation, EXACT, Venue(4), open_since=since)
    told = forecast([asked])
    assert told.rounds[0].matches == 6 and told.rounds[0].start.likely == -30.0
    assert told.end.likely == pytest.approx(10 + 40, abs=5)
    finished = tuple(replace(one, winner=one.sides[0]) for one in matches)
    over = forecast([replace(asked, situation=replace(situation, rounds=(finished,)))])
    assert over.rounds == () and over.end.likely == 0.0


def test_some_of_the_rounds_today():
    told = forecast([replace(ask(SWISS, swiss.Options(7), 16, 8), rounds=2)])
    assert [one.number for one in told.rounds] == [1, 2]


def test_by_the_clock_until_the_bell():
    asked = replace(ask(CLOCK, clock.Options(), 40, 10), bell=300.0)
    told = forecast([asked])
    # Ten tables, a match every 45 minutes, the last ones called before the bell are finished.
    assert told.rounds[0].matches == pytest.approx(10 * 7, abs=5)
    assert 300 < told.end.likely < 345
    without_bell = forecast([replace(asked, bell=None)])
    assert 240 < without_bell.end.likely < 285
    closed = replace(asked, situation=replace(asked.situation, closed=True))
    assert forecast([closed]).end.likely == 0.0


def test_rounds_that_overlap_wait_for_their_people_only():
    """A pair that has finished plays on, whatever the slowest table does."""
    slow = Length(40, 0.6)
    rounds = (((1, 2), (3, 4)), ((1, 2), (3, 4)))
    barrier, overlaps = (
        forecast([replace(ask(format, options, 4, 2, length=slow, pause=0), outlines=(rounds,))])
        for format, options in ((SWISS, swiss.Options(2)), (LEAGUE, league.Options(2)))
    )
    assert overlaps.rounds[1].start.likely < barrier.rounds[1].start.likely
    assert overlaps.end.likely < barrier.end.likely


def test_a_stage_begins_when_those_that_feed_it_are_over():
    """Two brackets after a Swiss: the first has the tables first, and the other what is left."""
    swiss_of_two = ask(SWISS, swiss.Options(2), 8, 4, pause=5)
    bracket = replace(ask(KNOCKOUT, knockout.Options(), 8, 4, pause=5), after=(0,))
    alone = forecast([swiss_of_two, replace(bracket)])
    assert [(one.place, one.number) for one in alone.rounds] == [
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 2),
        (1, 3),
    ]
    assert alone.rounds[2].start.likely == pytest.approx(alone.rounds[1].end.likely + 5, abs=2)
    assert alone.end.likely == pytest.approx(5 * 40 + 4 * 5, abs=9)
    both = forecast([swiss_of_two, bracket, bracket])
    first, second = (one for one in both.rounds if one.place and one.number == 1)
    assert second.start.likely == pytest.approx(first.start.likely + 40, abs=6)
    assert both.end.likely > alone.end.likely + 30


def test_tables_of_three_and_nobody_left_to_play():
    situation = entered(9, sides=3)
    told = forecast([Ask(TOTALS, totals.Options(2), situation, EXACT, Venue(3))])
    assert [one.matches for one in told.rounds] == [3, 3]
    assert forecast([Ask(SWISS, swiss.Options(2), entered(1), EXACT, Venue(3))]).rounds == ()


def test_the_same_question_has_the_same_answer():
    asked = ask(SWISS, swiss.Options(3), 20, 6, length=Length(40, 0.3))
    assert forecast([asked]) == forecast([asked])
    assert forecast([replace(asked, outlines=outlines(asked))]) == forecast([asked])
    assert forecast([replace(asked, seed="other")]) != forecast([asked])


def test_the_chance_of_being_in_time():
    told = forecast([ask(SWISS, swiss.Options(3), 16, 8, length=Length(40, 0.3))])
    assert told.end.chance_by(told.end.early) == pytest.approx(0.1, abs=0.01)
    assert told.end.chance_by(0) == 0 and told.end.chance_by(10_000) == 1


def test_lives_may_have_more_or_fewer_rounds():
    rounds = forecast([ask(LIVES, lives.Options(lives=3), 24, 12)]).rounds
    assert rounds[0].share == 1.0 and 0 < rounds[-1].share < 1
    assert [one.matches for one in rounds][:3] == [12, 12, 12]


def test_a_stage_that_nobody_has_drawn():
    told = forecast([planned(SWISS, swiss.Options(3), 16, 2, EXACT, Venue(8))])
    assert told.end.likely == pytest.approx(3 * 40 + 2 * 5, abs=6)
    with pytest.raises(DrawError):
        planned(SWISS, swiss.Options(3), 1, 2, EXACT, Venue(8))


def test_a_hall_of_260_is_told_within_a_page():
    """A big hall has fewer days. The calls of functions are the same on every machine."""
    asked = ask(KNOCKOUT, knockout.Options(), 260, 65, length=Length(40, 0.3))
    asked = replace(asked, outlines=outlines(asked))
    profile = Profile()
    profile.runcall(forecast, [asked])
    assert Stats(profile).total_calls < 600_000
