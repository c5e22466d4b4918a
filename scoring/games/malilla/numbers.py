"""Malilla: the counts of a day's hands."""

from django.utils.translation import gettext_lazy as _

from rules.malilla.hands import Deal, Misdeal
from scoring.games.numbers import Number, in_events, in_line

NUMBERS = (
    Number("deals", _("manos apuntadas"), in_line(Deal)),
    Number("capotes", _("capotes"), in_events("malilla.capote")),
    Number("alces", _("alces cobrados"), in_events("malilla.alce")),
    Number("doubled", _("manos que pagan doble o más"), in_events("malilla.doubled")),
    Number("faults", _("faltas de diez tantos"), in_line(Deal, lambda deal: len(deal.faults))),
    Number("misdeals", _("manos mal dadas"), in_line(Misdeal)),
)
