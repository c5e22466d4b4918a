"""Zanga: the counts of a day's hands."""

from django.utils.translation import gettext_lazy as _

from rules.zanga.hands import Deal
from scoring.games.numbers import Number, in_events, in_line

NUMBERS = (
    Number("deals", _("manos apuntadas"), in_line(Deal)),
    Number("alone", _("manos jugadas a solas"), in_line(Deal, lambda deal: deal.alone)),
    Number(
        "zangas",
        _("veces con las cartas de la zanga"),
        in_line(Deal, lambda deal: deal.naipes == "zanga"),
    ),
    Number("puestas", _("puestas"), in_events("zanga.left", by="puesta")),
    Number("codillos", _("codillos"), in_events("zanga.left", by="codillo")),
    Number("fives", _("cincos hechos"), in_line(Deal, lambda deal: deal.five_made is True)),
    Number("todas", _("todas hechas"), in_line(Deal, lambda deal: deal.todas_made is True)),
    Number("estuches", _("estuches"), in_line(Deal, lambda deal: deal.estuche is not None)),
    Number("renuncios", _("renuncios"), in_line(Deal, lambda deal: len(deal.renuncios))),
)
