"""The audience of a page: the rounds that it may see, and whether it may read names.

A function that reads rounds takes the audience as an argument (`published`): a page gives
`request.audience`, an act EVERY_ROUND. Names (`Entry.title`) ask for the current audience, which
holds for one request, job or command (`seen_by`), as a language does. The default is NOBODY:
numbers in the place of names, and the rounds announced to everybody.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from tournaments.words import Unit


@dataclass(frozen=True, slots=True)
class Audience:
    """Nothing is shown unless said: an audience made without arguments is NOBODY.

    `names` says whether it reads names. `hidden` has the keys of the published rounds that it may
    not see, and None says that they are those not announced. `unit` is the word for an entry, where
    numbers stand for names. `now` is the moment at which that was so.
    """

    names: bool = False
    hidden: frozenset[int] | None = None
    unit: Unit | None = None
    now: datetime | None = None

    @property
    def moment(self) -> datetime:
        """The moment at which rounds are announced, or not yet."""
        return self.now or timezone.now()

    @property
    def mark(self) -> str:
        """Return a text that two audiences share if they see the same."""
        rounds = "announced"
        if self.hidden is not None:
            rounds = ".".join(map(str, sorted(self.hidden)))
        return rounds if self.names else f"{rounds}-numbers"

    def called(self, number: object, unit: Unit | None = None) -> str:
        """«Pareja 12», what stands for a name. `unit` is the word where the audience has none."""
        unit = self.unit or unit
        assert unit is not None
        word = str(unit.one)
        return f"{word[:1].upper()}{word[1:]} {number}"


NOBODY = Audience()
EVERYTHING = Audience(names=True, hidden=frozenset())
# What is written must not depend on who looks: a draw counts the rounds not announced.
EVERY_ROUND = Audience(hidden=frozenset())
_audience: ContextVar[Audience] = ContextVar("audience", default=NOBODY)


def every_round(unit: Unit | None) -> Audience:
    """Return the audience of paper: all the rounds, and names unless a word stands for them."""
    return replace(EVERYTHING, names=unit is None, unit=unit)


def current_audience() -> Audience:
    """The audience that names are said to."""
    return _audience.get()


def moment() -> datetime:
    """The moment of the page: what is announced at an hour is so for all of the page, or not."""
    return current_audience().moment


@contextmanager
def seen_by(audience: Audience) -> Iterator[None]:
    """Set the audience of the enclosing block, or of the decorated function."""
    token = _audience.set(audience)
    try:
        yield
    finally:
        _audience.reset(token)


def change_audience(audience: Audience) -> None:
    """Set the audience until the end of the enclosing `seen_by`."""
    _audience.set(audience)
