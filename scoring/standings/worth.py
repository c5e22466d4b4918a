"""The worth of a match to each side, as the stage counts it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.standings.counting import Counting
from tournaments.formats.core import DRAW, MEAN, NOTHING, WIN

Numbers = tuple[int, ...]  # one number for each side


class MatchScore(NamedTuple):
    """The result of a match: the side that won, or None; and its tallies by name.

    `lost`: every side loses. `forfeit`: decided without playing.
    """

    winner: int | None
    tallies: tuple[tuple[str, Numbers], ...]
    forfeit: bool = False
    lost: bool = False

    def tally(self, name: str, sides: int) -> Numbers:
        """Return the tally `name` of each side; 0 for a side without it."""
        numbers = dict(self.tallies).get(name, ())
        return (*numbers, *(0,) * sides)[:sides]


class Tally(NamedTuple):
    """A side's tally, the other sides' tally and the difference that counts."""

    own: int = 0
    against: int = 0
    difference: int = 0


class Mean(NamedTuple):
    """The mean worth of the matches of a round, to the nearest unit, halves up."""

    points: int = 0
    own: int = 0


class Worth(NamedTuple):
    """The worth of a match to a side.

    `own`, `against` and `difference` are of the tally that the stage counts; `tallies` has every
    tally by name. A bye may count as won, as drawn or as neither; it is `idle` if it is worth
    nothing.
    """

    won: bool
    drawn: bool
    lost: bool
    points: int
    own: int
    against: int
    difference: int
    tallies: Mapping[str, Tally]
    bye: bool = False
    idle: bool = False

    @property
    def decided(self) -> bool:
        return self.won or self.drawn or self.lost


def worth_of_match(
    score: MatchScore, sides: int, counting: Counting, counted_tally: str
) -> list[Worth]:
    """Return the worth of a match for each side.

    `counted_tally` is the tally that the stage adds up.
    """
    tallies = {
        name: _tallies(score, sides, counting, name, is_counted=name == counted_tally)
        for name in {counted_tally, *dict(score.tallies)}
    }
    own = [tally.own for tally in tallies[counted_tally]]
    worths = []
    for side in range(sides):
        won = score.winner == side
        lost = score.lost or (score.winner is not None and not won)
        points = _points(counting, own, side, won=won, lost=lost, nobody=score.lost)
        if score.forfeit and won and counting.forfeit_win is not None:
            points = counting.forfeit_win
        if score.forfeit and lost and counting.forfeit_loss is not None:
            points = counting.forfeit_loss
        side_tallies = {name: column[side] for name, column in tallies.items()}
        drawn = not won and not lost
        worths.append(Worth(won, drawn, lost, points, *side_tallies[counted_tally], side_tallies))
    return worths


def worth_of_bye(score: MatchScore, counting: Counting, counted_tally: str, mean: Mean) -> Worth:
    """Return the worth of a bye, which has no tally against."""
    worth = counting.bye or (NOTHING if score.winner is None else WIN)
    points = {
        WIN: counting.table[0] if counting.table else counting.win,
        DRAW: counting.draw,
        MEAN: mean.points,
        NOTHING: 0,
    }[worth]
    tallies = {}
    for name in {counted_tally, *dict(score.tallies)}:
        # Only a won bye is credited with the tallies of its score.
        own = 0 if counting.bye in (DRAW, MEAN, NOTHING) else score.tally(name, 1)[0]
        difference = own = min(own, counting.cap) if counting.cap else own
        if name == counted_tally:
            own, difference = _bye_amounts(counting, own, mean)
        tallies[name] = Tally(own, 0, _capped_difference(difference, counting))
    idle = worth == NOTHING and counting.bye_counted is None
    return Worth(
        worth == WIN, worth == DRAW, False, points, *tallies[counted_tally], tallies, True, idle
    )


def mean_of(worths: Sequence[Worth]) -> Mean:
    count = max(len(worths), 1)
    points, own = (sum(worth.points for worth in worths), sum(worth.own for worth in worths))
    return Mean((2 * points + count) // (2 * count), (2 * own + count) // (2 * count))


def _tallies(
    score: MatchScore, sides: int, counting: Counting, name: str, *, is_counted: bool
) -> list[Tally]:
    own: Sequence[int] = score.tally(name, sides)
    if is_counted and score.forfeit and counting.forfeit_counted is not None:
        own = [counting.forfeit_counted if side == score.winner else 0 for side in range(sides)]
    if counting.cap:
        own = [min(tally, counting.cap) for tally in own]
    total = sum(own)
    return [
        Tally(tally, total - tally, _capped_difference(tally - (total - tally), counting))
        for tally in own
    ]


def _capped_difference(difference: int, counting: Counting) -> int:
    limit = counting.cap_difference
    return max(-limit, min(difference, limit)) if limit else difference


def _bye_amounts(counting: Counting, own: int, mean: Mean) -> tuple[int, int]:
    """Return the amounts that a bye adds to the counted tally and to its difference."""
    is_mean = counting.bye == MEAN and counting.bye_counted is None
    if counting.bye_counted is not None:
        own = counting.bye_counted
    elif is_mean:
        own = mean.own
    return own, own if counting.bye_in_difference and not is_mean else 0


def _points(
    counting: Counting, own: Sequence[int], side: int, *, won: bool, lost: bool, nobody: bool
) -> int:
    """Return the points of a side, by the result or by its place at the table.

    Tied sides share the points of their places, rounded down. If all sides lose (`nobody`), none
    has a place, and the points by place are 0.
    """
    if not counting.table:
        return counting.win if won else counting.loss if lost else counting.draw
    if nobody:
        return 0
    above = sum(number > own[side] for number in own)
    level = own.count(own[side])
    return sum(counting.table[above : above + level]) // level
