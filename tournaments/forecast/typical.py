"""The typical length of a match of each game, where nobody has measured it yet.

Some matches by chance count the lines; how long a line takes is the `pace` of the game.
`docs/forecast.md` has the table.
"""

from functools import lru_cache
from math import log
from statistics import fmean, median
from typing import Any

from rules.core import Game, match_by_chance
from tournaments.forecast.lengths import Length

# Minutes from the call until they sit, and from the last card until the result is written.
SITTING_DOWN = 4.0
# How much quick and slow tables differ, as in `Length.spread`.
PACE = 0.18
# Matches by chance vary more than those of people.
MOST_SPREAD = 0.35
MATCHES = 25
# Games that end when the time is over and do not say when.
BY_TIME = Length(50.0, 0.04)


@lru_cache(maxsize=256)
def typical(game: Game, options: Any) -> Length:
    """The length of a match of this game with these options: the same for the same ones."""
    if options.by_time:
        return BY_TIME
    minutes_a_line = game.pace(options)
    played = [len(match_by_chance(game, options, f"typical {number}")) for number in range(MATCHES)]
    minutes = [SITTING_DOWN + minutes_a_line * max(lines, 1) for lines in played]
    logs = [log(number) for number in minutes]
    mean = fmean(logs)
    variance = sum((number - mean) ** 2 for number in logs) / len(logs)
    spread = min((variance + PACE**2) ** 0.5, MOST_SPREAD)
    return Length(float(round(median(minutes))), round(spread, 3))
