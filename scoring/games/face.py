"""The forms, the words and the paper with which the site shows a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from django.utils.translation import gettext_lazy

from rules.core import GameOptions, Score, Step
from scoring.games.grid import Form, Row
from scoring.games.lines import LineForm, OptionsT, State
from scoring.games.numbers import ActaCount
from tournaments.games.words import GameWords
from tournaments.words import Text

Examples = Sequence[tuple[str, Text]]

# Example lines by which the referee ends a match early in any game, and their meanings.
STOPS: Examples = (
    ("arbitro fin: motivo", gettext_lazy("se para el encuentro y vale el tanteo")),
    ("arbitro tablas: motivo", gettext_lazy("se para el encuentro y no gana nadie")),
    ("pierden todos: motivo", gettext_lazy("no se presenta nadie: la pierden todos")),
)


@dataclass(frozen=True, slots=True)
class Words(Generic[OptionsT, State]):
    """The words of an acta. `names` are the names of the sides, as inside a sentence: «la
    pareja 12».

    line_in_words: the content and the events of a line, in sentences.
    score_in_words: the score in one line, A first.
    board: the context of `board_template`; the caller adds the letter and the title of each side
        to its `sides`.
    faults: the faults of the game's `penal`, inside a sentence.
    examples: example lines and their meanings; `examples_of` returns them for a game whose notation
        depends on the options.
    """

    line_in_words: Callable[[Step[State], Sequence[str]], str]
    score_in_words: Callable[[Score[State], OptionsT], str]
    board: Callable[[Score[State], OptionsT, Sequence[str]], dict[str, Any]]
    board_template: str
    faults: Mapping[str, Text]
    examples: Examples
    examples_of: Callable[[OptionsT], Examples] | None = None


@dataclass(frozen=True, slots=True)
class Paper(Generic[OptionsT, State]):
    """The acta on paper.

    form: the paper form for some options. rows: the content of its rows, from at least one line.
    result: the number at the foot of each side.
    """

    form: Callable[[OptionsT], Form]
    rows: Callable[[OptionsT, Sequence[Step[State]]], list[Row]]
    result: Callable[[OptionsT, Score[State]], Sequence[int | str]]


@dataclass(frozen=True, slots=True)
class GameFace(Generic[OptionsT, State]):
    """The forms, the words and the paper of one game.

    `forms` has a form for each kind of line, the usual kinds first. `sentences` are the words of
    the game's options, refusals and events. `numbers` are the game's counts in the numbers of the
    day.
    """

    forms: tuple[type[LineForm[OptionsT, State]], ...]
    sentences: GameWords
    words: Words[OptionsT, State]
    paper: Paper[OptionsT, State]
    numbers: tuple[ActaCount, ...] = ()

    def examples(self, options: OptionsT) -> Examples:
        """Return example lines of a match with these options, and their meanings."""
        own = self.words.examples_of
        return (*(own(options) if own else self.words.examples), *STOPS)


AnyFace = GameFace[GameOptions, object]  # the face of a game known only by its key
