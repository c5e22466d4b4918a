"""The formats a stage can be played in, by key."""

from tournaments.formats import knockout, lives, swiss, totals
from tournaments.formats.core import DrawError, Format

FORMATS: dict[str, Format] = {
    knockout.KEY: knockout,
    lives.KEY: lives,
    swiss.KEY: swiss,
    totals.KEY: totals,
}


def format(key: str) -> Format:
    """The format module; raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
