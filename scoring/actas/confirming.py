"""Whether a result that somebody wrote is confirmed, and whether two say the same. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Party:
    """An account by its key, or a side of the table; both None is Tapete, which is believed."""

    user: int | None = None
    side: int | None = None

    @property
    def is_house(self) -> bool:
        """Whether the tournament itself answers: somebody who helps at it, or Tapete."""
        return self.side is None


def is_confirmed(needed: int, parties: Iterable[Party]) -> bool:
    """Whether these, who wrote a result and signed it, are enough where a tournament asks for
    `needed` confirmations (0, 1 or 2).

    None: whoever writes is believed. One: the other side signs, or it is of somebody who helps at
    the tournament, whose word is worth it. Two: somebody who helps, and one more of any kind.

    >>> pilar, a, b = Party(user=1), Party(side=0), Party(side=1)
    >>> is_confirmed(1, [a]), is_confirmed(1, [a, b]), is_confirmed(1, [pilar])
    (False, True, True)
    >>> is_confirmed(2, [a, b]), is_confirmed(2, [pilar]), is_confirmed(2, [a, pilar])
    (False, False, True)
    """
    different = set(parties)
    house = any(one.is_house for one in different)
    if needed == 0 or Party() in different:
        return True
    return house or len(different) > 1 if needed == 1 else house and len(different) > 1


def agree(one: Mapping[str, Any], other: Mapping[str, Any], counted: str) -> bool:
    """Whether two finished records have the same winner and the same count, however written."""
    return (
        one["winner"] == other["winner"]
        and one["forfeit"] == other["forfeit"]
        and list(one["tallies"][counted]) == list(other["tallies"][counted])
    )
