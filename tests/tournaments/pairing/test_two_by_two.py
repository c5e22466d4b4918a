"""Two by two, and kept apart in a bracket: never worse than the balls, exact when few."""

import random
from itertools import combinations

from tests.rows import each
from tests.tournaments.pairing.every import every_pairing
from tournaments.pairing.apart import meeting_round, separate
from tournaments.pairing.two_by_two import exchange_partners, two_by_two


def test_the_balls_stay_when_they_break_nothing():
    drawn = two_by_two((4, 2, 9, 1, 7), {(2, 9): 5}, {4: 3}, "s", "round")
    assert drawn == ((4, 9), (1, 7), (2,))


@each("count", 6, 7, 8)
def test_the_cheapest_of_all(count):
    for luck in range(20):
        dice = random.Random(luck)
        numbers = list(range(1, count + 1))
        costs = {two: dice.randrange(1, 9) for two in combinations(numbers, 2)}
        rests = {number: dice.randrange(9) for number in numbers}
        drawn = two_by_two(numbers, costs, rests, "s", str(luck))

        def cost(sides, costs=costs, rests=rests):
            return sum(
                costs[tuple(sorted(one))] if len(one) == 2 else rests[one[0]] for one in sides
            )

        assert cost(drawn) == min(map(cost, every_pairing(numbers)))


def test_mending_never_makes_it_worse():
    for luck in range(20):
        dice = random.Random(luck)
        couples = [(2 * n - 1, 2 * n) for n in range(1, 30)]
        costs = {
            two: dice.randrange(1, 9)
            for two in combinations(range(1, 59), 2)
            if dice.random() < 0.3
        }
        before = sum(costs.get(couple, 0) for couple in couples)
        mended = exchange_partners(couples, costs)
        assert sorted(n for couple in mended for n in couple) == list(range(1, 59))
        assert sum(costs.get(tuple(sorted(couple)), 0) for couple in mended) <= before


def test_the_round_in_which_two_slots_meet():
    assert [meeting_round(0, slot) for slot in (1, 2, 3, 4, 8, 15)] == [1, 2, 2, 3, 4, 4]
    assert meeting_round(6, 7) == 1


def test_two_families_of_four_in_eight_slots_meet_as_late_as_they_can():
    costs = dict.fromkeys(combinations((1, 2, 3, 4), 2), 1)
    costs |= dict.fromkeys(combinations((5, 6, 7, 8), 2), 1)
    placed = separate({n: n - 1 for n in range(1, 9)}, [range(1, 9)], costs, 3)
    assert sorted(placed.values()) == list(range(8))
    for slot in range(0, 8, 2):
        here = [n for n, at in placed.items() if at in (slot, slot + 1)]
        assert min(here) <= 4 < max(here)


def test_only_those_drawn_alike_change_places():
    placed = separate({1: 0, 2: 1, 3: 2, 4: 3}, [[1, 3], [2], [4]], {(1, 2): 1}, 2)
    assert placed == {1: 2, 2: 1, 3: 0, 4: 3}
