"""Pure checks: whether a written result is confirmed, and whether two results agree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Party:
    """An account (its key, or its name if it is deleted), or a side of the table.

    With no field, the party is Tapete itself, whose results need no confirmation.
    """

    user: int | None = None
    side: int | None = None
    name: str = ""

    @property
    def is_house(self) -> bool:
        """Return whether the party is a user with a role or Tapete, and not a side."""
        return self.side is None


def is_confirmed(needed: int, parties: Iterable[Party]) -> bool:
    """Return whether the writer and the signers of a result suffice for `needed` confirmations.

    With `needed` 0, the writer suffices. With 1, both sides or one user with a role suffice. With
    2, a user with a role and one more party of any kind suffice. Tapete alone always suffices.

    >>> pilar, a, b = Party(user=1), Party(side=0), Party(side=1)
    >>> is_confirmed(1, [a]), is_confirmed(1, [a, b]), is_confirmed(1, [pilar])
    (False, True, True)
    >>> is_confirmed(2, [a, b]), is_confirmed(2, [pilar]), is_confirmed(2, [a, pilar])
    (False, False, True)
    """
    different = set(parties)
    house = any(party.is_house for party in different)
    if needed == 0 or Party() in different:
        return True
    return house or len(different) > 1 if needed == 1 else house and len(different) > 1


def results_agree(one: Mapping[str, Any], other: Mapping[str, Any], counted: str) -> bool:
    """Return whether two results have the same winner, `forfeit` and tally `counted`."""
    return (
        one["winner"] == other["winner"]
        and one["forfeit"] == other["forfeit"]
        and list(one["tallies"][counted]) == list(other["tallies"][counted])
    )
