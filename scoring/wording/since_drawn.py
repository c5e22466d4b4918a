"""Sentences about what has changed since a draw, and what would come out of it now."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.selectors.draws.since_drawn import ANOTHER, NONE, OVER, RESULT, SAME, Change

NOW: Mapping[str, str | Promise] = {
    SAME: gettext_lazy("Con los resultados de ahora saldría el mismo sorteo."),
    ANOTHER: gettext_lazy("Con los resultados de ahora saldría otro sorteo."),
    OVER: gettext_lazy(
        "Con los resultados de ahora la fase ya habría terminado y esta ronda no se sortearía."
    ),
    NONE: gettext_lazy("Con los resultados de ahora esta ronda aún no se podría sortear."),
}


def said(change: Change) -> str:
    """«la partida 12 se corrigió el 3 de mayo de 2026 a las 18:40»."""
    when = _when(change)
    if change.kind != RESULT:
        words = _("cambió la manera de contar o alguna sanción")
        return f"{words} {when}".strip()
    if change.number is None:
        words = _("se corrigió lo que hizo quien descansaba")
    else:
        words = _("la partida %(number)s se corrigió") % {"number": change.number}
    return f"{words} {when}".strip()


def _when(change: Change) -> str:
    if change.at is None:
        return ""
    local = timezone.localtime(change.at)
    return _("el %(day)s a las %(hour)s") % {
        "day": date_format(local, "DATE_FORMAT"),
        "hour": date_format(local, "H:i"),
    }
