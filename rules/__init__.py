"""The rules of the games: plain values in and out, nothing but the standard library."""

from rules import guinote
from rules.core import Game, refusal

GAMES: dict[str, Game] = {guinote.KEY: guinote}


def game(key: str) -> Game:
    """The game of this key; raises `game_unknown`."""
    try:
        return GAMES[key]
    except KeyError:
        raise refusal("game_unknown", "game", value=key, allowed=", ".join(GAMES)) from None
