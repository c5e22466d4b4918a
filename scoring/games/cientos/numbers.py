"""Cientos: the counts of a day's hands."""

from django.utils.translation import gettext_lazy as _

from rules.cientos.hands import Deal
from scoring.games.numbers import Number, in_events, in_line

NUMBERS = (
    Number("deals", _("manos apuntadas"), in_line(Deal)),
    Number("secansas", _("secansas"), in_line(Deal, lambda deal: len(deal.secansas))),
    Number(
        "catorces",
        _("catorces"),
        in_line(Deal, lambda deal: sum(one.cards == 4 for one in deal.catorces)),
    ),
    Number(
        "trios",
        _("tríos"),
        in_line(Deal, lambda deal: sum(one.cards == 3 for one in deal.catorces)),
    ),
    Number("repiques", _("repiques"), in_events("cientos.repique")),
    Number("piques", _("piques"), in_events("cientos.pique")),
    Number("capotes", _("capotes"), in_events("cientos.capote")),
    Number("doubles", _("juegos dobles"), in_events("cientos.juego_won", by="doble")),
)
