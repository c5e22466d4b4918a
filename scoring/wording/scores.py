"""The words of each game's scores: one module a game, with the same names."""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.wording import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.wording.counts import count

GAMES: dict[str, ModuleType] = {
    "guinote": guinote,
    "truco": truco,
    "zanga": zanga,
    "malilla": malilla,
    "revesino": revesino,
    "tarot": tarot,
    "cientos": cientos,
    "marcador": marcador,
}


# How any game writes that the referee ends a match before its end.
STOPS = (
    ("arbitro fin: motivo", gettext_lazy("se para la partida y vale el tanteo")),
    ("arbitro tablas: motivo", gettext_lazy("se para la partida y no gana nadie")),
)


def words_of(game: str) -> ModuleType:
    """The module that says the scores of this game: `board` and its template
    `BOARD`, `said`, `short`, `EXAMPLES`."""
    return GAMES[game]


def examples_of(game: str, options: Any) -> Sequence[tuple[str, Any]]:
    """How a line of such a match is written, and what it means: `EXAMPLES`, or what the game's
    `examples` answers where its lengths are written in ways of their own."""
    words = words_of(game)
    own = words.examples(options) if hasattr(words, "examples") else words.EXAMPLES
    return (*own, *STOPS)


def against(numbers: Iterable[int], unit: int = 1) -> str:
    """Return what the sides counted, one against the other: «7–5», and «+20 / −20» below nothing.

    >>> against([7, 5]), against([-20, 20])
    ('7–5', '−20 / +20')
    """
    counted = list(numbers)
    signed = min(counted, default=0) < 0
    told = (count(number, unit, signed=signed) for number in counted)
    return (" / " if signed else "–").join(told)


def minus(number: int | str) -> str:
    """A number with a minus that is as wide as the plus.

    >>> minus(-104), minus(7)
    ('−104', '7')
    """
    return str(number).replace("-", "−")


def winner_first(numbers: Sequence[int], winner: int | None) -> list[int]:
    """The counts as a sentence says them, the winner's before the others.

    >>> winner_first([1, 4, 2], 1), winner_first([1, 4], None)
    ([4, 1, 2], [1, 4])
    """
    first = winner or 0
    return [numbers[first], *numbers[:first], *numbers[first + 1 :]]
