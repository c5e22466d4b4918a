"""How long a match of each game takes where nobody has measured it yet.

The number of deals (or partidas, or vueltas) of a match is not guessed: the game itself plays it
a few times with the options given. What is guessed, from what halls say (a round of guiñote 45 to
60 minutes, twelve deals of botifarra 55, a chico of truco half an hour), is how long each takes.
`docs/forecast.md` has the table; measured matches replace it.
"""

from functools import lru_cache
from math import log
from statistics import fmean, median
from typing import Any, NamedTuple

from rules.core import Game
from tournaments.forecast.lengths import Length

# From the call until they are sitting, and from the last card until the result is written.
SITTING_DOWN = 4.0
# How much quick and slow tables differ, as in `Length.spread`.
PACE = 0.18
# The chance players of the games are rasher than people, and their matches vary more.
MOST_SPREAD = 0.35
MATCHES = 25
# Games that end when the time is over and do not say when.
BY_TIME = Length(50.0, 0.04)


class Line(NamedTuple):
    """A thing that is counted, as one of the game's LEVELS, and the minutes that each takes."""

    level: str
    minutes: float


TYPICAL: dict[str, Line] = {
    "guinote": Line("partidas", 4.2),
    "truco": Line("deals", 1.4),
    "zanga": Line("partidas", 18.0),
    "malilla": Line("deals", 3.5),
    "revesino": Line("deals", 4.0),
    "cientos": Line("deals", 4.0),
    "tarot": Line("deals", 6.0),
    "marcador": Line("deals", 2.5),
}
# A marcador that writes only who wins each juego.
JUEGO = Line("deals", 7.0)


@lru_cache(maxsize=256)
def typical(game: Game, options: Any) -> Length:
    """The length of a match of this game with these options: the same for the same ones."""
    if getattr(options, "by_time", False):
        return BY_TIME
    line = JUEGO if getattr(options, "count", "") == "juegos" else TYPICAL[game.KEY]
    played = [
        len(game.play_match(options, f"typical {number}", line.level)) for number in range(MATCHES)
    ]
    minutes = [SITTING_DOWN + line.minutes * max(lines, 1) for lines in played]
    logs = [log(one) for one in minutes]
    mean = fmean(logs)
    variance = sum((one - mean) ** 2 for one in logs) / len(logs)
    spread = min((variance + PACE**2) ** 0.5, MOST_SPREAD)
    return Length(float(round(median(minutes))), round(spread, 3))
