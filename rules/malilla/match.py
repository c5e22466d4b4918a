"""The match: how each line changes the tantos of the match and of the vuelta in play."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, RuleError, Score, Side
from rules.lines import Forfeit, Stop
from rules.malilla.amounts import (
    AMOUNTS,
    check_range_and_multiple,
    in_halves,
    in_units,
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
            return _deal(score, hand, options)
        case Misdeal():
            return _misdeal(score, hand, options)
        case Favorito():
            return _favorito(score, hand, options)
        case Vuelta():
            return _vuelta(score, hand, options)
        case Partida():
            return _partida(score, hand, options)
        case Ruling():
            return _ruling(score, hand, options)
        case Forfeit():
            return _forfeit(score, hand, options)
        case Stop():
            return _stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing tantos.

    The credit brings the winner to the target or, without a target, to `bye_tantos`, or to one more
    than its best rival if that is more.
    """
    tantos = score.tallies[0]
    best = max(number for side, number in enumerate(tantos) if side != winner)
    credited = max(tantos[winner], best + 1, options.credit)
    tantos = tuple(
        credited if side == winner else tantos_before for side, tantos_before in enumerate(tantos)
    )
    return _end(tantos, winner, _close(score.state, score.tallies[1]), options, (), events)


def next_dealer_side(side: Side, options: Options) -> Side:
    """Return the side that deals next: the side on the right or, between pairs, the rival pair."""
    return (side + 1) % options.sides


def next_multiple(score: Score[State], options: Options, suit: str | None = None) -> int:
    """Return the multiple by which the next deal is paid if `suit` is its trump (Rulings M1)."""
    state = score.state
    favorito = suit is not None and suit == state.favorito
    return options.times(len(state.vueltas), favorito=favorito)


def _deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
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
    passes = None if dealer is None else next_dealer_side(dealer, options)
    state = replace(score.state, dealer=passes, deals=score.state.deals + 1)
    return _with_gains(score, settlement.tantos, state, options, settlement.events)


def _misdeal(score: Score[State], hand: Misdeal, options: Options) -> Score[State]:
    """Return the score after a misdeal, which pays nothing and loses the alce.

    After a short pack the same side deals again.
    """
    dealer = dealer_of(hand, score.state.dealer, options)
    if hand.short_pack:
        passes, code = dealer, "malilla.short_pack"
    else:
        passes = None if dealer is None else next_dealer_side(dealer, options)
        code = "malilla.misdeal"
    return _with_event(score, replace(score.state, dealer=passes), options, Event(code, dealer))


def _favorito(score: Score[State], hand: Favorito, options: Options) -> Score[State]:
    """Return the score after the draw of the favorito."""
    if not options.favorito:
        raise refuse("malilla.favorito_off", "suit")
    if score.state.favorito is not None:
        raise refuse("malilla.favorito_twice", "suit", suit=score.state.favorito)
    event = Event("malilla.favorito", None, (("by", hand.suit),))
    return _with_event(score, replace(score.state, favorito=hand.suit), options, event)


def _vuelta(score: Score[State], hand: Vuelta, options: Options) -> Score[State]:
    """Return the score after a whole vuelta in one line; the next dealer stays the same."""
    tantos = result_in_units(hand.halves, options)
    state = score.state
    if state.deals:
        raise refuse("malilla.vuelta_begun", "tantos", value=state.deals)
    _check_vueltas(tantos, (len(state.vueltas),), options)
    completed = replace(state, deals=options.players)
    return _with_gains(score, tantos, completed, options, ())


def _check_vueltas(tantos: Tally, vueltas: tuple[int, ...], options: Options) -> None:
    """Check that these vueltas can give the gains and losses in `tantos`.

    If the options have a favorito, any deal may have had it as trump.

    A vuelta that pays double gives even numbers, unless the judge may have divided the ten tantos
    of a fault (M5).
    """
    low = high = 0
    for vuelta in vueltas:
        times = options.times(vuelta, favorito=options.favorito)
        lost, gained = loss_and_gain_limits(times, options)
        low, high = low + options.players * lost, high + options.players * gained
    times = min(options.mariperez_times(vuelta) for vuelta in vueltas)
    if not options.rules.tens_divide:
        times = 1
    check_range_and_multiple(tantos, low, high, times, options, "tantos")


def _partida(score: Score[State], hand: Partida, options: Options) -> Score[State]:
    """Return the score of a whole match recorded in one line."""
    tantos = result_in_units(hand.halves, options)
    if score.state.begun or any(score.tallies[0]):
        raise refuse("malilla.partida_begun", "tantos")
    if options.target:
        _check_target(tantos, options)
    else:
        played = options.vueltas + options.play_off
        _check_vueltas(tantos, tuple(range(played)), options)
    winner = leader(tantos)
    if winner is None and (options.play_off or options.target):
        raise refuse("malilla.partida_tied", "tantos", value=tantos_text(tantos, options))
    state = replace(score.state, dealer=None, vueltas=(tantos,))
    return _end(tantos, winner, state, options, tantos, ())


def _check_target(tantos: Tally, options: Options) -> None:
    """Check that a side reached the target, and no earlier than in the last deal.

    With three or four sides, only the first check is made: two sides may reach the target in the
    same deal, and if they are equal, the match goes on.
    """
    target, most = options.target * options.unit, max(tantos)
    value = tantos_text((most,), options)
    if most < target:
        raise refuse("malilla.partida_short", "tantos", value=value, allowed=options.target)
    if options.sides > 2:
        return
    if min(tantos) >= target:
        value = tantos_text(tantos, options)
        raise refuse("malilla.partida_both", "tantos", value=value, allowed=options.target)
    times = options.times(0, favorito=options.favorito)
    high = target - 1 + loss_and_gain_limits(times, options)[1]
    if most > high:
        allowed = tantos_text((high,), options)
        raise refuse("malilla.partida_long", "tantos", value=value, allowed=allowed)


