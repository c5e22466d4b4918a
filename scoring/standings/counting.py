"""The worth of a match in a stage: points by result, byes, forfeits, caps, best rounds."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from scoring.standings.columns import ALL_LOST, BYE, FORFEIT, Bools, Columns, Ints, sums
from tournaments.formats.core import DRAW, MEAN, NOTHING, WIN

BYES = ("", WIN, DRAW, MEAN, NOTHING)
UNITS = (1, 2)
# What points of penalty are taken off: nothing, the points of the stage, the tally it counts.
OFF_NOTHING, OFF_POINTS, OFF_COUNTED = "", "points", "counted"
PENALTIES = (OFF_NOTHING, OFF_POINTS, OFF_COUNTED)


class CountingError(ValueError):
    """A counting that cannot be: `field` is the one at fault, `value` what it had."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


@dataclass(frozen=True, slots=True)
class Counting:
    """How a stage counts. The numbers of points are in units, `unit` of which make one point.

    `win`, `draw`, `loss`: points of a match by its result; 1-½-0 is 2, 1, 0 with `unit` 2.
    `table`: points by the order at the table, instead of those three; who is level shares what
    their places bring, rounded down to the unit.
    `bye`: what a rest is worth: "" is what the outcome says (won, or nothing), else one of WIN,
    DRAW, MEAN, NOTHING of `formats.core`. `bye_counted`: what a rest adds of the tally that is
    counted (972), None what its outcome carries; `bye_in_difference`, whether that goes into
    the differences too.
    `forfeit_win`, `forfeit_loss`: points of a match decided without playing, None as if it had
    been played. `forfeit_counted`: what the winner adds of the tally that is counted, and the
    loser nothing; None what the acta says.
    `cap`: the most a side counts of any tally in a match, `cap_difference` the most its
    difference is; 0 is no limit.
    `best`: only so many matches count, each one's best, in `points`, `counted_won` and
    `counted_diff`; 0 is all.
    `penalties`: what points of penalty are taken off, one of PENALTIES; "" only breaks ties where
    the chain asks.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    unit: int = 1
    table: tuple[int, ...] = ()
    bye: str = ""
    bye_counted: int | None = None
    bye_in_difference: bool = True
    forfeit_win: int | None = None
    forfeit_loss: int | None = None
    forfeit_counted: int | None = None
    cap: int = 0
    cap_difference: int = 0
    best: int = 0
    penalties: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", tuple(self.table))
        if not self.win >= self.draw >= self.loss:
            raise CountingError("draw", self.draw)
        if self.unit not in UNITS:
            raise CountingError("unit", self.unit)
        if self.penalties not in PENALTIES:
            raise CountingError("penalties", self.penalties)
        if self.bye not in BYES:
            raise CountingError("bye", self.bye)
        for name in ("cap", "cap_difference", "best"):
            if getattr(self, name) < 0:
                raise CountingError(name, getattr(self, name))
        if any(here < there for here, there in zip(self.table, self.table[1:], strict=False)):
            raise CountingError("table", self.table)

    def as_json(self) -> dict[str, Any]:
        """Only what differs from the defaults, so that {} is the usual counting.

        >>> Counting(win=3, table=(4, 3)).as_json()
        {'win': 3, 'table': [4, 3]}
        """
        usual = asdict(Counting())
        kept = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return kept | ({"table": list(self.table)} if "table" in kept else {})


@dataclass(frozen=True, slots=True)
class Preset:
    """The tie-breaks in order, and how matches count."""

    chain: tuple[str, ...]
    counting: Counting = field(default_factory=Counting)


PRESETS: Mapping[str, Preset] = {
    "mus_chicos": Preset(("points", "counted_won", "lot")),
    "mus_vacas": Preset(("wins", "counted_diff", "diff:tantos", "lot")),
    "mus_txikos": Preset(("counted_won", "mini_league", "lot")),
    "guinote_groups": Preset(
        ("wins", "counted_won", "mini_league", "diff:cotos", "counted_diff", "lot")
    ),
    "botifarra_swiss": Preset(
        ("points", "counted_diff", "counted_won", "lot"), Counting(win=2, draw=1, unit=2, cap=121)
    ),
    "botifarra_groups": Preset(("points", "counted_diff", "lot")),
    "botifarra_teams": Preset(("points", "counted_won", "head_to_head"), Counting(win=3)),
    "belote_pools": Preset(("points", "counted_diff", "lot"), Counting(win=2, draw=1, loss=1)),
    "belote_totals": Preset(
        ("counted_won", "lot"), Counting(bye_counted=972, bye_in_difference=False)
    ),
    "jass_best": Preset(("counted_won", "best_round"), Counting(best=3)),
    "skat": Preset(("counted_won", "wins", "lost", "lot")),
    "truco": Preset(("wins", "counted_won", "counted_diff", "diff:tantos", "lot")),
    "round_robin": Preset(("points", "mini_league", "wins")),
    "scrabble": Preset(("points", "counted_diff", "counted_won"), Counting(unit=2)),
    "chess": Preset(
        ("points", "buchholz_cut1", "rivals_points", "median", "sonneborn", "progressive"),
        Counting(unit=2),
    ),
    "knockout": Preset(("exit_round", "counted_won")),
    "lives": Preset(("survival", "counted_won")),
    "tarot": Preset(("counted_won",)),
    "tables": Preset(("points", "counted_won", "lot"), Counting(unit=2, table=(8, 6, 4, 2))),
    "clock": Preset(("wins", "wins_per_match", "counted_diff", "first_there", "lot")),
}


def counting_of(kept: Mapping[str, Any]) -> Counting:
    """From what `as_json` gave. Raises CountingError for a name or a value that cannot be.

    >>> counting_of({}) == Counting()
    True
    """
    usual = Counting()
    names = {field.name for field in fields(Counting)}
    for name, value in kept.items():
        if name not in names or not _fits(getattr(usual, name), value):
            raise CountingError(name, value)
    return Counting(**kept)


def _fits(usual: object, value: object) -> bool:
    if isinstance(usual, tuple):
        return isinstance(value, list | tuple) and all(type(one) is int for one in value)
    if usual is None:
        return value is None or type(value) is int
    return type(value) is type(usual)


@dataclass(frozen=True, slots=True)
class Results:
    """How each row ended. `rest`: not played; `idle`, when it brings nothing at all."""

    won: Bools
    drawn: Bools
    lost: Bools
    rest: Bools
    idle: Bools


class Tally(NamedTuple):
    """A tally by row: its own side's, the others', and the difference that counts."""

    own: Ints
    against: Ints
    difference: Ints


def rivals_of(columns: Columns) -> Ints:
    """The rows against which each row played, one column for each rival, 0 where there is none."""
    width = int(np.max(columns.size - columns.partners, initial=1))
    first = np.arange(columns.rows) - columns.seat
    here = (columns.team + 1) * columns.partners
    found = np.zeros((columns.rows, max(width, 1)), dtype=np.int64)
    for rival in range(width):
        seat = (here + rival) % np.maximum(columns.size, 1)
        found[:, rival] = np.where(rival < columns.size - columns.partners, first + seat, 0)
    return found


def results_of(columns: Columns, counting: Counting) -> Results:
    """Return who won, drew and lost; byes as the counting says, or else as the outcomes say."""
    bye, decided = columns.kind == BYE, columns.winner >= 0
    won = decided & (columns.winner == columns.team)
    rest = bye & ~decided
    all_lost = columns.winner == ALL_LOST
    lost = (decided & ~won) | all_lost
    drawn = ~decided & ~bye & ~all_lost
    drawn[0] = lost[0] = won[0] = rest[0] = False
    if counting.bye:
        nobody = np.zeros_like(bye)
        won = np.where(bye, bye if counting.bye == WIN else nobody, won)
        drawn = np.where(bye, bye if counting.bye == DRAW else nobody, drawn)
        rest = np.where(bye, bye if counting.bye in (MEAN, NOTHING) else nobody, rest)
    brings = counting.bye == MEAN or counting.bye_counted is not None
    return Results(won, drawn, lost, rest, rest & (not brings))


def tally_of(
    columns: Columns, rivals: Ints, counting: Counting, tally: str, counted: bool
) -> Tally:
    """Return what each row has of a tally.

    `counted` says that it is the tally that the stage counts: only it has what byes and forfeits
    bring by the counting. Nobody does anything against who rests: `against` of a bye is 0, also
    where the bye stays out of the difference. `cap` is on each side, `cap_difference` on the
    difference alone. Row 0 stays 0.
    """
    own = columns.own[tally]
    bye, forfeit = columns.kind == BYE, columns.kind == FORFEIT
    if counted and counting.forfeit_counted is not None:
        won = columns.winner == columns.team
        own = np.where(forfeit, np.where(won, counting.forfeit_counted, 0), own)
    if counting.bye in (DRAW, MEAN, NOTHING):
        own = np.where(bye, 0, own)  # only a match won is credited as one
    if counting.cap:
        own = np.minimum(own, counting.cap)
    against = sums(own[rivals]) // columns.partners
    if counted and bye.any():
        own = _bye_counted(columns, counting, own)
    difference = own - against
    if counted and not counting.bye_in_difference:
        difference = np.where(bye, 0, difference)
    elif counted and counting.bye == MEAN and counting.bye_counted is None:
        difference = np.where(bye, 0, difference)  # the mean of those of a round
    if counting.cap_difference:
        most = counting.cap_difference
        difference = np.clip(difference, -most, most)
    return Tally(own, against, difference)


def points_of(
    columns: Columns, rivals: Ints, results: Results, counting: Counting, own: Ints
) -> Ints:
    """The points of each row, in units. `own` is of the tally that the stage counts."""
    if counting.table:
        points = _table_points(columns, rivals, counting, own)
        points = np.where(columns.winner == ALL_LOST, 0, points)  # nobody has a place there
    else:
        points = (
            counting.win * results.won
            + counting.draw * results.drawn
            + counting.loss * results.lost
        )
        points = points.astype(np.int64)
    bye, forfeit = columns.kind == BYE, columns.kind == FORFEIT
    if counting.forfeit_win is not None:
        points = np.where(forfeit & results.won, counting.forfeit_win, points)
    if counting.forfeit_loss is not None:
        points = np.where(forfeit & results.lost, counting.forfeit_loss, points)
    if not bye.any():
        return points
    win = counting.table[0] if counting.table else counting.win
    brings = np.where(results.won, win, np.where(results.drawn, counting.draw, 0))
    if counting.bye == MEAN:
        brings = mean_of_round(columns, points)
    return np.where(bye, brings, points)


def mean_of_round(columns: Columns, values: Ints) -> Ints:
    """For each row, the mean of its round's rows that are no byes, to the nearest, halves up."""
    counts = (columns.kind != BYE) & (columns.number > 0)
    rounds = int(columns.round.max()) + 1
    sums = np.zeros(rounds, dtype=np.int64)
    np.add.at(sums, columns.round[counts], values[counts])
    rows = np.maximum(np.bincount(columns.round[counts], minlength=rounds), 1)
    means: Ints = (2 * sums + rows) // (2 * rows)
    return means[columns.round]


def _bye_counted(columns: Columns, counting: Counting, own: Ints) -> Ints:
    bye = columns.kind == BYE
    if counting.bye_counted is not None:
        return np.where(bye, counting.bye_counted, own)
    if counting.bye == MEAN:
        return np.where(bye, mean_of_round(columns, own), own)
    return own


def _table_points(columns: Columns, rivals: Ints, counting: Counting, own: Ints) -> Ints:
    """By the order at the table: those level share what their places bring."""
    is_rival = rivals > 0
    others = own[rivals]
    above = sums(is_rival & (others > own[:, None])) // columns.partners
    level = sums(is_rival & (others == own[:, None])) // columns.partners + 1
    most = int(columns.size.max(initial=0)) + 1
    places = np.array([*counting.table, *(0,) * most], dtype=np.int64)
    up_to = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(places)))
    shared: Ints = (up_to[above + level] - up_to[above]) // level
    shared[0] = 0
    return shared
