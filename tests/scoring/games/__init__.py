"""Rows typed of each game, and what the site makes of them.

A module a game. By the options of a tournament, `SAVED` has what is typed, the line that is kept
and those written before; `REFUSED`, what is typed, the field and what is said beside it;
`OFFERED`, the lines written and the kinds that can come next besides those of every game;
`QUIET`, what is half typed. `PREVIEWS` has the options, the lines written, what is typed and what
is said of it.
"""

from tests.scoring.games import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga

ROWS = {
    "cientos": cientos,
    "guinote": guinote,
    "malilla": malilla,
    "marcador": marcador,
    "revesino": revesino,
    "tarot": tarot,
    "truco": truco,
    "zanga": zanga,
}
