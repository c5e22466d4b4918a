"""What a request that only reads asks of the database once."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from tournaments.models import Tournament

Answer = TypeVar("Answer")


def once(tournament: Tournament, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return what `ask` answers; in a request that only reads, what it answered the first time.

    Whoever asks in the same request shares the answer, so nobody changes it.
    """
    if tournament.request_cache is None:
        return ask()
    answer: Answer = tournament.request_cache.once(question, ask)
    return answer
