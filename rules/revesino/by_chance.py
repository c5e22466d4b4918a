"""A random hand of revesino: the gain or loss of each player."""

from rules.chance import Chance
from rules.core import Score
from rules.lines import End
from rules.revesino.cards import SEATS, STAKES
from rules.revesino.match import State
from rules.revesino.options import Options
from rules.revesino.results import Result


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Result | End:
    """Return the next hand; in a match by time, the end after the usual number of vueltas."""
    turn = score.state.turn
    if turn == SEATS * options.vueltas:
        return End()
    moved = options.factor(turn) * (2 + chance.below(STAKES - 1))
    amounts = [0] * SEATS
    for share in chance.split(moved // options.factor(turn), 2):
        winner, loser = chance.shuffled(range(SEATS))[:2]
        amounts[winner] += options.factor(turn) * share
        amounts[loser] -= options.factor(turn) * share
    dealer = chance.below(SEATS) if score.state.dealer is None else None
    return Result("mano", tuple(amounts), dealer)
