"""A round's name as the hall says it: «Cuartos de final», «Ronda 3»."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditLine

Text = str | Promise

# By the ties of the round: its name, and where somebody falls.
KNOCKOUT: dict[int, tuple[Text, Text]] = {
    1: (_("Final"), _("en la final")),
    2: (_("Semifinales"), _("en semifinales")),
    4: (_("Cuartos de final"), _("en cuartos de final")),
    8: (_("Octavos de final"), _("en octavos de final")),
    16: (_("Dieciseisavos de final"), _("en dieciseisavos de final")),
}


def ties_in(round: int, first_round: int) -> int:
    """How many ties a knockout's round has, when the first has so many positions; 0 unknown.

    >>> ties_in(1, 64), ties_in(7, 64), ties_in(1, 0)
    (64, 1, 0)
    """
    return first_round >> (round - 1)


def round_name(round: int, ties: int = 0) -> str:
    """The name of a knockout's round of so many ties; without them, or with very many, its number.

    >>> round_name(7, 1), round_name(1, 64), round_name(2)
    ('Final', 'Ronda 1', 'Ronda 2')
    """
    if ties in KNOCKOUT:
        return str(KNOCKOUT[ties][0])
    return gettext("Ronda %(round)s") % {"round": round}


def call_name(number: int) -> str:
    """By the clock there are no rounds.

    >>> call_name(12)
    'Llamada 12'
    """
    return gettext("Llamada %(number)s") % {"number": number}


def changed_in_words(line: AuditLine) -> str:
    """Of the act `change_rounds`: from how many to how many, why, and who said so."""
    name = "blocks" if "blocks" in line.after else "rounds"
    words = (
        gettext("De %(before)s bloques a %(after)s. Motivo: %(reason)s (%(by)s, %(at)s)")
        if name == "blocks"
        else gettext("De %(before)s rondas a %(after)s. Motivo: %(reason)s (%(by)s, %(at)s)")
    )
    return words % {
        "before": line.before[name],
        "after": line.after[name],
        "reason": line.reason,
        "by": line.author_name or "Tapete",
        "at": date_format(timezone.localtime(line.at), "SHORT_DATETIME_FORMAT"),
    }


def in_round(round: int, ties: int = 0) -> str:
    """Where somebody falls or plays.

    >>> in_round(5, 4), in_round(2)
    ('en cuartos de final', 'en la ronda 2')
    """
    if ties in KNOCKOUT:
        return str(KNOCKOUT[ties][1])
    return gettext("en la ronda %(round)s") % {"round": round}
