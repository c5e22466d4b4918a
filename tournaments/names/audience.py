"""The audience of a page: the rounds and the names that it may see.

A function that reads rounds or writes names takes the audience as an argument (`published_rounds`,
`Entry.title_for`). A page passes `request.audience`. An action passes EVERY_ROUND, or EVERYTHING if
it needs names. The audience NOBODY sees numbers instead of names, and only announced rounds.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from tournaments.words import Unit


@dataclass(frozen=True, slots=True)
class Audience:
    """What a visitor may see. Without arguments, the audience is NOBODY.

    - `names`: whether it sees names.
    - `hidden_rounds`: the keys of the published rounds that it does not see; None hides all
      unannounced rounds.
    - `unit`: the word for an entry, if numbers replace names.
    - `now`: the moment at which it looks; None for the present.
    """

    names: bool = False
    hidden_rounds: frozenset[int] | None = None
    unit: Unit | None = None
    now: datetime | None = None

    @property
    def moment(self) -> datetime:
        """Return the moment that decides whether a round is announced."""
        return self.now or timezone.now()

    @property
    def mark(self) -> str:
        """Return the part of a cache key that stands for `hidden_rounds` and `names`."""
        rounds = "announced"
        if self.hidden_rounds is not None:
            rounds = ".".join(map(str, sorted(self.hidden_rounds)))
        return rounds if self.names else f"{rounds}-numbers"

    def number_title(self, number: object, unit: Unit | None = None) -> str:
        """Return «Pareja 12», which replaces a name; `unit` is used if the audience has no unit."""
        unit = self.unit or unit
        assert unit is not None
        word = str(unit.one)
        return f"{word[:1].upper()}{word[1:]} {number}"


NOBODY = Audience()
EVERYTHING = Audience(names=True, hidden_rounds=frozenset())
# Stored data must not depend on the viewer: a draw counts unannounced rounds too.
EVERY_ROUND = Audience(hidden_rounds=frozenset())


def paper_audience(unit: Unit | None) -> Audience:
    """Return the audience of paper, which sees all rounds, and names if `unit` is None."""
    return replace(EVERYTHING, names=unit is None, unit=unit)
