"""A random chico of truco: tantos as a table could write them."""

from rules.chance import Chance
from rules.core import Score
from rules.truco.hands import Chico, Hand
from rules.truco.options import Options
from rules.truco.score import State


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    tantos = [chance.below(options.target) for _side in range(options.sides)]
    tantos[chance.below(options.sides)] = options.target
    return Chico(tuple(tantos))
