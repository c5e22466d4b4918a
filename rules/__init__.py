"""The rules of the games: plain values in and out, nothing but the standard library."""

from rules import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from rules.core import Game, refusal

GAMES: dict[str, Game] = {
    guinote.KEY: guinote,
    truco.KEY: truco,
    zanga.KEY: zanga,
    malilla.KEY: malilla,
    tarot.KEY: tarot,
    revesino.KEY: revesino,
    cientos.KEY: cientos,
    marcador.KEY: marcador,
}


def game(key: object) -> Game:
    """The game of this key; raises `game_unknown`."""
    if not isinstance(key, str) or key not in GAMES:
        raise refusal("game_unknown", "game", value=key, allowed=", ".join(GAMES))
    return GAMES[key]
