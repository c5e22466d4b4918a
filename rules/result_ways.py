"""How the desk's typed numbers («2-1») become lines of an acta (`Game.result_ways`)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.reading import SIDE_NAMES, Tally, dashed
from rules.score import Score

MOST_UNITS = 99  # the most lines that one result may make

State = TypeVar("State", contravariant=True)
Ends = Callable[[Score[State]], Sequence[Tally]]


@dataclass(frozen=True, slots=True)
class ResultWay(Generic[State]):
    """One way in which typed numbers, one for each side, become lines of an acta.

    word: the word typed before the numbers to choose this way: «coto», «chicos». write: a function
    that returns the lines, in the notation, for the numbers after a score; no lines if the numbers
    make none. ends: a function that returns the possible final numbers after a score, if they are
    few enough to choose from. unstated: the match tallies that the numbers do not state, so that
    the rules count them. instead: an example of a typed result that states these tallies: «31 23
    30».
    """

    word: str
    write: Callable[[Tally, Score[State]], list[str]]
    ends: Ends[State] = lambda score: ()
    unstated: tuple[str, ...] = ()
    instead: str = ""


def in_one_line(
    word: str, text: Callable[[Tally], str] = dashed, ends: Ends[State] = lambda score: ()
) -> ResultWay[State]:
    """Return the way that writes all the numbers in one line, after `word`.

    >>> in_one_line("coto").write((3, 1), None)
    ['coto 3-1']
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        return [f"{word} {text(numbers)}".strip()]

    return ResultWay(word, write, ends)


def won_units(
    word: str,
    line: str,
    ends: Sequence[Tally],
    *,
    unstated: tuple[str, ...] = (),
    instead: str = "",
) -> ResultWay[State]:
    """Return the way for numbers of the outermost tally, with one line for each unit.

    The order of the wins is unknown. The lines of the side with most wins come last, so that the
    match does not end early.
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        tally = score.tallies[0]
        if len(numbers) != len(tally):
            return []
        lacking = [number - won for number, won in zip(numbers, tally, strict=True)]
        if min(lacking) < 0 or not 0 < sum(lacking) <= MOST_UNITS:
            return []
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        return [f"{line} {SIDE_NAMES[side]}" for side in order for _unit in range(lacking[side])]

    return ResultWay(
        word, write, lambda score: results_still_possible(ends, score.tallies[0]), unstated, instead
    )


def results_still_possible(ends: Iterable[Tally], won: Tally) -> list[Tally]:
    """Return the results in `ends` that are still possible after the wins in `won`.

    >>> results_still_possible(results_first_to(2), (1, 0))
    [(2, 0), (2, 1), (1, 2)]
    """
    return [end for end in ends if all(a >= b for a, b in zip(end, won, strict=True))]


def results_first_to(units: int) -> list[Tally]:
    """Return the possible final numbers of two sides if the first side with `units` wins.

    >>> results_first_to(2)
    [(2, 0), (2, 1), (1, 2), (0, 2)]
    """
    won = [(units, lost) for lost in range(units)]
    return [*won, *((lost, units) for _units, lost in reversed(won))]


def results_of_all(units: int) -> list[Tally]:
    """Return the possible final numbers of two sides that play `units` in all.

    >>> results_of_all(3)
    [(3, 0), (2, 1), (1, 2), (0, 3)]
    """
    return [(won, units - won) for won in range(units, -1, -1)]


def signed(numbers: Tally) -> str:
    """Return tantos gained and lost as text, «+20-20»."""
    return "".join(f"{number:+}" for number in numbers)


def spaced(numbers: Tally) -> str:
    """Return the numbers as text, «7 -2 -5 0»."""
    return " ".join(map(str, numbers))
