"""Shorthands: typed numbers («2-1») that stand for lines of an acta (`Game.shorthands`)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.reading import SIDE_NAMES, Tally, dashed_text
from rules.score import Score

MOST_LINES = 99  # the most lines that one result may make

State = TypeVar("State", contravariant=True)
PossibleResults = Callable[[Score[State]], Sequence[Tally]]


@dataclass(frozen=True, slots=True)
class Shorthand(Generic[State]):
    """Typed numbers, one for each side, that stand for lines of an acta.

    word: the word typed before the numbers to choose this shorthand: «coto», «chicos».
    write: a function that returns the lines, in the notation, that the numbers add after a score;
        no lines if the shorthand cannot write these numbers.
    possible_results: a function that returns the possible final numbers after a score; none if
        there are too many to choose from.
    unstated_tallies: the match tallies that the numbers do not state, so that the rules count them.
    full_example: an example of a typed result that states these tallies: «31 23 30».
    """

    word: str
    write: Callable[[Tally, Score[State]], list[str]]
    possible_results: PossibleResults[State] = lambda score: ()
    unstated_tallies: tuple[str, ...] = ()
    full_example: str = ""


def one_line_shorthand(
    word: str,
    text: Callable[[Tally], str] = dashed_text,
    possible_results: PossibleResults[State] = lambda score: (),
) -> Shorthand[State]:
    """Return the shorthand that writes all the numbers in one line, after `word`.

    >>> one_line_shorthand("coto").write((3, 1), None)
    ['coto 3-1']
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        return [f"{word} {text(numbers)}".strip()]

    return Shorthand(word, write, possible_results)


def line_per_unit_shorthand(
    word: str,
    line: str,
    possible_results: Sequence[Tally],
    *,
    unstated_tallies: tuple[str, ...] = (),
    full_example: str = "",
) -> Shorthand[State]:
    """Return the shorthand that writes one line for each unit of the outermost tally.

    The order of the wins is unknown. The lines of the side with most wins come last, so that the
    match does not end early.
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        tally = score.tallies[0]
        if len(numbers) != len(tally):
            return []
        lacking = [number - wins for number, wins in zip(numbers, tally, strict=True)]
        if min(lacking) < 0 or not 0 < sum(lacking) <= MOST_LINES:
            return []
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        return [f"{line} {SIDE_NAMES[side]}" for side in order for _unit in range(lacking[side])]

    return Shorthand(
        word,
        write,
        lambda score: results_still_possible(possible_results, score.tallies[0]),
        unstated_tallies,
        full_example,
    )


def results_still_possible(results: Iterable[Tally], wins: Tally) -> list[Tally]:
    """Return the `results` that are still possible after these wins of each side.

    >>> results_still_possible(race_results(2), (1, 0))
    [(2, 0), (2, 1), (1, 2)]
    """
    return [
        result
        for result in results
        if all(number >= win_count for number, win_count in zip(result, wins, strict=True))
    ]


def race_results(units: int) -> list[Tally]:
    """Return the possible results of two sides if the first side with `units` wins the match.

    >>> race_results(2)
    [(2, 0), (2, 1), (1, 2), (0, 2)]
    """
    winning_results = [(units, losses) for losses in range(units)]
    return [*winning_results, *((losses, units) for _units, losses in reversed(winning_results))]


def fixed_length_results(units: int) -> list[Tally]:
    """Return the possible results of two sides that play exactly `units` in all.

    >>> fixed_length_results(3)
    [(3, 0), (2, 1), (1, 2), (0, 3)]
    """
    return [(wins, units - wins) for wins in range(units, -1, -1)]


def signed_text(numbers: Tally) -> str:
    """Return the gains and losses as text, «+20-20»."""
    return "".join(f"{number:+}" for number in numbers)


def spaced_text(numbers: Tally) -> str:
    """Return the numbers as text, «7 -2 -5 0»."""
    return " ".join(map(str, numbers))
