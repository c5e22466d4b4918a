"""The formats a stage can be played in, by key."""

from tournaments.formats import boxes, clock, groups, knockout, league, swiss, teams, totals
from tournaments.formats.core import DrawError, Format

FORMATS: dict[str, Format] = {
    boxes.KEY: boxes,
    clock.KEY: clock,
    groups.KEY: groups,
    knockout.KEY: knockout,
    league.KEY: league,
    swiss.KEY: swiss,
    teams.KEY: teams,
    totals.KEY: totals,
}


def format(key: str) -> Format:
    """The format module; raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
