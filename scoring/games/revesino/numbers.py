"""Revesino: the counts of a day's hands."""

from django.utils.translation import gettext_lazy as _

from rules.revesino.hands import Deal, Napolitana, Revesino
from scoring.games.numbers import Number, in_events, in_line


def _sold(deal: Deal, ases: bool) -> int:
    """Count the ases sold in the hand, or the caballo de copas."""
    return sum(fate.fate == "sold" and fate.card.startswith("a") == ases for fate in deal.fates)


NUMBERS = (
    Number("deals", _("manos de partida"), in_line(Deal)),
    Number("ases", _("ases vendidos"), in_line(Deal, lambda deal: _sold(deal, True))),
    Number(
        "caballos", _("caballos de copas vendidos"), in_line(Deal, lambda deal: _sold(deal, False))
    ),
    Number("made", _("revesinos hechos"), in_line(Revesino, lambda hand: hand.cutter is None)),
    Number("cut", _("revesinos cortados"), in_line(Revesino, lambda hand: hand.cutter is not None)),
    Number("napolitanas", _("napolitanas ganadas"), in_events("revesino.napolitana_won")),
    Number(
        "napolitanas_lost", _("napolitanas perdidas"), in_line(Napolitana, lambda hand: hand.lost)
    ),
    Number("plates", _("platillos recogidos"), in_events("revesino.plate_taken")),
)
