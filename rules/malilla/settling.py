"""The payments of a deal: its points, the alce and the tens of the faults. Nothing is lost: zero
sum."""

from typing import NamedTuple

from rules.core import Event, Side
from rules.malilla.amounts import tantos_text
from rules.malilla.codes import refuse
from rules.malilla.forms import CAPOTE, FAULTS, RANKS, TEN
from rules.malilla.hands import Card, Deal
from rules.malilla.options import Options
from rules.reading import side_name
from rules.tallies import Tally, added, dashed


class Settled(NamedTuple):
    """The gain or loss of each side, in units of the tallies, and what there is to tell."""

    tantos: Tally
    events: tuple[Event, ...]


def settle(deal: Deal, dealer: Side | None, times: int, options: Options) -> Settled:
    """The payments of a deal that `check_deal` has let pass; everything is paid `times` over.

    >>> settle(Deal((40, 32), card=Card("R")), 1, 2, Options()).tantos
    (2, -2)
    """
    gains, events = _points(deal, options)
    if deal.card is not None and deal.card.value and dealer is not None:
        alce, told = _alce(deal, deal.card, dealer, times, options)
        gains, events = added(gains, alce), (*events, *told)
    if times != 1:
        gains = tuple(times * gain for gain in gains)
        events += (Event("malilla.doubled", None, (("times", times),)),)
    if deal.faults:
        gains = added(gains, _tens(deal, times, options))
        events += tuple(Event("malilla.fault", at, (("by", by),)) for at, by in _told(deal))
    elif deal.split is not None:
        raise _needless(deal)
    points, tantos = dashed(deal.points), tantos_text(gains, options)
    counted = Event("malilla.counted", None, (("points", points), ("tantos", tantos)))
    return Settled(gains, (counted, *events))


def _points(deal: Deal, options: Options) -> tuple[Tally, tuple[Event, ...]]:
    """The points of the deal before any doubling.

    When a side that does not count would gain, the points are not settled: only alce and tens
    are paid («solo se atraviesan los diez tantos»).
    """
    capote = capote_of(deal, options)
    events = () if capote is None else (Event("malilla.capote", capote),)
    if capote is None and sum(deal.points) in deal.points:
        events = (Event("malilla.no_capote", deal.points.index(sum(deal.points))),)
    gains = _gains(deal, capote, options)
    for side, fault in _told(deal):
        if FAULTS[fault].no_contar and gains[side] > 0:
            return (0,) * options.sides, (*events, Event("malilla.not_counted", side))
    return gains, events


def capote_of(deal: Deal, options: Options) -> Side | None:
    """The side that made every baza with all its cards; None when there is none (Rulings M4)."""
    total = sum(deal.points)
    if total not in deal.points or deal.capote is False:
        return None
    side = deal.points.index(total)
    return None if deal.faults and side in deal.made("menos") else side


def _gains(deal: Deal, capote: Side | None, options: Options) -> Tally:
    """Return what the points are worth: those over the even split, or the price of a capote."""
    sides, points = options.sides, deal.points
    if sides == 2:
        if capote is not None:
            price = CAPOTE * options.unit
            return (price, -price) if capote == 0 else (-price, price)
        # Half the difference: the points over 36 when none sleeps (Rulings M7).
        half = (points[0] - points[1]) * options.unit // 2
        return half, -half
    if capote is not None and options.capote_72:
        share = CAPOTE // (sides - 1)
        return tuple(CAPOTE if side == capote else -share for side in range(sides))
    par = options.par
    return tuple(made - par for made in points)


def _alce(
    deal: Deal, card: Card, dealer: Side, times: int, options: Options
) -> tuple[Tally, tuple[Event, ...]]:
    """The alce: from the other side, from both (Rulings M12), from who cut or all three (M11).

    Who dealt out of turn gives it back.
    """
    if deal.faults and deal.made("turno"):
        none = (0,) * options.sides
        return none, (Event("malilla.alce_lost", dealer, (("card", str(card)),)),)
    value = RANKS[card.rank] * options.unit
    paid, payers = [0] * options.sides, alce_payers(dealer, options)
    for payer in payers:
        paid[payer] -= value
        paid[dealer] += value
    params = (
        ("card", str(card)),
        ("tantos", tantos_text((times * paid[dealer],), options)),
        ("payers", ", ".join(side_name(payer) for payer in payers)),
    )
    return tuple(paid), (Event("malilla.alce", dealer, params),)


def alce_payers(dealer: Side, options: Options) -> tuple[Side, ...]:
    """Return the sides that pay the alce of this dealer; the one on his left cut the pack."""
    if options.form == "barrotada" and not options.alce_by_all:
        return ((dealer - 1) % options.sides,)
    return tuple(side for side in range(options.sides) if side != dealer)


def _tens(deal: Deal, times: int, options: Options) -> Tally:
    """Ten for each fault of each side, shared by the others (Rulings M3, M5, M13)."""
    sides = options.sides
    tens = [0] * sides
    for side, fault in _told(deal):
        tens[side] += TEN * times * options.unit * FAULTS[fault].ten
    others = sides - 1
    if any(due % others for due in tens):
        return _split(deal, tens)
    if deal.split is not None:
        raise _needless(deal)
    total = sum(tens)
    return tuple((total - due) // others - due for due in tens)


def _split(deal: Deal, tens: list[int]) -> Tally:
    """Tens that do not divide, as the judge shares them out (Rulings M5).

    Who made no fault pays nothing; who did pays what is due, or less where others did too.
    """
    if deal.split is None:
        payers = ", ".join(side_name(side) for side, due in enumerate(tens) if due)
        raise refuse("malilla.split_missing", "split", tens=sum(tens), allowed=payers)
    alone = sum(due > 0 for due in tens) == 1
    for side, (amount, due) in enumerate(zip(deal.split, tens, strict=True)):
        if amount < -due or (alone and due and amount != -due):
            name = side_name(side)
            raise refuse("malilla.split_payer", "split", side=name, value=amount, allowed=-due)
    return deal.split


def _needless(deal: Deal) -> Exception:
    return refuse("malilla.split_needless", "split", value=str(deal).split()[-1])


def _told(deal: Deal) -> list[tuple[Side, str]]:
    return [(one.side, one.fault) for one in deal.faults]


def most_of_a_deal(times: int, options: Options) -> tuple[int, int]:
    """The most that a side can lose (below zero) and gain in one deal, every fault made."""
    rules = options.rules
    if rules.sides == 2:
        lost = gained = CAPOTE
    elif options.capote_72:
        lost, gained = CAPOTE // (rules.sides - 1), CAPOTE
    else:
        lost, gained = rules.par, CAPOTE - rules.par
    malilla = RANKS["9"]
    tens = TEN * sum(FAULTS[fault].ten for fault in rules.faults)
    payers = len(alce_payers(0, options))
    scale = times * rules.unit
    return (
        -scale * (lost + malilla + tens),
        scale * (gained + malilla * payers + tens * (rules.sides - 1)),
    )
