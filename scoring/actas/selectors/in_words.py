"""An acta as pages show it: the board, and each line as text with the score after it."""

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES, Score, Step
from rules.lines import Stop
from scoring.actas.selectors.actas import Record, fold_lines, lines_written
from scoring.games import GAMES
from scoring.games.figures import versus_text, winner_number_first
from scoring.models import Acta, Hand
from tournaments.models import Match
from tournaments.names.audience import Audience


@dataclass(frozen=True, slots=True)
class LineInWords:
    """A line of an acta on a page: notation, text and the score after it.

    `hand` is None for a line that is not stored, as in a preview.
    """

    number: int
    notation: str
    sentence: str
    score: str
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line changed by a correction, in notation and as text.

    `old_notation` is "" for an added line, `new_notation` for a removed line. `old_number` is the
    number of the line in the old version, `number` in the new version.
    """

    number: int
    old_notation: str
    new_notation: str
    old_number: int
    old_sentence: str = ""
    new_sentence: str = ""


@dataclass(frozen=True, slots=True)
class VersionInWords:
    """A version of an acta with its lines and its changes from the version before."""

    acta: Acta
    lines: list[LineInWords]
    changes: list[LineChange]


def side_titles(match: Match, audience: Audience) -> list[str]:
    """Return the title of each side: «12 · Paco Gil · Luis Sanz»."""
    return [entry.full_title_for(audience) for entry in match.entries]


def side_names(match: Match, audience: Audience) -> list[str]:
    """Return the name of each side for use inside a sentence, also after «de» and «a».

    It is «la pareja 12» for a pair, and the title of a person or a team.
    """
    tournament = match.tournament
    if tournament.entry_size == 1 or tournament.squad:
        return [entry.title_for(audience) for entry in match.entries]
    unit = tournament.unit
    if tournament.entry_size == 2:
        return [str(unit.label(entry.number)) for entry in match.entries]
    return [f"{unit.one} {entry.number}" for entry in match.entries]


def board(match: Match, score: Score[object], audience: Audience) -> dict[str, Any]:
    """Return the context of the game's board, with its `template`."""
    words = GAMES[match.tournament.game].words
    context = words.board(score, match.game_rules(), side_names(match, audience))
    context["template"] = words.board_template
    titles = side_titles(match, audience)
    for letter, title, side in zip(SIDE_NAMES, titles, context["sides"], strict=False):
        side.update(letter=letter, name=title)
    return context


def lines(
    match: Match, record: Record, audience: Audience, acta: Acta | None = None
) -> list[LineInWords]:
    """Return the lines of a record as text, with their hands if `acta` is given."""
    words, names = GAMES[match.tournament.game].words, side_names(match, audience)
    options = match.game_rules()
    hands = list(acta.hands.all()) if acta else []
    return [
        LineInWords(
            number=step.number,
            notation=str(step.hand),
            sentence=_line_sentence(match, step, names),
            score=words.score_in_words(step.score, options),
            hand=hand,
        )
        for step, hand in zip_longest(record.steps, hands[: len(record.steps)])
    ]


def _line_sentence(match: Match, step: Step[object], names: list[str]) -> str:
    """Return the text of a line. A line by which all sides lose has the same text in every game."""
    if not (isinstance(step.hand, Stop) and step.hand.lost):
        return GAMES[match.tournament.game].words.line_in_words(step, names)
    both_lose = _("Pierden los dos lados: %(reason)s.")
    sentence = both_lose if len(names) == 2 else _("Pierden todos: %(reason)s.")
    return sentence % {"reason": step.hand.reason.rstrip(".")}


def versions_in_words(match: Match, actas: list[Acta], audience: Audience) -> list[VersionInWords]:
    """Return every version as pages show it, in the given order (newest first)."""
    lines_of_actas = [
        lines(match, fold_lines(match, lines_written(acta)), audience, acta) for acta in actas
    ]
    return [
        VersionInWords(
            acta, lines_now, _add_sentences(changes(older, acta), lines_before or [], lines_now)
        )
        for (acta, older), (lines_now, lines_before) in zip(
            zip_longest(actas, actas[1:]),
            zip_longest(lines_of_actas, lines_of_actas[1:]),
            strict=True,
        )
    ]


def _add_sentences(
    line_changes: list[LineChange], lines_before: list[LineInWords], lines_now: list[LineInWords]
) -> list[LineChange]:
    """Return the changes with the text of each line.

    If a version cannot be folded up to a line, the notation stands for the text of that line.
    """

    def sentence_of(lines: list[LineInWords], number: int, notation: str) -> str:
        return lines[number - 1].sentence if notation and number <= len(lines) else notation

    return [
        replace(
            change,
            old_sentence=sentence_of(lines_before, change.old_number, change.old_notation),
            new_sentence=sentence_of(lines_now, change.number, change.new_notation),
        )
        for change in line_changes
    ]


def changes(older: Acta | None, newer: Acta) -> list[LineChange]:
    """Return the lines that differ between two versions, by their number in the newer version.

    Return [] without an older version.
    """
    if older is None:
        return []
    old_lines, new_lines = lines_written(older), lines_written(newer)
    line_changes = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(
        None, old_lines, new_lines, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            pairs = zip_longest(old_lines[i1:i2], new_lines[j1:j2], fillvalue="")
            line_changes += [
                LineChange(j1 + offset, *texts, old_number=i1 + offset)
                for offset, texts in enumerate(pairs, 1)
            ]
    return line_changes


def result_lines(matches: list[Match], audience: Audience) -> list[tuple[Match, str]]:
    """Return each match with the text of its result: «gana la pareja 12, 8–4»."""
    return [(match, _result_sentence(match, audience)) for match in matches]


def _result_sentence(match: Match, audience: Audience) -> str:
    result, options = match.result, match.game_rules()
    unit, numbers = options.unit, result.tallies[options.counted_tally]
    # With more than two sides, the numbers stay in the order of the names.
    shown_numbers = winner_number_first(numbers, result.winner) if len(numbers) == 2 else numbers
    score = versus_text(shown_numbers, unit)
    if result.lost:
        return _("pierden todos")
    if result.winner is None:
        return _("empate, %(score)s") % {"score": score}
    return _("gana %(side)s, %(score)s") % {
        "side": side_names(match, audience)[result.winner],
        "score": score,
    }
