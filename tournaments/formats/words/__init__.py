"""The words of the formats, one object per format."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.formats.knockout.options import CONSOLATION
from tournaments.formats.words.base import FormatWords
from tournaments.formats.words.boxes import BOXES
from tournaments.formats.words.clock import CLOCK
from tournaments.formats.words.groups import GROUPS
from tournaments.formats.words.knockout import KNOCKOUT
from tournaments.formats.words.ladder import LADDER
from tournaments.formats.words.league import LEAGUE
from tournaments.formats.words.lives import LIVES
from tournaments.formats.words.melee import MELEE
from tournaments.formats.words.swiss import SWISS
from tournaments.formats.words.teams import TEAMS
from tournaments.formats.words.totals import TOTALS
from tournaments.words import Text

WORDS: dict[str, FormatWords] = {
    "knockout": KNOCKOUT,
    "lives": LIVES,
    "groups": GROUPS,
    "swiss": SWISS,
    "league": LEAGUE,
    "totals": TOTALS,
    "melee": MELEE,
    "ladder": LADDER,
    "clock": CLOCK,
    "teams": TEAMS,
    "boxes": BOXES,
}

# The text of a match's purpose, by the first word of `Match.purpose`.
PURPOSES: dict[str, Text] = {
    "": "",
    FINAL: _("La final"),
    THIRD_PLACE: _("Tercer puesto"),
    **{word: purpose for words in WORDS.values() for word, purpose in words.purposes.items()},
}


def format_in_words(key: str, options: Mapping[str, Any]) -> str:
    """Return the format and its options as text («Suizo de 6 rondas»), in the active language."""
    return WORDS[key].say(options)


def default_stage_name(key: str, number: int) -> str:
    """Return the name of a stage without its own: its system and, after stage 1, its number."""
    system = str(WORDS[key].name).partition(" (")[0]
    if number == 1:
        return system
    return gettext("%(system)s (fase %(number)s)") % {"system": system, "number": number}


def group_name(key: str, group: str) -> str:
    """Return the name of a group («Grupo B», «División 2»), or "" without groups.

    >>> group_name("groups", "B"), group_name("boxes", "2"), group_name("swiss", "")
    ('Grupo B', 'División 2', '')
    """
    return str(WORDS[key].group) % {"group": group} if group else ""


def purpose_in_words(purpose: str) -> str:
    """Return the text of `Match.purpose`; "" for an ordinary match.

    >>> purpose_in_words("grand_final"), purpose_in_words("placement 5"), purpose_in_words("")
    ('Gran final', 'Puestos, desde el 5', '')
    """
    word, _space, place = purpose.partition(" ")
    name = str(PURPOSES[word]) % {"place": place}
    if place and word == CONSOLATION:
        return gettext("%(said)s, desde el puesto %(place)s") % {"said": name, "place": place}
    return name
