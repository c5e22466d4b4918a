"""The payments of a deal: for its points, for the alce, and for the faults that cost ten tantos.

The payments of all sides sum to zero.
"""

from typing import NamedTuple

from rules.core import Event, Side
from rules.malilla.amounts import tantos_text
from rules.malilla.codes import refuse
from rules.malilla.forms import CAPOTE, FAULTS, RANKS, TEN
from rules.malilla.hands import Card, Deal
from rules.malilla.options import Options
from rules.reading import Tally, dashed_text, side_name, sum_of_tallies


class Settlement(NamedTuple):
    """The gain or loss of each side, in units of the tallies, and the events."""

    tantos: Tally
    events: tuple[Event, ...]


def settle(deal: Deal, dealer: Side | None, times: int, options: Options) -> Settlement:
    """Return the settlement of a deal that passed `check_deal`, with every payment multiplied by
    `times`.

    Raises `RuleError` for a `split` that is missing, needless or impossible.

    >>> settle(Deal((40, 32), card=Card("R")), 1, 2, Options()).tantos
    (2, -2)
    """
    gains, events = _points_payments(deal, options)
    if deal.card is not None and deal.card.value and dealer is not None:
        alce, alce_events = _alce_payments(deal, deal.card, dealer, times, options)
        gains, events = sum_of_tallies(gains, alce), (*events, *alce_events)
    if times != 1:
        gains = tuple(times * gain for gain in gains)
        events += (Event("malilla.doubled", None, (("times", times),)),)
    if deal.faults:
        gains = sum_of_tallies(gains, _fault_payments(deal, times, options))
        events += tuple(
            Event("malilla.fault", side, (("by", fault),)) for side, fault in _side_faults(deal)
        )
    elif deal.split is not None:
        raise _needless_split(deal)
    points, tantos = dashed_text(deal.points), tantos_text(gains, options)
    counted_event = Event("malilla.counted", None, (("points", points), ("tantos", tantos)))
    return Settlement(gains, (counted_event, *events))


def _points_payments(deal: Deal, options: Options) -> tuple[Tally, tuple[Event, ...]]:
    """Return the payments for points, before any doubling, and their events.

    If a side whose points do not count would gain, nobody pays for points: the sides pay only for
    the alce and for faults («solo se atraviesan los diez tantos»).
    """
    capote = capote_of(deal, options)
    events = () if capote is None else (Event("malilla.capote", capote),)
    if capote is None and sum(deal.points) in deal.points:
        events = (Event("malilla.no_capote", deal.points.index(sum(deal.points))),)
    gains = _gains(deal, capote, options)
    for side, fault in _side_faults(deal):
        if FAULTS[fault].no_contar and gains[side] > 0:
            return (0,) * options.sides, (*events, Event("malilla.not_counted", side))
    return gains, events


def capote_of(deal: Deal, options: Options) -> Side | None:
    """Return the side that made every baza with all its cards, or None (Rulings M4)."""
    total = sum(deal.points)
    if total not in deal.points or deal.capote is False:
        return None
    side = deal.points.index(total)
    return None if deal.faults and side in deal.sides_with("menos") else side


def _gains(deal: Deal, capote: Side | None, options: Options) -> Tally:
    """Return the payments for the points above an equal share, or for a capote."""
    sides, points = options.sides, deal.points
    if sides == 2:
        if capote is not None:
            price = CAPOTE * options.unit
            return (price, -price) if capote == 0 else (-price, price)
        # Half the difference of the points: the points over 36, if no card sleeps (Rulings M7).
        half = (points[0] - points[1]) * options.unit // 2
        return half, -half
    if capote is not None and options.capote_72:
        share = CAPOTE // (sides - 1)
        return tuple(CAPOTE if side == capote else -share for side in range(sides))
    par = options.par
    return tuple(number - par for number in points)


