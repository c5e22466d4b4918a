"""The positions of the byes of a bracket, spread over every part of it."""


def bracket_size(entrants: int) -> int:
    """The power of two that holds them all.

    >>> [bracket_size(n) for n in (2, 3, 4, 5, 107)]
    [2, 4, 4, 8, 128]
    """
    return 1 << (entrants - 1).bit_length()


def spread_order(positions: int) -> tuple[int, ...]:
    """Positions 1..`positions` (a power of two) in bit-reversed order.

    Taken from the front, any number of them falls evenly: of two halves of the bracket, or of
    two halves of a half, neither ever has two more than the other.

    >>> spread_order(8)
    (1, 5, 3, 7, 2, 6, 4, 8)
    """
    order = [0]
    while len(order) < positions:
        order = [2 * place for place in order] + [2 * place + 1 for place in order]
    return tuple(place + 1 for place in order)


def bye_positions(entrants: int) -> tuple[int, ...]:
    """First-round positions with one side only, in the order the exempt are placed.

    >>> bye_positions(5)
    (1, 3, 2)
    """
    size = bracket_size(entrants)
    return spread_order(size // 2)[: size - entrants]
