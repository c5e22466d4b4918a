"""What every format receives and answers: plain values, without clock, database or dice.

A format is a module with the names of `Format`, from `next_round` to `is_over`. It is
given a `Situation` (who is entered, what was played, the points so far) and a seed, and answers
a `Draw`: the matches of the next round with a report of what could not be kept. The same
situation and seed give the same draw on any machine, in whatever order the entrants come.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Protocol

FINAL = "final"
THIRD_PLACE = "third_place"


class DrawError(ValueError):
    """A draw that cannot be made as asked; the site has the sentence for each code.

    Codes: `too_few_entrants`, `round_unfinished`, `stage_over`, `bracket_incomplete`,
    `rounds_out_of_range`, `unknown_format`. `params` holds the numbers the sentence needs.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry by its number, from 1 on. `active=False`: withdrawn, not drawn any more."""

    number: int
    active: bool = True

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"entries are numbered from 1, got {self.number}")


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a round already drawn.

    `sides` are entry numbers: one alone is a bye, its own winner where a rest is won. `winner` is
    None while the match is not finished, and when it ended in a draw (`drawn`).
    """

    position: int
    sides: tuple[int, ...]
    winner: int | None
    drawn: bool = False

    @property
    def finished(self) -> bool:
        return self.winner is not None or self.drawn or len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class Situation:
    """All a format may know: `sides` is how many meet in a match. `points` are wins (byes and
    forfeits included); absent means 0.

    Where a match can end in a draw a win is two points and a draw one, so that they stay whole.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[Played, ...], ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    sides: int = 2

    def points_of(self, number: int) -> int:
        return self.points.get(number, 0)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played, or a bye when `sides` has one number. Positions count from 1."""

    position: int
    sides: tuple[int, ...]
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What the draw had to concede.

    `difference_sum` and `difference_max` are of the points between the two sides of each match.
    `broken` names the wishes that could not be kept: `rematch`, `repeated_bye`,
    `bye_above_lowest`.
    """

    byes: tuple[int, ...] = ()
    rematches: tuple[tuple[int, int], ...] = ()
    difference_sum: int = 0
    difference_max: int = 0
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    pairings: tuple[Pairing, ...]
    report: Report


class Format(Protocol):
    """What a format module offers; the module itself is the format."""

    KEY: str
    DRAWS: bool  # whether a match may end without a winner
    SIDES: range  # how many may meet in a match
    REST_WINS: bool  # whether resting counts as a match won
    BY_RESULTS: bool  # whether a round depends on the results of those before

    @property
    def Options(self) -> type[Any]: ...

    def next_round(self, situation: Situation, options: Any, seed: str) -> Draw: ...

    def is_over(self, situation: Situation, options: Any) -> bool: ...

    def rounds_in_all(self, entrants: int, options: Any) -> int: ...


def active_numbers(situation: Situation) -> tuple[int, ...]:
    """Numbers still in play, in order; raises `too_few_entrants` when they do not fill a table."""
    numbers = sorted(entrant.number for entrant in situation.entrants if entrant.active)
    if len(numbers) < situation.sides:
        raise DrawError("too_few_entrants", entrants=len(numbers), minimum=situation.sides)
    return tuple(numbers)


def refuse_unfinished(situation: Situation) -> None:
    """Raises `round_unfinished` with the first such round and the positions still open."""
    for number, matches in enumerate(situation.rounds, start=1):
        positions = tuple(sorted(match.position for match in matches if not match.finished))
        if positions:
            raise DrawError("round_unfinished", round=number, positions=positions)


def all_finished(situation: Situation) -> bool:
    return all(match.finished for matches in situation.rounds for match in matches)


def pair_key(one: int, other: int) -> tuple[int, int]:
    """The two numbers, lower first: how a meeting is named wherever order does not matter."""
    return (one, other) if one < other else (other, one)


def couples(sides: Sequence[int]) -> list[tuple[int, int]]:
    """Every two that meet at a table; none when somebody rests.

    >>> couples((7, 2, 5))
    [(2, 7), (5, 7), (2, 5)]
    """
    return [pair_key(one, other) for one, other in combinations(sides, 2)]


def meetings(rounds: Sequence[Sequence[Played]]) -> Counter[tuple[int, int]]:
    """How many times each two have been drawn together, forfeits included."""
    return Counter(
        couple for matches in rounds for match in matches for couple in couples(match.sides)
    )


def byes_taken(rounds: Sequence[Sequence[Played]]) -> Counter[int]:
    """How many rounds each has rested."""
    return Counter(
        match.sides[0] for matches in rounds for match in matches if len(match.sides) == 1
    )
