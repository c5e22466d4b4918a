"""The cheapest way of putting everybody in twos, unique and the same on every machine."""

from collections.abc import Mapping

import rustworkx

from tournaments.pairing.draw import ball

LOT_BITS = 48


def cheapest_pairs(
    costs: Mapping[tuple[int, int], int], seed: str, label: str
) -> tuple[tuple[int, int], ...] | None:
    """The perfect matching of lowest total cost, in order; None when there is no perfect one.

    `costs` has the allowed couples, lower number first, with whole costs from 0 up to 2^60.
    Between matchings of equal cost the seed decides: each couple draws a lot (the first 48 bits
    of its ball, `seed|label|lower-higher`) and the lowest sum of lots wins.

    >>> cheapest_pairs({(1, 2): 5, (3, 4): 5, (1, 3): 1, (2, 4): 1}, "seed", "round")
    ((1, 3), (2, 4))
    """
    couples = sorted(costs)
    numbers = sorted({number for couple in couples for number in couple})
    if not numbers or len(numbers) % 2:
        return None
    # One lot is below 2^48 and there are fewer lots than numbers: their sum never reaches a unit.
    unit = len(numbers) << LOT_BITS
    weighed = [costs[couple] * unit + lot(couple, seed, label) for couple in couples]
    heaviest = max(weighed) + 1
    node = {number: place for place, number in enumerate(numbers)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(numbers)
    graph.add_edges_from(
        [
            (node[one], node[other], heaviest - weight)
            for (one, other), weight in zip(couples, weighed, strict=True)
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(numbers):
        return None
    return tuple(sorted((numbers[min(edge)], numbers[max(edge)]) for edge in found))


def lot(couple: tuple[int, int], seed: str, label: str) -> int:
    """What the couple draws from the seed, below 2^48: only to choose between equals."""
    return int(ball(seed, label, f"{couple[0]}-{couple[1]}")[: LOT_BITS // 4], 16)
