"""Tables of typed lines: one module for each game, with the same tables in each.

These tables map the options of a tournament to a list of rows:

- `SAVED_LINES`: the typed form, the saved line, then the lines written before it.
- `REFUSED_FORMS`: the typed form, the field with the error, and a part of the error.
- `OFFERED_KINDS`: the lines written before, and the kinds of line that the page then offers,
  without the kinds that every game offers.
- `INCOMPLETE`: a form that is not filled in completely.

`PREVIEWS` is a list of rows: the options, the lines written before, the typed form, then sentences
of the preview. `DEFAULT` is the options that most tests use.
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
