"""The games as the site shows them, each in its own folder; `guinote` is the model to copy."""

from collections.abc import Mapping

from scoring.games import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.games.face import GameFace

GAMES: Mapping[str, GameFace] = {
    "guinote": guinote.FACE,
    "truco": truco.FACE,
    "zanga": zanga.FACE,
    "malilla": malilla.FACE,
    "tarot": tarot.FACE,
    "revesino": revesino.FACE,
    "cientos": cientos.FACE,
    "marcador": marcador.FACE,
}
