"""The formats a stage can be played in, by key."""

from tournaments.formats import knockout, ladder, melee, swiss, totals
from tournaments.formats.core import DrawError, Format

FORMATS: dict[str, Format] = {
    knockout.KEY: knockout,
    swiss.KEY: swiss,
    totals.KEY: totals,
    melee.KEY: melee,
    ladder.KEY: ladder,
}


def format(key: str) -> Format:
    """The format module; raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
