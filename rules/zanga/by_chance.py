"""A random partida of zanga: only its winner."""

from rules.chance import Chance
from rules.core import Score
from rules.zanga.hands import Hand, Partida
from rules.zanga.match import State
from rules.zanga.options import Options


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    return Partida(chance.below(2))
