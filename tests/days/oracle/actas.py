"""The sums of the lines of an acta: the short lines of docs/games, read by hand.

A match is here so many parts (cotos, chicos, one count), each told by one line with what each side
made in it; who first wins so many parts has won.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

WORDS = re.compile(r"^(manos \d+|coto|chico) ")

Tallies = dict[str, tuple[int, ...]]


class Length(NamedTuple):
    """The tally of the parts ("" where there is one), that of what is made in them and the one
    that standings add up; the parts that win, and what is made in a part to win it."""

    parts: str
    made: str
    counted: str
    need: int
    full: int


class Read(NamedTuple):
    """The sums of an acta: what each side made of each tally, the side that won (None: nobody), and
    whether it was given up."""

    tallies: Tallies
    winner: int | None
    forfeit: bool = False


def length_of(game: str, options: Mapping[str, Any]) -> Length:
    """How long a match is: docs/games, «Opciones»."""
    if game == "guinote":
        return Length("cotos", "partidas", "partidas", options["cotos"], options["partidas"])
    if game == "truco":
        need = options["chicos"] // 2 + 1
        return Length("chicos", "tantos", "chicos", need, options["target"])
    return Length("", "cuenta", "cuenta", 1, options.get("bye_tantos", 0))


def victory(length: Length) -> dict[str, int]:
    """Return what a full victory makes of each tally."""
    made = {length.made: length.need * length.full}
    return made | ({length.parts: length.need} if length.parts else {})


def is_over(lines: Sequence[str], sides: int, length: Length) -> bool:
    """Whether somebody has won so many parts; one without parts ends with its line."""
    return bool(lines) and max(_parts_won(lines, sides)) >= (length.need if length.parts else 0)


def read(lines: Sequence[str], sides: int, length: Length) -> Read:
    """The lines of a match that is over."""
    *played, last = lines
    if last.startswith("pierden todos"):  # what stands, stands
        return Read(_tallies(played, sides, length), None, True)
    if not last.startswith("pierde "):
        return Read(_tallies(lines, sides, length), _first(_deciding(lines, sides, length)))
    loser = "ABCDE".index(last.removeprefix("pierde ")[0])
    winner = _ahead(played, sides, length, loser) if sides > 2 else 1 - loser
    if winner is None or (sides > 2 and not length.parts):
        return Read(_tallies(played, sides, length), winner, True)
    lacking = length.need - _parts_won(played, sides)[winner]
    return Read(_tallies(played, sides, length, winner, lacking), winner, True)


def _ahead(played: Sequence[str], sides: int, length: Length, loser: int) -> int | None:
    """Return who is ahead of the others when one of three or more gives up."""
    if not played:
        return None
    made = _deciding(played, sides, length)
    return _first([-1 if side == loser else made[side] for side in range(sides)])


def _tallies(
    lines: Sequence[str], sides: int, length: Length, winner: int = 0, given: int = 0
) -> Tallies:
    """Return what the lines add up to, and so many parts given to the winner besides."""
    made = [sum(line[side] for line in map(_numbers, lines)) for side in range(sides)]
    won = _parts_won(lines, sides)
    made[winner] += given * length.full
    won[winner] += given
    return {length.made: tuple(made)} | ({length.parts: tuple(won)} if length.parts else {})


def _deciding(lines: Sequence[str], sides: int, length: Length) -> list[int]:
    tallies = _tallies(lines, sides, length)
    return list(tallies[length.parts or length.made])


def _parts_won(lines: Sequence[str], sides: int) -> list[int]:
    winners = [_first(list(_numbers(line))) for line in lines]
    return [winners.count(side) for side in range(sides)]


def _first(made: Sequence[int]) -> int | None:
    """The side that made most; None where two did."""
    best = [side for side, number in enumerate(made) if number == max(made)]
    return best[0] if len(best) == 1 else None


def _numbers(line: str) -> tuple[int, ...]:
    return tuple(map(int, WORDS.sub("", line).split("-")))
