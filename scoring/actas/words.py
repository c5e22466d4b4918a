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
    game: AnyGame, steps: Sequence[Step[object]], ranked_tallies: Collection[str]
) -> list[str]:
    """Return the ranked tallies that some line does not state, in the order of the game."""
    missing_tallies = {tally for step in steps for tally in game.unstated_tallies(step.hand)}
    return [
        tally
        for tally in game.match_tallies
        if tally in ranked_tallies and tally in missing_tallies
    ]


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
        index = game.tallies.index(tally)
        counts_before, gains = start.tallies[index], []
        for step in steps:
            counts_after = step.score.tallies[index]
            gain = [
                count_after - count_before
                for count_after, count_before in zip(counts_after, counts_before, strict=True)
            ]
            if any(gain):
                gains.append(versus_text(gain, unit))
            counts_before = counts_after
        values = {
            "tally": TALLIES[tally],
            "each": ", ".join(gains),
            "all": versus_text(counts_before, unit),
        }
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
    """Return the sentence that shows how to type a whole result at the desk: «12 31 23 30».

    Return "" without an example.
    """
    return gettext("Para escribirlo todo: «%(line)s».") % {"line": example} if example else ""


# --- Results typed at the desk --------------------------------------------------------------------
# Refusals of an unreadable desk result, in plain words with an example.
_ONLY_NUMBERS = re.compile(r"[0-9\s+-]*")
UNREADABLE_CODES = ("line_unreadable", "not_a_side")
REASON = _("no se presenta")


def desk_refusal(
    error: RuleError, *, place: str, text: str, example: str, ends: Sequence[str]
) -> Refused | RuleError:
    """Return the refusal of a result typed at the desk.

    If the text cannot be read, the refusal shows what to type instead. If the numbers are readable
    but break a rule of the game, `error` is returned.

    `place` and `text` are the table and the result as typed. `example` is a result that can be
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
    only_numbers = _ONLY_NUMBERS.fullmatch(hyphens(text)) is not None
    is_unreadable = error.code in UNREADABLE_CODES or not any(
        character.isdigit() for character in text
    )
    if only_numbers and ends and error.code in UNREADABLE_CODES:
        return Refused(
            "desk_numbers",
            _("El resultado «%(typed)s» no puede ser. Puede ser: %(ends)s."),
            field="line",
            typed=text,
            ends=", ".join(ends),
        )
    if not example or not (is_unreadable or (only_numbers and "count" in error.code)):
        return error
    return Refused(
        "desk_result",
        _(
            "No se entiende «%(typed)s». Escriba la mesa y, detrás, los números del resultado, uno "
            "por bando: por ejemplo «%(line)s»."
        ),
        field="line",
        typed=text,
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
