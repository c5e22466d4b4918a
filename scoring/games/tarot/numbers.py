"""Tarot: the counts of a day's deals."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from rules.core import Step
from rules.tarot.hands import Deal, Passed
from scoring.games.numbers import Number, in_line
from tournaments.games.tarot import CONTRACTS


def _contract(name: str) -> Callable[[Step], int]:
    return in_line(Deal, lambda deal: deal.contract == name)


NUMBERS = (
    Number("deals", _("repartos apuntados"), in_line(Deal)),
    *(Number(name, label, _contract(name)) for name, label in CONTRACTS.items()),
    Number("poignees", _("poignées"), in_line(Deal, lambda deal: len(deal.poignees))),
    Number("petits", _("petits al final"), in_line(Deal, lambda deal: deal.petit is not None)),
    Number("slams", _("chelems"), in_line(Deal, lambda deal: deal.slam is not None)),
    Number("passed", _("repartos en que pasan todos"), in_line(Passed)),
)
