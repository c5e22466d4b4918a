"""The formats of a stage, by key, most common first."""

from typing import Any

from tournaments.formats.base import AnyFormat, Format
from tournaments.formats.boxes import BOXES
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import DrawError
from tournaments.formats.groups import GROUPS
from tournaments.formats.knockout import KNOCKOUT
from tournaments.formats.ladder import LADDER
from tournaments.formats.league import LEAGUE
from tournaments.formats.lives import LIVES
from tournaments.formats.melee import MELEE
from tournaments.formats.swiss import SWISS
from tournaments.formats.teams import TEAMS
from tournaments.formats.totals import TOTALS

ALL_FORMATS: tuple[Format[Any], ...] = (
    KNOCKOUT,
    LIVES,
    GROUPS,
    SWISS,
    LEAGUE,
    TOTALS,
    MELEE,
    LADDER,
    CLOCK,
    TEAMS,
    BOXES,
)
# The type of each format's options is erased here, and nowhere else: a stage gives a format only
# its own options.
FORMATS: dict[str, AnyFormat] = {format.key: format for format in ALL_FORMATS}


def format(key: str) -> AnyFormat:
    """Return the format with this key. Raises DrawError `unknown_format`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise DrawError("unknown_format", key=key) from None
