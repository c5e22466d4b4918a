"""Forms of `scoring`. Each game brings its own lines: see `guinote.py`, the one to copy."""

from typing import Any

from rules.core import Score
from scoring.forms import guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.forms.lines import COMMON, LineForm

GAMES: dict[str, tuple[type[LineForm], ...]] = {
    "guinote": guinote.FORMS,
    "truco": truco.FORMS,
    "zanga": zanga.FORMS,
    "malilla": malilla.FORMS,
    "revesino": revesino.FORMS,
    "tarot": tarot.FORMS,
    "marcador": marcador.FORMS,
}


def line_forms(
    game: str, score: Score[Any], options: Any, *, every: bool = False
) -> dict[str, type[LineForm]]:
    """The kinds of line that can come next in a match of this game, the usual ones first.

    `every` one there is, for what a page opened before somebody else's line may send.
    """
    return {
        form.KIND: form
        for form in (*GAMES[game], *COMMON)
        if every or (not score.over and form.can_happen(score, options))
    }
