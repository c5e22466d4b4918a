"""The port of this app to `scoring`, which keeps the results and cannot be imported here.

`scoring` plugs in its adapter, a module with the names of `ScoringPort`, when it is ready.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, cast

from django.apps import apps
from django.contrib.auth.models import User

from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import Offer


class ScoringPort(Protocol):
    """The interface of `scoring.adapters`."""

    def stage_over(self, stage: Stage, audience: Audience) -> bool:
        """Whether nothing is left to draw or to play in the stage."""
        ...

    def offer(self, stage: Stage, audience: Audience) -> Offer | None:
        """Return who has come late and could play with those who rest; None for nobody."""
        ...

    def is_sanctioned(self, entry: Entry) -> bool:
        """Whether the referee has ruled on the entry."""
        ...

    def missing_now(self, stage: Stage) -> Any:
        """Return who would be in the next draw without being marked as the others are."""
        ...

    def welcome(self, tournament: Tournament, author: User | None) -> None:
        """Call at once, in a stage by the clock, those who have just come in or come back."""
        ...

    def wrote_between(self, entry: Entry, since: datetime | None, until: datetime | None) -> bool:
        """Whether anything was written of a match of the entry between two moments."""
        ...

    def chain_in_words(self, chain: Sequence[str]) -> str:
        """The tie-breaks of a stage, as the memory of the house keeps them."""
        ...

    def order_in_words(self, game: str, chain: Sequence[str], *, boards: bool = False) -> str:
        """The order of the standings by a chain, in one sentence."""
        ...

    def counting_in_words(self, kept: Mapping[str, Any]) -> str:
        """How its matches count, likewise; "" for the usual way."""
        ...


def scoring_port() -> ScoringPort:
    """Return the adapter that `scoring` has plugged in."""
    return cast(ScoringPort, apps.get_app_config("tournaments").scoring_port)
