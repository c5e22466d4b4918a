"""The words of a game that `tournaments` and `scoring` need: its options, refusals and events."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.words import Text


@dataclass(frozen=True, slots=True)
class TiebreakWords:
    """The words of a tie-break.

    `same` and `worse` are parts of the sentence that explains why a row of the standings is below
    another row. `%(value)s` stands for the value of the row, and `%(above)s` for the value of the
    row above. `same` is "" if equal values need no words. `short` is the heading of its column on a
    page, and `paper` that on a printed sheet, if they differ from `name`.
    """

    name: Text
    explanation: Text
    same: Text
    worse: Text
    short: Text = ""
    paper: Text = ""

    def heading(self, *, printed: bool = False) -> str:
        """Return the heading of the tie-break's column, on a page or on a printed sheet."""
        return str((printed and self.paper) or self.short or self.name)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game. Its functions take the options as stored: a mapping with every option.

    sentences, fields: the sentences of the refusals by code, and the names of the fields that these
        sentences cite.
    events: the sentences of the events, by code, or by code and the value of `by`.
    presets, option_names, options: the names of presets and options, and a sentence that says what
        each option decides.
    tallies: names of the `match_tallies`, inside a sentence.
    tiebreaks, count: the words of the counted tally: its tie-breaks `counted_won` and
        `counted_diff`, and its count, «partidas 7–5».
    length_in_words: the players and the length of a match, if no preset names them.
    length_explained: a sentence that says who wins such a match.
    choices, values: words of option values, and of parameters of a refusal.
    side_params: parameters of an event that name sides by letter.
    wins_matches: by tally, the words for winning a match, if standings count a smaller unit.
    meaning: a short description of the game, if the name does not describe it.
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
