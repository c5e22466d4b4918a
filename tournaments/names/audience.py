"""The audience of a page: the rounds that it may not see, and whether it may read names.

An audience holds for one request (`seen_by`), as a language does. Queries of rounds
(`selectors.rounds.published`) and names (`Entry.title`) ask for it. Those who help at a tournament,
and work without a request, see everything.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.wording.units import Unit


@dataclass(frozen=True, slots=True)
class Audience:
    """`hidden` has the keys of the rounds not announced yet. `unit` is the word for an entry where
    names are not said, and None where they are. `now` is the moment at which that was so."""

    hidden: frozenset[int] = frozenset()
    unit: Unit | None = None
    now: datetime | None = None

    @property
    def mark(self) -> str:
        """Return a text that two audiences share if they see the same."""
        rounds = ".".join(map(str, sorted(self.hidden)))
        return f"{rounds}{'-numbers' if self.unit else ''}"

    def called(self, number: object) -> str:
        """«Pareja 12», what stands for a name. There must be a `unit`."""
        assert self.unit is not None
        word = str(self.unit.one)
        return f"{word[:1].upper()}{word[1:]} {number}"


EVERYTHING = Audience()
_audience: ContextVar[Audience] = ContextVar("audience", default=EVERYTHING)


def audience() -> Audience:
    """The audience of the page that is being made."""
    return _audience.get()


def moment() -> datetime:
    """The moment of the page: what is announced at an hour is so for all of the page, or not."""
    return audience().now or timezone.now()


def is_hidden(key: int) -> bool:
    """Whether the audience does not know of the round with this key."""
    return key in audience().hidden


@contextmanager
def seen_by(audience: Audience) -> Iterator[None]:
    """Make what is made inside for this audience."""
    token = _audience.set(audience)
    try:
        yield
    finally:
        _audience.reset(token)


def change_audience(audience: Audience) -> None:
    """Make what comes until the end of the `seen_by` around it for this audience."""
    _audience.set(audience)
