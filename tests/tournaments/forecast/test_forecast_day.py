"""The day simulated: against sums made by hand, and against a simulation written plainly."""

import heapq
from cProfile import Profile
from dataclasses import replace
from pstats import Stats

import pytest

from tournaments.forecast.chance import dice
from tournaments.forecast.core import Ask, Venue
from tournaments.forecast.day import forecast, outlines, timed
from tournaments.forecast.fits import Way, fits
from tournaments.forecast.lengths import Length
from tournaments.formats import (
    CLOCK,
    KNOCKOUT,
    SWISS,
    TEAMS,
    TOTALS,
    clock,
    knockout,
    swiss,
    teams,
    totals,
)
from tournaments.formats.core import Entrant, Played, Situation

EXACT = Length(40, 0)  # the least spread: a match of 40 minutes is one of 38 to 42


def entered(count, sides=2):
    return Situation(tuple(Entrant(number) for number in range(1, count + 1)), sides=sides)


def ask(format, options, count, tables, **more):
    return Ask(format, options, entered(count), more.pop("length", EXACT), Venue(tables, **more))


def test_three_rounds_at_their_tables():
    told = forecast(ask(SWISS, swiss.Options(3), 16, 8, pause=5))
    assert [(one.number, one.matches) for one in told.rounds] == [(1, 8), (2, 8), (3, 8)]
    assert told.end.likely == pytest.approx(3 * 40 + 2 * 5, abs=6)
    assert told.rounds[1].start.likely == pytest.approx(told.rounds[0].end.likely + 5, abs=1)
    assert told.rounds[0].share == 1.0


def test_half_the_tables_take_twice_as_long():
    told = forecast(ask(SWISS, swiss.Options(1), 16, 4))
    assert told.end.likely == pytest.approx(80, abs=5)


def test_a_tie_of_teams_is_so_many_matches_at_once():
    options = teams.Options(legs=1, boards=3)
    told = forecast(ask(TEAMS, options, 4, 6, pause=5))
    assert [one.matches for one in told.rounds] == [6, 6, 6]
    assert told.end.likely == pytest.approx(3 * 40 + 2 * 5, abs=6)
    played = Played(1, (1, 2), None), Played(2, (3, 4), None)
    live = replace(ask(TEAMS, options, 4, 6), open_since={(1, 1): [0.0], (1, 2): [0.0, None]})
    live = replace(live, situation=replace(entered(4), rounds=(played,)))
    assert forecast(live).rounds[0].matches == 3


def test_a_knockout_shrinks_and_its_byes_do_not_play():
    told = forecast(ask(KNOCKOUT, knockout.Options(third_place=True), 107, 43))
    assert [one.matches for one in told.rounds] == [43, 32, 16, 8, 4, 2, 2]


def test_nothing_starts_during_a_break():
    told = forecast(ask(SWISS, swiss.Options(3), 16, 8, breaks=((50.0, 200.0),)))
    assert [round(one.start.likely) for one in told.rounds][1] == pytest.approx(45, abs=4)
    assert told.rounds[2].start.early == 200.0


def test_nothing_starts_before_it_opens():
    told = forecast(ask(SWISS, swiss.Options(1), 8, 4, opens=30.0))
    assert told.rounds[0].start.early == 30.0 and told.end.likely == pytest.approx(70, abs=4)


def test_the_queue_against_one_written_plainly():
    """Every match of a round takes the first table that frees: a heap, one day at a time."""
    asked = replace(ask(SWISS, swiss.Options(1), 30, 4, length=Length(40, 0.4)), runs=2000)
    told = forecast(asked)
    chance, ends = dice("other", "plain"), []
    for _day in range(2000):
        tables = [0.0] * 4
        minutes = Length(40, 0.4).minutes(chance.random(15))
        for one in minutes:
            heapq.heappush(tables, heapq.heappop(tables) + float(one))
        ends.append(max(tables))
    ends.sort()
    assert told.end.likely == pytest.approx(ends[1000], rel=0.02)
    assert told.end.late == pytest.approx(ends[1800], rel=0.03)


def test_live_what_is_played_counts():
    """Eight matches at four tables: two finished, four at the tables for 30 minutes, two wait."""
    matches = tuple(
        Played(at, (2 * at - 1, 2 * at), 2 * at if at <= 2 else None) for at in range(1, 9)
    )
    situation = replace(entered(16), rounds=(matches,))
    since = {(1, at): [170.0 if at < 7 else None] for at in range(3, 9)}
    asked = Ask(SWISS, swiss.Options(1), situation, EXACT, Venue(4), now=200.0, open_since=since)
    told = forecast(asked)
    assert told.rounds[0].matches == 6 and told.rounds[0].start.likely == 170.0
    assert told.end.likely == pytest.approx(200 + 10 + 40, abs=5)
    finished = tuple(replace(one, winner=one.sides[0]) for one in matches)
    over = forecast(replace(asked, situation=replace(situation, rounds=(finished,)), open_since={}))
    assert over.rounds == () and over.end.likely == 200.0


