"""After the cards: the middle, the fianza, and payments between the pairs (art. 29–32, 43–64)."""

from typing import NamedTuple

from rules.core import Event, Side
from rules.reading import Tally
from rules.zanga.bidding import Bid
from rules.zanga.codes import CONCEPTS, EVENS
from rules.zanga.hands import Deal
from rules.zanga.options import Options
from rules.zanga.seats import TO_WIN

PRICE = 2  # vales of every concept, except those that cost PRICE_OF_EIGHT
PRICE_OF_EIGHT = 4  # vales of a kept matador, if the rivals had a hand for all eight (art. 30)


class Settlement(NamedTuple):
    """The table after a hand; vales and middle make 32."""

    vales: Tally
    middle: int
    acodillado: int
    events: tuple[Event, ...]


def settle(table: Bid, acodillado: int, deal: Deal, options: Options) -> Settlement:
    """Return the table after the payments of the hand; `table` is the result of the bidding.

    `acodillado` is the number of vales in the middle that came from a codillo.
    """
    result = outcome(deal, table.named_pair)
    desk = _Desk(table)
    if deal.offender is not None:
        desk.add_event("zanga.renuncio", deal.offender)
    if table.returned:
        desk.add_event("zanga.fianza", 1 - table.named_pair, by="returned", vales=table.returned)
    acodillado = _settle_middle(desk, table.named_pair, result, acodillado, options)
    _settle_fianza(desk, table, won=result in _WON)
    _pay_faults(desk, deal)
    _pay_five(desk, deal, table.named_pair, result)
    _pay_named(desk, deal, table.named_pair, result)
    return Settlement(tuple(desk.vales), desk.middle, acodillado, tuple(desk.events))


_WON = ("hecha", "renuncio")


def outcome(deal: Deal, named: Side) -> str:
    """Return «hecha», «puesta», «codillo», or «renuncio» if the rivals lost the middle through a
    renuncio.

    A renuncio gives the hand to the rival pair. If the rivals have already made five bazas, they
    win by these bazas instead (art. 29, 31). A renuncio of the named pair is a codillo.
    """
    bazas, offender = deal.bazas, deal.offender
    if offender is not None and (bazas is None or bazas[1 - offender] < TO_WIN):
        return "codillo" if offender == named else "renuncio"
    assert bazas is not None
    if bazas[named] >= TO_WIN:
        return "hecha"
    return "puesta" if bazas[named] == 4 else "codillo"


class _Desk:
    """The vales of the table while a hand is settled; an event records each change."""

    def __init__(self, table: Bid) -> None:
        self.vales = list(table.vales)
        self.held = table.vales  # the vales of the pairs after the bidding
        self.middle = table.middle
        self.events: list[Event] = []

    def add_event(self, code: str, side: Side, **params: object) -> None:
        self.events.append(Event(code, side, tuple(params.items())))

    def take_middle(self, side: Side, by: str) -> None:
        self.add_event("zanga.taken", side, by=by, vales=self.middle)
        self.vales[side] += self.middle
        self.middle = 0

    def leave(self, side: Side, number: int, by: str) -> None:
        """Move `number` vales of this pair, or all its vales if it has fewer, to the middle."""
        vales = min(number, self.vales[side])
        self.vales[side] -= vales
        self.middle += vales
        by = by if vales else f"{by}_none"
        self.add_event("zanga.left", side, by=by, vales=vales, middle=self.middle)

    def pay(self, concept: str, payer: Side, price: int = PRICE) -> None:
        """Pay for `concept` from `payer` to the other pair.

        The payment is at most the number of vales that the other pair held after the bidding (art.
        64), and the number that the payer has.
        """
        receiver = 1 - payer
        vales = min(price, self.held[receiver], self.vales[payer])
        self.vales[payer] -= vales
        self.vales[receiver] += vales
        article = CONCEPTS[concept]
        if vales:
            self.add_event("zanga.paid", receiver, by=concept, vales=vales, article=article)
        else:
            why = "has_none" if self.held[receiver] else "held_none"
            self.add_event("zanga.unpaid", receiver, by=why, article=article)

    def cancel_out(self, by: str, side: Side) -> None:
        """Record that the payments for two concepts cancel out."""
        self.add_event("zanga.even", side, by=by, article=EVENS[by])


def _settle_middle(desk: _Desk, named: Side, result: str, acodillado: int, options: Options) -> int:
    """Give out the middle; return the number of vales left in the middle that are acodillados.

    `result` comes from `outcome`; `acodillado` is as in `settle`.
    """
    if result in _WON:
        desk.take_middle(named, result)
        return 0
    stake = desk.middle
    if result == "puesta":
        desk.leave(named, stake, "puesta")
        return acodillado
    if not options.codillo_stays:
        desk.take_middle(1 - named, "codillo")
    desk.leave(named, stake, "codillo")
    return desk.middle


def _settle_fianza(desk: _Desk, table: Bid, *, won: bool) -> None:
    """Give the fianza to the named pair if it won the middle (Rulings Z3), otherwise to its rivals
    (art. 25).
    """
    if table.fianza:
        side = table.named_pair if won else 1 - table.named_pair
        desk.vales[side] += table.fianza
        desk.add_event("zanga.fianza", side, by="won" if won else "lost", vales=table.fianza)


def _pay_faults(desk: _Desk, deal: Deal) -> None:
    """Pay the price of each renuncio, which the offenders owe in addition to the middle, and the
    price of a false claim (art. 30–32).
    """
    for renuncio in deal.renuncios:
        if renuncio.matador:
            desk.pay("matador", renuncio.side, PRICE_OF_EIGHT if renuncio.eight else PRICE)
    offender = deal.offender
    if offender is not None and deal.bazas and deal.bazas[1 - offender] >= TO_WIN:
        for _ in deal.renuncios:
            desk.pay("renuncio", offender)
    if deal.false_claim is not None:
        # A false claim is paid immediately. So a pair without vales pays nothing (Rulings Z16), and
        # a pair pays at most the vales that it held after the bidding (Rulings Z16b).
        desk.pay("false_claim", deal.false_claim, min(PRICE, desk.held[deal.false_claim]))


def _pay_five(desk: _Desk, deal: Deal, named: Side, result: str) -> None:
    """Pay for five, and for all eight.

    If a side makes five and fails all eight, nobody pays (art. 48, 49, 60).
    """
    if deal.five is None or not deal.five_made:
        return
    if deal.todas_made is False:
        desk.cancel_out("five_for_todas", deal.five)
        return
    desk.pay("five", 1 - deal.five)
    if deal.todas_made:
        desk.pay("todas", 1 - deal.five)


def _pay_named(desk: _Desk, deal: Deal, named: Side, result: str) -> None:
    """Pay for estuche, solo and failed five, in the order of the articles (51–63)."""
    won, five_lost = result in _WON, deal.five_made is False
    if result == "hecha" and deal.estuche == named:
        desk.pay("estuche", 1 - named)
    if won and deal.alone and five_lost and deal.five == named:
        desk.cancel_out("five_for_solo", named)
        return
    if result == "hecha" and deal.alone:
        desk.pay("solo", 1 - named)
    if deal.five is not None and five_lost:
        desk.pay("five_lost", deal.five)
    if not won and deal.estuche is not None and deal.all_played:
        desk.pay("estuche_lost", named)
    if not won and deal.alone:
        # A solo that ends by a renuncio pays for the solo in addition to the middle: articles 29
        # and 62 (Rulings Z17).
        desk.pay("solo_lost", named)
