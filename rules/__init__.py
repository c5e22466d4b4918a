"""The rules of the games. Values in, values out; only the standard library.

The words and the articles of each game are in `SOURCES.md`.
"""

from rules.cientos import CIENTOS
from rules.core import Game, refusal
from rules.guinote import GUINOTE
from rules.malilla import MALILLA
from rules.marcador import MARCADOR
from rules.revesino import REVESINO
from rules.tarot import TAROT
from rules.truco import TRUCO
from rules.zanga import ZANGA

GAMES: dict[str, Game] = {
    game.key: game for game in (GUINOTE, TRUCO, ZANGA, MALILLA, TAROT, REVESINO, CIENTOS, MARCADOR)
}


def game(key: object) -> Game:
    """Return the game with this key; raises `game_unknown`."""
    if not isinstance(key, str) or key not in GAMES:
        raise refusal("game_unknown", "game", value=key, allowed=GAMES)
    return GAMES[key]
