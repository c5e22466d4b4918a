"""Texts about tallies that an acta does not state, and about unreadable desk results."""

import re
from collections.abc import Collection, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core import AnyGame, RuleError, Score, Step
from rules.reading import hyphens
from scoring.games.figures import versus_text
from scoring.standings.words.tiebreaks import TALLIES
from tournaments.refusal import Refused


def unstated_tallies_in(
    game: AnyGame, steps: Sequence[Step[object]], ranked: Collection[str]
) -> list[str]:
    """Return, in order, the ranked tallies that some of these lines do not state."""
    left = {tally for step in steps for tally in game.unstated_tallies(step.hand)}
    return [tally for tally in game.match_tallies if tally in ranked and tally in left]


def counted_instead_sentence(
    game: AnyGame,
    start: Score[object],
    steps: Sequence[Step[object]],
    tallies: Sequence[str],
    unit: int = 1,
) -> str:
    """Return the sentence on what the standings count for `tallies` that lines do not state.

    Return "" if `tallies` is empty. `start` is the score before the lines of `steps`.
    """
    if not tallies:
        return ""
    parts = []
    for tally in tallies:
        at = game.tallies.index(tally)
        there, each = start.tallies[at], []
        for step in steps:
            now = step.score.tallies[at]
            gained = [after - before for after, before in zip(now, there, strict=True)]
            if any(gained):
                each.append(versus_text(gained, unit))
            there = now
        values = {"tally": TALLIES[tally], "each": ", ".join(each), "all": versus_text(there, unit)}
        parts.append(gettext("%(tally)s: %(each)s (en todo el encuentro, %(all)s)") % values)
    return gettext("Esto también cuenta en la clasificación. Si no se escribe, vale %(parts)s.") % {
        "parts": "; ".join(parts)
    }


def tallies_question(tallies: Collection[str]) -> str:
    """Return the sentence that asks the writer for these optional tallies; "" for no tallies."""
    if not tallies:
        return ""
    names = ", ".join(str(TALLIES[tally]) for tally in sorted(tallies))
    return gettext("En la clasificación cuentan también: %(tallies)s. Escríbalo si lo sabe.") % {
        "tallies": names
    }


def whole_result_hint(example: str) -> str:
    """Return the sentence with `example`, a whole result as typed at the desk: «12 31 23 30».

    Return "" without an example.
    """
    return gettext("Para escribirlo todo: «%(line)s».") % {"line": example} if example else ""


# --- Typed ----------------------------------------------------------------------------------------
# Refusals of an unreadable desk result, in plain words with an example.
_ONLY_NUMBERS = re.compile(r"[0-9\s+-]*")
UNREAD = ("line_unreadable", "not_a_side")
REASON = _("no se presenta")


def desk_refusal(
    error: RuleError, *, place: str, typed: str, example: str, ends: Sequence[str]
) -> Refused | RuleError:
    """Return the refusal of a result typed at the desk.

    If the text cannot be read, the refusal shows what to type instead. If the numbers are readable
    but break a rule of the game, `error` is returned.

    `place` and `typed` are the table and the result as typed. `example` is a result that can be
    typed. `ends` are the possible results, if there are few.
    """
    if error.code == "reason_missing":
        line = f"{place} pierde A: {REASON}"
        return Refused(
            "desk_reason",
            _("Escriba el motivo detrás de dos puntos, por ejemplo «%(line)s»."),
            field="line",
            line=line,
        )
    numbers = _ONLY_NUMBERS.fullmatch(hyphens(typed)) is not None
    unread = error.code in UNREAD or not any(sign.isdigit() for sign in typed)
    if numbers and ends and error.code in UNREAD:
        return Refused(
            "desk_numbers",
            _("El resultado «%(typed)s» no puede ser. Puede ser: %(ends)s."),
            field="line",
            typed=typed,
            ends=", ".join(ends),
        )
    if not example or not (unread or (numbers and "count" in error.code)):
        return error
    return Refused(
        "desk_result",
        _(
            "No se entiende «%(typed)s». Escriba la mesa y, detrás, los números del resultado, uno "
            "por bando: por ejemplo «%(line)s»."
        ),
        field="line",
        typed=typed,
        line=f"{place} {example}",
    )


def margin_refusal(names: str, place: str, example: str) -> Refused:
    """Return the refusal of a desk result that has only a winner; it asks for the numbers.

    `names` are the sides of the match.
    """
    return Refused(
        "desk_by_how_much",
        _("%(names)s: escriba también el resultado, por ejemplo «%(line)s»."),
        field="line",
        names=names,
        line=f"{place} {example}",
    )
