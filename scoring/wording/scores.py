"""The words of each game's scores: one module a game, with the same names."""

from types import ModuleType

from scoring.wording import guinote, truco, zanga

GAMES: dict[str, ModuleType] = {"guinote": guinote, "truco": truco, "zanga": zanga}


def words_of(game: str) -> ModuleType:
    """The module that says the scores of this game: `board` and its template
    `BOARD`, `said`, `short`, `EXAMPLES`."""
    return GAMES[game]
