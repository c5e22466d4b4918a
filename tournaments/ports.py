"""The port of this app to `scoring`, which stores the results and cannot be imported here.

When its app is ready, `scoring` sets its adapter: a module with the functions of `ScoringPort`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.apps import apps

from tournaments.apps import TournamentsConfig
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import LateOffer
from tournaments.writer import Author


class Picture(Protocol):
    """A picture redrawn in a confined process, as JPEG."""

    @property
    def content(self) -> bytes: ...


class ScoringPort(Protocol):
    """The interface of `scoring.adapters`."""

    def stage_over(self, stage: Stage, audience: Audience) -> bool:
        """Return whether the stage has no round left to draw and no match left to play."""
        ...

    def late_offer(self, stage: Stage, audience: Audience) -> LateOffer | None:
        """Return the late entries that could play with resting entries; None if nobody could."""
        ...

    def is_sanctioned(self, entry: Entry) -> bool:
        """Return whether the referee has ruled on the entry."""
        ...

    def missing_entries_now(self, stage: Stage) -> Any:
        """Return the absent entries and the unpaid entries of the next draw."""
        ...

    def hall_clock(self, stage: Stage, audience: Audience) -> Any:
        """Return the clock of the stage's round in play; None without a clock."""
        ...

    def welcome(self, tournament: Tournament, author: Author) -> None:
        """Seat new or reinstated entries in open stages whose quota is «the rest», then call the
        free entries of stages by the clock.
        """
        ...

    def wrote_between(self, entry: Entry, start: datetime | None, end: datetime | None) -> bool:
        """Return whether a match of the entry got a line from `start` to `end`; None: no limit."""
        ...

    def refuse_photo(self, content: bytes) -> None:
        """Raise Refused 400 if the size or the first bytes do not belong to a photo."""
        ...

    def photo_to_keep(self, content: bytes) -> Picture:
        """Return the photo, upright and small. Raises Refused 400."""
        ...

    def ending_of(self, tournament: Tournament, audience: Audience) -> Any:
        """Return the end of the whole event, with its podium; None until the event is over."""
        ...

    def chain_in_words(self, chain: Sequence[str]) -> str:
        """Return the tie-breaks of a stage as text, for the audit."""
        ...

    def order_in_words(self, game: str, chain: Sequence[str], *, boards: bool = False) -> str:
        """Return a sentence about the order that a chain of tie-breaks gives to the standings."""
        ...

    def counting_in_words(self, counting: Mapping[str, Any]) -> str:
        """Return a stored counting as text for the audit; "" for the default counting."""
        ...


def scoring_port() -> ScoringPort:
    """Return the adapter that `scoring` has set."""
    config = apps.get_app_config("tournaments")
    assert isinstance(config, TournamentsConfig)
    return config.scoring_port
