"""The cheapest way of putting people in twos, unique and the same on every machine."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import numpy as np

from tournaments.pairing.couples import Couple

LOT_BITS = 48


def cheapest_pairs(costs: Mapping[Couple, int], seed: str, label: str) -> tuple[Couple, ...] | None:
    """The perfect matching of lowest total cost, in order; None when there is no perfect one.

    `costs` has the allowed couples, lower number first, with whole costs from 0 up to 2^60.
    Between matchings of equal cost the seed decides: each couple draws a lot (the first 48 bits
    of its ball, `seed|label|lower-higher`) and the lowest sum of lots wins.

    >>> cheapest_pairs({(1, 2): 5, (3, 4): 5, (1, 3): 1, (2, 4): 1}, "seed", "round")
    ((1, 3), (2, 4))
    """
    pairs = most_pairs(costs, seed, label)
    return pairs if pairs and 2 * len(pairs) == len(_people(costs)) else None


def most_pairs(costs: Mapping[Couple, int], seed: str, label: str) -> tuple[Couple, ...]:
    """The largest matching of lowest total cost, in order; () where nobody may meet anybody.

    `costs` and the lots between matchings of equal size and cost as in `cheapest_pairs`. Who has
    no couple left in it stays alone.

    >>> most_pairs({(1, 2): 5, (1, 3): 1, (1, 4): 7}, "seed", "clock 2")
    ((1, 3),)
    """
    couples, numbers = sorted(costs), _people(costs)
    node = {number: place for place, number in enumerate(numbers)}
    pairs = _largest(
        len(numbers),
        [(node[one], node[other]) for one, other in couples],
        [costs[couple] for couple in couples],
        lots(couples, seed, label),
    )
    return tuple((numbers[one], numbers[other]) for one, other in pairs)


def matched(
    size: int, couples: Sequence[Couple], costs: Sequence[int], ties: Sequence[int]
) -> tuple[Couple, ...] | None:
    """The cheapest perfect matching of 0, 1, … size - 1, lower first, in order; or None.

    Of equal cost, that with the lowest sum of `ties`, each below 2^48. Lists as long as `couples`.
    """
    if not couples or size % 2:
        return None
    pairs = _largest(size, couples, costs, ties)
    return pairs if 2 * len(pairs) == size else None


def _people(costs: Mapping[Couple, int]) -> list[int]:
    return sorted({number for couple in costs for number in couple})


def _largest(
    size: int, couples: Sequence[Couple], costs: Sequence[int], ties: Sequence[int]
) -> tuple[Couple, ...]:
    """As `matched`, of those that make most couples."""
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


def lot(couple: Couple, seed: str, label: str) -> int:
    """Return what one couple draws."""
    return lots([couple], seed, label)[0]
