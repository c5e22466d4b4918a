"""Pairings with as few earlier meetings as possible, then with about equal points.

Up to EXACT_UP_TO rows, every couple is weighed. A larger pool starts from neighbours in the
ranking. Then a window around each couple that should not meet is paired anew, by its exact optimum.
A board is a couple that has been paired, and a clash is a board of two rows that should not meet.
"""

from collections.abc import Iterator

import numpy as np

from tournaments.pairing.matching import EMPTY_CHAIR, largest_matching, lots
from tournaments.pairing.pool import Ints, Pool, as_ints, packed_costs

# The exact optimum of this many rows takes a fifth of a second. The time is cubic: 500 rows would
# take almost a second.
EXACT_UP_TO = 300
# A window has REACH boards on either side of a clash in the first turn. Each turn doubles this
# number of boards, up to FARTHEST.
REACH, FARTHEST = 2, 64
# In place of the resting row, if the number of rows is even.
NOBODY = -1

Draw = tuple[str, str]  # the seed and the label of the lots


def level_pairs(pool: Pool, draw: Draw) -> tuple[Ints, int]:
    """Return the couples of rows (couples × 2), and the row that rests or NOBODY.

    An earlier wish comes before all later ones: a row with the fewest byes rests; no forbidden
    couple; the fewest earlier meetings; the wishes by tags; few points for the bye; the least
    sum of squared distances; lots.
    """
    if len(pool) <= EXACT_UP_TO:
        return best_couples(pool, np.arange(len(pool)), draw, odd=bool(len(pool) % 2))
    boards, resting = neighbours(pool, np.arange(len(pool)))
    return far_changes(pool, windows(pool, boards, draw), draw), resting


def neighbours(pool: Pool, rows: Ints) -> tuple[Ints, int]:
    """Return the boards as if all these rows could meet, best row first, and the resting row.

    If their number is odd, the last row among those with the fewest byes rests. With `gap`,
    each row of the upper half then meets the row at the same index in the lower half; without
    `gap`, neighbours meet.
    """
    ranked_rows, resting = rows[pool.order(rows)], NOBODY
    if len(rows) % 2:
        resting = int(ranked_rows[pool.may_rest()[ranked_rows]][-1])
        ranked_rows = ranked_rows[ranked_rows != resting]
    if pool.gap:
        return np.stack(np.split(ranked_rows, 2), axis=1), resting
    return ranked_rows.reshape(-1, 2), resting


def least_squares(points: Ints) -> int:
    """Return the least sum of squared differences of points, ignoring earlier meetings.

    Neighbours in the ranking are the best couples. With an odd number, the best bye is a row with
    an even number of rows before it.

    >>> least_squares(np.array([3, 0, 2, 2, 5]))
    4
    """
    steps = as_ints(np.diff(np.sort(points))) ** 2
    if len(points) % 2 == 0:
        return int(steps[::2].sum())
    sums_before = np.concatenate(([0], np.cumsum(steps[::2])))
    sums_after = np.concatenate((np.cumsum(steps[1::2][::-1])[::-1], [0]))
    return int((sums_before + sums_after).min())


# --- Windows ------------------------------------------------------------------------------------
def windows(pool: Pool, boards: Ints, draw: Draw) -> Ints:
    """Return the boards, paired anew in a window around each clash.

    In each turn, a clash outside the windows of earlier clashes gets a window of `reach` boards on
    either side, which is paired anew optimally. The next turn doubles `reach` for a clash if its
    window costs more than `_least_total`, and has improved or still has a forbidden couple or a
    rematch.
    """
    boards = boards.copy()
    clashes = np.flatnonzero(pool.clashing(*boards.T)).tolist()
    reach = REACH
    while clashes and reach <= FARTHEST:
        wider_clashes: list[int] = []
        for first, last in _spans(clashes, reach, len(boards)):
            total_before, rows = pool.total(boards[first:last]), boards[first:last].ravel()
            boards[first:last], _nobody = best_couples(pool, rows, draw)
            total_after = pool.total(boards[first:last])
            if total_after != _least_total(pool, rows) and (
                total_after < total_before or any(total_after[:2])
            ):
                wider_clashes += [clash for clash in clashes if first <= clash < last]
        clashes, reach = wider_clashes, 2 * reach
    return boards


def _least_total(pool: Pool, rows: Ints) -> tuple[int, int, int, int]:
    """Return the least `Pool.total` of these rows, as if all could meet."""
    return 0, 0, 0, 0 if pool.gap else least_squares(pool.points[rows])


def _spans(clashes: list[int], reach: int, boards: int) -> Iterator[tuple[int, int]]:
    end = 0
    for clash in clashes:
        if clash >= end:
            first, end = max(clash - reach, end), min(clash + reach + 1, boards)
            yield first, end


def far_changes(pool: Pool, boards: Ints, draw: Draw) -> Ints:
    """Return the boards after repairing remaining clashes with boards of the whole pool.

    A clash is paired anew with the nearest boards that can exchange rivals with it without a clash,
    at most FARTHEST of them. It stays if there are none.
    """
    boards = boards.copy()
    for clash in np.flatnonzero(pool.clashing(*boards.T)):
        first, second = boards[clash]
        if not pool.clashing(first, second):
            continue
        upper, lower = boards.T
        straight_clashes = pool.clashing(first, upper) | pool.clashing(second, lower)
        crossed_clashes = pool.clashing(first, lower) | pool.clashing(second, upper)
        usable_boards = np.flatnonzero(~(straight_clashes & crossed_clashes))
        usable_boards = usable_boards[usable_boards != clash]
        if usable_boards.size:
            nearest = usable_boards[
                np.argsort(np.abs(usable_boards - clash), kind="stable")[:FARTHEST]
            ]
            window = np.sort(np.append(nearest, clash))
            boards[window], _nobody = best_couples(pool, boards[window].ravel(), draw)
    return boards


# --- The exact optimum --------------------------------------------------------------------------
def best_couples(pool: Pool, rows: Ints, draw: Draw, odd: bool = False) -> tuple[Ints, int]:
    """Return the best couples of these rows, in ranking order, and the row that rests.

    Without `odd` no row rests (NOBODY).
    """
    rows = rows[pool.order(rows)]
    first, second = np.triu_indices(len(rows), 1)
    levels = [*pool.clashes(rows[first], rows[second]), np.zeros_like(first)]
    levels.append(pool.distances(rows[first], rows[second]))
    if odd:
        able_rows = np.flatnonzero(pool.may_rest()[rows])
        points = pool.points[rows[able_rows]]
        first = np.append(first, able_rows)
        second = np.append(second, np.full(len(able_rows), len(rows)))
        zeros, bye_points = np.zeros(len(able_rows), np.int64), points - points.min()
        bye_levels = (zeros, zeros, zeros, bye_points, zeros)
        levels = [np.append(*level) for level in zip(levels, bye_levels, strict=True)]
    names = np.append(pool.numbers[rows], EMPTY_CHAIR)
    ends = np.sort(names[np.stack((first, second), axis=1)]).tolist()
    costs = packed_costs(levels, (len(rows) + 1) // 2)
    couples = largest_matching(
        np.stack((first, second), axis=1), costs, lots(map(tuple, ends), *draw)
    )
    resting = couples[couples[:, 1] == len(rows), 0]
    couples = rows[couples[couples[:, 1] < len(rows)]]
    return couples, int(rows[resting[0]]) if odd else NOBODY
