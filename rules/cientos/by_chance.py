"""A random juego of cientos: its winner, and its calidades if they are paid."""

from rules.chance import Chance
from rules.cientos.hands import Hand, Juego
from rules.cientos.match import State
from rules.cientos.options import Options
from rules.core import Score


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    calidades = (chance.below(5), chance.below(5)) if options.calidades else (0, 0)
    return Juego(chance.below(2), options.doble and chance.one_in(4), calidades)
