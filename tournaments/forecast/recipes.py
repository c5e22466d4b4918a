"""When a recipe would be over: the simulation of its stages, one after another."""

from dataclasses import replace
from itertools import accumulate

from tournaments import formats
from tournaments.forecast.core import Ask, Outlines, Quantiles, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length
from tournaments.forecast.outline import outline
from tournaments.formats.core import Entrant, Situation
from tournaments.recipes import Recipe

RUNS = 60
SEED = "recipe"


def end_of(recipe: Recipe, entries: int, sides: int, length: Length, venue: Venue) -> Quantiles:
    """Return the minutes after `venue.opens` at which it is over, for matches of that length.

    Raises DrawError when so many cannot play it.
    """
    early = likely = late = 0.0
    played = accumulate(recipe.parts, lambda before, part: part.entrants(before), initial=entries)
    for part, entrants in zip(recipe.parts, list(played)[1:], strict=True):
        format = formats.format(part.format)
        options = format.options_class(**part.options)
        people = tuple(Entrant(number) for number in range(1, entrants + 1))
        situation = Situation(people, sides=sides)
        format.next_round(situation, options, SEED)
        ways: Outlines = (outline(format, options, situation, SEED),)
        hall = replace(venue, opens=0.0)
        ask = Ask(format, options, situation, length, hall, seed=SEED, runs=RUNS, outlines=ways)
        end = forecast(ask).end
        early, likely, late = early + end.early, likely + end.likely, late + end.late
    return Quantiles(early, likely, late)
