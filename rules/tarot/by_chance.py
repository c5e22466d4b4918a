"""A random deal of tarot: the gain or loss of each player."""

from rules.chance import Chance
from rules.core import Score, Side
from rules.lines import End
from rules.tarot.hands import Results
from rules.tarot.match import State
from rules.tarot.options import Options
from rules.tarot.payments import shares

SEQUENCE = 12  # deals of a match that ends by time
GAPS = 30  # points over or under the target of a contract


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Results | End:
    """Return the next deal, played by its taker alone.

    In a match by time, the end after SEQUENCE deals.
    """
    if options.by_time and score.state.deals == SEQUENCE:
        return End()
    dealer: Side | None = score.state.dealer
    by_lot = chance.below(options.players) if dealer is None else None
    resting = dealer if by_lot is None else by_lot
    seats = [
        seat for seat in range(options.players) if not (options.resting_dealer and seat == resting)
    ]
    value = options.coefficient(chance.pick(options.contracts))
    value *= options.prima + chance.below(GAPS)
    points = shares(-value if chance.one_in(2) else value, chance.pick(seats), None, seats, options)
    by_point = 2 // options.unit
    return Results(1, tuple(by_point * number for number in points), by_lot)
