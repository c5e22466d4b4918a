"""The lines of an acta with A and B exchanged: somebody wrote each count on the other's side."""

from collections.abc import Iterable
from typing import Any

from rules.codec import mirrored
from rules.core import Game, Score, fold, refusal


def swapped_lines(game: Game, options: Any, lines: Iterable[str]) -> list[str]:
    """A whole acta with the sides exchanged, of which every score is the mirror of what it was.

    Raises RuleError: `no_mirror` at a table of more than two sides, and where the same hands would
    not add up to the same on the other side (who deals first, for one, may not be written); or what
    the game says of a line, as of one who plays against two.
    """
    before = fold(game, options, lines)
    if options.sides != 2:
        raise refusal("no_mirror", "lines")
    turned = [str(mirrored(step.hand)) for step in before]
    after = fold(game, options, turned)
    if not all(_mirrors(one.score, two.score) for one, two in zip(before, after, strict=True)):
        raise refusal("no_mirror", "lines")
    return turned


def _mirrors(one: Score[Any], other: Score[Any]) -> bool:
    """Whether one score is the other seen from the other side."""
    winner = None if one.winner is None else 1 - one.winner
    tallies = tuple(tally[::-1] for tally in one.tallies)
    return (tallies, winner, one.over) == (other.tallies, other.winner, other.over)
