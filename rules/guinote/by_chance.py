"""A random deal of guiñote, as a table could write it."""

from rules.cards import SUITS
from rules.chance import Chance
from rules.core import Score
from rules.guinote.hands import Cante, Deal, Hand
from rules.guinote.match import State
from rules.guinote.options import Options

BY_CARDS = 120  # tantos of the pack
USUAL = range(20, BY_CARDS - 20)


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return the next deal; de vueltas, a side usually declares that it has won."""
    tantos = USUAL[chance.below(len(USUAL))]
    cantes = _cantes(chance)
    if score.state.ida is not None and not chance.one_in(4):
        return Deal((10 + chance.below(30), 10 + chance.below(30)), None, cantes, chance.below(2))
    return Deal((tantos, BY_CARDS - tantos), chance.below(2), cantes)


def _cantes(chance: Chance) -> tuple[Cante, ...]:
    if not chance.one_in(2):
        return ()
    value = 40 if chance.one_in(4) else 20
    return (Cante(chance.below(2), value, chance.pick(SUITS)),)
