"""Tables that play real cards by themselves, by the rules of each game, to make actas for tests.

Each module has `LEVELS`, the ways to record a match: with every deal, or only results. Its
`play_match(options, seed, level)` returns the lines of a whole match, the same for a seed.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules.core import Game, match_by_chance

DEALS = "deals"


def levels(game: Game) -> tuple[str, ...]:
    """Return the ways to record a match of this game; a game without a table has only `DEALS`."""
    table = _table(game)
    return (DEALS,) if table is None else table.LEVELS


def play_match(game: Game, options: Any, seed: str, level: str = DEALS) -> list[Any]:
    """Return the lines of a match that the game's table plays, or random lines without a table."""
    table = _table(game)
    return (
        match_by_chance(game, options, seed)
        if table is None
        else table.play_match(options, seed, level)
    )


def _table(game: Game) -> Any:
    name = f"{__name__}.{game.key}"
    return import_module(name) if find_spec(name) else None
