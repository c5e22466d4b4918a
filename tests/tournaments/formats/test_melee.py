"""Tests of the mêlée: as few repeated partners as possible, byes in turn, and whole days."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, cases, each
from tests.sizes import size
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import MELEE
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import bye_counts, count_meetings, partnerships
from tournaments.formats.melee import Options
from tournaments.pairing.calendar import circle
from tournaments.pairing.matching import pair_key


def play_round(draw, dice=None):
    """Return the round with results: random with `dice`, otherwise the first side always wins."""
    matches = []
    for pairing in draw.pairings:
        winner = dice.choice([*pairing.sides, None]) if dice else pairing.sides[0]
        is_drawn = not pairing.is_bye and winner is None
        winner = None if pairing.is_bye or is_drawn else winner
        matches.append(
            PlayedMatch(
                pairing.position, pairing.sides, winner, is_drawn, partners=pairing.partners
            )
        )
    return tuple(matches)


def play_rounds(count, rounds, seed="Regumiel 2024"):
    situation, draws = Situation(entrants_up_to(count)), []
    for number in range(1, rounds + 1):
        draw = MELEE.next_round(situation, Options(rounds), f"{seed}/{number}")
        draws.append(draw)
        situation = replace(situation, rounds=(*situation.rounds, play_round(draw)))
    return draws, situation


@cases(
    "count, rounds",
    case("a maratón of 40", 40, 5),
    case("of 41, one resting", 41, 5),
    case("of 42, two resting", 42, 5),
    case("jass of 60", 60, 4),
    *[case(f"{count} until all were partners", count, count - 1) for count in (4, 8, 12, 16, 40)],
    *[case(f"{count}, each resting once", count, count) for count in (5, 9, 13)],
)
def test_melee_never_repeats_a_partner_and_shares_the_byes(count, rounds):
    draws, situation = play_rounds(count, rounds)
    assert max(partnerships(situation.rounds).values()) == 1
    rests = bye_counts(situation.rounds)
    byes_by_entrant = [rests[number] for number in range(1, count + 1)]
    assert max(byes_by_entrant) - min(byes_by_entrant) <= 1
    for draw in draws:
        assert len(draw.report.byes) == count % 4
        assert {len(pairing.sides) for pairing in draw.pairings if not pairing.is_bye} == {4}
        assert {pairing.partners for pairing in draw.pairings} == {2}
        assert "repeated_partner" not in draw.report.broken


def test_melee_of_forty_repeats_no_rival():
    draws, situation = play_rounds(40, 5)
    assert max(count_meetings(situation.rounds).values()) == 1
    assert all(draw.report.broken == () for draw in draws)


def test_melee_reports_repeated_partners():
    _draws, situation = play_rounds(4, 3)
    draw = MELEE.next_round(situation, Options(4), "seed")
    assert "repeated_partner" in draw.report.broken
    repeated_couples = [
        numbers for name, numbers in draw.report.broken_by if name == "repeated_partner"
    ]
    assert sorted(repeated_couples) == sorted(pair_key(*team) for team in draw.pairings[0].teams)


def every_pairing_of(people):
    if not people:
        yield []
        return
    first, *other_people = people
    for partner in other_people:
        for pairs in every_pairing_of([person for person in other_people if person != partner]):
            yield [(first, partner), *pairs]


@each("seed", *range(6))
def test_melee_repeats_as_few_partners_as_possible(seed):
    """Compare with every pairing of eight people, after five random rounds."""
    dice, rounds = random.Random(seed), []
    for _ in range(5):
        order = dice.sample(range(1, 9), 8)
        rounds.append(
            tuple(
                PlayedMatch(
                    start // 4 + 1, tuple(order[start : start + 4]), order[start], partners=2
                )
                for start in (0, 4)
            )
        )
    situation = Situation(entrants_up_to(8), tuple(rounds))
    draw = MELEE.next_round(situation, Options(6), "seed")
    earlier_partnerships = partnerships(rounds)
    repeated_count = sum(
        earlier_partnerships[pair_key(*team)] for pairing in draw.pairings for team in pairing.teams
    )
    assert repeated_count == min(
        sum(earlier_partnerships[pair] for pair in pairs) for pairs in every_pairing_of(range(1, 9))
    )


@each("people", 2, 4, 6, 10, 16)
def test_circle_has_every_couple_once(people):
    first_couples = [(number, number + 1) for number in range(1, people, 2)]
    rounds = [tuple(first_couples), *circle(first_couples)]
    couples = Counter(couple for couples in rounds for couple in couples)
    assert couples == Counter(combinations(range(1, people + 1), 2))


@settings(max_examples=size(15, long=40))
@given(st.integers(4, 26), st.integers(1, 7), st.integers())
def test_melee_of_a_whole_day_with_arrivals_and_withdrawals(count, rounds, seed):
    dice = random.Random(seed)
    situation, options = Situation(entrants_up_to(count)), Options(rounds)
    while not MELEE.is_over(situation, options):
        draw = MELEE.next_round(situation, options, f"seed/{len(situation.rounds)}")
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == sorted(
            entrant.number for entrant in situation.entrants if entrant.active
        )
        assert len(draw.report.byes) == len(numbers) % 4
        assert "repeated_bye" not in draw.report.broken
        shuffled_entrants = dice.sample(situation.entrants, len(situation.entrants))
        repeated_draw = MELEE.next_round(
            replace(situation, entrants=tuple(shuffled_entrants)),
            options,
            f"seed/{len(situation.rounds)}",
        )
        assert repeated_draw == draw
        entrants = list(situation.entrants)
        if dice.random() < 0.3 and sum(entrant.active for entrant in entrants) > 4:
            index = dice.choice([place for place, entrant in enumerate(entrants) if entrant.active])
            entrants[index] = replace(entrants[index], active=False)
        if dice.random() < 0.3:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), (*situation.rounds, play_round(draw, dice)))
    assert len(situation.rounds) == rounds


def test_melee_keeps_a_family_apart():
    entrants = tuple(
        Entrant(number, tags=("family:gil",) if number < 3 else ()) for number in range(1, 9)
    )
    situation = Situation(entrants, wishes=Wishes(apart={"family": 5}))
    for seed in "abcdefgh":
        draw = MELEE.next_round(situation, Options(), seed)
        assert draw.report.broken == ()


@pytest.mark.slow
def test_melee_of_a_thousand_repeats_no_meeting():
    situation = Situation(entrants_up_to(1000))
    for number in range(2):
        draw = MELEE.next_round(situation, Options(), f"seed/{number}")
        assert draw.report.rematches == () and draw.report.broken == ()
        situation = replace(situation, rounds=(*situation.rounds, play_round(draw)))


def test_impossible_melee_draws_and_options_are_refused():
    with is_refused("too_few_entrants", params={"entrants": 3, "minimum": 4}):
        MELEE.next_round(Situation(entrants_up_to(3)), Options(), "seed")
    _draws, situation = play_rounds(8, 2)
    with is_refused("stage_over"):
        MELEE.next_round(situation, Options(2), "seed")
    for wrong_options in ({"rounds": 0}, {"best": 5}, {"rest_worth": "win"}):
        with pytest.raises(DrawError):
            Options(**wrong_options)
