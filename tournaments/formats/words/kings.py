"""Partners drawn with the pack, as text to read aloud."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.kings import Deal, PartnerDraw, PlayingCard
from tournaments.words import Text

RANKS: dict[int, Text] = {
    1: _("as"),
    2: _("dos"),
    3: _("tres"),
    4: _("cuatro"),
    5: _("cinco"),
    6: _("seis"),
    7: _("siete"),
    10: _("sota"),
    11: _("caballo"),
    12: _("rey"),
}

SUITS: dict[str, Text] = {
    "oros": _("oros"),
    "copas": _("copas"),
    "espadas": _("espadas"),
    "bastos": _("bastos"),
}


def card_name(card: PlayingCard) -> str:
    """Return the name of a card: «rey de copas»."""
    return gettext("%(rank)s de %(suit)s") % {"rank": RANKS[card.rank], "suit": SUITS[card.suit]}


def aloud(partners: PartnerDraw) -> Iterator[str]:
    """Yield the lines of the draw: the circle, every card, the pairs, and the person left over."""
    circle = ", ".join(map(str, partners.circle))
    yield gettext("Alrededor de la mesa, por este orden: %(circle)s.") % {"circle": circle}
    for number, deal in enumerate(partners.deals, start=1):
        yield gettext("Reparto %(number)s.") % {"number": number}
        yield from _of_deal(deal)
    if partners.odd is not None:
        yield gettext("El número %(number)s se queda sin compañero.") % {"number": partners.odd}


def _of_deal(deal: Deal) -> Iterator[str]:
    for person, card in deal.cards:
        yield gettext("Al %(number)s: %(card)s.") % {"number": person, "card": card_name(card)}
    if deal.void:
        yield gettext("Hay cartas iguales que no deciden: se repite.")
    if deal.pairs:
        pairs = ", ".join(gettext("%(a)s y %(b)s") % {"a": a, "b": b} for a, b in deal.pairs)
        text = ngettext("Pareja: %(pairs)s.", "Parejas: %(pairs)s.", len(deal.pairs))
        yield text % {"pairs": pairs}
