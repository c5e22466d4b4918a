"""Guiñote: the counts of a day's hands."""

from django.utils.translation import gettext_lazy as _

from rules.guinote.hands import Deal, Renuncio
from scoring.games.numbers import Number, in_events, in_line


def _sung(deal: Deal, value: int) -> int:
    return sum(cante.value == value for cante in deal.cantes)


NUMBERS = (
    Number("deals", _("repartos apuntados"), in_line(Deal)),
    Number("forties", _("cantes de cuarenta"), in_line(Deal, lambda deal: _sung(deal, 40))),
    Number("twenties", _("cantes de veinte"), in_line(Deal, lambda deal: _sung(deal, 20))),
    Number("second_deals", _("partidas que van de vueltas"), in_events("guinote.vueltas")),
    Number(
        "declared",
        _("partidas cantadas como ganadas"),
        in_events("guinote.partida_won", by="declared"),
    ),
    Number("renuncios", _("renuncios"), in_line(Renuncio)),
)
