"""A game as the site shows it: its forms, its words and its paper, each in the game's own folder.

The rules of the game are in `rules/<game>/`, the words of its options and its refusals in
`tournaments/games/<game>.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from rules.core import Score, Step
from scoring.games.grid import Form, Row
from scoring.games.lines import COMMON, LineForm
from scoring.games.sentences import Text

Examples = Sequence[tuple[str, Text]]
Kinds = dict[str, type[LineForm]]

# How any game writes that the referee ends a match before its end.
STOPS: Examples = (
    ("arbitro fin: motivo", gettext_lazy("se para la partida y vale el tanteo")),
    ("arbitro tablas: motivo", gettext_lazy("se para la partida y no gana nadie")),
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of an acta. `names` are the sides as inside a sentence: «la pareja 12».

    line_in_words: what a line says and brings, in sentences.
    score_in_words: the score in one line, A first.
    board: the context of `board_template`, with `sides`; their own names come later.
    faults: those of the game's `penal`, inside a sentence.
    examples: how a line is written, and what it means; `examples_of` answers them where the
        lengths of the game are written in ways of their own.
    """

    line_in_words: Callable[[Step, Sequence[str]], str]
    score_in_words: Callable[[Score[Any], Any], str]
    board: Callable[[Score[Any], Any, Sequence[str]], dict[str, Any]]
    board_template: str
    faults: Mapping[str, Text]
    examples: Examples
    examples_of: Callable[[Any], Examples] | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """The acta on paper: its form, what is recorded in the boxes, the number of each side."""

    form: Callable[[Any], Form]
    rows: Callable[[Any, Sequence[Step]], list[Row]]
    result: Callable[[Any, Score[Any]], Sequence[int | str]]


@dataclass(frozen=True, slots=True)
class GameFace:
    """What the site shows of a game. `forms` are its kinds of line, the usual ones first."""

    forms: tuple[type[LineForm], ...]
    words: Words
    paper: Paper

    def line_forms(
        self, score: Score[Any], options: Any, *, every: bool = False, at_table: bool = False
    ) -> Kinds:
        """Return the kinds of line that can come next in a match, the usual ones first.

        `every` kind there is, for what a page opened before somebody else's line may send. Those
        who play (`at_table`) write what happens in every match; what a referee rules is not theirs.
        """
        return {
            form.KIND: form
            for form in (self.forms if at_table else (*self.forms, *COMMON))
            if (form.ORDINARY or not at_table)
            and (every or (not score.over and form.can_happen(score, options)))
        }

    def examples(self, options: Any) -> Examples:
        """Return how a line of a match of these options is written, and what it means."""
        own = self.words.examples_of
        return (*(own(options) if own else self.words.examples), *STOPS)


def usual_kind(kinds: Kinds, written: Iterable[str]) -> str:
    """Return the kind offered unasked: as the table keeps its match so far, or else the first.

    `written` are the kinds of the lines of the acta, the last one first.
    """
    ordinary = [kind for kind, form in kinds.items() if form.ORDINARY]
    return next((kind for kind in written if kind in ordinary), next(iter(kinds)))


def kinds_in_sight(kinds: Kinds) -> list[str]:
    """Return the kinds that need no looking for: the first one, and every ordinary one."""
    return [
        kind for number, (kind, form) in enumerate(kinds.items()) if not number or form.ORDINARY
    ]
