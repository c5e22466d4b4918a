"""A random deal of malilla, as a table could write it."""

from rules.cards import SUITS
from rules.chance import Chance
from rules.core import Score
from rules.malilla.forms import POINTS
from rules.malilla.hands import Card, Deal, Favorito, Hand
from rules.malilla.match import State
from rules.malilla.options import Options


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return the favorito first, if one is drawn; then deals with the card turned up."""
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
