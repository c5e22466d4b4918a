"""As many twos as can be made of whom may meet whom, the cheapest of them, unique everywhere."""

from collections.abc import Mapping

import rustworkx

from tournaments.pairing.matching import LOT_BITS, lot


def most_pairs(
    costs: Mapping[tuple[int, int], int], seed: str, label: str
) -> tuple[tuple[int, int], ...]:
    """The largest matching of lowest total cost, in order; () where nobody may meet anybody.

    `costs` has the allowed couples, lower number first, with whole costs from 0 up to 2^60. Who
    has no couple left in it stays alone. Between matchings of equal size and cost the seed
    decides as in `matching.cheapest_pairs`: the lowest sum of the couples' lots wins.

    >>> most_pairs({(1, 2): 5, (1, 3): 1, (1, 4): 7}, "seed", "clock 2")
    ((1, 3),)
    """
    couples = sorted(costs)
    numbers = sorted({number for couple in couples for number in couple})
    if not numbers:
        return ()
    # A lot is below 2^48 and there are fewer lots than numbers: their sum never reaches a unit.
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
    return tuple(sorted((numbers[min(edge)], numbers[max(edge)]) for edge in found))
