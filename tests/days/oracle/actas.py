"""The tallies and the winner of an acta, computed from the text of its lines (docs/games).

Here a match has parts: cotos, chicos or one count. Each line has the score of each side in one
part. The first side with enough parts wins the match.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

WORDS = re.compile(r"^(manos \d+|coto|chico) ")

Tallies = dict[str, tuple[int, ...]]


class Length(NamedTuple):
    """The length of a match: `needed_parts` parts win it, and a score of `full_score` wins a part.

    `parts` is the tally of parts won ("" if the match has one part), `score_tally` the tally of
    scores in the parts, and `counted_tally` the tally that the standings add up.
    """

    parts: str
    score_tally: str
    counted_tally: str
    needed_parts: int
    full_score: int


class ActaSums(NamedTuple):
    """The tallies of an acta by side, its winning side (or None), and whether it is a forfeit."""

    tallies: Tallies
    winner: int | None
    forfeit: bool = False


def length_of(game: str, options: Mapping[str, Any]) -> Length:
    """Return the length of a match from the game's options (docs/games, «Opciones»)."""
    if game == "guinote":
        return Length("cotos", "partidas", "partidas", options["cotos"], options["partidas"])
    if game == "truco":
        needed_parts = options["chicos"] // 2 + 1
        return Length("chicos", "tantos", "chicos", needed_parts, options["target"])
    return Length("", "cuenta", "cuenta", 1, options.get("bye_tantos", 0))


def victory(length: Length) -> dict[str, int]:
    """Return the tallies of a winner who gets `needed_parts` parts at full score."""
    tallies = {length.score_tally: length.needed_parts * length.full_score}
    return tallies | ({length.parts: length.needed_parts} if length.parts else {})


def is_over(lines: Sequence[str], sides: int, length: Length) -> bool:
    """Return whether a side has won enough parts; a match of one part ends with its line."""
    return bool(lines) and max(_parts_won(lines, sides)) >= (
        length.needed_parts if length.parts else 0
    )


def sum_lines(lines: Sequence[str], sides: int, length: Length) -> ActaSums:
    """Return the tallies and the winner of a finished match from the lines of its acta."""
    *earlier_lines, last_line = lines
    if last_line.startswith("pierden todos"):  # the scores so far count
        return ActaSums(_tallies(earlier_lines, sides, length), None, True)
    if not last_line.startswith("pierde "):
        return ActaSums(
            _tallies(lines, sides, length), _highest_side(_deciding_tally(lines, sides, length))
        )
    loser = "ABCDE".index(last_line.removeprefix("pierde ")[0])
    winner = _leader(earlier_lines, sides, length, loser) if sides > 2 else 1 - loser
    if winner is None or (sides > 2 and not length.parts):
        return ActaSums(_tallies(earlier_lines, sides, length), winner, True)
    missing = length.needed_parts - _parts_won(earlier_lines, sides)[winner]
    return ActaSums(_tallies(earlier_lines, sides, length, winner, missing), winner, True)


def _leader(lines: Sequence[str], sides: int, length: Length, loser: int) -> int | None:
    """Return the leading side when `loser`, one of three or more sides, gives up."""
    if not lines:
        return None
    scores = _deciding_tally(lines, sides, length)
    return _highest_side([-1 if side == loser else scores[side] for side in range(sides)])


def _tallies(
    lines: Sequence[str], sides: int, length: Length, winner: int = 0, extra_parts: int = 0
) -> Tallies:
    """Add up the lines, plus `extra_parts` full parts for the winner."""
    scores = [sum(line[side] for line in map(_scores_of, lines)) for side in range(sides)]
    parts_won = _parts_won(lines, sides)
    scores[winner] += extra_parts * length.full_score
    parts_won[winner] += extra_parts
    return {length.score_tally: tuple(scores)} | (
        {length.parts: tuple(parts_won)} if length.parts else {}
    )


def _deciding_tally(lines: Sequence[str], sides: int, length: Length) -> list[int]:
    """Return the tally that decides the match: parts won, or the score of its only part."""
    tallies = _tallies(lines, sides, length)
    return list(tallies[length.parts or length.score_tally])


def _parts_won(lines: Sequence[str], sides: int) -> list[int]:
    winners = [_highest_side(list(_scores_of(line))) for line in lines]
    return [winners.count(side) for side in range(sides)]


def _highest_side(scores: Sequence[int]) -> int | None:
    """Return the side with the highest score, or None if several sides have it."""
    leaders = [side for side, score in enumerate(scores) if score == max(scores)]
    return leaders[0] if len(leaders) == 1 else None


def _scores_of(line: str) -> tuple[int, ...]:
    return tuple(map(int, WORDS.sub("", line).split("-")))
