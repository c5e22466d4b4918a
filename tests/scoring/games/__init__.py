"""Tables of typed lines: one module per game, with the same tables in each.

These tables map the options of a tournament to a list of rows:

- `SAVED`: the typed form, the line saved, then the lines written before.
- `REFUSED`: the typed form, the field refused and a part of its error.
- `OFFERED`: the lines written before, and the kinds of line offered next. The kinds that every game
  offers are left out.
- `INCOMPLETE`: a half-typed form.

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
