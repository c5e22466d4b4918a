"""Two people, by their numbers; and the empty chair opposite a resting entry."""

Couple = tuple[int, int]

EMPTY_CHAIR = 0  # entries are numbered from 1


def pair_key(one: int, other: int) -> Couple:
    """Return the two numbers, lower first: the key of a meeting if order does not matter."""
    return (one, other) if one < other else (other, one)
