"""The match: how each line changes juegos, cuartos and the tens that the sides show."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.cientos.codes import refuse
from rules.cientos.deal import Deal, check_blancas
from rules.cientos.hands import Hand, HandRuling, Juego, JuegoRuling, JuegoVoidRuling, VoidHand
from rules.cientos.juego import HALF, JUEGO, HandResult, ShownTens, has_certain_pique, judge
from rules.cientos.options import Options
from rules.core import Event, Score, Side
from rules.lines import Forfeit, Stop
from rules.reading import Tally, add_to_side, leader, side_name

NONE: Tally = (0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of cientos that its tallies do not show.

    juegos: for each finished juego, the winner and whether the juego was double.
    missing: for A and for B, the points missing from the tens that the side shows, at 50 or at 100
        (Rulings C6).
    dealer: the next dealer; None if the record does not show it.
    cuartos: the cuartos of A and B at the start of the juego in play.
    """

    juegos: tuple[tuple[Side, bool], ...] = ()
    missing: Tally = NONE
    dealer: Side | None = None
    cuartos: Tally = NONE


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    return Score(tallies=(NONE, NONE, NONE), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case VoidHand():
            event = Event("cientos.deal_void", None, (("by", hand.cause),))
            return replace(score, points=NONE, events=(event,))
        case Juego():
            return _play_juego(score, hand, options)
        case HandRuling():
            return _play_ruled_hand(score, hand, options)
        case JuegoRuling():
            _check_double(hand.double, options)
            return _add_juego(score, hand.winner, "ruling", hand.double, options, dealer=None)
        case JuegoVoidRuling():
            return _void_juego(score, hand)
        case Forfeit():
            event = hand.event("cientos.match_forfeited", hand.loser)
            return award(score, 1 - hand.loser, options, event)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing juegos, all single.

    In a match that plays all juegos, the credit is the juegos that are left to play.
    """
    juegos, cuartos, _ = score.tallies
    if options.play_all:
        lacking = options.juegos - len(score.state.juegos)
    else:
        lacking = max(options.juegos - juegos[winner], 0)
    cuartos_paid = add_to_side(cuartos, winner, lacking * options.stake(double=False))
    tallies = (add_to_side(juegos, winner, lacking), cuartos_paid, NONE)
    finished_juegos = (*score.state.juegos, *[(winner, False)] * lacking)
    state = replace(score.state, juegos=finished_juegos, missing=NONE, cuartos=cuartos_paid)
    events += (_end_event(winner, tallies),)
    return Score(tallies, state, winner, over=True, points=NONE, events=events)


# --- One hand -------------------------------------------------------------------------------
def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a hand recorded by its bazas and announcements."""
    dealer = score.state.dealer if deal.dealer is None else deal.dealer
    if dealer is None:
        raise refuse("cientos.dealer_unknown", "dealer")
    mano = 1 - dealer
    if deal.blancas is not None:
        check_blancas(deal, mano)
    shown_tens = _shown_tens(score)
    lacking_to_half = _points_lacking(shown_tens, HALF) if options.doble else NONE
    result = judge(deal, mano, _points_lacking(shown_tens, JUEGO), lacking_to_half, options)
    events = _deal_events(deal, result)
    calidades = _calidades_won(deal, result) if options.calidades else NONE
    return _add_hand(
        score, shown_tens, result.points, result.first_at_100, calidades, options, mano, events
    )


def add_certain_pique(score: Score[State], deal: Deal, options: Options) -> Deal:
    """Return the hand, with the pique added if the pique is certain and the line omits it."""
    dealer = score.state.dealer if deal.dealer is None else deal.dealer
    if dealer is None or deal.pique:
        return deal
    lacking = _points_lacking(_shown_tens(score), JUEGO)
    return replace(deal, pique=has_certain_pique(deal, 1 - dealer, lacking, options))


def _deal_events(deal: Deal, result: HandResult) -> tuple[Event, ...]:
    events = [
        Event("cientos.announcements_void", fault.side, (("by", fault.cause),))
        for fault in deal.faults
        if fault.voids
    ]
    if result.repique is not None:
        events.append(Event("cientos.repique", result.repique))
    if result.pique is not None:
        events.append(Event("cientos.pique", result.pique))
    if result.capote is not None:
        events.append(Event("cientos.capote", result.capote))
    return tuple(events)


def _calidades_won(deal: Deal, result: HandResult) -> Tally:
    """Return the calidades that A and B win in a hand (Cientos, «… con calidades» 1-6)."""
    calidades = [0, 0]
    for side, number in (
        (deal.blancas, 1),
        (result.pique, 1),
        (result.repique, 2),
        (result.capote, 1),
        *((secansa.side, secansa.calidades) for secansa in deal.secansas),
        *((item.side, 1) for item in deal.catorces if item.cards == 4),
    ):
        if side is not None:
            calidades[side] += number
    for side, points in enumerate(result.points):
        calidades[1 - side] += 2 if points < 5 else 1 if points < 10 else 0
    return calidades[0], calidades[1]


def _play_ruled_hand(score: Score[State], hand: HandRuling, options: Options) -> Score[State]:
    """Return the score after a hand that the judge counted.

    Raises `first_unknown` if both sides reach a hundred: the order of the points is unknown.
    """
    _check_calidades(hand.calidades, options)
    shown_tens = _shown_tens(score)
    has_reached_100 = [
        hand.points[side] >= side_tens.lacking(JUEGO) for side, side_tens in enumerate(shown_tens)
    ]
    if all(has_reached_100):
        raise refuse("cientos.first_unknown", "points")
    side = has_reached_100.index(True) if any(has_reached_100) else None
    first_at_100 = None if side is None else (side, hand.points[1 - side])
    params = (("points", hand.points), ("reason", hand.reason))
    events = (Event("cientos.hand_ruled", None, params),)
    dealer = score.state.dealer
    mano = None if dealer is None else 1 - dealer
    return _add_hand(
        score, shown_tens, hand.points, first_at_100, hand.calidades, options, mano, events
    )


def _add_hand(
    score: Score[State],
    shown_tens: tuple[ShownTens, ShownTens],
    points: Tally,
    first_at_100: tuple[Side, int] | None,
    calidades: Tally,
    options: Options,
    dealer: Side | None,
    events: tuple[Event, ...],
) -> Score[State]:
    """Return the score after a hand with these points; `shown_tens` are the tens that A and B
    showed before the hand.

    `first_at_100` is as in `HandResult`, and `dealer` deals the next hand.
    """
    if any(calidades):
        events += (Event("cientos.calidades", None, (("calidades", calidades),)),)
        score = _pay_calidades(score, calidades, options)
    if first_at_100 is not None:
        side, rival = first_at_100
        double = options.doble and rival < shown_tens[1 - side].lacking(HALF)
        tantos = shown_tens[0].total(points[0]), shown_tens[1].total(points[1])
        way = "doble" if double else "sencillo"
        return _add_juego(score, side, way, double, options, dealer, tantos, events, points)
    tens_a, tens_b = shown_tens[0].after_hand(points[0]), shown_tens[1].after_hand(points[1])
    for side, side_tens in enumerate((tens_a, tens_b)):
        if side_tens.missing:
            params = (("shown", side_tens.tens), ("missing", side_tens.missing))
            events += (Event("cientos.falta", side, params),)
    missing = tens_a.missing, tens_b.missing
    return Score(
        (score.tallies[0], score.tallies[1], (tens_a.tens, tens_b.tens)),
        State(score.state.juegos, missing, dealer, score.state.cuartos),
        points=points,
        events=events,
    )


def _shown_tens(score: Score[State]) -> tuple[ShownTens, ShownTens]:
    tens, missing = score.tallies[2], score.state.missing
    return ShownTens(tens[0], missing[0]), ShownTens(tens[1], missing[1])


def _points_lacking(shown_tens: tuple[ShownTens, ShownTens], target: int) -> Tally:
    return shown_tens[0].lacking(target), shown_tens[1].lacking(target)


def _pay_calidades(score: Score[State], calidades: Tally, options: Options) -> Score[State]:
    """Return the score with these calidades paid, without the points and events of the last
    line.
    """
    a, b = score.tallies[1]
    cuartos_paid = a + calidades[0] * options.calidad, b + calidades[1] * options.calidad
    return Score((score.tallies[0], cuartos_paid, score.tallies[2]), score.state)


# --- A whole juego --------------------------------------------------------------------------
def _play_juego(score: Score[State], hand: Juego, options: Options) -> Score[State]:
    """Return the score after a juego with only its result recorded."""
    _check_double(hand.double, options)
    _check_calidades(hand.calidades, options)
    loser = 1 - hand.winner
    if hand.double and _shown_tens(score)[loser].lacking(HALF) <= 0:
        loser_tens, name = score.tallies[2][loser], side_name(loser)
        raise refuse("cientos.juego_double", "double", side=name, value=loser_tens)
    events: tuple[Event, ...] = ()
    if any(hand.calidades):
        events = (Event("cientos.calidades", None, (("calidades", hand.calidades),)),)
        score = _pay_calidades(score, hand.calidades, options)
    return _add_juego(score, hand.winner, "written", hand.double, options, None, None, events)


def _void_juego(score: Score[State], hand: JuegoVoidRuling) -> Score[State]:
    """Return the score after a void juego: its cuartos are taken back."""
    event = hand.event("cientos.juego_void")
    return replace(
        score,
        tallies=(score.tallies[0], score.state.cuartos, NONE),
        state=replace(score.state, missing=NONE),
        points=NONE,
        events=(event,),
    )


def _check_double(double: bool, options: Options) -> None:
    if double and not options.doble:
        raise refuse("cientos.no_double", "double")


def _check_calidades(calidades: Tally, options: Options) -> None:
    if any(calidades) and not options.calidades:
        raise refuse("cientos.no_calidades", "calidades")


def _add_juego(
    score: Score[State],
    side: Side,
    way: str,
    double: bool,
    options: Options,
    dealer: Side | None,
    tantos: Tally | None = None,
    events: tuple[Event, ...] = (),
    points: Tally = NONE,
) -> Score[State]:
    """Return the score with one more juego for `side`, and with the end of the match if this juego
    ends it.

    `way` says how the juego was won. `tantos` are the totals of A and B, if they were counted.
    """
    stake = options.stake(double=double)
    if double and way != "doble":
        way += "_doble"
    params = (("by", way), ("tantos", tantos), ("cuartos", stake))
    events += (Event("cientos.juego_won", side, params),)
    juegos = add_to_side(score.tallies[0], side, options.worth(double=double))
    cuartos = add_to_side(score.tallies[1], side, stake)
    finished_juegos = (*score.state.juegos, (side, double))
    state = State(finished_juegos, NONE, dealer, cuartos)
    tallies, winner = (juegos, cuartos, NONE), None
    match_is_over = (
        len(finished_juegos) == options.juegos
        if options.play_all
        else juegos[side] >= options.juegos
    )
    if match_is_over:
        winner = leader(cuartos) if options.play_all else side
        events += (_end_event(winner, tallies),)
    return Score(tallies, state, winner, match_is_over, points=points, events=events)


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands.

    The juegos decide the winner or, where all juegos are played, the cuartos. If these are equal,
    the tens of the juego in play decide.
    """
    juegos, cuartos, tantos = score.tallies
    winner = hand.winner(cuartos if options.play_all else juegos, tantos)
    events = (hand.event("cientos.match_stopped"), _end_event(winner, score.tallies))
    return replace(score, winner=winner, over=True, points=NONE, events=events)


def _end_event(winner: Side | None, tallies: tuple[Tally, ...]) -> Event:
    code = "cientos.match_drawn" if winner is None else "cientos.match_won"
    return Event(code, winner, (("juegos", tallies[0]), ("cuartos", tallies[1])))


# --- By chance ------------------------------------------------------------------------------------
# A random juego of cientos: its winner, and its double and calidades if the options have them.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    calidades = (chance.below(5), chance.below(5)) if options.calidades else (0, 0)
    return Juego(chance.below(2), options.doble and chance.one_in(4), calidades)
