"""Stages without a draw: the time at which each stage would end, one stage after another."""

from dataclasses import replace
from itertools import accumulate

from tournaments import formats
from tournaments.forecast.core import Ask, Times, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length
from tournaments.forecast.outline import outlines
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import Entrant, Situation
from tournaments.setup.recipes import Recipe

SEED = "planned"


def planned(
    format: AnyFormat,
    options: FormatOptions,
    entrants: int,
    sides: int,
    length: Length,
    venue: Venue,
) -> Ask:
    """Return the forecast request for a stage with `entrants`.

    Raises DrawError if that number cannot play it.
    """
    people = tuple(Entrant(number) for number in range(1, entrants + 1))
    situation = Situation(people, sides=sides)
    format.next_round(situation, options, SEED)
    ask = Ask(format, options, situation, length, venue, seed=SEED)
    return replace(ask, outlines=((),) if format is CLOCK else outlines(ask, most=1))


def end_of(recipe: Recipe, entries: int, sides: int, length: Length, venue: Venue) -> Times:
    """Return the end of a recipe in minutes for matches of that length. Raises as `planned`."""
    asks: list[Ask] = []
    played = accumulate(recipe.parts, lambda before, part: part.entrants(before), initial=entries)
    for place, (part, entrants) in enumerate(zip(recipe.parts, [*played][1:], strict=True)):
        format = formats.format(part.format)
        options = format.options_class(**part.options)
        ask = planned(format, options, entrants, sides, length, venue)
        asks.append(replace(ask, after=(place - 1,) if place else ()))
    return forecast(asks).end
