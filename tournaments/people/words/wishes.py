"""Texts of the draw of partners and of the wishes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.singles import LOT, Deal, PartnerDraw, PlayingCard
from tournaments.pairing.singles import METHODS as DRAWS
from tournaments.words import Text, join_in_words

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


def draw_aloud(partners: PartnerDraw) -> Iterator[str]:
    """Yield the lines of the draw: the circle, every card, the pairs, and the person left over."""
    circle = ", ".join(map(str, partners.circle))
    yield gettext("Alrededor de la mesa, por este orden: %(circle)s.") % {"circle": circle}
    for number, deal in enumerate(partners.deals, start=1):
        yield gettext("Reparto %(number)s.") % {"number": number}
        yield from _deal_aloud(deal)
    if partners.odd is not None:
        yield gettext("El número %(number)s se queda sin compañero.") % {"number": partners.odd}


def _deal_aloud(deal: Deal) -> Iterator[str]:
    for person, card in deal.cards:
        yield gettext("Al %(number)s: %(card)s.") % {"number": person, "card": card_name(card)}
    if deal.void:
        yield gettext("Hay cartas iguales que no deciden: se repite.")
    if deal.pairs:
        pairs = ", ".join(join_in_words(pair) for pair in deal.pairs)
        text = ngettext("Pareja: %(pairs)s.", "Parejas: %(pairs)s.", len(deal.pairs))
        yield text % {"pairs": pairs}


# method (`pairing.singles.METHODS`) → description
METHODS: dict[str, Text] = {
    "lot": _("Por sorteo: las bolas salen de dos en dos"),
    "kings": _("A reyes: se reparte hasta que salen los reyes, y van juntos de dos en dos"),
    "high_cards": _("A la carta más alta: de cada cuatro, las dos altas y las dos bajas"),
}


def cards_aloud(numbers: Iterable[int], seed: str, method: str) -> list[str]:
    """Return the lines that tell a draw with cards, to be read aloud; [] for a draw by lot."""
    return [] if method == LOT else list(draw_aloud(DRAWS[method](numbers, seed)))


# --- Wishes ---------------------------------------------------------------------------------------
# kind (`selectors.wishes`) → the label of its box
KINDS: dict[str, Text] = {
    "town": _("Separar a los de la misma peña o pueblo"),
    "family": _("Separar a las familias (un apellido en común)"),
    "group": _("Separar a los que vienen del mismo grupo"),
    "session": _("Juntar a los del mismo turno"),
}
# Sentences of the public page.
WISH_SENTENCES: dict[str, Text] = {
    "town": _("que no se crucen los de la misma peña o pueblo"),
    "family": _("que no se crucen familias"),
    "group": _("que no se crucen los que vienen del mismo grupo"),
    "session": _("que jueguen entre sí los del mismo turno"),
}
SPREAD = _("que los que vienen del mismo grupo se crucen lo más tarde que se pueda")


def wishes_in_words(
    wishes: Mapping[str, Mapping[str, Sequence[int]]], round: int, spread: str = ""
) -> list[str]:
    """Return a sentence for each wish that counts in a round.

    `spread` is the kind whose entries the bracket keeps far apart, or "". An example of a sentence
    is «que no se crucen los de la misma peña o pueblo (peso 5, hasta la ronda 3)».
    """
    parts = []
    for wishes_of_kind in (wishes.get("apart", {}), wishes.get("together", {})):
        for kind, (weight, rounds) in wishes_of_kind.items():
            if kind == spread:
                parts.append(str(SPREAD))
                continue
            if rounds and round > rounds:
                continue
            params: dict[str, Any] = {
                "what": WISH_SENTENCES[kind],
                "weight": weight,
                "rounds": rounds,
            }
            sentence_with_limit = _("%(what)s (peso %(weight)s, hasta la ronda %(rounds)s)")
            sentence_without_limit = _("%(what)s (peso %(weight)s)")
            parts.append(str(sentence_with_limit if rounds else sentence_without_limit) % params)
    return parts
