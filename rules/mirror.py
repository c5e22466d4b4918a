"""Exchange A and B in an acta whose counts were written on the wrong sides."""

from collections.abc import Iterable
from typing import Any

from rules.codec import mirrored
from rules.core import Game, Score, fold, refusal


def swapped_lines(game: Game, options: Any, lines: Iterable[str]) -> list[str]:
    """Return a whole acta with the sides exchanged; every score is the mirror of the old score.

    Raises `RuleError`: `no_mirror` at a table of more than two sides, and where the same hands
    would add up differently on the other side (for example, because the first dealer is not
    recorded); or the game's own refusal of a line, such as a hand of one player against two.
    """
    before = fold(game, options, lines)
    if options.sides != 2:
        raise refusal("no_mirror", "lines")
    mirrored_lines = [str(mirrored(step.hand)) for step in before]
    after = fold(game, options, mirrored_lines)
    if not all(
        _mirrors(step_before.score, step_after.score)
        for step_before, step_after in zip(before, after, strict=True)
    ):
        raise refusal("no_mirror", "lines")
    return mirrored_lines


def _mirrors(first: Score[Any], second: Score[Any]) -> bool:
    """Return whether one score is the mirror of the other."""
    winner = None if first.winner is None else 1 - first.winner
    tallies = tuple(tally[::-1] for tally in first.tallies)
    return (tallies, winner, first.over) == (second.tallies, second.winner, second.over)
