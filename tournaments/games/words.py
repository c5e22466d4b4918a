"""The words of a game that both apps need: its options, its refusals, what its lines bring."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class TiebreakWords:
    """`same` and `worse` go inside the sentence of why a line is below another, with `%(value)s`
    and, of the other, `%(above)s`; `same` "" where it says nothing."""

    name: Text
    explanation: Text
    same: Text
    worse: Text
    short: Text = ""
    paper: Text = ""

    def heading(self, *, printed: bool = False) -> str:
        """Return the head of its column, on a page or on a printed sheet."""
        return str((printed and self.paper) or self.short or self.name)


@dataclass(frozen=True, slots=True)
class GameWords:
    """Options come as they are kept: a mapping with all of them.

    sentences, fields: of the refusals of the game, by code, and of what they name. events: of what
    a line brings, by code, or by code and way. presets, option_names, options: the name of a preset
    and an option, and what it decides. tallies: the `match_tallies` of the game, inside a sentence.
    tiebreaks, count: of what standings count: `counted_won`, `counted_diff`; «partidas 7–5».
    length_in_words: who plays and how long, where no preset says it. length_explained: who wins
    such a match, in one sentence. choices, values: the values of an option and the parameters of a
    refusal that have a word. side_params: parameters of an event that name sides by their letters.
    wins_matches: by its tally, what wins a match where standings count something smaller. meaning:
    what the game is, where its name does not say it.
    """

    sentences: Mapping[str, Text]
    fields: Mapping[str, Text]
    events: Mapping[str, Text]
    presets: Mapping[str, Text]
    option_names: Mapping[str, Text]
    options: Mapping[str, Text]
    tallies: Mapping[str, Text]
    tiebreaks: Mapping[str, TiebreakWords]
    count: Text
    length_in_words: Callable[[Mapping[str, Any]], str]
    length_explained: Callable[[Mapping[str, Any]], str]
    choices: Mapping[str, Mapping[object, Text]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    side_params: tuple[str, ...] = ()
    wins_matches: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)
    meaning: Text = ""
