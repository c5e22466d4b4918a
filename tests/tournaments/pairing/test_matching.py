"""Each matching against all the matchings there are, and against networkx."""

from itertools import combinations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.every import every_pairing
from tournaments.pairing.matching import lots, most_pairs


def total(costs, pairs):
    return sum(costs[pair] for pair in pairs), int(lots(pairs, "seed", "round").sum())


def complete(size, prices):
    return dict(zip(combinations(range(1, size + 1), 2), prices, strict=False))


@settings(deadline=None)
@given(st.sampled_from([2, 4, 6, 8]), st.lists(st.integers(0, 3), min_size=28, max_size=28))
def test_the_cheapest_of_all_with_ties_by_lot(size, prices):
    costs = complete(size, prices)
    cheapest = min(every_pairing(list(range(1, size + 1))), key=lambda p: total(costs, p))
    assert most_pairs(costs, "seed", "round") == cheapest


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.integers(0, 2**59), min_size=66, max_size=66))
def test_the_same_cost_as_networkx_with_large_numbers(prices):
    costs = complete(12, prices)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, 2**60 - cost) for (a, b), cost in costs.items())
    oracle = networkx.max_weight_matching(graph, maxcardinality=True)
    ours = most_pairs(costs, "seed", "round")
    assert sum(costs[pair] for pair in ours) == sum(costs[tuple(sorted(p))] for p in oracle)


@settings(deadline=None)
@given(st.sets(st.sampled_from(list(combinations(range(1, 9), 2))), min_size=4))
def test_somebody_is_left_over_only_if_somebody_must_be(allowed):
    costs = dict.fromkeys(allowed, 1)
    numbers = sorted({number for pair in allowed for number in pair})
    possible = len(numbers) % 2 == 0 and any(
        set(pairs) <= allowed for pairs in every_pairing(numbers)
    )
    assert (2 * len(most_pairs(costs, "seed", "round")) == len(numbers)) == possible


def test_a_cheap_couple_does_not_leave_the_others_without_a_rival():
    costs = {(1, 2): 900, (2, 3): 0, (3, 4): 900}
    assert most_pairs(costs, "seed", "round") == ((1, 2), (3, 4))


def test_nobody_to_pair():
    assert most_pairs({}, "seed", "round") == ()


def test_between_equals_the_seed_decides():
    costs = complete(8, [0] * 28)
    answers = {most_pairs(costs, seed, "round") for seed in "abcdefgh"}
    assert len(answers) > 4
