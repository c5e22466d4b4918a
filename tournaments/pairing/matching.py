"""The cheapest way to pair entries, unique and the same on every machine."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.pool import EXACT_INT, Ints, as_ints

Couple = tuple[int, int]  # two entries, by their numbers
EMPTY_CHAIR = 0  # opposite a resting entry; entries are numbered from 1
LOT_BITS = 48


def pair_key(first: int, second: int) -> Couple:
    """Return the two numbers, lower first: the key of a meeting if order does not matter."""
    return (first, second) if first < second else (second, first)


def most_pairs(costs: Mapping[Couple, int], seed: str, label: str) -> tuple[Couple, ...]:
    """Return the largest matching of lowest total cost, in order; the other entries stay alone.

    `costs` has the allowed couples, lower number first, with whole costs from 0 up to 2^60. Among
    matchings of equal size and cost the seed decides: each couple draws a lot (the first 48 bits of
    the SHA-256 of `seed|label|lower-higher`), and the lowest sum of lots wins.

    >>> most_pairs({(1, 2): 5, (3, 4): 5, (1, 3): 1, (2, 4): 1}, "seed", "round")
    ((1, 3), (2, 4))
    >>> most_pairs({(1, 2): 5, (1, 3): 1, (1, 4): 7}, "seed", "clock 2")
    ((1, 3),)
    """
    if not costs:
        return ()
    couples = sorted(costs)
    numbers, ends = np.unique(couples, return_inverse=True)
    pairs = largest_matching(
        ends.reshape(-1, 2),
        np.array([costs[couple] for couple in couples]),
        lots(couples, seed, label),
    )
    return tuple((first, second) for first, second in numbers[pairs].tolist())


def largest_matching(couples: Ints, costs: NDArray[Any], ties: Ints) -> Ints:
    """Return the largest matching of lowest cost: sorted couples (× 2), the lower number first.

    `couples` is an array of shape (couples, 2) with entries from 0 on. Among equal costs, the
    lowest sum of `ties` wins; each tie is below 2^48.
    """
    # A lot is below 2^48 and a matching has fewer lots than entries: their sum never reaches one
    # unit of cost.
    size = int(couples.max()) + 1
    unit = size << LOT_BITS
    if (int(costs.max()) + 1) * unit >= EXACT_INT:  # larger numbers need Python's own integers
        costs = costs.astype(object)
    total_costs = costs * unit + ties
    import rustworkx  # imported here: 4 MB of memory that only a draw needs

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    weights = (int(total_costs.max()) + 1 - total_costs).tolist()
    graph.add_edges_from(list(zip(*couples.T.tolist(), weights, strict=True)))
    # The matching is a set, whose order differs each time.
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return as_ints(sorted((min(edge), max(edge)) for edge in matching))


def lots(couples: Iterable[Couple], seed: str, label: str) -> Ints:
    """Return the lot of each couple, below 2^48, as `most_pairs` draws it."""
    prefix, pairs = f"{seed}|{label}|".encode(), list(couples)
    # Encode each number once, not each couple: there are tens of thousands of couples.
    lower = {first: b"%b%d-" % (prefix, first) for first in {first for first, _second in pairs}}
    higher = {second: b"%d" % second for second in {second for _first, second in pairs}}
    digests = b"".join([sha256(lower[first] + higher[second]).digest() for first, second in pairs])
    first_64_bits = np.frombuffer(digests, ">u8").reshape(len(pairs), 4)[:, 0]
    return as_ints(first_64_bits >> np.uint64(64 - LOT_BITS))
