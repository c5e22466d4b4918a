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
        """Return the tally `name` of each side; 0 if the score lacks it."""
        written = dict(self.tallies).get(name, ())
        return (*written, *(0,) * sides)[:sides]


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


def worth_of_match(score: MatchScore, sides: int, counting: Counting, counted: str) -> list[Worth]:
    """Return the worth of a match for each side; `counted` is the tally that the stage adds up."""
    tallies = {
        name: _tallies(score, sides, counting, name, is_counted=name == counted)
        for name in {counted, *dict(score.tallies)}
    }
    own = [tally.own for tally in tallies[counted]]
    worths = []
    for side in range(sides):
        won = score.winner == side
        lost = score.lost or (score.winner is not None and not won)
        points = _points(counting, own, side, won=won, lost=lost, nobody=score.lost)
        if score.forfeit and won and counting.forfeit_win is not None:
            points = counting.forfeit_win
        if score.forfeit and lost and counting.forfeit_loss is not None:
            points = counting.forfeit_loss
        of_side = {name: column[side] for name, column in tallies.items()}
        drawn = not won and not lost
        worths.append(Worth(won, drawn, lost, points, *of_side[counted], of_side))
    return worths


def worth_of_bye(score: MatchScore, counting: Counting, counted: str, mean: Mean) -> Worth:
    """Return the worth of a bye, which has no tally against."""
    worth = counting.bye or (NOTHING if score.winner is None else WIN)
    points = {
        WIN: counting.table[0] if counting.table else counting.win,
        DRAW: counting.draw,
        MEAN: mean.points,
        NOTHING: 0,
    }[worth]
    tallies = {}
    for name in {counted, *dict(score.tallies)}:
        # Only a won bye is credited with the tallies of its score.
        own = 0 if counting.bye in (DRAW, MEAN, NOTHING) else score.tally(name, 1)[0]
        difference = own = min(own, counting.cap) if counting.cap else own
        if name == counted:
            own, difference = _counted_in_bye(counting, own, mean)
        tallies[name] = Tally(own, 0, _capped(difference, counting))
    idle = worth == NOTHING and counting.bye_counted is None
    return Worth(worth == WIN, worth == DRAW, False, points, *tallies[counted], tallies, True, idle)


def mean_of(worths: Sequence[Worth]) -> Mean:
    many = max(len(worths), 1)
    points, own = (sum(worth.points for worth in worths), sum(worth.own for worth in worths))
    return Mean((2 * points + many) // (2 * many), (2 * own + many) // (2 * many))


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
        Tally(tally, total - tally, _capped(tally - (total - tally), counting)) for tally in own
    ]


def _capped(difference: int, counting: Counting) -> int:
    most = counting.cap_difference
    return max(-most, min(difference, most)) if most else difference


def _counted_in_bye(counting: Counting, own: int, mean: Mean) -> tuple[int, int]:
    """Return what a bye adds to the counted tally and to the difference."""
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

    Tied sides share the points of their places, rounded down. In a match that all lose (`nobody`),
    no side has a place, and points by place are 0.
    """
    if not counting.table:
        return counting.win if won else counting.loss if lost else counting.draw
    if nobody:
        return 0
    above = sum(number > own[side] for number in own)
    level = own.count(own[side])
    return sum(counting.table[above : above + level]) // level
