"""The match: how each line changes the manos, and a random line."""

from rules.cinquillo.lines import Hand, Mano
from rules.cinquillo.options import Options

from rules.chance import Chance
from rules.core import Event, Score, Side, refusal
from rules.lines import Forfeit


def start(options: Options) -> Score[None]:
    return Score(((0, 0),), None)


def play(score: Score[None], hand: Hand, options: Options) -> Score[None]:
    if score.over:
        raise refusal("match_over", "hand")
    match hand:
        case Mano():
            return _won(score, hand.winner, options, "cinquillo.mano_won")
        case Forfeit():
            forfeited = Event("cinquillo.match_forfeited", hand.loser, (("reason", hand.reason),))
            return award(score, 1 - hand.loser, options, forfeited)
    stopped = Event("cinquillo.match_stopped", None, (("reason", hand.reason),))
    return Score(score.tallies, None, hand.winner(*score.tallies), True, events=(stopped,))


def award(score: Score[None], winner: Side, options: Options, *events: Event) -> Score[None]:
    manos = [*score.tallies[0]]
    manos[winner] = options.manos
    won = Event("cinquillo.match_won", winner, (("manos", tuple(manos)),))
    return Score((tuple(manos),), None, winner, True, events=(*events, won))


def line_by_chance(score: Score[None], options: Options, chance: Chance) -> Hand:
    return Mano(chance.below(2))


def _won(score: Score[None], winner: Side, options: Options, code: str) -> Score[None]:
    manos = tuple(number + (side == winner) for side, number in enumerate(score.tallies[0]))
    after = Score((manos,), None, events=(Event(code, winner),))
    if manos[winner] == options.manos:
        return award(after, winner, options, *after.events)
    return after
