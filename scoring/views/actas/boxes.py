"""A line that is corrected, in the boxes in which it was written."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.functional import SimpleLazyObject

from rules.core import RuleError
from scoring import acta_words
from scoring.games import GAMES
from scoring.games.boxes import boxes_of
from scoring.games.lines import (
    Kinds,
    LineForm,
    NotationForm,
    kinds_after,
    kinds_in_sight,
    usual_kind,
)
from scoring.selectors.matches.actas import fold_lines
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Boxes:
    """The form of one line of an acta, and the kinds of line that could be in its place."""

    form: LineForm
    kinds: Kinds

    def context(self) -> dict[str, Any]:
        """Return the context of `scoring/corrections/correct_boxes.html`."""
        self.form.focus()
        return {
            "line_form": self.form,
            "kinds": [(kind, form.TAB) for kind, form in self.kinds.items()],
            "in_sight": kinds_in_sight(self.kinds),
        }


def boxes_at(
    match: Match,
    lines: list[str],
    at: int,
    *,
    inserted: bool,
    kind: str = "",
    typed: QueryDict | None = None,
) -> Boxes | None:
    """Return the boxes of line `at`, filled with it or with what was `typed`; empty for one that is
    inserted before it, or of another `kind`. None where the lines before it cannot be."""
    game, options = match.tournament.rules, match.game_rules()
    forms = GAMES[game.key].forms
    try:
        before = fold_lines(match, lines[: at - 1])
        hand = None if inserted else game.parse(lines[at - 1])
    except RuleError:
        return None
    titles = SimpleLazyObject(lambda: acta_words.side_titles(match))
    about: dict[str, Any] = {"options": options, "titles": titles}
    kinds = kinds_after(forms, before.score, options, every=typed is not None)
    if typed is None and hand is not None:
        filled = boxes_of(forms, game, before.score, hand, **about)
        kinds = kinds | {filled.kind: type(filled)}
        if kind in ("", filled.kind):
            return Boxes(filled, kinds)
    chosen = kinds.get(kind) or kinds[usual_kind(kinds, [])] if kinds else NotationForm
    if typed is not None:
        typed = typed.copy()
        typed["number"] = str(at)
    form = chosen(typed, game=game, score=before.score, initial={"number": at}, **about)
    return Boxes(form, kinds)
