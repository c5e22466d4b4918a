"""The match: how each line changes the tantos of the match and of the vuelta in play."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, RuleError, Score, Side
from rules.lines import Forfeit, Stop
from rules.malilla.amounts import (
    AMOUNTS,
    amounts_in_halves,
    amounts_in_units,
    check_range_and_multiple,
    result_in_units,
    tantos_text,
)
from rules.malilla.checks import check_deal, check_side, dealer_of
from rules.malilla.codes import refuse
from rules.malilla.forms import POINTS
from rules.malilla.hands import Card, Deal, Favorito, Hand, Misdeal, Partida, Ruling, Vuelta
from rules.malilla.options import Options
from rules.malilla.settling import loss_and_gain_limits, settle
from rules.reading import SUITS, Tally, leader, sum_of_tallies


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of malilla that its tallies do not show.

    dealer: the side that deals next; None if the record does not show it (Rulings M15). vueltas:
    the gain of each side in each finished vuelta, in units of the tallies. deals: the number of
    recorded deals of the vuelta in play, without misdeals. favorito: the suit that pays double as
    trump; None until it is drawn.
    """

    dealer: Side | None = None
    vueltas: tuple[Tally, ...] = ()
    deals: int = 0
    favorito: str | None = None

    @property
    def begun(self) -> bool:
        return bool(self.vueltas or self.deals)


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    none = (0,) * options.sides
    return Score(tallies=(none, none), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case Misdeal():
            return _play_misdeal(score, hand, options)
        case Favorito():
            return _set_favorito(score, hand, options)
        case Vuelta():
            return _play_vuelta(score, hand, options)
        case Partida():
            return _play_partida(score, hand, options)
        case Ruling():
            return _apply_ruling(score, hand, options)
        case Forfeit():
            return _apply_forfeit(score, hand, options)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing tantos.

    The credit brings the winner to the target or, without a target, to `bye_tantos`, or to one more
    than its best rival if that is more.
    """
    tantos = score.tallies[0]
    best_rival = max(number for side, number in enumerate(tantos) if side != winner)
    credited_tantos = max(tantos[winner], best_rival + 1, options.credit)
    tantos = tuple(
        credited_tantos if side == winner else tantos_before
        for side, tantos_before in enumerate(tantos)
    )
    return _end_match(
        tantos, winner, _close_vuelta(score.state, score.tallies[1]), options, (), events
    )


def next_dealer_side(side: Side, options: Options) -> Side:
    """Return the side that deals next: the side on the right or, between pairs, the rival pair."""
    return (side + 1) % options.sides


def next_multiple(score: Score[State], options: Options, suit: str | None = None) -> int:
    """Return the multiple by which the next deal is paid if `suit` is its trump (Rulings M1)."""
    state = score.state
    favorito = suit is not None and suit == state.favorito
    return options.times(len(state.vueltas), favorito=favorito)


def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a deal; the next side deals."""
    dealer = dealer_of(deal, score.state.dealer, options)
    check_deal(deal, dealer, options)
    suit = None if deal.card is None else deal.card.suit
    if options.favorito:
        if score.state.favorito is None:
            raise refuse("malilla.favorito_missing", "hand", allowed=list(SUITS))
        if suit is None:
            raise refuse("malilla.trump_missing", "card")
    settlement = settle(deal, dealer, next_multiple(score, options, suit), options)
    next_dealer = None if dealer is None else next_dealer_side(dealer, options)
    state = replace(score.state, dealer=next_dealer, deals=score.state.deals + 1)
    return _add_gains(score, settlement.tantos, state, options, settlement.events)


def _play_misdeal(score: Score[State], hand: Misdeal, options: Options) -> Score[State]:
    """Return the score after a misdeal, which pays nothing and loses the alce.

    After a short pack the same side deals again.
    """
    dealer = dealer_of(hand, score.state.dealer, options)
    if hand.short_pack:
        next_dealer, code = dealer, "malilla.short_pack"
    else:
        next_dealer = None if dealer is None else next_dealer_side(dealer, options)
        code = "malilla.misdeal"
    return _add_event(score, replace(score.state, dealer=next_dealer), options, Event(code, dealer))


def _set_favorito(score: Score[State], hand: Favorito, options: Options) -> Score[State]:
    """Return the score after the draw of the favorito."""
    if not options.favorito:
        raise refuse("malilla.favorito_off", "suit")
    if score.state.favorito is not None:
        raise refuse("malilla.favorito_twice", "suit", suit=score.state.favorito)
    event = Event("malilla.favorito", None, (("by", hand.suit),))
    return _add_event(score, replace(score.state, favorito=hand.suit), options, event)


def _play_vuelta(score: Score[State], hand: Vuelta, options: Options) -> Score[State]:
    """Return the score after a whole vuelta in one line; the next dealer stays the same."""
    tantos = result_in_units(hand.halves, options)
    state = score.state
    if state.deals:
        raise refuse("malilla.vuelta_begun", "tantos", value=state.deals)
    _check_vueltas(tantos, (len(state.vueltas),), options)
    new_state = replace(state, deals=options.players)
    return _add_gains(score, tantos, new_state, options, ())


def _check_vueltas(tantos: Tally, vueltas: tuple[int, ...], options: Options) -> None:
    """Check that these vueltas can give the gains and losses in `tantos`.

    If the options have a favorito, any deal may have had it as trump.

    A vuelta that pays double gives even numbers, unless the judge may have divided the ten tantos
    of a fault (M5).
    """
    low = high = 0
    for vuelta in vueltas:
        times = options.times(vuelta, favorito=options.favorito)
        loss, gain = loss_and_gain_limits(times, options)
        low, high = low + options.players * loss, high + options.players * gain
    times = min(options.mariperez_times(vuelta) for vuelta in vueltas)
    if not options.form_rules.tens_divide:
        times = 1
    check_range_and_multiple(tantos, low, high, times, options, "tantos")


def _play_partida(score: Score[State], hand: Partida, options: Options) -> Score[State]:
    """Return the score of a whole match recorded in one line."""
    tantos = result_in_units(hand.halves, options)
    if score.state.begun or any(score.tallies[0]):
        raise refuse("malilla.partida_begun", "tantos")
    if options.target:
        _check_target(tantos, options)
    else:
        vueltas = options.vueltas + options.play_off
        _check_vueltas(tantos, tuple(range(vueltas)), options)
    winner = leader(tantos)
    if winner is None and (options.play_off or options.target):
        raise refuse("malilla.partida_tied", "tantos", value=tantos_text(tantos, options))
    state = replace(score.state, dealer=None, vueltas=(tantos,))
    return _end_match(tantos, winner, state, options, tantos, ())


def _check_target(tantos: Tally, options: Options) -> None:
    """Check that a side reached the target, and no earlier than in the last deal.

    With three or four sides, only the first check is made: two sides may reach the target in the
    same deal, and if they are equal, the match goes on.
    """
    target, highest = options.target * options.unit, max(tantos)
    value = tantos_text((highest,), options)
    if highest < target:
        raise refuse("malilla.partida_short", "tantos", value=value, allowed=options.target)
    if options.sides > 2:
        return
    if min(tantos) >= target:
        value = tantos_text(tantos, options)
        raise refuse("malilla.partida_both", "tantos", value=value, allowed=options.target)
    times = options.times(0, favorito=options.favorito)
    high = target - 1 + loss_and_gain_limits(times, options)[1]
    if highest > high:
        allowed = tantos_text((high,), options)
        raise refuse("malilla.partida_long", "tantos", value=value, allowed=allowed)


def _apply_ruling(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    if ruling.act == "anula":
        return _add_event(score, score.state, options, ruling.event("malilla.hand_void"))
    if ruling.act == "tantos":
        tantos = amounts_in_units(ruling.halves, options, "tantos")
        params = (("tantos", tantos_text(tantos, options)), ("reason", ruling.reason))
        event = Event("malilla.tantos_ruled", None, params)
        return _add_gains(score, tantos, score.state, options, (event,))
    if ruling.act == "mano":
        return _play_ruled_deal(score, ruling, options)
    check_side(ruling.side, options, "side")
    if ruling.act == "partida":
        return award(score, ruling.side or 0, options)
    event = ruling.event("malilla.dealer_ruled", ruling.side)
    return _add_event(score, replace(score.state, dealer=ruling.side), options, event)


def _play_ruled_deal(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    """Return the score after a deal whose result the judge set; it counts as a deal, and the next
    side deals.
    """
    tantos, dealer = amounts_in_units(ruling.halves, options, "tantos"), score.state.dealer
    next_dealer = None if dealer is None else next_dealer_side(dealer, options)
    params = (("tantos", tantos_text(tantos, options)), ("reason", ruling.reason))
    state = replace(score.state, dealer=next_dealer, deals=score.state.deals + 1)
    return _add_gains(score, tantos, state, options, (Event("malilla.deal_ruled", None, params),))


def _apply_forfeit(score: Score[State], hand: Forfeit, options: Options) -> Score[State]:
    """Award the match to the rival.

    With three or four sides, the best rival wins. If the best rivals are equal, nobody wins and all
    sides keep their tantos.
    """
    check_side(hand.loser, options, "loser")
    event = hand.event("malilla.match_forfeited", hand.loser)
    tantos = score.tallies[0]
    winner = leader(tantos, excluded_side=hand.loser)
    if winner is not None:
        return award(score, winner, options, event)
    return _end_match(
        tantos, None, _close_vuelta(score.state, score.tallies[1]), options, (), (event,)
    )


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands, including the vuelta in play."""
    tantos, vuelta_tantos = score.tallies
    event = hand.event("malilla.match_stopped")
    state = _close_vuelta(score.state, vuelta_tantos)
    return _end_match(tantos, hand.winner(tantos), state, options, (), (event,))


def _add_event(score: Score[State], state: State, options: Options, event: Event) -> Score[State]:
    """Return the score with a new state and an event, and unchanged tallies."""
    return Score(score.tallies, state, points=(0,) * options.sides, events=(event,))


def _add_gains(
    score: Score[State], gains: Tally, state: State, options: Options, events: tuple[Event, ...]
) -> Score[State]:
    """Return the score with `gains` added; end the vuelta and the match if this line ends them.

    In a match with a target, a loss counts as 0.
    """
    if options.target:
        gains = tuple(max(number, 0) for number in gains)
    total = sum_of_tallies(score.tallies[0], gains)
    vuelta_tantos = sum_of_tallies(score.tallies[1], gains)
    if state.deals == options.players:
        state = replace(state, vueltas=(*state.vueltas, vuelta_tantos), deals=0)
        number, tantos_words = len(state.vueltas), tantos_text(vuelta_tantos, options)
        params = (("number", number), ("tantos", tantos_words))
        events += (Event("malilla.vuelta_over", None, params),)
        vuelta_tantos = (0,) * options.sides
    leading_side = leader(total)
    if options.target:
        over = leading_side is not None and total[leading_side] >= options.target * options.unit
    else:
        over = len(state.vueltas) >= options.vueltas and not state.deals
        if over and leading_side is None and options.play_off:
            over, events = False, (*events, Event("malilla.play_off"))
    if over:
        return _end_match(
            total, leading_side, _close_vuelta(state, vuelta_tantos), options, gains, events
        )
    return Score((total, vuelta_tantos), state, points=gains, events=events)


def _close_vuelta(state: State, vuelta_tantos: Tally) -> State:
    """Return the state with the vuelta in play, if any, added to the finished vueltas."""
    if not state.deals:
        return state
    return replace(state, vueltas=(*state.vueltas, vuelta_tantos), deals=0)


def _end_match(
    total: Tally,
    winner: Side | None,
    state: State,
    options: Options,
    gains: Tally,
    events: tuple[Event, ...],
) -> Score[State]:
    """End the match, won by `winner` or drawn."""
    none = (0,) * options.sides
    code = "malilla.match_drawn" if winner is None else "malilla.match_won"
    events += (Event(code, winner, (("tantos", tantos_text(total, options)),)),)
    return Score((total, none), state, winner, over=True, points=gains or none, events=events)


# --- By chance ------------------------------------------------------------------------------------
# A random deal of malilla, as a table could write it.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return a random line: first the favorito, if the options have one, then deals with the card
    turned up.
    """
    if options.favorito and score.state.favorito is None:
        return Favorito(chance.pick(SUITS))
    asleep = chance.below(9) if options.form == "cubiertas" else None
    low = options.par // 2
    shares = chance.split(POINTS - (asleep or 0) - low * options.sides, options.sides)
    return Deal(
        tuple(low + share for share in shares),
        asleep=asleep,
        card=Card(chance.pick(options.form_rules.ranks), chance.pick(SUITS)),
        dealer=chance.below(options.sides) if score.state.dealer is None else None,
    )


# --- Deals that need a ruling because the tantos of their faults do not divide equally ------------
ARITHMETIC = frozenset({"malilla.split_missing", "malilla.split_payer"})


def overruling_line(
    hand: Hand, code: str, score: Score[State], options: Options
) -> dict[str, object] | None:
    """Return the referee's ruling that can replace a deal refused with `code`, as a JSON object.

    The object has no reason. Return None if no ruling can replace the deal. The amounts are the
    payments of the deal as if it had no faults, plus its `split`, if the deal states one. Source:
    Rulings M5.

    >>> from rules.malilla.hands import SideFault
    >>> from rules.malilla.match import start
    >>> deal = Deal((20, 16, 18, 18), faults=(SideFault(0, "cargar"),))
    >>> options = Options(form="barrotada")
    >>> overruling_line(deal, "malilla.split_missing", start(options), options)
    {'kind': 'ruling', 'ruling': 'mano', 'tantos': [2, -2, 0, 0]}
    """
    if not isinstance(hand, Deal) or code not in ARITHMETIC:
        return None
    faultless_deal = replace(hand, faults=(), split=None)
    suit = None if hand.card is None else hand.card.suit
    try:
        dealer = dealer_of(hand, score.state.dealer, options)
        payments = settle(
            faultless_deal, dealer, next_multiple(score, options, suit), options
        ).tantos
    except RuleError:
        return None
    split = hand.split or (0,) * len(payments)
    tantos = [sum(amounts) for amounts in zip(payments, split, strict=True)]
    return {
        "kind": "ruling",
        "ruling": "mano",
        "tantos": AMOUNTS.write(amounts_in_halves(tantos, options)),
    }
