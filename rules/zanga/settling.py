"""After the cards: the middle, the fianza, and payments between the pairs (art. 29–32, 43–64)."""

from typing import NamedTuple

from rules.core import Event, Side
from rules.reading import Tally
from rules.zanga.bidding import Bid
from rules.zanga.codes import CONCEPTS, EVENS
from rules.zanga.hands import Deal
from rules.zanga.options import Options
from rules.zanga.seats import BAZAS_TO_WIN

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
    result = hand_result(deal, table.named_pair)
    ledger = _Ledger(table)
    if deal.offender is not None:
        ledger.add_event("zanga.renuncio", deal.offender)
    if table.returned_fianza:
        ledger.add_event(
            "zanga.fianza", 1 - table.named_pair, by="returned", vales=table.returned_fianza
        )
    acodillado = _settle_middle(ledger, table.named_pair, result, acodillado, options)
    _settle_fianza(ledger, table, won=result in _WINNING_RESULTS)
    _pay_faults(ledger, deal)
    _pay_five(ledger, deal, table.named_pair, result)
    _pay_named(ledger, deal, table.named_pair, result)
    return Settlement(tuple(ledger.vales), ledger.middle, acodillado, tuple(ledger.events))


_WINNING_RESULTS = ("hecha", "renuncio")


def hand_result(deal: Deal, named_pair: Side) -> str:
    """Return «hecha», «puesta», «codillo», or «renuncio» if the rivals lost the middle through a
    renuncio.

    A renuncio gives the hand to the rival pair. If the rivals have already made five bazas, they
    win by these bazas instead (art. 29, 31). A renuncio of the named pair is a codillo.
    """
    bazas, offender = deal.bazas, deal.offender
    if offender is not None and (bazas is None or bazas[1 - offender] < BAZAS_TO_WIN):
        return "codillo" if offender == named_pair else "renuncio"
    assert bazas is not None
    if bazas[named_pair] >= BAZAS_TO_WIN:
        return "hecha"
    return "puesta" if bazas[named_pair] == 4 else "codillo"


class _Ledger:
    """The vales of the table while a hand is settled; an event records each change."""

    def __init__(self, table: Bid) -> None:
        self.vales = list(table.vales)
        self.vales_held = table.vales  # the vales of the pairs after the bidding
        self.middle = table.middle
        self.events: list[Event] = []

    def add_event(self, code: str, side: Side, **params: object) -> None:
        self.events.append(Event(code, side, tuple(params.items())))

    def take_middle(self, side: Side, cause: str) -> None:
        self.add_event("zanga.taken", side, by=cause, vales=self.middle)
        self.vales[side] += self.middle
        self.middle = 0

    def leave(self, side: Side, number: int, cause: str) -> None:
        """Move `number` vales of this pair, or all its vales if it has fewer, to the middle."""
        vales = min(number, self.vales[side])
        self.vales[side] -= vales
        self.middle += vales
        cause = cause if vales else f"{cause}_none"
        self.add_event("zanga.left", side, by=cause, vales=vales, middle=self.middle)

    def pay(self, concept: str, payer: Side, price: int = PRICE) -> None:
        """Pay for `concept` from `payer` to the other pair.

        The payment is at most the number of vales that the other pair held after the bidding (art.
        64), and the number that the payer has.
        """
        receiver = 1 - payer
        vales = min(price, self.vales_held[receiver], self.vales[payer])
        self.vales[payer] -= vales
        self.vales[receiver] += vales
        article = CONCEPTS[concept]
        if vales:
            self.add_event("zanga.paid", receiver, by=concept, vales=vales, article=article)
        else:
            why = "has_none" if self.vales_held[receiver] else "held_none"
            self.add_event("zanga.unpaid", receiver, by=why, article=article)

    def cancel_out(self, concepts: str, side: Side) -> None:
        """Record that the payments for two concepts cancel out."""
        self.add_event("zanga.even", side, by=concepts, article=EVENS[concepts])


def _settle_middle(
    ledger: _Ledger, named_pair: Side, result: str, acodillado: int, options: Options
) -> int:
    """Give out the middle; return the number of vales left in the middle that are acodillados.

    `result` comes from `hand_result`; `acodillado` is as in `settle`.
    """
    if result in _WINNING_RESULTS:
        ledger.take_middle(named_pair, result)
        return 0
    stake = ledger.middle
    if result == "puesta":
        ledger.leave(named_pair, stake, "puesta")
        return acodillado
    if not options.codillo_stays:
        ledger.take_middle(1 - named_pair, "codillo")
    ledger.leave(named_pair, stake, "codillo")
    return ledger.middle


def _settle_fianza(ledger: _Ledger, table: Bid, *, won: bool) -> None:
    """Give the fianza to the named pair if it won the middle (Rulings Z3), otherwise to its rivals
    (art. 25).
    """
    if table.fianza:
        side = table.named_pair if won else 1 - table.named_pair
        ledger.vales[side] += table.fianza
        ledger.add_event("zanga.fianza", side, by="won" if won else "lost", vales=table.fianza)


def _pay_faults(ledger: _Ledger, deal: Deal) -> None:
    """Pay the price of each renuncio, which the offenders owe in addition to the middle, and the
    price of a false claim (art. 30–32).
    """
    for renuncio in deal.renuncios:
        if renuncio.matador:
            ledger.pay("matador", renuncio.side, PRICE_OF_EIGHT if renuncio.eight else PRICE)
    offender = deal.offender
    if offender is not None and deal.bazas and deal.bazas[1 - offender] >= BAZAS_TO_WIN:
        for _ in deal.renuncios:
            ledger.pay("renuncio", offender)
    if deal.false_claim is not None:
        # A false claim is paid immediately. So a pair without vales pays nothing (Rulings Z16), and
        # a pair pays at most the vales that it held after the bidding (Rulings Z16b).
        ledger.pay("false_claim", deal.false_claim, min(PRICE, ledger.vales_held[deal.false_claim]))


def _pay_five(ledger: _Ledger, deal: Deal, named_pair: Side, result: str) -> None:
    """Pay for five, and for all eight.

    If a side makes five and fails all eight, nobody pays (art. 48, 49, 60).
    """
    if deal.five is None or not deal.five_made:
        return
    if deal.todas_made is False:
        ledger.cancel_out("five_for_todas", deal.five)
        return
    ledger.pay("five", 1 - deal.five)
    if deal.todas_made:
        ledger.pay("todas", 1 - deal.five)


def _pay_named(ledger: _Ledger, deal: Deal, named_pair: Side, result: str) -> None:
    """Pay for estuche, solo and failed five, in the order of the articles (51–63)."""
    won, five_lost = result in _WINNING_RESULTS, deal.five_made is False
    if result == "hecha" and deal.estuche == named_pair:
        ledger.pay("estuche", 1 - named_pair)
    if won and deal.alone and five_lost and deal.five == named_pair:
        ledger.cancel_out("five_for_solo", named_pair)
        return
    if result == "hecha" and deal.alone:
        ledger.pay("solo", 1 - named_pair)
    if deal.five is not None and five_lost:
        ledger.pay("five_lost", deal.five)
    if not won and deal.estuche is not None and deal.all_played:
        ledger.pay("estuche_lost", named_pair)
    if not won and deal.alone:
        # A solo that ends by a renuncio pays for the solo in addition to the middle: articles 29
        # and 62 (Rulings Z17).
        ledger.pay("solo_lost", named_pair)