def _alce_payments(
    deal: Deal, card: Card, dealer: Side, times: int, options: Options
) -> tuple[Tally, tuple[Event, ...]]:
    """Return the payments of the alce, before any doubling, and their events.

    With two sides, the rival pays; with three, both rivals (Rulings M12); with four, the side that
    cut or, by the options, all three rivals (M11). A side that dealt out of turn gives the alce
    back.
    """
    if deal.faults and deal.sides_with("turno"):
        none = (0,) * options.sides
        return none, (Event("malilla.alce_lost", dealer, (("card", str(card)),)),)
    value = RANKS[card.rank] * options.unit
    payments, payers = [0] * options.sides, alce_payers(dealer, options)
    for payer in payers:
        payments[payer] -= value
        payments[dealer] += value
    params = (
        ("card", str(card)),
        ("tantos", tantos_text((times * payments[dealer],), options)),
        ("payers", ", ".join(side_name(payer) for payer in payers)),
    )
    return tuple(payments), (Event("malilla.alce", dealer, params),)


def alce_payers(dealer: Side, options: Options) -> tuple[Side, ...]:
    """Return the sides that pay this dealer's alce; the side on the dealer's left cut the pack."""
    if options.form == "barrotada" and not options.alce_by_all:
        return ((dealer - 1) % options.sides,)
    return tuple(side for side in range(options.sides) if side != dealer)


def _fault_payments(deal: Deal, times: int, options: Options) -> Tally:
    """Return the payments for the faults: ten tantos for each fault that costs them, multiplied by
    `times` and shared by the rivals (Rulings M3, M5, M13).
    """
    sides = options.sides
    tens = [0] * sides
    for side, fault in _side_faults(deal):
        tens[side] += TEN * times * options.unit * FAULTS[fault].ten
    rivals = sides - 1
    if any(price % rivals for price in tens):
        return _judges_split(deal, tens)
    if deal.split is not None:
        raise _needless_split(deal)
    total = sum(tens)
    return tuple((total - price) // rivals - price for price in tens)


def _judges_split(deal: Deal, tens: list[int]) -> Tally:
    """Return the judge's division of the prices in `tens`, which do not divide equally (Rulings
    M5).

    `tens` has the price of each side's faults. A side without faults pays nothing. A side with
    faults pays their price, or less if other sides also made faults.
    """
    if deal.split is None:
        payers = ", ".join(side_name(side) for side, price in enumerate(tens) if price)
        raise refuse("malilla.split_missing", "split", tens=sum(tens), allowed=payers)
    one_payer = sum(price > 0 for price in tens) == 1
    for side, (amount, price) in enumerate(zip(deal.split, tens, strict=True)):
        if amount < -price or (one_payer and price and amount != -price):
            name = side_name(side)
            raise refuse("malilla.split_payer", "split", side=name, value=amount, allowed=-price)
    return deal.split


def _needless_split(deal: Deal) -> Exception:
    return refuse("malilla.split_needless", "split", value=str(deal).split()[-1])


def _side_faults(deal: Deal) -> list[tuple[Side, str]]:
    return [(side_fault.side, side_fault.fault) for side_fault in deal.faults]


def loss_and_gain_limits(times: int, options: Options) -> tuple[int, int]:
    """Return the greatest loss (a negative number) and the greatest gain of a side in a deal, if
    the losing sides make every fault.
    """
    form = options.form_rules
    if form.sides == 2:
        loss = gain = CAPOTE
    elif options.capote_72:
        loss, gain = CAPOTE // (form.sides - 1), CAPOTE
    else:
        loss, gain = form.par, CAPOTE - form.par
    malilla = RANKS["9"]
    tens = TEN * sum(FAULTS[fault].ten for fault in form.faults)
    payers = len(alce_payers(0, options))
    scale = times * form.unit
    return (
        -scale * (loss + malilla + tens),
        scale * (gain + malilla * payers + tens * (form.sides - 1)),
    )
