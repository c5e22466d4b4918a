"""The words of each game's scores: one module a game, with the same names."""

from collections.abc import Iterable
from types import ModuleType

from scoring.wording import cientos, guinote, malilla, truco, zanga

GAMES: dict[str, ModuleType] = {
    "guinote": guinote,
    "truco": truco,
    "zanga": zanga,
    "malilla": malilla,
    "cientos": cientos,
}


def words_of(game: str) -> ModuleType:
    """The module that says the scores of this game: `board` and its template
    `BOARD`, `said`, `short`, `EXAMPLES`."""
    return GAMES[game]


def against(numbers: Iterable[int]) -> str:
    """What the sides counted, one against the other: «7–5», and «+20 / −20» below nothing.

    >>> against([7, 5]), against([-20, 20])
    ('7–5', '−20 / +20')
    """
    counted = list(numbers)
    if min(counted, default=0) >= 0:
        return "–".join(map(str, counted))
    return " / ".join(f"{number:+}".replace("-", "−") for number in counted)
