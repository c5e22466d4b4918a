"""Results that the desk types as numbers alone: «2-1», «31 23», «3 -1 -1 -1».

This module reads the numbers and takes the game's first shorthand (`rules/shorthands.py`) whose
lines can come next.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from rules.core import AnyGame, GameOptions
from rules.errors import RuleError, refusal
from rules.reading import Tally, dashed_text, hyphens, quoting
from rules.score import Score
from rules.shorthands import MOST_LINES, Shorthand, spaced_text

_DASHED_NUMBERS = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6})+")
_SIGNED_NUMBERS = re.compile(r"(?:[+-]?[0-9]{1,6})(?:\s*[+-][0-9]{1,6}|\s+[0-9]{1,6})*")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class TypedResult(NamedTuple):
    """A typed result after reading.

    `word` and `shorthand` are "" and None if the text is a line in the notation; `lines` are its
    lines in an acta.
    """

    word: str
    lines: list[str]
    shorthand: Shorthand[object] | None = None


def readings(text: str, sides: int) -> list[list[Tally]]:
    """Return the readings of a text, likeliest first. A reading is a list of groups with one number
    for each side.

    >>> readings("3-1 2-3", 2), readings("30 24", 2)
    ([[(3, 1), (2, 3)]], [[(30, 24)], [(3, 0), (2, 4)]])
    >>> readings("20-20", 2), readings("3 -1 -1 -1", 4)
    ([[(20, 20)], [(20, -20)]], [[(3, -1, -1, -1)]])
    """
    words = hyphens(text).split()
    possible_readings: list[list[Tally]] = []
    if words and all(map(_DASHED_NUMBERS.fullmatch, words)):
        possible_readings.append([tuple(map(int, word.split("-"))) for word in words])
    text_of_words = " ".join(words)
    if _SIGNED_NUMBERS.fullmatch(text_of_words):
        possible_readings.append([tuple(map(int, _NUMBER.findall(text_of_words)))])
    if words and all(word.isascii() and word.isdigit() for word in words):
        digits = "".join(words)
        if all(len(word) % sides == 0 for word in words):
            parts = [digits[start : start + sides] for start in range(0, len(digits), sides)]
            possible_readings.append([tuple(map(int, part)) for part in parts])
    return [groups for groups in possible_readings if all(len(group) == sides for group in groups)]


def choices(
    game: AnyGame, options: GameOptions, score: Score[object], preferred_word: str, max_results: int
) -> tuple[str, list[Tally]]:
    """Return the word of the first shorthand with 1 to `max_results` possible results, and these
    results.

    The shorthand of `preferred_word` is tried first. Results that the rules refuse after this score
    are left out. Return "" and no results if no shorthand has so few results.
    """
    for shorthand in _preferred_first(game.shorthands(options), preferred_word):
        results = list(shorthand.possible_results(score))
        if 0 < len(results) <= max_results:
            return shorthand.word, [
                result
                for result in results
                if _is_accepted(shorthand, game, options, score, result)
            ]
    return "", []


def example(game: AnyGame, options: GameOptions, score: Score[object], winner: int = 0) -> str:
    """Return an example of the numbers that can be typed next, with `winner` ahead; "" if there is
    none.

    >>> from rules import GAMES
    >>> from rules.core import options_of
    >>> def example_of(name, winner=0):
    ...     game, options = GAMES[name], options_of(GAMES[name])
    ...     return example(game, options, game.start(options), winner)
    >>> example_of("guinote", 1), example_of("malilla"), example_of("tarot")
    ('1-2', '6 -6', '18 -6 -6 -6')
    """
    sides = range(options.sides)
    results = [
        result
        for shorthand in game.shorthands(options)
        for result in shorthand.possible_results(score)
    ]
    winning_results = [
        result
        for result in results
        if result[winner] == max(result) and result.count(max(result)) == 1
    ]
    texts = [
        dashed_text(result)
        for result in sorted(winning_results, key=lambda result: max(result) - min(result))
    ]
    for high, low in ((24, 20), (30, 24), (40, 30), (100, 80)):  # tantos of a hand or of a juego
        texts.append(dashed_text(tuple(high if side == winner else low for side in sides)))
    places = [len(sides) if side == winner else side + (side < winner) for side in sides]
    texts.append(dashed_text(tuple(places)))
    texts.append(
        spaced_text(tuple(6 * (len(sides) - 1) if side == winner else -6 for side in sides))
    )
    for text in texts:
        with suppress(RuleError):
            if read_result(game, options, score, text).shorthand:
                return text
    return ""


def read_result(
    game: AnyGame, options: GameOptions, score: Score[object], text: str, preferred_word: str = ""
) -> TypedResult:
    """Return the lines that typed text adds to an acta, with the shorthand that reads the text.

    The text may be numbers alone, numbers after the word of a shorthand, or one line in the
    notation. The first possible shorthand reads numbers alone; the shorthand of `preferred_word` is
    tried first. Raises the `RuleError` of a line that cannot come next.
    """
    shorthands = _preferred_first(game.shorthands(options), preferred_word)
    word, _space, text_after_word = text.strip().partition(" ")
    named_shorthands = [shorthand for shorthand in shorthands if shorthand.word == word.lower()]
    groups = readings(text_after_word if named_shorthands else text, options.sides)
    if not groups:
        return TypedResult("", _lines_in_notation(game, options, score, [text]))
    refusals: list[RuleError] = []
    for shorthand in named_shorthands or shorthands:
        for group in groups:
            try:
                lines = _lines_of_shorthand(shorthand, game, options, score, group)
            except RuleError as error:
                refusals.append(error)
            else:
                if lines:
                    return TypedResult(shorthand.word, lines, shorthand)
    raise _likeliest_refusal(refusals, text, game, options, score, preferred_word)


def _preferred_first(
    shorthands: Sequence[Shorthand[object]], preferred_word: str
) -> list[Shorthand[object]]:
    return sorted(shorthands, key=lambda shorthand: shorthand.word != preferred_word)


def _is_accepted(
    shorthand: Shorthand[object],
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    numbers: Tally,
) -> bool:
    """Return whether this shorthand writes lines for these numbers that the rules accept."""
    try:
        return bool(_lines_of_shorthand(shorthand, game, options, score, [numbers]))
    except RuleError:
        return False


def _lines_of_shorthand(
    shorthand: Shorthand[object],
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    groups: Sequence[Tally],
) -> list[str]:
    """Return the lines that this shorthand writes for these groups, in the notation of the game.

    Return no lines if the shorthand has none for a group. Raises the `RuleError` of the first
    impossible line.
    """
    lines: list[str] = []
    for numbers in groups:
        new_lines = shorthand.write(numbers, score)
        if not new_lines:
            return []
        lines += _lines_in_notation(game, options, score, new_lines)
        for line in new_lines:
            score = game.play(score, game.parse(line), options)
    return lines


def _lines_in_notation(
    game: AnyGame, options: GameOptions, score: Score[object], lines: Iterable[str]
) -> list[str]:
    """Return the lines in the notation of the game. Raises the `RuleError` of the first impossible
    line.
    """
    texts = []
    for line in lines:
        with quoting(line):
            hand = game.parse(line)
            score = game.play(score, hand, options)
        texts.append(str(hand))
    return texts


def _likeliest_refusal(
    refusals: Sequence[RuleError],
    text: str,
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    preferred_word: str,
) -> RuleError:
    """Return the first refusal other than `match_over` and `line_unreadable`.

    If there is none, return a `line_unreadable` that lists the possible results. If there are too
    many results or none, return the first of `refusals` or, if `refusals` is empty, a
    `line_unreadable` that lists the words of the shorthands.
    """
    informative_refusals = [
        error for error in refusals if error.code not in ("match_over", "line_unreadable")
    ]
    if informative_refusals:
        return informative_refusals[0]
    _word, results = choices(game, options, score, preferred_word, MOST_LINES)
    shorthands = game.shorthands(options)
    allowed = " · ".join(map(dashed_text, results)) or " · ".join(
        f"{shorthand.word} …" for shorthand in shorthands
    )
    return (
        refusals[0]
        if refusals and not results
        else refusal("line_unreadable", "line", value=text, allowed=allowed)
    )
