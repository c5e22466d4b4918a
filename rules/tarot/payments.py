"""The payments of a deal: its value divided among the players, and the faults of Tarot 14.

Points are in units of the tallies: points, or half points with equal shares (`unit`). The payments
of a deal sum to zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core import Event, Side
from rules.tarot.count import Count
from rules.tarot.faults import FINES, PRIMA, VOID, WRONG_CARDS, Fault
from rules.tarot.hands import Deal
from rules.tarot.options import Options
from rules.tarot.points import points_text


@dataclass(frozen=True, slots=True)
class DealPayments:
    """The payments of a deal to each player at the table; `void` is True if a fault annulled the
    deal.
    """

    points: tuple[int, ...]
    void: bool
    events: tuple[Event, ...] = ()


def pay(deal: Deal, count: Count, seats: Sequence[Side], options: Options) -> DealPayments:
    """Return the payments of the deal among the players of `seats`, who hold cards in it."""
    if not deal.faults:
        points = shares(count.value, deal.taker, deal.partner, seats, options)
        return DealPayments(points, False, (_contract_event(deal, count, points, options),))
    return _payments_with_faults(deal, count, seats, options)


def shares(
    value: int, taker: Side, partner: Side | None, seats: Sequence[Side], options: Options
) -> tuple[int, ...]:
    """Return the points of each player if every opponent pays `value`.

    The partner gets one share, and the taker gets the other shares. At five players the taker gets
    two shares and his partner one, or a lone taker gets all four; with equal shares, taker and
    partner get half each (Rulings A7).

    >>> shares(50, 1, 3, range(5), Options(players=5))
    (-50, 100, -50, 50, -50)
    >>> shares(25, 1, 3, range(5), Options(players=5, equal_shares=True))  # half points
    (-50, 75, -50, 75, -50)
    """
    share = value * options.unit
    points = [0] * options.players
    for seat in seats:
        points[seat] = -share
    has_partner = partner is not None and partner != taker
    opponents = len(seats) - 1 - has_partner
    points[taker] = opponents * share
    if has_partner and partner is not None:
        half = opponents * share // 2
        points[partner] = half if options.equal_shares else share
        points[taker] -= points[partner]
    return tuple(points)


def _payments_with_faults(
    deal: Deal, count: Count, seats: Sequence[Side], options: Options
) -> DealPayments:
    annulling_fault = next((fault for fault in deal.faults if _annuls(fault, deal, count)), None)
    prima = options.prima * options.coefficient(deal.contract)
    collects_prima = not count.made and any(fault.effect == PRIMA for fault in deal.faults)
    if annulling_fault is not None:
        points = (0,) * options.players
        events = [Event("tarot.void", annulling_fault.side, (("point", annulling_fault.point),))]
    else:
        # With a fault that pays the prima, a lost contract pays the taker the prima all the same.
        value = prima if collects_prima else count.value
        points = shares(value, deal.taker, deal.partner, seats, options)
        events = [_contract_event(deal, count, points, options)]
    for fault in deal.faults:
        amount = 0
        receivers: Sequence[Side] = _opponents(fault.side, deal, seats)
        if fault.point in FINES:
            amount = options.fine
        elif annulling_fault is None and fault.point == WRONG_CARDS:
            amount = prima  # the contract is lost, or the deal would be void
        elif annulling_fault is None and fault.effect == PRIMA:
            # The offender alone pays the taker; if the contract is lost, the taker has already
            # collected.
            amount, receivers = (0, ()) if collects_prima else (prima, (deal.taker,))
            events += [_penalty_event("tarot.prima", fault, prima)] if collects_prima else []
        if amount:
            points = _fine(points, fault.side, receivers, amount * options.unit)
            code = "tarot.fined" if fault.point in FINES else "tarot.prima"
            events.append(_penalty_event(code, fault, amount))
    return DealPayments(points, annulling_fault is not None, tuple(events))


def _annuls(fault: Fault, deal: Deal, count: Count) -> bool:
    """Return whether the fault voids the deal (Tarot 14): the offender's camp won the deal, and the
    fault has the effect «void» or is a discard of wrong cards.
    """
    wins = (fault.side in deal.camp) == count.made
    return wins and (fault.effect == VOID or fault.point == WRONG_CARDS)


def _opponents(side: Side, deal: Deal, seats: Sequence[Side]) -> list[Side]:
    """Return the players of the other camp."""
    return [seat for seat in seats if (seat in deal.camp) != (side in deal.camp)]


def _fine(
    points: tuple[int, ...], side: Side, receivers: Sequence[Side], amount: int
) -> tuple[int, ...]:
    """Return the points after `side` pays `amount` to each receiver."""
    new_points = list(points)
    new_points[side] -= amount * len(receivers)
    for receiver in receivers:
        new_points[receiver] += amount
    return tuple(new_points)


def _penalty_event(code: str, fault: Fault, amount: int) -> Event:
    return Event(code, fault.side, (("point", fault.point), ("amount", amount)))


def _contract_event(deal: Deal, count: Count, points: tuple[int, ...], options: Options) -> Event:
    """Return the event of the contract: made, lost or saved.

    The event is «saved» if the contract is lost but, because of the petit or the referee, the taker
    gains points; its code ends in «_level» if the taker neither gains nor loses.
    """
    gain = points[deal.taker]
    code = "tarot.made" if count.made else "tarot.lost" if gain <= 0 else "tarot.saved"
    if not gain:
        code += "_level"
    return Event(
        code,
        deal.taker,
        (
            ("contract", deal.contract),
            ("points", deal.points),
            ("target", count.target),
            ("gap", count.gap),
            ("value", count.value),
            ("gain", points_text(gain if options.unit == 2 else 2 * gain)),
        ),
    )
