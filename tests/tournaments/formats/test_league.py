"""Tests of leagues: every meeting is played, also with late entrants, withdrawals and returns."""

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
    entrants_up_to,
    home_balance,
    meetings_by_couple,
    numbers_drawn_once,
    play_out,
    play_round,
    sides,
    situation_after_round,
)
from tournaments.formats import LEAGUE, TEAMS, teams
from tournaments.formats.arrivals import Vacancy
from tournaments.formats.core import NEXT_ROUND, Entrant, Pairing, Situation, Wishes
from tournaments.formats.league import Options


@each("legs", 1, 2, 3, 4)
@each("count", *size((2, 3, 4, 5, 8), long=(2, 3, 4, 5, 8, 13, 24)))
def test_league_plays_every_meeting_once_in_each_leg(count, legs):
    options = Options(legs)
    draws, situation = play_out(LEAGUE, Situation(entrants_up_to(count)), options)
    people = range(1, count + 1)
    assert len(draws) == LEAGUE.rounds_in_all(count, options)
    assert all(numbers_drawn_once(draw) == set(people) for draw in draws)
    assert meetings_by_couple(situation.rounds) == dict.fromkeys(combinations(people, 2), legs)
    rests = Counter(number for draw in draws for number in draw.report.byes)
    assert rests == (dict.fromkeys(people, legs) if count % 2 else {})
    home = home_balance(situation.rounds)
    assert all(abs(home[number]) <= 1 for number in people)
    assert all(draw.report.broken == () for draw in draws)


def test_double_round_of_eleven_teams():
    """Eleven teams play a double round: 22 dates, and each team rests twice."""
    draws, situation = play_out(TEAMS, Situation(entrants_up_to(11)), teams.Options(legs=2))
    assert len(draws) == TEAMS.rounds_in_all(11, teams.Options(legs=2)) == 22
    assert Counter(draw.report.byes for draw in draws) == {(number,): 2 for number in range(1, 12)}
    assert (
        set(meetings_by_couple(situation.rounds).values()) == {2}
        and len(meetings_by_couple(situation.rounds)) == 55
    )
    assert set(home_balance(situation.rounds).values()) <= {0}


def test_calendar_of_a_league_agrees_with_the_drawn_dates():
    start = Situation(entrants_up_to(7))
    calendar = LEAGUE.calendar(start, Options(2), "seed")
    draws, _situation = play_out(LEAGUE, start, Options(2), "seed")
    assert calendar == tuple(draw.pairings for draw in draws)
    later_situation = situation_after_round(situation_after_round(start, draws[0]), draws[1])
    assert LEAGUE.calendar(later_situation, Options(2), "seed") == calendar[2:]


def test_swap_in_the_first_draw_keeps_every_meeting_of_the_league():
    start = Situation(entrants_up_to(9))
    draw = LEAGUE.next_round(start, Options(), "seed")
    first_number, second_number = draw.pairings[0].sides[0], draw.pairings[-1].sides[0]
    change = {first_number: second_number, second_number: first_number}
    swapped_draw = replace(
        draw,
        pairings=tuple(
            replace(pairing, sides=tuple(change.get(number, number) for number in pairing.sides))
            for pairing in draw.pairings
        ),
    )
    situation = situation_after_round(start, swapped_draw)
    calendar = LEAGUE.calendar(situation, Options(), "seed")
    assert len(calendar) == 8
    meetings = Counter(
        tuple(sorted(match.sides))
        for date in (*situation.rounds, *calendar)
        for match in date
        if not match.is_bye
    )
    assert meetings == dict.fromkeys(combinations(range(1, 10), 2), 1)


