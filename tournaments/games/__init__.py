"""The words of each game; `guinote` is the model to copy."""

from collections.abc import Mapping

from tournaments.games import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from tournaments.games.words import GameWords

GAMES: Mapping[str, GameWords] = {
    "guinote": guinote.WORDS,
    "truco": truco.WORDS,
    "zanga": zanga.WORDS,
    "malilla": malilla.WORDS,
    "tarot": tarot.WORDS,
    "revesino": revesino.WORDS,
    "cientos": cientos.WORDS,
    "marcador": marcador.WORDS,
}
