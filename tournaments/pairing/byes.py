"""The positions of the byes of a bracket, spread evenly over it."""


def bracket_size(entrants: int) -> int:
    """Return the smallest power of two that holds all entrants.

    >>> [bracket_size(n) for n in (2, 3, 4, 5, 107)]
    [2, 4, 4, 8, 128]
    """
    return 1 << (entrants - 1).bit_length()


def spread_order(positions: int) -> tuple[int, ...]:
    """Return positions 1..`positions` (a power of two) in bit-reversed order.

    The first positions of this order, however many, are spread evenly: two halves of the bracket,
    or of any part of the bracket, differ by one position at most.

    >>> spread_order(8)
    (1, 5, 3, 7, 2, 6, 4, 8)
    """
    order = [0]
    while len(order) < positions:
        order = [2 * place for place in order] + [2 * place + 1 for place in order]
    return tuple(place + 1 for place in order)


def bye_positions(entrants: int) -> tuple[int, ...]:
    """Return the first-round positions with one side, in the order in which the byes are placed.

    >>> bye_positions(5)
    (1, 3, 2)
    """
    size = bracket_size(entrants)
    return spread_order(size // 2)[: size - entrants]
