"""Tables: how many of each size, plans, searches beside the true optimum, chairs."""

import random
from collections import Counter, defaultdict
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import case, each
from tests.sizes import size
from tournaments.pairing.seating.chairs import chairs
from tournaments.pairing.seating.plans import (
    LARGER,
    SMALLER,
    field,
    planned_length,
    prime_powers,
    rounds_from_plan,
    table_sizes,
)
from tournaments.pairing.seating.search import SeatingPrices, scatter, seat_apart, seat_by_rank


def seatings(people, sizes):
    """Every way of seating them, tables of equal size in any order."""
    if not sizes:
        yield []
        return
    first, *others = people
    for chairs_there in sorted(set(sizes)):
        left = list(sizes)
        left.remove(chairs_there)
        for company in combinations(others, chairs_there - 1):
            rest = [one for one in others if one not in company]
            for tables in seatings(rest, left):
                yield [[first, *company], *tables]


def known(met, unit=10):
    together = defaultdict(dict)
    for (one, other), times in met.items():
        together[one][other] = together[other][one] = times * unit
    return together


def meetings(rounds):
    return Counter(
        couple for tables in rounds for table in tables for couple in combinations(sorted(table), 2)
    )


def balls(people, dice):
    orders = [dice.sample(list(people), len(people)) for _ in range(9)]
    return lambda beginning: orders[beginning]


# --- Sizes ----------------------------------------------------------------------------------------
@each(
    "people, smaller, larger",
    (15, (0, 1, 3), (0, 1, 3)),
    (17, (1, 0, 3), (1, 0, 3)),
    (18, (0, 2, 3), (2, 0, 2)),
    (19, (0, 1, 4), (0, 1, 4)),
    (21, (1, 0, 4), (1, 0, 4)),
    (22, (0, 2, 4), (2, 0, 3)),
    (30, (0, 2, 6), (2, 0, 5)),
    (33, (1, 0, 7), (1, 0, 7)),
)
def test_the_tables_of_a_night_of_tarot(people, smaller, larger):
    """Tables of five, of three and of four: the smallest number of odd ones."""
    for prefer, wanted in ((SMALLER, smaller), (LARGER, larger)):
        found = Counter(table_sizes(people, 4, (3, 4, 5), prefer))
        assert (found[5], found[3], found[4]) == wanted


@given(st.integers(0, 60), st.integers(2, 5), st.sets(st.integers(2, 5)))
def test_nobody_rests_who_could_sit(people, usual, allowed):
    sizes = table_sizes(people, usual, allowed)
    assert set(sizes) <= allowed | {usual} and sum(sizes) <= people
    reachable = {0}
    for total in range(1, people + 1):
        if any(total - size in reachable for size in allowed | {usual}):
            reachable.add(total)
    assert sum(sizes) == max(reachable)


# --- Plans ----------------------------------------------------------------------------------------
@each(
    "people, size, rounds",
    case("the affine plane of 16", 16, 4, 5),
    case("of 9", 9, 3, 4),
    case("of 25", 25, 5, 6),
    case("the space of 64: everybody meets everybody", 64, 4, 21),
    case("the space of 27", 27, 3, 13),
    case("12 in threes", 12, 3, 4),
    case("20 tables: a product of two fields", 80, 4, 25),
    case("15 tables, by whole numbers", 60, 4, 5),
    case("1000 in fours", 1000, 4, 125),
)
def test_a_plan_repeats_no_meeting(people, size, rounds):
    assert planned_length(people, size) == rounds
    dice = random.Random(people)
    order = dice.sample(range(1, people + 1), people)
    first = [order[at : at + size] for at in range(0, people, size)]
    asked = min(rounds, 30)
    plan = rounds_from_plan(first, asked)
    assert len(plan) == asked - 1
    for tables in plan:
        assert sorted(one for table in tables for one in table) == list(range(1, people + 1))
        assert {len(table) for table in tables} == {size}
    assert max(meetings([first, *plan]).values()) == 1


@each("order", 2, 3, 4, 5, 8, 9, 16, 25, 27)
def test_a_field(order):
    of = field(order)
    for element in range(1, order):
        products = [of.multiply(element, other) for other in range(order)]
        assert sorted(products) == list(range(order))  # whatever is not zero can be divided by
    for one, two, three in permutations(range(min(order, 5)), 3):
        added = of.multiply(one, of.add(two, three))
        assert added == of.add(of.multiply(one, two), of.multiply(one, three))


def test_the_polynomials_of_the_fields():
    assert (field(8).modulus, field(16).modulus) == (0b1011, 0b10011)
    assert prime_powers(1001) == (7, 11, 13)


# --- Searches -------------------------------------------------------------------------------------
@pytest.mark.slow
@each("sizes", (3, 3, 3), (4, 4), (4, 3), (4, 3, 3), (5, 4), (3, 3, 2, 2))
@each("scored", False, True)
def test_as_good_as_the_best_seating_there_is(sizes, scored):
    """Against every seating of a small hall, with random meetings, turns and scores."""
    people = range(1, sum(sizes) + 1)
    for turn in range(size(4, long=8)):
        dice = random.Random(turn)
        met = {couple: dice.choice([0, 0, 1, 2]) for couple in combinations(people, 2)}
        odd = {one: dice.choice([0, 0, 1000]) for one in people}
        scores = {one: dice.randrange(0, 500, 20) for one in people} if scored else {}
        prices = SeatingPrices(known(met), odd, scores, usual=sizes[0])
        search = seat_by_rank if scored else seat_apart
        found = search(balls(people, dice), sizes, prices)
        assert sorted(map(len, found)) == sorted(sizes)
        assert sorted(one for table in found for one in table) == list(people)
        assert prices.of(found) == min(map(prices.of, seatings(list(people), sizes)))


@each("seed", *range(size(1, long=3)))
def test_sixty_people_meet_nobody_twice_in_thirteen_rounds(seed):
    dice, rounds = random.Random(seed), []
    for _ in range(13):
        prices = SeatingPrices(known(meetings(rounds)), usual=4)
        rounds.append(seat_apart(balls(range(60), dice), (4,) * 15, prices))
    assert max(meetings(rounds).values()) == 1


def test_the_same_hall_is_seated_alike():
    met = meetings([[[1, 2, 3, 4], [5, 6, 7, 8]]])
    reverse = dict(reversed(list(met.items())))
    one, other = (
        seat_apart(lambda k: [3, 1, 2, 5, 7, 4, 6, 8], (4, 4), SeatingPrices(known(m), usual=4))
        for m in (met, reverse)
    )
    assert one == other


def test_how_far_apart_the_scores_are():
    assert scatter([0, 0, 0]) == 1
    assert scatter([-30, 30] * 8) == 45


# --- Chairs ---------------------------------------------------------------------------------------
def test_the_chair_had_least():
    assert chairs([1, 2, 3], {}) == (1, 2, 3)
    assert chairs([1, 2, 3], {(1, 0): 2, (2, 0): 1}) == (3, 1, 2)
