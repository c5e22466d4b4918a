"""The payments at the end of a hand («Resumen de los pagos»). Each hand sums to zero."""

from dataclasses import dataclass
from functools import lru_cache
from operator import ne

from rules.core import Event, Side
from rules.reading import Tally, side_name
from rules.revesino.cards import CABALLO, NAPOLITANA, PARTIDA, PAY, REVESINO_TANTOS, SEATS, STAKES
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.renuncios import Fate


@dataclass(frozen=True, slots=True)
class HandPayments:
    """Tantos won or lost by each player, and by the plate. They sum to zero."""

    tantos: Tally
    plate: int
    events: tuple[Event, ...]


def seat_rank(side: Side, dealer: Side) -> int:
    """Return the rank of a player's seat, leftwards from 0 for the pie, the best seat, to 3 for the
    mano.

    >>> [seat_rank(side, dealer=1) for side in range(4)]
    [1, 0, 3, 2]
    """
    return (dealer - side) % SEATS


def partida_result(deal: Deal, dealer: Side) -> tuple[Side, Side, str]:
    """Return the winner of the partida, its payer, and the criterion that decided it.

    The criteria: no baza, then fewer points, then fewer bazas, then the better seat (Adiciones 18,
    19). A player with a renuncio cannot win.
    """
    keys = [(deal.points[side], deal.bazas[side], seat_rank(side, dealer)) for side in range(SEATS)]
    order = sorted(range(SEATS), key=keys.__getitem__)
    winner, second, *_ = [side for side in order if side not in deal.renuncios]
    if deal.bazas[winner] == 0 < deal.bazas[second]:
        return winner, order[-1], "bazas_none"
    ties = map(ne, keys[winner], keys[second])
    return winner, order[-1], ("points", "bazas", "seat")[list(ties).index(True)]