def test_rivals_of_a_withdrawn_entrant_rest_and_the_calendar_stays():
    start = Situation(entrants_up_to(6))
    calendar = LEAGUE.calendar(start, Options(), "seed")
    first_draw = LEAGUE.next_round(start, Options(), "seed")
    entrants = tuple(Entrant(number, number != 4) for number in range(1, 7))
    situation = Situation(entrants, (play_round(first_draw),))
    draws, situation = play_out(LEAGUE, situation, Options())
    for date, draw in zip(calendar[1:], draws, strict=True):
        remaining_sides = {
            tuple(number for number in pairing.sides if number != 4) for pairing in date
        }
        assert set(sides(draw)) == remaining_sides - {()}


def test_returning_entrant_plays_the_missed_matches_at_the_end():
    start = Situation(entrants_up_to(4))
    first_draw = LEAGUE.next_round(start, Options(), "seed")
    without_fourth = Situation(
        tuple(Entrant(number, number != 4) for number in range(1, 5)), (play_round(first_draw),)
    )
    second_draw = LEAGUE.next_round(without_fourth, Options(), "seed")
    with_fourth = Situation(entrants_up_to(4), (*without_fourth.rounds, play_round(second_draw)))
    draws, situation = play_out(LEAGUE, with_fourth, Options())
    assert len(draws) == 2 and meetings_by_couple(situation.rounds) == dict.fromkeys(
        combinations((1, 2, 3, 4), 2), 1
    )


