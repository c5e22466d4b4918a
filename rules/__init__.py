"""The rules of the games: plain values in and out, nothing but the standard library.

The words of the games and the articles are in `SOURCES.md`.
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
    """The game of this key; raises `game_unknown`."""
    if not isinstance(key, str) or key not in GAMES:
        raise refusal("game_unknown", "game", value=key, allowed=GAMES)
    return GAMES[key]
