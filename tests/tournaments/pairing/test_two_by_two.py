"""Tests of pairing numbers in the drawn order, and of keeping entrants apart in a bracket."""

import random
from itertools import combinations

from tests.rows import each
from tests.tournaments.pairing.every import every_pairing
from tournaments.pairing.apart import meeting_round, separate
from tournaments.pairing.two_by_two import exchange_partners, two_by_two


def test_drawn_order_stays_if_it_breaks_no_wish():
    pairs = two_by_two((4, 2, 9, 1, 7), {(2, 9): 5}, {4: 3}, "s", "round")
    assert pairs == ((4, 9), (1, 7), (2,))


@each("count", 6, 7, 8)
def test_few_numbers_are_paired_at_the_lowest_cost(count):
    for seed in range(20):
        dice = random.Random(seed)
        numbers = list(range(1, count + 1))
        costs = {couple: dice.randrange(1, 9) for couple in combinations(numbers, 2)}
        rests = {number: dice.randrange(9) for number in numbers}
        pairs = two_by_two(numbers, costs, rests, "s", str(seed))

        def cost(sides, costs=costs, rests=rests):
            return sum(
                costs[tuple(sorted(pair))] if len(pair) == 2 else rests[pair[0]] for pair in sides
            )

        assert cost(pairs) == min(map(cost, every_pairing(numbers)))


def test_exchanging_partners_never_raises_the_cost():
    for seed in range(20):
        dice = random.Random(seed)
        couples = [(2 * number - 1, 2 * number) for number in range(1, 30)]
        costs = {
            pair: dice.randrange(1, 9)
            for pair in combinations(range(1, 59), 2)
            if dice.random() < 0.3
        }
        cost_before = sum(costs.get(couple, 0) for couple in couples)
        exchanged_couples = exchange_partners(couples, costs)
        assert sorted(number for couple in exchanged_couples for number in couple) == list(
            range(1, 59)
        )
        assert (
            sum(costs.get(tuple(sorted(couple)), 0) for couple in exchanged_couples) <= cost_before
        )


def test_meeting_round_of_two_slots():
    assert [meeting_round(0, slot) for slot in (1, 2, 3, 4, 8, 15)] == [1, 2, 2, 3, 4, 4]
    assert meeting_round(6, 7) == 1


def test_two_families_of_four_meet_as_late_as_possible_in_eight_slots():
    costs = dict.fromkeys(combinations((1, 2, 3, 4), 2), 1)
    costs |= dict.fromkeys(combinations((5, 6, 7, 8), 2), 1)
    separated_slots = separate(
        {number: number - 1 for number in range(1, 9)}, [range(1, 9)], costs, 3
    )
    assert sorted(separated_slots.values()) == list(range(8))
    for slot in range(0, 8, 2):
        neighbours = [
            number for number, place in separated_slots.items() if place in (slot, slot + 1)
        ]
        assert min(neighbours) <= 4 < max(neighbours)


def test_only_numbers_drawn_alike_exchange_slots():
    separated_slots = separate({1: 0, 2: 1, 3: 2, 4: 3}, [[1, 3], [2], [4]], {(1, 2): 1}, 2)
    assert separated_slots == {1: 2, 2: 1, 3: 0, 4: 3}
