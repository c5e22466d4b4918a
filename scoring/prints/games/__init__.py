"""The actas of each game on paper: one module a game, see `guinote`, the one to copy."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.core import Score, Step
from scoring.prints.games import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.prints.grid import Form, Row


class Paper(Protocol):
    """The interface of the module of a game."""

    def form(self, options: Any, /) -> Form: ...
    def rows(self, options: Any, steps: Sequence[Step], /) -> list[Row]: ...
    def result(self, options: Any, score: Score[Any], /) -> tuple[int | str, ...]: ...


GAMES: Mapping[str, Paper] = {
    "guinote": guinote,
    "truco": truco,
    "zanga": zanga,
    "malilla": malilla,
    "revesino": revesino,
    "tarot": tarot,
    "cientos": cientos,
    "marcador": marcador,
}


def paper_of(game: str) -> Paper:
    return GAMES[game]
