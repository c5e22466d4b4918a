"""The words of a game that both apps need: its options, refusals and events."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class TiebreakWords:
    """The words of a tie-break.

    `same` and `worse` are parts of the sentence on why one row is below another, with `%(value)s`
    and, for the row above, `%(above)s`; `same` is "" where it would add nothing.
    """

    name: Text
    explanation: Text
    same: Text
    worse: Text
    short: Text = ""
    paper: Text = ""

    def heading(self, *, printed: bool = False) -> str:
        """Return the head of the column, on a page or on a printed sheet."""
        return str((printed and self.paper) or self.short or self.name)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game. Options come as stored: a mapping with all of them.

    sentences, fields: sentences of the refusals by code, and names of the fields that they cite.
    events: sentences of the events, by code, or by code and way.
    presets, option_names, options: names of presets and options, and what each option decides.
    tallies: names of the `match_tallies`, inside a sentence.
    tiebreaks, count: words of the counted tally: `counted_won`, `counted_diff`; «partidas 7–5».
    length_in_words: players and length, where no preset names them.
    length_explained: a sentence on who wins such a match.
    choices, values: words of option values, and of parameters of a refusal.
    side_params: parameters of an event that name sides by letter.
    wins_matches: by tally, what wins a match where standings count something smaller.
    meaning: what the game is, where its name does not show it.
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