@pytest.mark.slow
@settings(max_examples=size(20, long=50))
@given(st.integers(2, 12), st.integers(1, 3), st.integers(0, 10**6))
def test_league_ends_although_entrants_arrive_and_withdraw(count, legs, dice_seed):
    """The stage always ends; active entrants have met `legs` times, and nobody more often."""
    dice, options = random.Random(dice_seed), Options(legs)
    situation = Situation(entrants_up_to(count))
    for _date in range(400):
        if LEAGUE.is_over(situation, options):
            break
        draw = LEAGUE.next_round(situation, options, "s")
        assert draw == LEAGUE.next_round(
            Situation(tuple(reversed(situation.entrants)), situation.rounds), options, "s"
        )
        active = LEAGUE.living_entries(situation, options)
        assert numbers_drawn_once(draw) <= active
        assert any(len(pairing.sides) == 2 for pairing in draw.pairings)
        assert draw.report.rematches == ()
        situation = situation_after_round(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.1:
            index = dice.randrange(len(entrants))
            active_count = sum(entrant.active for entrant in entrants)
            entrants[index] = replace(
                entrants[index], active=not entrants[index].active or active_count < 4
            )
        if dice.random() < 0.1 and len(entrants) < 14:
            entrants.append(Entrant(len(entrants) + 1))
        situation = replace(situation, entrants=tuple(entrants))
    active = sorted(LEAGUE.living_entries(situation, options))
    assert LEAGUE.is_over(situation, options)
    meetings = meetings_by_couple(situation.rounds)
    assert {meetings[couple] for couple in combinations(active, 2)} <= {legs}
    assert max(meetings.values()) <= legs


@each("count", 5, 6, 11, 12)
def test_late_entrant_of_a_league_meets_everybody_in_few_dates(count):
    start = Situation(entrants_up_to(count))
    first_draw = LEAGUE.next_round(start, Options(), "s")
    situation = Situation(entrants_up_to(count + 1), (play_round(first_draw),))
    draws, situation = play_out(LEAGUE, situation, Options())
    assert set(meetings_by_couple(situation.rounds).values()) == {1}
    assert len(meetings_by_couple(situation.rounds)) == count * (count + 1) // 2
    # The late entrant has `count` rivals, so at least `count` dates are needed.
    assert count <= len(draws) <= count + 2
    assert max(map(abs, home_balance(situation.rounds).values())) <= 2


@each("dice_seed", *range(40))
def test_late_entrants_of_a_league_cost_at_most_one_extra_date(dice_seed):
    """One to three entrants arrive late: at most one extra date, and home matches stay balanced."""
    dice = random.Random(dice_seed)
    count = dice.randrange(4, 12)
    legs = dice.choice((1, 2))
    late_count = dice.randrange(1, 4)
    options, situation = Options(legs), Situation(entrants_up_to(count))
    for _date in range(dice.randrange(1, count - 1)):
        situation = situation_after_round(
            situation, LEAGUE.next_round(situation, options, "s"), dice
        )
    meetings, people = meetings_by_couple(situation.rounds), range(1, count + late_count + 1)
    owed_matches = Counter()
    for couple in combinations(people, 2):
        owed_matches.update(dict.fromkeys(couple, legs - meetings[couple]))
    fewest_dates = max(
        max(owed_matches.values()), -(-sum(owed_matches.values()) // 2 // (len(people) // 2))
    )
    situation = replace(situation, entrants=entrants_up_to(count + late_count))
    draws, situation = play_out(LEAGUE, situation, options, dice=dice)
    assert fewest_dates <= len(draws) <= fewest_dates + 1
    assert max(map(abs, home_balance(situation.rounds).values())) <= 2


def test_vacancies_of_a_league_are_its_byes():
    odd_situation = Situation(entrants_up_to(5))
    assert (
        LEAGUE.late_arrival(odd_situation, Options()),
        LEAGUE.vacancies(odd_situation, Options()),
    ) == (NEXT_ROUND, ())
    for date in range(1, 4):
        draw = LEAGUE.next_round(odd_situation, Options(), "s")
        odd_situation = situation_after_round(odd_situation, draw)
        assert LEAGUE.vacancies(odd_situation, Options()) == (Vacancy(draw.report.byes),), (
            f"date {date}"
        )
    even_situation = Situation(entrants_up_to(6))
    second_even_situation = situation_after_round(
        even_situation, LEAGUE.next_round(even_situation, Options(), "s")
    )
    assert (
        LEAGUE.late_arrival(second_even_situation, Options()),
        LEAGUE.vacancies(second_even_situation, Options()),
    ) == (NEXT_ROUND, ())


def test_late_entrant_who_takes_the_first_bye_makes_the_calendar_even():
    start = Situation(entrants_up_to(5))
    first_draw = LEAGUE.next_round(start, Options(), "s")
    *matches, bye = first_draw.pairings
    filled_draw = replace(first_draw, pairings=(*matches, Pairing(bye.position, (*bye.sides, 6))))
    draws, situation = play_out(
        LEAGUE, situation_after_round(Situation(entrants_up_to(6)), filled_draw), Options()
    )
    assert len(draws) == 4 and set(meetings_by_couple(situation.rounds).values()) == {1}
    assert all(draw.report.byes == () for draw in draws)


def test_league_reports_forbidden_matches_but_no_other_wish():
    wishes = Wishes(apart={"town": 3}, forbidden=frozenset({(1, 2)}))
    situation = Situation(entrants_up_to(4, tags=("town:luco",)), wishes=wishes)
    draws, _situation = play_out(LEAGUE, situation, Options())
    assert [draw.report.broken for draw in draws if draw.report.broken] == [("forbidden",)]
    assert sum((draw.report.broken_by for draw in draws), ()) == (("forbidden", (1, 2)),)


def test_impossible_league_draws_and_options_are_refused():
    with is_refused("too_few_entrants"):
        LEAGUE.next_round(Situation(entrants_up_to(1)), Options(), "s")
    _draws, finished_situation = play_out(LEAGUE, Situation(entrants_up_to(3)), Options())
    with is_refused("stage_over", params={"rounds": 3}):
        LEAGUE.next_round(finished_situation, Options(), "s")
    for legs in (0, 5):
        with is_refused(option="legs"):
            Options(legs)


def test_league_drawn_ahead_is_over_only_when_all_matches_are_finished():
    situation = Situation(entrants_up_to(3))
    for _date in range(3):
        draw = LEAGUE.next_round(situation, Options(), "s")
        open_matches = tuple(replace(match, winner=None, drawn=False) for match in play_round(draw))
        situation = Situation(situation.entrants, (*situation.rounds, open_matches))
    assert not LEAGUE.is_over(situation, Options())
    assert LEAGUE.calendar(situation, Options(), "s") == ()
