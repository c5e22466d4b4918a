"""Questions of this app to the one above it, which keeps the results and cannot be imported here.

That app gives its answers once, when it is ready: a module with the names of `Above`. (Kinds of
work are many, and of both apps: each registers its own in `tournaments.jobs`.)
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from django.apps import apps
from django.contrib.auth.models import User

from tournaments.models import Stage, Tournament
from tournaments.selectors.entries import Offer


class Above(Protocol):
    """The interface of `scoring.answers`."""

    def stage_over(self, stage: Stage) -> bool:
        """Whether nothing is left to draw or to play in the stage. 8 queries at most."""
        ...

    def offer(self, stage: Stage) -> Offer | None:
        """Return who has come late and could play at once with those who rest; None where nobody
        could. Two queries at most then, 15 otherwise."""
        ...

    def welcome(self, tournament: Tournament, author: User | None) -> None:
        """People have just come in, or come back: whoever is called at once by the clock is.

        One query where nobody is called."""
        ...

    def chain_in_words(self, chain: Sequence[str]) -> str:
        """The tie-breaks of a stage, as the memory of the house keeps them."""
        ...

    def counting_in_words(self, kept: Mapping[str, Any]) -> str:
        """How its matches count, likewise; "" for the usual way."""
        ...


def above() -> Above:
    return cast(Above, apps.get_app_config("tournaments").above)