def _ruling(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    if ruling.act == "anula":
        return _with_event(score, score.state, options, ruling.event("malilla.hand_void"))
    if ruling.act == "tantos":
        tantos = in_units(ruling.halves, options, "tantos")
        params = (("tantos", tantos_text(tantos, options)), ("reason", ruling.reason))
        event = Event("malilla.tantos_ruled", None, params)
        return _with_gains(score, tantos, score.state, options, (event,))
    if ruling.act == "mano":
        return _deal_ruled(score, ruling, options)
    check_side(ruling.side, options, "side")
    if ruling.act == "partida":
        return award(score, ruling.side or 0, options)
    event = ruling.event("malilla.dealer_ruled", ruling.side)
    return _with_event(score, replace(score.state, dealer=ruling.side), options, event)


def _deal_ruled(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    """Return the score after a deal whose result the judge set; it counts as a deal, and the next
    side deals.
    """
    tantos, dealer = in_units(ruling.halves, options, "tantos"), score.state.dealer
    passes = None if dealer is None else next_dealer_side(dealer, options)
    params = (("tantos", tantos_text(tantos, options)), ("reason", ruling.reason))
    state = replace(score.state, dealer=passes, deals=score.state.deals + 1)
    return _with_gains(score, tantos, state, options, (Event("malilla.deal_ruled", None, params),))


def _forfeit(score: Score[State], hand: Forfeit, options: Options) -> Score[State]:
    """Award the match to the rival.

    With three or four sides, the best rival wins. If the best rivals are equal, nobody wins and all
    sides keep their tantos.
    """
    check_side(hand.loser, options, "loser")
    event = hand.event("malilla.match_forfeited", hand.loser)
    tantos = score.tallies[0]
    winner = leader(tantos, out=hand.loser)
    if winner is not None:
        return award(score, winner, options, event)
    return _end(tantos, None, _close(score.state, score.tallies[1]), options, (), (event,))


def _stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands, including the vuelta in play."""
    tantos, in_play = score.tallies
    event = hand.event("malilla.match_stopped")
    state = _close(score.state, in_play)
    return _end(tantos, hand.winner(tantos), state, options, (), (event,))


def _with_event(score: Score[State], state: State, options: Options, event: Event) -> Score[State]:
    """Return the score with a new state and an event, and unchanged tallies."""
    return Score(score.tallies, state, points=(0,) * options.sides, events=(event,))


def _with_gains(
    score: Score[State], gained: Tally, state: State, options: Options, events: tuple[Event, ...]
) -> Score[State]:
    """Return the score with `gained` added; end the vuelta and the match if this line ends them.

    In a match with a target, a loss counts as 0.
    """
    if options.target:
        gained = tuple(max(number, 0) for number in gained)
    total, in_play = (
        sum_of_tallies(score.tallies[0], gained),
        sum_of_tallies(score.tallies[1], gained),
    )
    if state.deals == options.players:
        state = replace(state, vueltas=(*state.vueltas, in_play), deals=0)
        number, tantos = len(state.vueltas), tantos_text(in_play, options)
        params = (("number", number), ("tantos", tantos))
        events += (Event("malilla.vuelta_over", None, params),)
        in_play = (0,) * options.sides
    ahead = leader(total)
    if options.target:
        over = ahead is not None and total[ahead] >= options.target * options.unit
    else:
        over = len(state.vueltas) >= options.vueltas and not state.deals
        if over and ahead is None and options.play_off:
            over, events = False, (*events, Event("malilla.play_off"))
    if over:
        return _end(total, ahead, _close(state, in_play), options, gained, events)
    return Score((total, in_play), state, points=gained, events=events)


def _close(state: State, in_play: Tally) -> State:
    """Return the state with the vuelta in play, if any, added to the finished vueltas."""
    if not state.deals:
        return state
    return replace(state, vueltas=(*state.vueltas, in_play), deals=0)


def _end(
    total: Tally,
    winner: Side | None,
    state: State,
    options: Options,
    gained: Tally,
    events: tuple[Event, ...],
) -> Score[State]:
    """End the match, won by `winner` or drawn."""
    none = (0,) * options.sides
    code = "malilla.match_drawn" if winner is None else "malilla.match_won"
    events += (Event(code, winner, (("tantos", tantos_text(total, options)),)),)
    return Score((total, none), state, winner, over=True, points=gained or none, events=events)


# --- By chance ------------------------------------------------------------------------------------
# A random deal of malilla, as a table could write it.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return a random line: first the favorito, if the options have one, then deals with the card
    turned up.
    """
    if options.favorito and score.state.favorito is None:
        return Favorito(chance.pick(SUITS))
    asleep = chance.below(9) if options.form == "cubiertas" else None
    least = options.par // 2
    shares = chance.split(POINTS - (asleep or 0) - least * options.sides, options.sides)
    return Deal(
        tuple(least + share for share in shares),
        asleep=asleep,
        card=Card(chance.pick(options.rules.ranks), chance.pick(SUITS)),
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
    plain = replace(hand, faults=(), split=None)
    suit = None if hand.card is None else hand.card.suit
    try:
        dealer = dealer_of(hand, score.state.dealer, options)
        payments = settle(plain, dealer, next_multiple(score, options, suit), options).tantos
    except RuleError:
        return None
    shared = hand.split or (0,) * len(payments)
    tantos = [sum(amounts) for amounts in zip(payments, shared, strict=True)]
    return {"kind": "ruling", "ruling": "mano", "tantos": AMOUNTS.write(in_halves(tantos, options))}
