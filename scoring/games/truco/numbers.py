"""Truco: the counts of a day's hands."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from rules.core import Step
from rules.truco.acts import Chant, Mazo
from rules.truco.hands import Deal
from scoring.games.numbers import Number, in_events, in_line


def _chanted(what: str) -> Callable[[Step], int]:
    """Count the chants written so, wanted or not."""
    return in_line(
        Deal, lambda deal: sum(type(act) is Chant and act.what == what for act in deal.acts)
    )


NUMBERS = (
    Number("deals", _("manos apuntadas"), in_line(Deal)),
    Number("envidos", _("envidos"), _chanted("e")),
    Number("real_envidos", _("reales envidos"), _chanted("re")),
    Number("falta_envidos", _("faltas envido"), _chanted("fe")),
    Number("trucos", _("trucos"), _chanted("t")),
    Number("retrucos", _("retrucos"), _chanted("rt")),
    Number("vale_cuatros", _("vale cuatros"), _chanted("v4")),
    Number(
        "mazos",
        _("veces al mazo"),
        in_line(Deal, lambda deal: sum(type(act) is Mazo for act in deal.acts)),
    ),
    Number("chicos", _("chicos ganados"), in_events("truco.chico_won")),
)
