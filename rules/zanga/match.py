"""The match: how each line changes partidas and vales."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, Score, Side
from rules.lines import Forfeit, Stop
from rules.reading import Tally, add_to_side, leader
from rules.zanga.bidding import bid
from rules.zanga.checks import check_deal
from rules.zanga.codes import refuse
from rules.zanga.hands import Deal, Hand, Partida
from rules.zanga.options import Options
from rules.zanga.rulings import ManoRuling, PartidaRuling, ValesRuling, VoidRuling
from rules.zanga.seats import SEATS, VALES, VALES_EACH, Seat, pie, seat_name, seat_to_right
from rules.zanga.settling import settle

NONE: Tally = (0, 0)
OPENING_VALES: Tally = (VALES_EACH, VALES_EACH)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of zanga that its tallies do not show.

    middle: vales on the table; with the vales of A and B they always make 32.
    acodillado: the number of these vales that a codillo left in the middle.
    mano: the mano of the next hand; None at the start of a partida, where the seven of espadas
        decides the mano and the record does not show it (art. 16).
    hands: the number of recorded hands of the partida in play.
    """

    middle: int = 0
    acodillado: int = 0
    mano: Seat | None = None
    hands: int = 0

    @property
    def pie(self) -> Seat | None:
        """Return the seat that deals the next hand and speaks last."""
        return None if self.mano is None else pie(self.mano)


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    return Score(tallies=(NONE, OPENING_VALES), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case Partida():
            return _add_partida(score, hand.winner, "written", options)
        case PartidaRuling():
            return _add_partida(score, hand.winner, "ruling", options)
        case VoidRuling():
            event = hand.event("zanga.void")
            return replace(score, points=NONE, events=(event,))
        case ValesRuling():
            return _apply_vales(score, hand, options)
        case ManoRuling():
            params = (("seat", seat_name(hand.mano)), ("reason", hand.reason))
            event = Event("zanga.mano_ruled", None, params)
            state = replace(score.state, mano=hand.mano)
            return replace(score, state=state, points=NONE, events=(event,))
        case Forfeit():
            event = hand.event("zanga.match_forfeited", hand.loser)
            return award(score, 1 - hand.loser, options, event)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing partidas.

    In a jornada, the credit is at most the number of partidas left to play.
    """
    partidas = score.tallies[0]
    lacking = max(options.partidas_to_win - partidas[winner], 0)
    if options.jornada:
        lacking = min(lacking, options.jornada - sum(partidas))
    partidas = add_to_side(partidas, winner, lacking)
    return _end_match(partidas, winner, NONE, events)


def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a hand: its bidding, then its payments."""
    mano = _mano(score.state.mano, deal.mano)
    vales = score.tallies[1]
    table = bid(vales, score.state.middle, mano, deal)
    check_deal(deal, mano)
    settlement = settle(table, score.state.acodillado, deal, options)
    state = State(
        settlement.middle, settlement.acodillado, seat_to_right(mano), score.state.hands + 1
    )
    return _set_vales(score, settlement.vales, state, options, "vales", settlement.events)


def _mano(turn: Seat | None, stated_mano: Seat | None) -> Seat:
    """Return the mano: the line states the mano of the first hand, and the record shows every later
    mano (art. 16, 17).

    Raises `mano_missing` if neither shows the mano, and `mano_turn` if they disagree.
    """
    if turn is None:
        if stated_mano is None:
            raise refuse("zanga.mano_missing", "mano", allowed=SEATS)
        return stated_mano
    if stated_mano is not None and stated_mano != turn:
        value, allowed = seat_name(stated_mano), seat_name(turn)
        raise refuse("zanga.mano_turn", "mano", value=value, allowed=allowed)
    return turn


def _apply_vales(score: Score[State], ruling: ValesRuling, options: Options) -> Score[State]:
    """Apply the judge's vales to the hand in play; the next player deals."""
    params = (("vales", ruling.vales), ("middle", ruling.middle), ("reason", ruling.reason))
    event = Event("zanga.vales_ruled", None, params)
    mano = score.state.mano
    next_mano = None if mano is None else seat_to_right(mano)
    state = State(ruling.middle, 0, next_mano, score.state.hands + 1)
    return _set_vales(score, ruling.vales, state, options, "ruling", (event,))


def _set_vales(
    score: Score[State],
    vales: Tally,
    state: State,
    options: Options,
    way: str,
    events: tuple[Event, ...],
) -> Score[State]:
    """Return the score with these vales, and with the partida won by holding all 32 (art. 11)."""
    vales_before = score.tallies[1]
    points = (vales[0] - vales_before[0], vales[1] - vales_before[1])
    if VALES in vales:
        return _add_partida(score, vales.index(VALES), way, options, points, events)
    return Score((score.tallies[0], vales), state, points=points, events=events)


def _add_partida(
    score: Score[State],
    winner: Side,
    way: str,
    options: Options,
    points: Tally = NONE,
    events: tuple[Event, ...] = (),
) -> Score[State]:
    """Add a partida for `winner`; the next partida starts with sixteen vales for each pair."""
    partidas = add_to_side(score.tallies[0], winner, 1)
    events += (Event("zanga.partida_won", winner, (("by", way), ("partidas", partidas))),)
    if not options.match_is_over(partidas):
        return Score((partidas, OPENING_VALES), State(), points=points, events=events)
    return _end_match(partidas, leader(partidas), points, events)


def _end_match(
    partidas: Tally, winner: Side | None, points: Tally, events: tuple[Event, ...]
) -> Score[State]:
    """End the match: `winner` wins it; None if a jornada is drawn."""
    events += (_end_event(winner, partidas),)
    return Score(
        (partidas, OPENING_VALES), State(), winner, over=True, points=points, events=events
    )


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands; the partidas decide, then the vales of the partida in play."""
    partidas, vales = score.tallies
    winner = hand.winner(partidas, vales)
    events = (hand.event("zanga.match_stopped"), _end_event(winner, partidas))
    return replace(score, winner=winner, over=True, points=NONE, events=events)


def _end_event(winner: Side | None, partidas: Tally) -> Event:
    code = "zanga.match_drawn" if winner is None else "zanga.match_won"
    return Event(code, winner, (("partidas", partidas),))


# --- By chance ------------------------------------------------------------------------------------
# A random partida of zanga: only its winner.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    return Partida(chance.below(2))
