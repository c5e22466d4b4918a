"""What the desk says of a result that cannot be read, in plain words and with an example."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from rules.core import RuleError
from rules.reading import hyphens
from tournaments.refusal import Refused

_ONLY_NUMBERS = re.compile(r"[0-9\s+-]*")
UNREAD = ("line_unreadable", "not_a_side")
REASON = _("no se presenta")


def plain(
    error: RuleError, *, place: str, typed: str, example: str, ends: Sequence[str]
) -> Refused | RuleError:
    """Return the refusal of a result typed at the desk. Where it speaks of the notation, it says
    what can be typed instead; what the rules say of numbers that were understood stays.

    `ends` are the results that are possible, where they are few.
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


def by_how_much(names: str, place: str, example: str) -> Refused:
    """Return what is asked of somebody who types only who has won: `names` says who meet."""
    return Refused(
        "desk_by_how_much",
        _("%(names)s: escriba también el resultado, por ejemplo «%(line)s»."),
        field="line",
        names=names,
        line=f"{place} {example}",
    )
