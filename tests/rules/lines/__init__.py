"""The lines of every game: `HANDS` as the rules hold them, `TYPED` by people, in any `WORDS`."""

from tests.rules.lines import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga

LINES = {
    "cientos": cientos,
    "guinote": guinote,
    "malilla": malilla,
    "marcador": marcador,
    "revesino": revesino,
    "tarot": tarot,
    "truco": truco,
    "zanga": zanga,
}
