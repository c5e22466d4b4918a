"""Results that the desk types as numbers alone: «2-1», «31 23», «3 -1 -1 -1».

This module reads the numbers and takes the first of the game's ways (`rules/result_ways.py`) whose
lines can come next.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from rules.core import AnyGame, GameOptions
from rules.errors import RuleError, refusal
from rules.reading import Tally, dashed, hyphens, quoting
from rules.result_ways import MOST_UNITS, ResultWay, spaced
from rules.score import Score

_DASHED = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6})+")
_SIGNED = re.compile(r"(?:[+-]?[0-9]{1,6})(?:\s*[+-][0-9]{1,6}|\s+[0-9]{1,6})*")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class ReadResult(NamedTuple):
    """A typed result after reading.

    `word` and `way` are "" and None if the text is a line in the notation; `lines` are its lines in
    an acta.
    """

    word: str
    lines: list[str]
    way: ResultWay[object] | None = None


def readings(text: str, sides: int) -> list[list[Tally]]:
    """Return the readings of a text, likeliest first. A reading is a list of groups with one number
    for each side.

    >>> readings("3-1 2-3", 2), readings("30 24", 2)
    ([[(3, 1), (2, 3)]], [[(30, 24)], [(3, 0), (2, 4)]])
    >>> readings("20-20", 2), readings("3 -1 -1 -1", 4)
    ([[(20, 20)], [(20, -20)]], [[(3, -1, -1, -1)]])
    """
    words = hyphens(text).split()
    possible: list[list[Tally]] = []
    if words and all(map(_DASHED.fullmatch, words)):
        possible.append([tuple(map(int, word.split("-"))) for word in words])
    joined = " ".join(words)
    if _SIGNED.fullmatch(joined):
        possible.append([tuple(map(int, _NUMBER.findall(joined)))])
    if words and all(word.isascii() and word.isdigit() for word in words):
        digits = "".join(words)
        if all(len(word) % sides == 0 for word in words):
            parts = [digits[n : n + sides] for n in range(0, len(digits), sides)]
            possible.append([tuple(map(int, part)) for part in parts])
    return [groups for groups in possible if all(len(group) == sides for group in groups)]


def choices(
    game: AnyGame, options: GameOptions, score: Score[object], preferred: str, most: int
) -> tuple[str, list[Tally]]:
    """Return the word of the first way with 1 to `most` possible results, and these results.

    The way `preferred` is tried first. Results that the rules refuse after this score are left out.
    Return "" and no results if no way has so few results.
    """
    for way in _ordered(game.result_ways(options), preferred):
        ends = list(way.ends(score))
        if 0 < len(ends) <= most:
            return way.word, [end for end in ends if _is_accepted(way, game, options, score, end)]
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
    ends = [end for way in game.result_ways(options) for end in way.ends(score)]
    won = [end for end in ends if end[winner] == max(end) and end.count(max(end)) == 1]
    typed = [dashed(end) for end in sorted(won, key=lambda end: max(end) - min(end))]
    for most, less in ((24, 20), (30, 24), (40, 30), (100, 80)):  # tantos of a hand or of a juego
        typed.append(dashed(tuple(most if side == winner else less for side in sides)))
    places = [len(sides) if side == winner else side + (side < winner) for side in sides]
    typed.append(dashed(tuple(places)))
    typed.append(spaced(tuple(6 * (len(sides) - 1) if side == winner else -6 for side in sides)))
    for text in typed:
        with suppress(RuleError):
            if read_result(game, options, score, text).way:
                return text
    return ""


def read_result(
    game: AnyGame, options: GameOptions, score: Score[object], text: str, preferred: str = ""
) -> ReadResult:
    """Return the lines that typed text adds to an acta, with the way that reads it.

    The text may be numbers alone, numbers after the word of a way, or one line in the notation. The
    first possible way reads numbers alone; the way `preferred` is tried first. Raises the
    `RuleError` of a line that cannot come next.
    """
    ways = _ordered(game.result_ways(options), preferred)
    word, _space, rest = text.strip().partition(" ")
    named_ways = [way for way in ways if way.word == word.lower()]
    groups = readings(rest if named_ways else text, options.sides)
    if not groups:
        return ReadResult("", _checked_lines(game, options, score, [text]))
    refusals: list[RuleError] = []
    for way in named_ways or ways:
        for group in groups:
            try:
                lines = _lines_of(way, game, options, score, group)
            except RuleError as error:
                refusals.append(error)
            else:
                if lines:
                    return ReadResult(way.word, lines, way)
    raise _likeliest(refusals, text, game, options, score, preferred)


def _ordered(ways: Sequence[ResultWay[object]], preferred: str) -> list[ResultWay[object]]:
    return sorted(ways, key=lambda way: way.word != preferred)


def _is_accepted(
    way: ResultWay[object],
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    numbers: Tally,
) -> bool:
    """Return whether this way writes lines for these numbers that the rules accept."""
    try:
        return bool(_lines_of(way, game, options, score, [numbers]))
    except RuleError:
        return False


def _lines_of(
    way: ResultWay[object],
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    groups: Sequence[Tally],
) -> list[str]:
    """Return the lines that this way writes for these groups, in the notation of the game.

    Return no lines if the way has none for a group. Raises the `RuleError` of the first impossible
    line.
    """
    lines: list[str] = []
    for numbers in groups:
        new_lines = way.write(numbers, score)
        if not new_lines:
            return []
        lines += _checked_lines(game, options, score, new_lines)
        for line in new_lines:
            score = game.play(score, game.parse(line), options)
    return lines


def _checked_lines(
    game: AnyGame, options: GameOptions, score: Score[object], lines: Iterable[str]
) -> list[str]:
    """Return the lines in the notation of the game. Raises the `RuleError` of the first impossible
    line.
    """
    notated = []
    for line in lines:
        with quoting(line):
            hand = game.parse(line)
            score = game.play(score, hand, options)
        notated.append(str(hand))
    return notated


def _likeliest(
    refused: Sequence[RuleError],
    text: str,
    game: AnyGame,
    options: GameOptions,
    score: Score[object],
    preferred: str,
) -> RuleError:
    """Return the first refusal other than `match_over` and `line_unreadable`.

    If there is none, return a `line_unreadable` that lists the possible results. If there are too
    many results or none, return the first of `refused` or, if `refused` is empty, a
    `line_unreadable` that lists the words of the ways.
    """
    telling = [error for error in refused if error.code not in ("match_over", "line_unreadable")]
    if telling:
        return telling[0]
    _word, ends = choices(game, options, score, preferred, MOST_UNITS)
    ways = game.result_ways(options)
    allowed = " · ".join(map(dashed, ends)) or " · ".join(f"{way.word} …" for way in ways)
    return (
        refused[0]
        if refused and not ends
        else refusal("line_unreadable", "line", value=text, allowed=allowed)
    )
