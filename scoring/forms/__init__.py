"""Forms of `scoring`. Each game brings its own lines: see `guinote.py`, the one to copy."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core import Score
from scoring.forms import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from scoring.forms.lines import COMMON, LineForm

GAMES: dict[str, tuple[type[LineForm], ...]] = {
    "guinote": guinote.FORMS,
    "truco": truco.FORMS,
    "zanga": zanga.FORMS,
    "malilla": malilla.FORMS,
    "revesino": revesino.FORMS,
    "tarot": tarot.FORMS,
    "cientos": cientos.FORMS,
    "marcador": marcador.FORMS,
}


def line_forms(
    game: str, score: Score[Any], options: Any, *, every: bool = False, at_table: bool = False
) -> dict[str, type[LineForm]]:
    """The kinds of line that can come next in a match of this game, the usual ones first.

    `every` one there is, for what a page opened before somebody else's line may send. Those who
    play (`at_table`) write what happens in every match; what a referee rules is not theirs.
    """
    return {
        form.KIND: form
        for form in (GAMES[game] if at_table else (*GAMES[game], *COMMON))
        if (form.ORDINARY or not at_table)
        and (every or (not score.over and form.can_happen(score, options)))
    }


def usual_kind(kinds: Mapping[str, type[LineForm]], written: Iterable[str]) -> str:
    """The kind offered unasked: as the table keeps its match so far, or else the first.

    `written` are the kinds of the lines of the acta, the last one first.
    """
    ordinary = [kind for kind, form in kinds.items() if form.ORDINARY]
    return next((kind for kind in written if kind in ordinary), next(iter(kinds)))


def kinds_in_sight(kinds: Mapping[str, type[LineForm]]) -> list[str]:
    """The kinds that need no looking for: the first one, and every ordinary one."""
    return [
        kind for number, (kind, form) in enumerate(kinds.items()) if not number or form.ORDINARY
    ]
