"""Groups of the tied, split by values."""

import numpy as np

from scoring.standings.columns import Ints


def refined(groups: Ints, *values: Ints) -> Ints:
    """The groups split by the values, the first of them before the second, the highest first.

    Groups are numbers from 0, the best first, and stay in their order.

    >>> refined(np.array([0, 0, 1, 0]), np.array([5, 7, 9, 5])).tolist()
    [1, 0, 2, 1]
    """
    if not len(groups):
        return groups
    keys = [groups, *(-one for one in values)]
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(groups), dtype=np.bool_)
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    split = np.empty(len(groups), dtype=np.int64)
    split[order] = np.cumsum(new)
    return split
