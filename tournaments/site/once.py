"""Answers of the database that a request that only reads asks for once."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from tournaments.models import Tournament

Answer = TypeVar("Answer")


def once(tournament: Tournament, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return what `ask` answers; while only reading, its first answer, shared."""
    if tournament.request_cache is None:
        return ask()
    answer: Answer = tournament.request_cache.once(question, ask)
    return answer