def settle_deal(deal: Deal, dealer: Side, options: Options, factor: int = 1) -> HandPayments:
    """Return the payments of an ordinary hand: the partida, each pay card, and the plate if any.

    After a renuncio its author pays everything; two authors pay half each. The author's own
    winnings go to the next player entitled to the partida («Sobre renuncios»; Rulings R8, R9).
    """
    winner, loser, criterion = partida_result(deal, dealer)
    offenders = deal.renuncios
    tantos = [0] * SEATS
    plate = 0
    value = PARTIDA * factor
    _move(tantos, value, winner, loser, offenders)
    params = (("by", criterion), ("payer", _side_names(offenders or (loser,))), ("tantos", value))
    events = [Event("revesino.partida_won", winner, params)]
    for fate in deal.fates:
        if fate.fate == "asleep" and options.sleepers_unpaid and not offenders:
            events.append(Event("revesino.asleep_unpaid", None, (("by", fate.card),)))
            continue
        receiver = winner if fate.gains is None or fate.gains in offenders else fate.gains
        payer = loser if fate.pays is None else fate.pays
        value = PAY[fate.card] * factor
        _move(tantos, value, receiver, payer, offenders)
        events.append(_card_event(fate, receiver, offenders or (payer,), value))
        if fate.card == CABALLO and options.plate:
            plate += _settle_plate(
                tantos, fate, options.plate * factor, receiver, offenders or (payer,)
            )
    if offenders:
        _charge(tantos, STAKES * factor, offenders)
        share = (("tantos", STAKES * factor // len(offenders)),)
        events += [Event("revesino.renuncio", side, share) for side in offenders]
    return HandPayments(tuple(tantos), plate, tuple(events))


@lru_cache(maxsize=4096)  # five cards, four players: the same events repeat
def _card_event(fate: Fate, receiver: Side, payers: tuple[Side, ...], value: int) -> Event:
    """Return the event of a pay card, for which the payers pay `value` to `receiver`."""
    if payers == (receiver,):
        return Event("revesino.led_by_winner", receiver, (("by", fate.card),))
    params = (("by", fate.card), ("payer", _side_names(payers)), ("tantos", value))
    return Event(f"revesino.{fate.fate}", receiver, params)


def _settle_plate(
    tantos: list[int], fate: Fate, value: int, receiver: Side, payers: tuple[Side, ...]
) -> int:
    """Move the plate's tantos in `tantos`, and return how many the plate receives (Rulings R15).

    The number is negative if the caballo was sold, positive if it was drawn, and otherwise 0.
    """
    if fate.fate == "sold":
        tantos[receiver] += value
        return -value
    if fate.fate == "drawn":
        _charge(tantos, value, payers)
        return value
    return 0


def settle_revesino(hand: Revesino, factor: int = 1) -> HandPayments:
    """Return the payments of a revesino, made or cut: only its twenty-four tantos (Rulings R4–R7,
    R10).
    """
    value = REVESINO_TANTOS * factor
    receiver, payers, event = _revesino_parties(hand)
    tantos = [0] * SEATS
    if hand.renuncios:
        payers = hand.renuncios
    if receiver in hand.renuncios:
        _share_out(tantos, value, hand)
        goer_param = (("goer", side_name(hand.goer)),)
        events = [Event("revesino.cut_with_renuncio", receiver, goer_param)]
    else:
        tantos[receiver] += value
        events = [_add_tantos(event, value)]
    _charge(tantos, value, payers)
    if hand.renuncios:
        share = (("tantos", value // len(payers)),)
        events += [Event("revesino.renuncio", side, share) for side in hand.renuncios]
    elif payers == (hand.napolitana,):
        events.append(Event("revesino.answers", hand.napolitana, (("tantos", value),)))
    return HandPayments(tuple(tantos), 0, tuple(events))


def _revesino_parties(hand: Revesino) -> tuple[Side, tuple[Side, ...], Event]:
    """Return the side that collects, the sides that pay, and the event, as if there were no
    renuncio.

    The first player to beat the goer's card collects the cut, unless the napolitana's holder wins
    that baza. The holder pays in the goer's place if he wins neither of the last two bazas.
    """
    goer_param = (("goer", side_name(hand.goer)),)
    holder_failed = hand.napolitana is not None and not hand.duty and hand.cutter != hand.napolitana
    if hand.cutter is None:
        rivals = tuple(side for side in range(SEATS) if side != hand.goer)
        payers = rivals if hand.napolitana is None else (hand.napolitana,)
        return hand.goer, payers, Event("revesino.made", hand.goer)
    if hand.duty == "levanta" and hand.napolitana is not None:
        return (
            hand.napolitana,
            (hand.goer,),
            Event("revesino.collected", hand.napolitana, goer_param),
        )
    payer = hand.napolitana if holder_failed and hand.napolitana is not None else hand.goer
    return hand.cutter, (payer,), Event("revesino.cut", hand.cutter, goer_param)


def _share_out(tantos: list[int], value: int, hand: Revesino) -> None:
    """Divide among the other players what the author of a renuncio would have collected.

    A napolitana's holder gets half; the remaining players without a renuncio share the rest.
    """
    sharers = [side for side in range(SEATS) if side not in hand.renuncios]
    if hand.napolitana is not None:
        tantos[hand.napolitana] += value // 2
        value //= 2
        sharers.remove(hand.napolitana)
    for side in sharers:
        tantos[side] += value // len(sharers)


def settle_napolitana(hand: Napolitana, options: Options, factor: int = 1) -> HandPayments:
    """Return the payments of a hand of cuatro ases: four tantos between the holder and each rival
    or, by the options, twelve to the introducer (Adiciones 25, 26; Rulings R1, R2).

    After a renuncio by another player, that player pays the twelve («Sobre renuncios»).
    """
    value = NAPOLITANA * (SEATS - 1) * factor
    rivals = tuple(side for side in range(SEATS) if side != hand.holder)
    tantos = [0] * SEATS
    if not hand.lost:
        tantos[hand.holder] += value
        _charge(tantos, value, hand.renuncios or rivals)
    elif options.introducer_collects and hand.introducer is not None:
        tantos[hand.introducer] += value
        tantos[hand.holder] -= value
    else:
        tantos[hand.holder] -= value
        _charge(tantos, -value, rivals)
    code = "revesino.napolitana_lost" if hand.lost else "revesino.napolitana_won"
    events = [Event(code, hand.holder, (("tantos", value),))]
    share = (("tantos", value // max(len(hand.renuncios), 1)),)
    events += [Event("revesino.renuncio", side, share) for side in hand.renuncios]
    return HandPayments(tuple(tantos), 0, tuple(events))


def _add_tantos(event: Event, value: int) -> Event:
    return Event(event.code, event.side, (*event.params, ("tantos", value)))


def _move(
    tantos: list[int], value: int, receiver: Side, payer: Side, offenders: tuple[Side, ...]
) -> None:
    """Move `value` tantos from `payer` to `receiver`.

    If some players are at fault, nobody pays now: these players pay everything at the end.
    """
    tantos[receiver] += value
    if not offenders:
        tantos[payer] -= value


def _charge(tantos: list[int], value: int, payers: tuple[Side, ...]) -> None:
    """Charge `value` tantos to the payers in equal parts; the first payers pay the odd tantos."""
    part, odd = divmod(value, len(payers))
    for index, payer in enumerate(payers):
        tantos[payer] -= part + (index < odd)


def _side_names(sides: tuple[Side, ...]) -> str:
    return side_name(sides[0]) if len(sides) == 1 else ", ".join(map(side_name, sides))
