"""The rules of the games. Values in, values out; only the standard library.

The articles and the words of each game are in its `SOURCES.md`.
"""

from typing import Any

from rules.cientos import CIENTOS
from rules.core import AnyGame, Game, refusal
from rules.guinote import GUINOTE
from rules.malilla import MALILLA
from rules.marcador import MARCADOR
from rules.revesino import REVESINO
from rules.tarot import TAROT
from rules.truco import TRUCO
from rules.zanga import ZANGA


def _games_by_key(*games: Game[Any, Any, Any]) -> dict[str, AnyGame]:
    """Return the games, indexed by key.

    A caller must give each game only its own options and scores. mypy cannot check this for a game
    taken by its key, so this function, and no other code, erases the types.
    """
    return {game.key: game for game in games}


GAMES = _games_by_key(GUINOTE, TRUCO, ZANGA, MALILLA, TAROT, REVESINO, CIENTOS, MARCADOR)


def game(key: object) -> AnyGame:
    """Return the game with this key; raises `game_unknown` if no game has it."""
    if not isinstance(key, str) or key not in GAMES:
        raise refusal("game_unknown", "game", value=key, allowed=GAMES)
    return GAMES[key]
