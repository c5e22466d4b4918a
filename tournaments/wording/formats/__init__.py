"""The formats in words, one module a format.

Each module offers NAME, MEANING, OPTIONS (option → label and explanation), CHOICES (option →
word → label), ASKED (the options everybody is asked for; the others are behind «Más opciones»),
SUGGESTED (option → what its box comes with), METHOD (how the first round and the following
ones are decided; `method(number, options)` too, where the options change it), ERRORS (code of a
DrawError → sentence, field, status), BROKEN (what a draw conceded → sentence), PURPOSES (what a
match is for) and `say`.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.formats.knockout.options import CONSOLATION
from tournaments.wording.formats import (
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

Text = str | Promise


class Words(Protocol):
    """The interface of each module of this package."""

    NAME: Text
    MEANING: Text
    OPTIONS: Mapping[str, tuple[Text, Text]]
    CHOICES: Mapping[str, Mapping[str, Text]]
    ASKED: tuple[str, ...]
    SUGGESTED: Mapping[str, int | str]
    METHOD: tuple[Text, Text]
    ERRORS: Mapping[str, tuple[Text, str, int]]
    BROKEN: Mapping[str, Text]
    PURPOSES: Mapping[str, Text]  # what a match is for, by `Pairing.purpose`

    def say(self, options: Mapping[str, Any]) -> str: ...


WORDS: dict[str, Words] = {
    "knockout": knockout,
    "lives": lives,
    "groups": groups,
    "swiss": swiss,
    "league": league,
    "totals": totals,
    "melee": melee,
    "ladder": ladder,
    "clock": clock,
    "teams": teams,
    "boxes": boxes,
}

NAMES = {key: words.NAME for key, words in WORDS.items()}
MEANINGS = {key: words.MEANING for key, words in WORDS.items()}
OPTIONS = {
    (key, option): said for key, words in WORDS.items() for option, said in words.OPTIONS.items()
}
CHOICES = {
    (key, option): said for key, words in WORDS.items() for option, said in words.CHOICES.items()
}


def format_in_words(key: str, options: Mapping[str, Any]) -> str:
    """«Suizo de 6 rondas», in the language of the moment."""
    return WORDS[key].say(options)


def group_name(key: str, group: str) -> str:
    """«Grupo B», or «División 2» where they are so called; "" where there are no groups.

    >>> group_name("groups", "B"), group_name("boxes", "2"), group_name("swiss", "")
    ('Grupo B', 'División 2', '')
    """
    words = getattr(WORDS[key], "GROUP", _("Grupo %(group)s"))
    return str(words) % {"group": group} if group else ""


def purpose_in_words(purpose: str) -> str:
    """Return what a match is for, as `Match.purpose` has it; "" for an ordinary one.

    >>> purpose_in_words("grand_final"), purpose_in_words("placement 5"), purpose_in_words("")
    ('Gran final', 'Puestos, desde el 5', '')
    """
    word, _space, place = purpose.partition(" ")
    said = str(PURPOSES[word]) % {"place": place}
    if place and word == CONSOLATION:
        return gettext("%(said)s, desde el puesto %(place)s") % {"said": said, "place": place}
    return said


def gathered(name: str) -> dict[str, Any]:
    """The dictionaries of that name of every format, together."""
    return {code: said for words in WORDS.values() for code, said in getattr(words, name).items()}


# What a match is for, by the first word of `Match.purpose`.
PURPOSES: dict[str, Text] = {
    "": "",
    FINAL: _("La final"),
    THIRD_PLACE: _("Tercer puesto"),
} | gathered("PURPOSES")
