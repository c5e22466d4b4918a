"""Tests of tables: sizes, plans, searches compared with the true optimum, and chairs."""

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
    plan_length,
    prime_powers,
    rounds_from_plan,
    table_sizes,
)
from tournaments.pairing.seating.search import (
    SeatingPrices,
    meeting_weight,
    seat_apart,
    seat_by_rank,
)


def seatings(people, sizes):
    """Yield every way to seat these people, each once, whatever the order of equal tables."""
    if not sizes:
        yield []
        return
    first, *other_people = people
    for table_size in sorted(set(sizes)):
        other_sizes = list(sizes)
        other_sizes.remove(table_size)
        for company in combinations(other_people, table_size - 1):
            rest = [person for person in other_people if person not in company]
            for tables in seatings(rest, other_sizes):
                yield [[first, *company], *tables]


def meetings_by_person(meetings_of_couples, price=10):
    """Return, by person, the price of each companion: `price` for every earlier meeting."""
    together = defaultdict(dict)
    for (person, companion), times in meetings_of_couples.items():
        together[person][companion] = together[companion][person] = times * price
    return together


def meetings(rounds):
    return Counter(
        couple for tables in rounds for table in tables for couple in combinations(sorted(table), 2)
    )


def random_orders(people, dice):
    """Return a function that gives a random order of the people for each starting point."""
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
def test_table_sizes_of_a_tarot_night_with_few_odd_tables(people, smaller, larger):
    """The three numbers of a row count the tables of five, of three and of four."""
    for prefer, expected in ((SMALLER, smaller), (LARGER, larger)):
        counts = Counter(table_sizes(people, 4, (3, 4, 5), prefer))
        assert (counts[5], counts[3], counts[4]) == expected


@given(st.integers(0, 60), st.integers(2, 5), st.sets(st.integers(2, 5)))
def test_table_sizes_seat_as_many_people_as_possible(people, usual_size, allowed_sizes):
    sizes = table_sizes(people, usual_size, allowed_sizes)
    assert set(sizes) <= allowed_sizes | {usual_size} and sum(sizes) <= people
    reachable_totals = {0}
    for total in range(1, people + 1):
        if any(total - size in reachable_totals for size in allowed_sizes | {usual_size}):
            reachable_totals.add(total)
    assert sum(sizes) == max(reachable_totals)


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
def test_plan_repeats_no_meeting(people, size, rounds):
    assert plan_length(people, size) == rounds
    dice = random.Random(people)
    order = dice.sample(range(1, people + 1), people)
    first_round = [order[start : start + size] for start in range(0, people, size)]
    count = min(rounds, 30)
    plan = rounds_from_plan(first_round, count)
    assert len(plan) == count - 1
    for tables in plan:
        assert sorted(person for table in tables for person in table) == list(range(1, people + 1))
        assert {len(table) for table in tables} == {size}
    assert max(meetings([first_round, *plan]).values()) == 1


@each("order", 2, 3, 4, 5, 8, 9, 16, 25, 27)
def test_finite_field_has_division_and_distributes(order):
    finite_field = field(order)
    for element in range(1, order):
        products = [finite_field.multiply(element, factor) for factor in range(order)]
        assert sorted(products) == list(range(order))  # every element except zero has an inverse
    for first, second, third in permutations(range(min(order, 5)), 3):
        product_of_sum = finite_field.multiply(first, finite_field.add(second, third))
        assert product_of_sum == finite_field.add(
            finite_field.multiply(first, second), finite_field.multiply(first, third)
        )


def test_fields_use_the_documented_polynomials():
    assert (field(8).modulus, field(16).modulus) == (0b1011, 0b10011)
    assert prime_powers(1001) == (7, 11, 13)


# --- Searches -------------------------------------------------------------------------------------
@pytest.mark.slow
@each("sizes", (3, 3, 3), (4, 4), (4, 3), (4, 3, 3), (5, 4), (3, 3, 2, 2))
@each("with_scores", False, True)
def test_search_is_as_good_as_the_best_seating(sizes, with_scores):
    """Compare with every seating of a small hall, with random meetings, odd tables and scores."""
    people = range(1, sum(sizes) + 1)
    for turn in range(size(4, long=8)):
        dice = random.Random(turn)
        meetings_of_couples = {
            couple: dice.choice([0, 0, 1, 2]) for couple in combinations(people, 2)
        }
        odd_prices = {person: dice.choice([0, 0, 1000]) for person in people}
        scores = {person: dice.randrange(0, 500, 20) for person in people} if with_scores else {}
        prices = SeatingPrices(
            meetings_by_person(meetings_of_couples), odd_prices, scores, usual_size=sizes[0]
        )
        search = seat_by_rank if with_scores else seat_apart
        tables = search(random_orders(people, dice), sizes, prices)
        assert sorted(map(len, tables)) == sorted(sizes)
        assert sorted(person for table in tables for person in table) == list(people)
        assert prices.total_cost(tables) == min(
            map(prices.total_cost, seatings(list(people), sizes))
        )


@each("seed", *range(size(1, long=3)))
def test_sixty_people_play_thirteen_rounds_without_repeated_meetings(seed):
    dice, rounds = random.Random(seed), []
    for _ in range(13):
        prices = SeatingPrices(meetings_by_person(meetings(rounds)), usual_size=4)
        rounds.append(seat_apart(random_orders(range(60), dice), (4,) * 15, prices))
    assert max(meetings(rounds).values()) == 1


def test_seating_does_not_depend_on_the_order_of_meetings():
    meetings_of_couples = meetings([[[1, 2, 3, 4], [5, 6, 7, 8]]])
    reversed_meetings = dict(reversed(list(meetings_of_couples.items())))
    tables, tables_of_reverse = (
        seat_apart(
            lambda _start: [3, 1, 2, 5, 7, 4, 6, 8],
            (4, 4),
            SeatingPrices(meetings_by_person(ordered_meetings), usual_size=4),
        )
        for ordered_meetings in (meetings_of_couples, reversed_meetings)
    )
    assert tables == tables_of_reverse


def test_weight_of_a_meeting_by_the_scatter_of_scores():
    assert meeting_weight([0, 0, 0]) == 1
    assert meeting_weight([-30, 30] * 8) == 45


# --- Chairs ---------------------------------------------------------------------------------------
def test_people_take_the_chair_they_have_had_least():
    assert chairs([1, 2, 3], {}) == (1, 2, 3)
    assert chairs([1, 2, 3], {(1, 0): 2, (2, 0): 1}) == (3, 1, 2)
