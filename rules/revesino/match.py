"""The match: how each line changes the tantos of the players, and who deals."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, Score, Side
from rules.lines import End, Forfeit, Stop
from rules.reading import Tally, leaders, side_name, sum_of_tallies
from rules.revesino.amounts import check_moved_tantos, divide_by_factor, plate_of
from rules.revesino.cards import PARTIDA, SEATS, STAKES
from rules.revesino.checks import check_leads
from rules.revesino.codes import refuse
from rules.revesino.hands import Deal, Hand, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.renuncios import (
    CHARGEABLE_HANDS,
    Repeats,
    repeat_multiplier,
    repeats_of,
    unknown_repeats,
)
from rules.revesino.results import RESULTS, Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Ruling, VoidHand
from rules.revesino.settling import HandPayments, settle_deal, settle_napolitana, settle_revesino

NONE: Tally = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of revesino that its tallies do not show.

    turn: the number of turns to deal so far; four make a vuelta.
    dealer: the next dealer, the pie; None until the record shows the first dealer.
    plate: the tantos in the plate; together with the players' tantos they sum to zero.
    vueltas: the players' tantos at the end of each vuelta.
    hands: the players' tantos after each turn of the vuelta in play.
    repeats: for each of the last two hands, the repeated renuncios that can still be charged.
    ended: whether the last hand was played, or the time is over. Only charges for a repeated
        renuncio, and tantos moved by the referee, may follow.
    """

    turn: int = 0
    dealer: Side | None = None
    plate: int = 0
    vueltas: tuple[Tally, ...] = ()
    hands: tuple[Tally, ...] = ()
    repeats: tuple[Repeats, ...] = ()
    ended: bool = False

    @property
    def mano(self) -> Side | None:
        """Return the mano, who leads the next hand and has the worst seat; None if the next dealer
        is unknown.
        """
        return None if self.dealer is None else (self.dealer + 1) % SEATS

    @property
    def vuelta(self) -> int:
        """Return the number of the vuelta in play, from 1."""
        return self.turn // SEATS + 1


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    return Score(tallies=(NONE,), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if not score.over:
        return _apply_line(score, hand, options)
    if not (score.state.ended and _only_moves_tantos(hand)):
        raise refuse("match_over", "hand")
    return _end_match(_apply_line(score, hand, options))


def _only_moves_tantos(hand: Hand) -> bool:
    """Return whether the line is a fault in a hand already played, or a ruling that moves tantos
    («Sobre renuncios»; Rulings R17).
    """
    return (isinstance(hand, Fault) and not hand.void) or (
        isinstance(hand, Ruling) and hand.act == "tantos"
    )


def _apply_line(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after a line, even if the match was already over."""
    match hand:
        case Deal() | Revesino() | Napolitana():
            return _play_hand(score, hand, options)
        case VoidHand():
            return _play_void_hand(score, hand, options)
        case Fault():
            return _apply_fault(score, hand, options)
        case Result():
            return _play_result(score, hand, options)
        case Plate():
            return _fill_plate(score, hand, options)
        case Ruling():
            return _apply_ruling(score, hand, options)
        case DealerRuling():
            event = hand.event("revesino.dealer_ruled", hand.dealer)
            state = replace(score.state, dealer=hand.dealer)
            return replace(score, state=state, points=NONE, events=(event,))
        case End():
            return _end_by_time(score, options)
        case Forfeit():
            event = hand.event("revesino.match_forfeited", hand.loser)
            return _end_match(replace(score, points=NONE, events=(event,)), hand.loser)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`.

    The players keep their tantos, because there is no target.
    """
    return _win_match(replace(score, points=NONE, events=events), winner)


def _dealer(score: Score[State], stated_dealer: Side | None) -> Side | None:
    """Return the dealer of this hand.

    A line may repeat the recorded dealer but not contradict it.
    """
    turn = score.state.dealer
    if turn is not None and stated_dealer not in (None, turn):
        value, allowed = side_name(stated_dealer or 0), side_name(turn)
        raise refuse("revesino.dealer_turn", "dealer", value=value, allowed=allowed)
    return stated_dealer if turn is None else turn


def _play_hand(
    score: Score[State], hand: Deal | Revesino | Napolitana, options: Options
) -> Score[State]:
    """Return the score after a hand that was played to its end."""
    dealer = _dealer(score, hand.dealer)
    mano = None if dealer is None else (dealer + 1) % SEATS
    factor = options.factor(score.state.turn)
    bazas = NONE
    if isinstance(hand, Deal):
        if dealer is None or mano is None:
            raise _dealer_missing()
        bazas = hand.bazas
        check_leads(bazas, hand.fates, mano)
        payments = settle_deal(hand, dealer, options, factor)
    elif isinstance(hand, Revesino):
        payments = settle_revesino(hand, factor)
    else:
        _check_napolitana(hand, dealer, options)
        payments = settle_napolitana(hand, options, factor)
    repeats = repeats_of(hand.renuncios, bazas, mano, factor)
    return _add_payments(score, payments, dealer, options, repeats=repeats)


def _dealer_missing() -> Exception:
    return refuse("revesino.dealer_missing", "dealer", allowed="dA, dB, dC, dD")


def _check_napolitana(hand: Napolitana, dealer: Side | None, options: Options) -> None:
    side = side_name(hand.holder)
    if hand.left and dealer is None:
        raise _dealer_missing()
    if hand.left and dealer is not None and hand.holder != (dealer + 1) % SEATS:
        allowed = side_name((dealer + 1) % SEATS)
        raise refuse("revesino.left_not_mano", "left", side=side, allowed=allowed)
    if hand.left and options.left_lead_loses:
        raise refuse("revesino.left_loses", "left", side=side)
    if hand.lost and options.introducer_collects and hand.introducer is None:
        raise refuse("revesino.introducer_missing", "introducer", side=side)


def _add_payments(
    score: Score[State],
    payments: HandPayments,
    dealer: Side | None,
    options: Options,
    turns: int = 1,
    repeats: Repeats | None = None,
) -> Score[State]:
    """Return the score with these payments; the player on the dealer's right deals next (Rulings
    R20).

    `repeats` has the renuncios that can be charged after the hand; None if no hand was played.
    """
    state, events = score.state, payments.events
    plate = state.plate + payments.plate
    if plate < 0:
        raise refuse("revesino.plate_short", "plate", value=state.plate, low=-payments.plate)
    if payments.plate:
        code = "revesino.plate_taken" if payments.plate < 0 else "revesino.plate_paid"
        params = (("tantos", abs(payments.plate)), ("plate", plate))
        events += (Event(code, None, params),)
    if options.factor(state.turn) > 1:
        events += (Event("revesino.doubled"),)
    next_dealer = None if dealer is None else (dealer + turns) % SEATS
    tantos, turn = sum_of_tallies(score.tallies[0], payments.tantos), state.turn + turns
    vueltas, hands = state.vueltas, (*state.hands, tantos)
    if not turn % SEATS:
        vueltas, hands = (*vueltas, tantos), ()
    repeats_left = (
        state.repeats if repeats is None else (*state.repeats, repeats)[-CHARGEABLE_HANDS:]
    )
    ended = turn == options.deals
    new_state = State(turn, next_dealer, plate, vueltas, hands, repeats_left, ended)
    new_score = Score((tantos,), new_state, points=payments.tantos, events=events)
    return _end_match(new_score) if ended else new_score


def _play_void_hand(score: Score[State], hand: VoidHand, options: Options) -> Score[State]:
    """Record a void hand: the same player deals again or, with `passes`, loses his turn to deal."""
    dealer = _dealer(score, hand.dealer)
    if hand.passes:
        payments = HandPayments(NONE, 0, (Event("revesino.null_passes"),))
        return _add_payments(score, payments, dealer, replace(options, mari_perez=False))
    state = replace(score.state, dealer=dealer)
    return replace(score, state=state, points=NONE, events=(Event("revesino.null"),))


def _apply_fault(score: Score[State], hand: Fault, options: Options) -> Score[State]:
    """Apply the payment of a fault; if the hand is void, the same player deals again.

    The next player deals if the dealer himself took a card that was not his («Del descarte y
    robo»). A repeated renuncio is paid at the rate of its own hand («Sobre renuncios»).
    """
    state, factor = score.state, options.factor(score.state.turn)
    dealer = _dealer(score, hand.dealer)
    if not hand.void:
        factor, repeats = repeat_multiplier(state.repeats, hand.side)
        state = replace(state, repeats=repeats)
    elif hand.fault == "descarte" and dealer is None:
        raise _dealer_missing()
    partidas, _ = FAULTS[hand.fault]
    value = partidas * PARTIDA * factor
    tantos = [0] * SEATS
    payees = (
        [hand.payee]
        if hand.payee is not None
        else [side for side in range(SEATS) if side != hand.side]
    )
    for side in payees:
        tantos[side] += value
        tantos[hand.side] -= value
    params: tuple[tuple[str, object], ...] = (("tantos", value),)
    if hand.payee is not None:
        params = (("to", side_name(hand.payee)), *params)
    points = tuple(tantos)
    events = (Event(f"revesino.fault.{hand.fault}", hand.side, params),)
    new_score = replace(
        score,
        tallies=(sum_of_tallies(score.tallies[0], points),),
        state=replace(state, dealer=dealer),
        points=points,
        events=events,
    )
    if hand.fault == "descarte" and hand.side == dealer:
        score_with_turn_lost = _play_void_hand(new_score, VoidHand(passes=True), options)
        return replace(
            score_with_turn_lost, points=points, events=events + score_with_turn_lost.events
        )
    return new_score


def _play_result(score: Score[State], hand: Result, options: Options) -> Score[State]:
    """Return the score after a hand, or a whole vuelta, with only its tantos recorded."""
    dealer = _dealer(score, hand.dealer)
    turns, factor = RESULTS[hand.unit], options.factor(score.state.turn)
    if turns > 1 and score.state.turn % SEATS:
        value = score.state.turn % SEATS
        raise refuse("revesino.vuelta_begun", "amounts", value=value)
    tantos = divide_by_factor(hand.amounts, factor)
    plate = plate_of(tantos, turns, options)
    check_moved_tantos(tantos, plate, turns)
    payments = HandPayments(hand.amounts, plate * factor, (Event("revesino.result"),))
    return _add_payments(score, payments, dealer, options, turns, unknown_repeats(turns, factor))


def _fill_plate(score: Score[State], hand: Plate, options: Options) -> Score[State]:
    """Return the score after the players put these amounts in the plate."""
    if not options.plate:
        raise refuse("revesino.plate_off", "amounts")
    plate = score.state.plate + sum(hand.amounts)
    if plate < 0:
        low = -sum(hand.amounts)
        raise refuse("revesino.plate_short", "amounts", value=score.state.plate, low=low)
    points = tuple(-value for value in hand.amounts)
    return replace(
        score,
        tallies=(sum_of_tallies(score.tallies[0], points),),
        state=replace(score.state, plate=plate),
        points=points,
        events=(Event("revesino.plate_funded", None, (("plate", plate),)),),
    )


def _apply_ruling(score: Score[State], hand: Ruling, options: Options) -> Score[State]:
    """Apply the referee's amounts, as the result of the hand in play or as a movement of tantos
    between hands.
    """
    if hand.act == "mano":
        payments = HandPayments(hand.amounts, 0, (hand.event("revesino.hand_ruled"),))
        repeats = unknown_repeats(1, options.factor(score.state.turn))
        undoubled_options = replace(options, mari_perez=False)
        return _add_payments(
            score, payments, score.state.dealer, undoubled_options, repeats=repeats
        )
    return replace(
        score,
        tallies=(sum_of_tallies(score.tallies[0], hand.amounts),),
        points=hand.amounts,
        events=(hand.event("revesino.tantos_ruled"),),
    )


def _end_by_time(score: Score[State], options: Options) -> Score[State]:
    """Return the score after the line «fin», which ends a match by time."""
    if not options.by_time:
        raise refuse("revesino.end_by_vueltas", "hand", value=options.vueltas)
    if not score.state.turn:
        raise refuse("revesino.end_unplayed", "hand")
    state = replace(score.state, ended=True)
    return _end_match(replace(score, state=state, points=NONE, events=()))


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands, even if hands are left to play."""
    event = hand.event("revesino.match_stopped")
    new_score = replace(score, points=NONE, events=(event,))
    if not hand.drawn:
        return _end_match(new_score)
    draw_event = Event("revesino.match_drawn")
    return replace(new_score, winner=None, over=True, events=(event, draw_event))


def _end_match(score: Score[State], excluded_side: Side | None = None) -> Score[State]:
    """End the match: the player with most tantos wins; nobody wins if several share the lead.

    The side `excluded_side`, which left, cannot win.
    """
    tantos = score.tallies[0]
    leading_sides = leaders(tantos, excluded_side)
    if len(leading_sides) == 1:
        return _win_match(score, leading_sides[0])
    names = ", ".join(side_name(side) for side in leading_sides)
    event = Event(
        "revesino.match_shared", None, (("tantos", tantos[leading_sides[0]]), ("sides", names))
    )
    return replace(score, winner=None, over=True, events=(*score.events, event))


def _win_match(score: Score[State], winner: Side) -> Score[State]:
    event = Event("revesino.match_won", winner, (("tantos", score.tallies[0][winner]),))
    return replace(score, winner=winner, over=True, events=(*score.events, event))


# --- By chance ------------------------------------------------------------------------------------
# A random hand of revesino: the gain or loss of each player.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Result | End:
    """Return a random hand; in a match by time, the line «fin» after `options.vueltas` vueltas."""
    turn = score.state.turn
    if turn == SEATS * options.vueltas:
        return End()
    moved_tantos = options.factor(turn) * (2 + chance.below(STAKES - 1))
    amounts = [0] * SEATS
    for share in chance.split(moved_tantos // options.factor(turn), 2):
        winner, loser = chance.shuffled(range(SEATS))[:2]
        amounts[winner] += options.factor(turn) * share
        amounts[loser] -= options.factor(turn) * share
    dealer = chance.below(SEATS) if score.state.dealer is None else None
    return Result("mano", tuple(amounts), dealer)