def test_some_of_the_rounds_today():
    told = forecast(replace(ask(SWISS, swiss.Options(7), 16, 8), rounds=2))
    assert [one.number for one in told.rounds] == [1, 2]


def test_by_the_clock_until_the_bell():
    asked = replace(ask(CLOCK, clock.Options(), 40, 10), bell=300.0)
    told = forecast(asked)
    # Ten tables, a match every 45 minutes, the last ones called before the bell are finished.
    assert told.rounds[0].matches == pytest.approx(10 * 7, abs=5)
    assert 300 < told.end.likely < 345
    with pytest.raises(ValueError, match="bell"):
        forecast(replace(asked, bell=None))
    closed = replace(asked, situation=replace(asked.situation, closed=True), now=310.0)
    assert forecast(closed).end.likely == 310.0


def test_rounds_that_overlap_wait_for_their_people_only():
    """A pair that has finished plays on, whatever the slowest table does."""
    slow = Length(40, 0.6)
    rounds = [(slow, [(1, 2), (3, 4)]), (slow, [(1, 3), (2, 4)])]
    barrier = timed(ask(SWISS, swiss.Options(2), 4, 2, length=slow, pause=0), rounds)
    overlaps = timed(ask(CLOCK, clock.Options(), 4, 2, length=slow, pause=0), rounds)
    assert overlaps.rounds[1].start.likely <= barrier.rounds[1].start.likely


def test_tables_of_three_and_nobody_left_to_play():
    situation = entered(9, sides=3)
    told = forecast(Ask(TOTALS, totals.Options(2), situation, EXACT, Venue(3)))
    assert [one.matches for one in told.rounds] == [3, 3]
    assert forecast(Ask(SWISS, swiss.Options(2), entered(1), EXACT, Venue(3))).rounds == ()


def test_the_same_question_has_the_same_answer():
    asked = ask(SWISS, swiss.Options(3), 20, 6, length=Length(40, 0.3))
    assert forecast(asked) == forecast(asked)
    assert forecast(replace(asked, outlines=outlines(asked))) == forecast(asked)
    assert forecast(replace(asked, seed="other")) != forecast(asked)


def test_the_chance_of_being_in_time():
    told = forecast(ask(SWISS, swiss.Options(3), 16, 8, length=Length(40, 0.3)))
    assert told.chance_by(told.end.early) == pytest.approx(0.1, abs=0.01)
    assert told.chance_by(0) == 0 and told.chance_by(10_000) == 1


def test_what_fits_in_five_hours_with_twenty_tables():
    short, long = Length(30, 0.2), Length(60, 0.2)
    ways = [
        Way(f"{rounds}/{length.median}", SWISS, swiss.Options(rounds), length)
        for rounds in range(3, 9)
        for length in (short, long)
    ]
    ways.append(Way("three of nine", SWISS, swiss.Options(9), long, rounds=3))
    ways.append(Way("bell", CLOCK, clock.Options(), short))
    ways.append(Way("threes", TOTALS, totals.Options(3), short, sides=3))
    answers = fits(ways, 40, Venue(20), 300)
    chances = {answer.way.key: answer.chance for answer in answers}
    assert chances["5/30"] >= 0.9 > chances["8/30"] and chances["4/60"] < 0.8
    kinds = [(not answer.fits, not answer.may_fit) for answer in answers]
    assert kinds == sorted(kinds)
    fitting = [answer.matches for answer in answers if answer.fits]
    assert fitting == sorted(fitting, reverse=True) and "bell" in chances
    assert chances["three of nine"] == pytest.approx(chances["3/60"], abs=0.05)
    assert fits(ways, 1, Venue(20), 300) == ()


def test_a_hall_of_260_is_told_within_a_page():
    """The rounds are played out once and kept by the page; the days are simulated each time, all at
    once: the calls of functions are the same on every machine, and grow with what is done."""
    asked = ask(KNOCKOUT, knockout.Options(), 260, 65, length=Length(40, 0.3))
    asked = replace(asked, outlines=outlines(asked))
    forecast(asked)  # the lengths of matches are worked out once
    profile = Profile()
    profile.runcall(forecast, asked)
    assert Stats(profile).total_calls < 20_000
