"""Bounds that no pairing can better: proofs of an answer, and the couples that may be in it."""

import numpy as np
import scipy  # its parts are loaded when they are used: half a second
from numpy.typing import NDArray

from tournaments.pairing.pool import Bools, Ints, Pool

# No bound is looked for in a larger pool.
COUNTED_UP_TO = 256

Floats = NDArray[np.float64]
# A float holds every whole number up to here.
EXACT_FLOAT = 2**53


def least_differences(points: Ints, power: int = 1) -> int:
    """The least sum of differences (to a power, 1 or more) of points over all couples, whoever
    has met whom; one rests where they are odd.

    Neighbours of the ranking are the best couples of all; and to let an odd one rest, best is one
    with an even number before it.

    >>> least_differences(np.array([3, 0, 2, 2, 5]))
    2
    """
    ranked = np.sort(points)
    steps = np.diff(ranked) ** power
    if len(ranked) % 2 == 0:
        return int(steps[::2].sum())
    before = np.concatenate(([0], np.cumsum(steps[::2])))
    after = np.concatenate((np.cumsum(steps[1::2][::-1])[::-1], [0]))
    return int((before + after).min())


def least_conceded(pool: Pool, boards: Ints) -> dict[str, int]:
    """The least of each thing that any pairing of the pool concedes, whatever else it does.

    What `boards`, the pairing made, has none of needs no proof. By name, in couples: `forbidden`,
    `rematches`, `wishes`; in points: `difference_sum`.
    """
    least = {}
    made = pool.clashes(*boards.T)
    for name, place in (("forbidden", 0), ("rematches", 1), ("wishes", 2)):
        if not made[place].any():
            least[name] = 0
        elif len(pool) <= COUNTED_UP_TO:
            rows = np.arange(len(pool))
            costs = pool.clashes(rows[:, None], rows[None, :])[place]
            least[name] = unavoidable(costs > 0)
    least["difference_sum"] = 0 if pool.gap else least_differences(pool.points)
    return least


def unavoidable(bad: Bools) -> int:
    """Return the fewest `bad` couples (a square) of any perfect matching; one rests if odd."""
    good = ~bad
    if len(good) % 2:
        good = np.pad(good, (0, 1), constant_values=True)
    np.fill_diagonal(good, False)
    if 2 * good.sum(axis=1).min() >= len(good):  # Dirac: then all may be
        return 0
    import rustworkx  # here: 4 MB that a draw alone needs

    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(good))
    graph.add_edges_from_no_data([(a, b) for a, b in np.argwhere(np.triu(good)).tolist()])
    return len(good) // 2 - len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def possible(weights: NDArray[np.int64], most: int) -> Bools:
    """The couples that may be in a perfect matching of total weight `most` or less.

    `weights`, from 0 up, is square and symmetric. False are at least those whose weight plus the
    least of the others, by the duals of the assignment problem, is more than `most`.
    """
    allowed = weights <= most
    np.fill_diagonal(allowed, False)
    if most * len(weights) >= EXACT_FLOAT:
        return allowed
    costs = np.where(allowed, weights, np.inf)
    try:
        twice, least = _duals(costs)
    except ValueError:  # somebody has nobody left
        return np.zeros_like(allowed)
    spare = 2 * most - least
    return allowed & (2 * costs - twice[:, None] - twice[None, :] <= spare)


def _duals(costs: Floats) -> tuple[Floats, float]:
    """Twice the price of each, such that no couple costs less than its two prices, and their sum.

    From the assignment problem, whose half is the least a matching can cost, by the shortest ways
    between the assigned (Bellman and Ford). Raises ValueError when there is no assignment.
    """
    rows, columns = scipy.optimize.linear_sum_assignment(costs)
    chooser = np.argsort(columns)
    steps = costs[chooser] - costs[chooser, rows][:, None]
    there = np.zeros(len(costs))
    while True:
        shorter = np.minimum(there, (there[:, None] + steps).min(axis=0))
        if np.array_equal(shorter, there):
            break
        there = shorter
    here = costs[rows, columns] - there[columns]
    return here + there, float(costs[rows, columns].sum())


def level_enough(points: Ints, most: int, resting: int | None = None) -> Bools:
    """The couples that may be in a pairing with a sum of squared differences of `most` or less.

    `resting` is the score of the one who rests, if odd. The least with a couple is its difference
    and the neighbours of the ranking of the others. The answer is square, by rows.
    """
    scores, place, counts = np.unique(points, return_inverse=True, return_counts=True)
    if resting is not None:
        counts[scores == resting] -= 1
    ranked = np.repeat(scores, counts)
    ends = np.cumsum(counts)
    enough = np.zeros((len(scores), len(scores)), np.bool_)
    for lower in np.flatnonzero(counts):
        upper = np.arange(lower, len(scores))
        upper = upper[counts[upper] > (upper == lower)]
        # The ranking without the first of the lower score and the last of each upper one.
        left = np.arange(len(ranked) - 2)
        left = left + (left >= ends[lower] - counts[lower])
        left = left + (left >= ends[upper, None] - 1)
        rest = ranked[left]
        least = ((rest[:, 1::2] - rest[:, ::2]) ** 2).sum(axis=1)
        enough[lower, upper] = least + (scores[upper] - scores[lower]) ** 2 <= most
    return np.asarray((enough | enough.T)[np.ix_(place, place)])
