"""The formats a stage can be played in, by key, those of most halls first."""

from tournaments.formats import (
    boxes,
    clock,
    groups,
    knockout,
    ladder,
    league,
    lives,
    melee,
    swiss,
    teams,
    totals,
)
from tournaments.formats.contract import Format
from tournaments.formats.core import DrawError

FORMATS: dict[str, Format] = {
    knockout.KEY: knockout,
    lives.KEY: lives,
    groups.KEY: groups,
    swiss.KEY: swiss,
    league.KEY: league,
    totals.KEY: totals,
    melee.KEY: melee,
    ladder.KEY: ladder,
    clock.KEY: clock,
    teams.KEY: teams,
    boxes.KEY: boxes,
}


def format(key: str) -> Format:
    """The format module; raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
