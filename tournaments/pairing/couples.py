"""Two people, by their numbers; and the chair in front of whoever rests."""

Couple = tuple[int, int]

EMPTY_CHAIR = 0  # entries are numbered from 1


def pair_key(one: int, other: int) -> Couple:
    """The two numbers, lower first: how a meeting is named wherever order does not matter."""
    return (one, other) if one < other else (other, one)
