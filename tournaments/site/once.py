"""Per-request query cache for read-only requests."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from tournaments.models import Tournament

Answer = TypeVar("Answer")


def once(tournament: Tournament, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return the result of `ask`, shared by equal questions while the request only reads."""
    if tournament.request_cache is None:
        return ask()
    answer: Answer = tournament.request_cache.once(question, ask)
    return answer
