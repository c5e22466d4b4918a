"""The cheapest way of putting people in twos, unique and the same on every machine."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import numpy as np

from tournaments.pairing.couples import Couple

LOT_BITS = 48


def most_pairs(costs: Mapping[Couple, int], seed: str, label: str) -> tuple[Couple, ...]:
    """The largest matching of lowest total cost, in order. Who has no couple in it stays alone.

    `costs` has the allowed couples, lower number first, with whole costs from 0 up to 2^60.
    Between matchings of equal size and cost the seed decides: each couple draws a lot (the first
    48 bits of its ball, `seed|label|lower-higher`) and the lowest sum of lots wins.

    >>> most_pairs({(1, 2): 5, (3, 4): 5, (1, 3): 1, (2, 4): 1}, "seed", "round")
    ((1, 3), (2, 4))
    >>> most_pairs({(1, 2): 5, (1, 3): 1, (1, 4): 7}, "seed", "clock 2")
    ((1, 3),)
    """
    couples, numbers = sorted(costs), sorted({number for couple in costs for number in couple})
    node = {number: place for place, number in enumerate(numbers)}
    pairs = largest(
        len(numbers),
        [(node[one], node[other]) for one, other in couples],
        [costs[couple] for couple in couples],
        lots(couples, seed, label),
    )
    return tuple((numbers[one], numbers[other]) for one, other in pairs)


def largest(
    size: int, couples: Sequence[Couple], costs: Sequence[int], ties: Sequence[int]
) -> tuple[Couple, ...]:
    """The largest matching of 0, 1, … size - 1 of lowest cost, lower first, in order.

    Of equal cost, that with the lowest sum of `ties`, each below 2^48. Lists as long as `couples`.
    """
    if not couples:
        return ()
    # One lot is below 2^48 and there are fewer lots than people: their sum never reaches a unit.
    unit = size << LOT_BITS
    weighed = [cost * unit + lot for cost, lot in zip(costs, ties, strict=True)]
    heaviest = max(weighed) + 1
    import rustworkx  # here: 4 MB that a draw alone needs

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(
        [
            (one, other, heaviest - weight)
            for (one, other), weight in zip(couples, weighed, strict=True)
        ]
    )
    # A set, in another order each time.
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(edge), max(edge)) for edge in matching))


def lots(couples: Iterable[Couple], seed: str, label: str) -> list[int]:
    """Return the lot of each couple, below 2^48: the beginning of the ball of `lower-higher`."""
    before, pairs = f"{seed}|{label}|".encode(), list(couples)
    if not pairs:
        return []
    # Written once a number and not once a couple: there are tens of thousands of couples.
    lower = {one: b"%b%d-" % (before, one) for one in {one for one, _other in pairs}}
    higher = {other: b"%d" % other for other in {other for _one, other in pairs}}
    digests = b"".join([sha256(lower[one] + higher[other]).digest() for one, other in pairs])
    beginnings = np.frombuffer(digests, ">u8").reshape(len(pairs), -1)[:, 0]
    return [*(beginnings >> np.uint64(64 - LOT_BITS)).tolist()]
