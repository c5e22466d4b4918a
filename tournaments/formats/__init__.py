"""The formats a stage can be played in, by key."""

from tournaments.formats import clock, knockout, swiss, totals
from tournaments.formats.core import DrawError, Format

FORMATS: dict[str, Format] = {
    clock.KEY: clock,
    knockout.KEY: knockout,
    swiss.KEY: swiss,
    totals.KEY: totals,
}


def format(key: str) -> Format:
    """The format module; raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
