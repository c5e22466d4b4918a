"""Liga: the laws of the calendar through the format, and people who come, go and come back."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.leagues import (
    after,
    balance,
    entered,
    met,
    once_a_round,
    played,
    sides,
    whole,
)
from tournaments.formats import LEAGUE, TEAMS, teams
from tournaments.formats.arrivals import Vacancy
from tournaments.formats.core import NEXT_ROUND, Entrant, Pairing, Situation, Wishes
from tournaments.formats.league import Options


@each("legs", 1, 2, 3, 4)
@each("count", *size((2, 3, 4, 5, 8), long=(2, 3, 4, 5, 8, 13, 24)))
def test_everybody_meets_everybody_as_often_as_agreed(count, legs):
    options = Options(legs)
    draws, situation = whole(LEAGUE, Situation(entered(count)), options)
    people = range(1, count + 1)
    assert len(draws) == LEAGUE.rounds_in_all(count, options)
    assert all(once_a_round(draw) == set(people) for draw in draws)
    assert met(situation.rounds) == dict.fromkeys(combinations(people, 2), legs)
    rests = Counter(number for draw in draws for number in draw.report.byes)
    assert rests == (dict.fromkeys(people, legs) if count % 2 else {})
    home = balance(situation.rounds)
    assert all(abs(home[number]) <= 1 for number in people)
    assert all(draw.report.broken == () for draw in draws)


def test_the_zanga_of_tabaibal():
    """G6: eleven teams, double round: 22 dates, each rests twice."""
    draws, situation = whole(TEAMS, Situation(entered(11)), teams.Options(legs=2))
    assert len(draws) == TEAMS.rounds_in_all(11, teams.Options(legs=2)) == 22
    assert Counter(draw.report.byes for draw in draws) == {(n,): 2 for n in range(1, 12)}
    assert set(met(situation.rounds).values()) == {2} and len(met(situation.rounds)) == 55
    assert set(balance(situation.rounds).values()) <= {0}


def test_the_calendar_beforehand_is_what_is_drawn_date_by_date():
    start = Situation(entered(7))
    ahead = LEAGUE.calendar(start, Options(2), "seed")
    draws, _situation = whole(LEAGUE, start, Options(2), "seed")
    assert ahead == tuple(draw.pairings for draw in draws)
    later = after(after(start, draws[0]), draws[1])
    assert LEAGUE.calendar(later, Options(2), "seed") == ahead[2:]


def test_two_swapped_by_hand_in_the_first_draw_change_the_calendar_and_nothing_else():
    start = Situation(entered(9))
    draw = LEAGUE.next_round(start, Options(), "seed")
    one, other = draw.pairings[0].sides[0], draw.pairings[-1].sides[0]
    change = {one: other, other: one}
    swapped = replace(
        draw,
        pairings=tuple(
            replace(pairing, sides=tuple(change.get(number, number) for number in pairing.sides))
            for pairing in draw.pairings
        ),
    )
    situation = after(start, swapped)
    ahead = LEAGUE.calendar(situation, Options(), "seed")
    assert len(ahead) == 8
    times = Counter(
        tuple(sorted(one.sides))
        for date in (*situation.rounds, *ahead)
        for one in date
        if not one.rest
    )
    assert times == dict.fromkeys(combinations(range(1, 10), 2), 1)


def test_the_rivals_of_who_withdraws_rest_and_the_calendar_stays():
    start = Situation(entered(6))
    ahead = LEAGUE.calendar(start, Options(), "seed")
    first = LEAGUE.next_round(start, Options(), "seed")
    gone = tuple(Entrant(number, number != 4) for number in range(1, 7))
    situation = Situation(gone, (played(first),))
    draws, situation = whole(LEAGUE, situation, Options())
    for date, draw in zip(ahead[1:], draws, strict=True):
        kept = {tuple(number for number in one.sides if number != 4) for one in date}
        assert set(sides(draw)) == kept - {()}


def test_who_comes_back_plays_what_was_missed_at_the_end():
    start = Situation(entered(4))
    first = LEAGUE.next_round(start, Options(), "seed")
    away = Situation(tuple(Entrant(n, n != 4) for n in range(1, 5)), (played(first),))
    second = LEAGUE.next_round(away, Options(), "seed")
    back = Situation(entered(4), (*away.rounds, played(second)))
    draws, situation = whole(LEAGUE, back, Options())
    assert len(draws) == 2 and met(situation.rounds) == dict.fromkeys(
        combinations((1, 2, 3, 4), 2), 1
    )


@pytest.mark.slow
@settings(max_examples=size(20, long=50), deadline=None)
@given(st.integers(2, 12), st.integers(1, 3), st.integers(0, 10**6))
def test_leagues_where_people_come_and_go(count, legs, luck):
    """It never sticks: at the end those who stay have met as often as agreed, and no more."""
    dice, options = random.Random(luck), Options(legs)
    situation = Situation(entered(count))
    for _date in range(400):
        if LEAGUE.is_over(situation, options):
            break
        draw = LEAGUE.next_round(situation, options, "s")
        assert draw == LEAGUE.next_round(
            Situation(tuple(reversed(situation.entrants)), situation.rounds), options, "s"
        )
        active = LEAGUE.still_in(situation, options)
        assert once_a_round(draw) <= active
        assert any(len(one.sides) == 2 for one in draw.pairings)
        assert draw.report.rematches == ()
        situation = after(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.1:
            at = dice.randrange(len(entrants))
            alive = sum(one.active for one in entrants)
            entrants[at] = replace(entrants[at], active=not entrants[at].active or alive < 4)
        if dice.random() < 0.1 and len(entrants) < 14:
            entrants.append(Entrant(len(entrants) + 1))
        situation = replace(situation, entrants=tuple(entrants))
    active = sorted(LEAGUE.still_in(situation, options))
    assert LEAGUE.is_over(situation, options)
    times = met(situation.rounds)
    assert {times[two] for two in combinations(active, 2)} <= {legs}
    assert max(times.values()) <= legs


@each("count", 5, 6, 11, 12)
def test_somebody_who_comes_late_meets_everybody_and_no_date_is_wasted(count):
    start = Situation(entered(count))
    first = LEAGUE.next_round(start, Options(), "s")
    situation = Situation(entered(count + 1), (played(first),))
    draws, situation = whole(LEAGUE, situation, Options())
    assert set(met(situation.rounds).values()) == {1}
    assert len(met(situation.rounds)) == count * (count + 1) // 2
    # The one who came has `count` rivals to meet: sooner than that it cannot end.
    assert count <= len(draws) <= count + 2
    assert max(map(abs, balance(situation.rounds).values())) <= 2


@each("luck", *range(40))
def test_late_ones_cost_at_most_a_date_more_than_they_must(luck):
    """One to three come in the middle: against what nobody can better, and the balance of homes."""
    dice = random.Random(luck)
    count, legs, more = dice.randrange(4, 12), dice.choice((1, 2)), dice.randrange(1, 4)
    options, situation = Options(legs), Situation(entered(count))
    for _date in range(dice.randrange(1, count - 1)):
        situation = after(situation, LEAGUE.next_round(situation, options, "s"), dice)
    times, people = met(situation.rounds), range(1, count + more + 1)
    owed = Counter()
    for two in combinations(people, 2):
        owed.update(dict.fromkeys(two, legs - times[two]))
    fewest = max(max(owed.values()), -(-sum(owed.values()) // 2 // (len(people) // 2)))
    situation = replace(situation, entrants=entered(count + more))
    draws, situation = whole(LEAGUE, situation, options, dice=dice)
    assert fewest <= len(draws) <= fewest + 1
    assert max(map(abs, balance(situation.rounds).values())) <= 2


def test_where_somebody_gets_in():
    start = Situation(entered(5))
    assert (LEAGUE.late(start, Options()), LEAGUE.vacancies(start, Options())) == (NEXT_ROUND, ())
    for date in range(1, 4):
        draw = LEAGUE.next_round(start, Options(), "s")
        start = after(start, draw)
        assert LEAGUE.vacancies(start, Options()) == (Vacancy(draw.report.byes),), f"date {date}"
    even = Situation(entered(6))
    drawn = after(even, LEAGUE.next_round(even, Options(), "s"))
    assert (LEAGUE.late(drawn, Options()), LEAGUE.vacancies(drawn, Options())) == (NEXT_ROUND, ())


def test_who_takes_the_rest_of_the_first_date_makes_the_calendar_even():
    start = Situation(entered(5))
    first = LEAGUE.next_round(start, Options(), "s")
    *matches, bye = first.pairings
    filled = replace(first, pairings=(*matches, Pairing(bye.position, (*bye.sides, 6))))
    draws, situation = whole(LEAGUE, after(Situation(entered(6)), filled), Options())
    assert len(draws) == 4 and set(met(situation.rounds).values()) == {1}
    assert all(draw.report.byes == () for draw in draws)


def test_of_the_wishes_only_who_is_forbidden_to_meet_is_told():
    wishes = Wishes(apart={"town": 3}, forbidden=frozenset({(1, 2)}))
    situation = Situation(entered(4, tags=("town:luco",)), wishes=wishes)
    draws, _situation = whole(LEAGUE, situation, Options())
    assert [draw.report.broken for draw in draws if draw.report.broken] == [("forbidden",)]
    assert sum((draw.report.broken_by for draw in draws), ()) == (("forbidden", (1, 2)),)


def test_what_cannot_be_drawn():
    with is_refused("too_few_entrants"):
        LEAGUE.next_round(Situation(entered(1)), Options(), "s")
    _draws, over = whole(LEAGUE, Situation(entered(3)), Options())
    with is_refused("stage_over", params={"rounds": 3}):
        LEAGUE.next_round(over, Options(), "s")
    for legs in (0, 5):
        with is_refused(option="legs"):
            Options(legs)


def test_dates_may_be_drawn_ahead_and_it_is_over_when_all_are_finished():
    situation = Situation(entered(3))
    for _date in range(3):
        draw = LEAGUE.next_round(situation, Options(), "s")
        open_matches = tuple(replace(one, winner=None, drawn=False) for one in played(draw))
        situation = Situation(situation.entrants, (*situation.rounds, open_matches))
    assert not LEAGUE.is_over(situation, Options())
    assert LEAGUE.calendar(situation, Options(), "s") == ()
