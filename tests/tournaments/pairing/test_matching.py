"""Tests of matchings, compared with every possible matching and with networkx."""

from itertools import combinations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing.every import every_pairing
from tournaments.pairing.matching import lots, most_pairs


def cost_and_lot(costs, pairs):
    return sum(costs[pair] for pair in pairs), int(lots(pairs, "seed", "round").sum())


def complete_costs(size, prices):
    """Return the cost of each couple of the numbers from 1 to `size`, taken from `prices`."""
    return dict(zip(combinations(range(1, size + 1), 2), prices, strict=False))


@given(st.sampled_from([2, 4, 6, 8]), st.lists(st.integers(0, 3), min_size=28, max_size=28))
def test_matching_is_the_cheapest_with_ties_by_lot(size, prices):
    costs = complete_costs(size, prices)
    cheapest = min(
        every_pairing(list(range(1, size + 1))), key=lambda pairs: cost_and_lot(costs, pairs)
    )
    assert most_pairs(costs, "seed", "round") == cheapest


@pytest.mark.slow
@given(st.lists(st.integers(0, 2**59), min_size=66, max_size=66))
def test_matching_with_large_costs_agrees_with_networkx(prices):
    costs = complete_costs(12, prices)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (first, second, 2**60 - cost) for (first, second), cost in costs.items()
    )
    networkx_couples = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = most_pairs(costs, "seed", "round")
    assert sum(costs[pair] for pair in pairs) == sum(
        costs[tuple(sorted(couple))] for couple in networkx_couples
    )


@given(st.sets(st.sampled_from(list(combinations(range(1, 9), 2))), min_size=4))
def test_matching_leaves_a_number_out_only_if_necessary(allowed_couples):
    costs = dict.fromkeys(allowed_couples, 1)
    numbers = sorted({number for pair in allowed_couples for number in pair})
    all_can_pair = len(numbers) % 2 == 0 and any(
        set(pairs) <= allowed_couples for pairs in every_pairing(numbers)
    )
    assert (2 * len(most_pairs(costs, "seed", "round")) == len(numbers)) == all_can_pair


def test_cheap_couple_does_not_leave_the_other_numbers_unpaired():
    costs = {(1, 2): 900, (2, 3): 0, (3, 4): 900}
    assert most_pairs(costs, "seed", "round") == ((1, 2), (3, 4))


def test_empty_matching_has_no_pairs():
    assert most_pairs({}, "seed", "round") == ()


def test_seed_decides_between_matchings_of_equal_cost():
    costs = complete_costs(8, [0] * 28)
    matchings = {most_pairs(costs, seed, "round") for seed in "abcdefgh"}
    assert len(matchings) > 4
