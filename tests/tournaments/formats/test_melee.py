"""Mêlée: another partner every round, rests in turn, as good as the best round there is."""

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
from tests.tournaments.formats.leagues import entered
from tournaments.formats import MELEE
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import bye_counts, count_meetings, partnerships
from tournaments.formats.melee import Options
from tournaments.pairing.calendar import circle
from tournaments.pairing.matching import pair_key


def played(draw, dice=None):
    """Each match won by its first side, or by chance, draws included."""
    found = []
    for one in draw.pairings:
        winner = dice.choice([*one.sides, None]) if dice else one.sides[0]
        drawn = not one.rest and winner is None
        winner = None if one.rest or drawn else winner
        found.append(PlayedMatch(one.position, one.sides, winner, drawn, partners=one.partners))
    return tuple(found)


def whole(count, rounds, seed="Regumiel 2024"):
    situation, draws = Situation(entered(count)), []
    for number in range(1, rounds + 1):
        draw = MELEE.next_round(situation, Options(rounds), f"{seed}/{number}")
        draws.append(draw)
        situation = replace(situation, rounds=(*situation.rounds, played(draw)))
    return draws, situation


@cases(
    "count, rounds",
    case("a maratón of 40", 40, 5),
    case("of 41, one resting", 41, 5),
    case("of 42, two resting", 42, 5),
    case("jass of 60", 60, 4),
    *[case(f"{n} until all were partners", n, n - 1) for n in (4, 8, 12, 16, 40)],
    *[case(f"{n}, each resting once", n, n) for n in (5, 9, 13)],
)
def test_nobody_has_a_partner_twice(count, rounds):
    draws, situation = whole(count, rounds)
    assert max(partnerships(situation.rounds).values()) == 1
    rests = bye_counts(situation.rounds)
    taken = [rests[number] for number in range(1, count + 1)]
    assert max(taken) - min(taken) <= 1
    for draw in draws:
        assert len(draw.report.byes) == count % 4
        assert {len(one.sides) for one in draw.pairings if not one.rest} == {4}
        assert {one.partners for one in draw.pairings} == {2}
        assert "repeated_partner" not in draw.report.broken


def test_a_maraton_of_forty_repeats_no_rival_either():
    draws, situation = whole(40, 5)
    assert max(count_meetings(situation.rounds).values()) == 1
    assert all(draw.report.broken == () for draw in draws)


def test_when_all_have_been_partners_the_report_says_so():
    _draws, situation = whole(4, 3)
    draw = MELEE.next_round(situation, Options(4), "seed")
    assert "repeated_partner" in draw.report.broken
    named = [numbers for name, numbers in draw.report.broken_by if name == "repeated_partner"]
    assert sorted(named) == sorted(pair_key(*team) for team in draw.pairings[0].teams)


def ways_of_pairing(people):
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        for pairs in ways_of_pairing([one for one in others if one != other]):
            yield [(first, other), *pairs]


@each("seed", *range(6))
def test_as_few_partners_repeated_as_in_any_round(seed):
    """Against every way of making pairs of eight, after rounds drawn by chance."""
    dice, rounds = random.Random(seed), []
    for _ in range(5):
        order = dice.sample(range(1, 9), 8)
        rounds.append(
            tuple(
                PlayedMatch(at // 4 + 1, tuple(order[at : at + 4]), order[at], partners=2)
                for at in (0, 4)
            )
        )
    situation = Situation(entered(8), tuple(rounds))
    draw = MELEE.next_round(situation, Options(6), "seed")
    had = partnerships(rounds)
    found = sum(had[pair_key(*team)] for one in draw.pairings for team in one.teams)
    assert found == min(sum(had[pair] for pair in way) for way in ways_of_pairing(range(1, 9)))


@each("people", 2, 4, 6, 10, 16)
def test_the_circle_has_every_couple_once(people):
    first = [(at, at + 1) for at in range(1, people, 2)]
    rounds = [tuple(first), *circle(first)]
    couples = Counter(couple for couples in rounds for couple in couples)
    assert couples == Counter(combinations(range(1, people + 1), 2))


@settings(max_examples=size(15, long=40), deadline=None)
@given(st.integers(4, 26), st.integers(1, 7), st.integers())
def test_whole_days_with_comings_and_goings(count, rounds, seed):
    dice = random.Random(seed)
    situation, options = Situation(entered(count)), Options(rounds)
    while not MELEE.is_over(situation, options):
        draw = MELEE.next_round(situation, options, f"seed/{len(situation.rounds)}")
        numbers = [number for one in draw.pairings for number in one.sides]
        assert sorted(numbers) == sorted(one.number for one in situation.entrants if one.active)
        assert len(draw.report.byes) == len(numbers) % 4
        assert "repeated_bye" not in draw.report.broken
        shuffled = dice.sample(situation.entrants, len(situation.entrants))
        again = MELEE.next_round(
            replace(situation, entrants=tuple(shuffled)), options, f"seed/{len(situation.rounds)}"
        )
        assert again == draw
        entrants = list(situation.entrants)
        if dice.random() < 0.3 and sum(one.active for one in entrants) > 4:
            gone = dice.choice([at for at, one in enumerate(entrants) if one.active])
            entrants[gone] = replace(entrants[gone], active=False)
        if dice.random() < 0.3:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), (*situation.rounds, played(draw, dice)))
    assert len(situation.rounds) == rounds


def test_a_family_does_not_meet():
    entrants = tuple(Entrant(n, tags=("family:gil",) if n < 3 else ()) for n in range(1, 9))
    situation = Situation(entrants, wishes=Wishes(apart={"family": 5}))
    for seed in "abcdefgh":
        draw = MELEE.next_round(situation, Options(), seed)
        assert draw.report.broken == ()


@pytest.mark.slow
def test_a_hall_of_a_thousand():
    situation = Situation(entered(1000))
    for number in range(2):
        draw = MELEE.next_round(situation, Options(), f"seed/{number}")
        assert draw.report.rematches == () and draw.report.broken == ()
        situation = replace(situation, rounds=(*situation.rounds, played(draw)))


def test_what_cannot_be_drawn():
    with is_refused("too_few_entrants", params={"entrants": 3, "minimum": 4}):
        MELEE.next_round(Situation(entered(3)), Options(), "seed")
    _draws, situation = whole(8, 2)
    with is_refused("stage_over"):
        MELEE.next_round(situation, Options(2), "seed")
    for wrong in ({"rounds": 0}, {"best": 5}, {"rest_worth": "win"}):
        with pytest.raises(DrawError):
            Options(**wrong)
