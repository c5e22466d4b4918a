"""The games as the site shows them. Each is a folder; `guinote` is the one to copy."""

from collections.abc import Mapping

from scoring.games.cientos import CIENTOS
from scoring.games.face import GameFace
from scoring.games.guinote import GUINOTE
from scoring.games.malilla import MALILLA
from scoring.games.marcador import MARCADOR
from scoring.games.revesino import REVESINO
from scoring.games.tarot import TAROT
from scoring.games.truco import TRUCO
from scoring.games.zanga import ZANGA

GAMES: Mapping[str, GameFace] = {
    "guinote": GUINOTE,
    "truco": TRUCO,
    "zanga": ZANGA,
    "malilla": MALILLA,
    "tarot": TAROT,
    "revesino": REVESINO,
    "cientos": CIENTOS,
    "marcador": MARCADOR,
}
