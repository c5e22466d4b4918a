"""The games as the site shows them, each in its own folder; `guinote` is the model to copy."""

from collections.abc import Mapping
from typing import Any

from scoring.games import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.games.face import AnyFace, GameFace

_FACES: Mapping[str, GameFace[Any, Any]] = {
    "guinote": guinote.FACE,
    "truco": truco.FACE,
    "zanga": zanga.FACE,
    "malilla": malilla.FACE,
    "tarot": tarot.FACE,
    "revesino": revesino.FACE,
    "cientos": cientos.FACE,
    "marcador": marcador.FACE,
}
GAMES: Mapping[str, AnyFace] = (
    _FACES  # The types of each game are erased here, as in `rules.GAMES`.
)
