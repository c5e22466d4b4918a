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
        """Return whether the party is a user with a role, or Tapete: not a side of the table."""
        return self.side is None


def is_confirmed(confirmations: int, parties: Iterable[Party]) -> bool:
    """Return whether the writer and the signers of a result suffice for this many confirmations.

    With 0, the writer suffices. With 1, both sides or one user with a role suffice. With
    2, a user with a role and one more party of any kind suffice. Tapete alone always suffices.

    >>> pilar, a, b = Party(user=1), Party(side=0), Party(side=1)
    >>> is_confirmed(1, [a]), is_confirmed(1, [a, b]), is_confirmed(1, [pilar])
    (False, True, True)
    >>> is_confirmed(2, [a, b]), is_confirmed(2, [pilar]), is_confirmed(2, [a, pilar])
    (False, False, True)
    """
    distinct_parties = set(parties)
    has_house = any(party.is_house for party in distinct_parties)
    if confirmations == 0 or Party() in distinct_parties:
        return True
    return (
        has_house or len(distinct_parties) > 1
        if confirmations == 1
        else has_house and len(distinct_parties) > 1
    )


def results_agree(result: Mapping[str, Any], other_result: Mapping[str, Any], tally: str) -> bool:
    """Return whether two results have the same winner, `forfeit` and count of `tally`."""
    return (
        result["winner"] == other_result["winner"]
        and result["forfeit"] == other_result["forfeit"]
        and list(result["tallies"][tally]) == list(other_result["tallies"][tally])
    )
