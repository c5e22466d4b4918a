"""The worth of a match in a stage: points by result, byes, forfeits, caps, best rounds."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tournaments.formats.core import DRAW, MEAN, NOTHING, WIN

BYES = ("", WIN, DRAW, MEAN, NOTHING)
UNITS = (1, 2)
# The totals that penalty points can reduce: none, the points, or the counted tally.
OFF_NOTHING, OFF_POINTS, OFF_COUNTED = "", "points", "counted"
PENALTIES = (OFF_NOTHING, OFF_POINTS, OFF_COUNTED)


class CountingError(ValueError):
    """An impossible counting: `field` names the wrong field, `value` is its value."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


@dataclass(frozen=True, slots=True)
class Counting:
    """How a stage counts. Points are in units: `unit` units make one point.

    `win`, `draw`, `loss`: points of a match by its result; with `unit` 2, 1-½-0 is 2, 1, 0.
    `table`: points by the order at the table, instead of `win`, `draw` and `loss`; tied sides
    share the points of their places, rounded down to the unit.
    `bye`: the worth of a bye: WIN, DRAW, MEAN or NOTHING of `formats.core`; "" takes the worth from
    the outcome (a win, or nothing).
    `bye_counted`: what a bye adds to the counted tally (for example 972 tantos); None takes the
    tally of the outcome.
    `bye_in_difference`: whether the tally of a bye counts in the differences too.
    `forfeit_win`, `forfeit_loss`: points of a match decided without playing; None counts it as a
    played match.
    `forfeit_counted`: what a forfeit adds to the winner's counted tally; the loser gets 0. None
    takes both tallies from the acta.
    `cap`: the maximum of any tally that a side counts in a match; 0 is no limit.
    `cap_difference`: the maximum difference of a match; 0 is no limit.
    `best`: how many of an entry's best matches count in `points`, `counted_won` and `counted_diff`;
    0 is all.
    `penalties`: the total that penalty points reduce, one of PENALTIES; with "", penalty points
    only break ties, if the chain has the tie-break `penalties`.
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
        if any(
            points < next_points
            for points, next_points in zip(self.table, self.table[1:], strict=False)
        ):
            raise CountingError("table", self.table)

    def as_json(self) -> dict[str, Any]:
        """Return the fields that differ from the defaults; {} for the usual counting.

        >>> Counting(win=3, table=(4, 3)).as_json()
        {'win': 3, 'table': [4, 3]}
        """
        defaults = asdict(Counting())
        values = {name: value for name, value in asdict(self).items() if value != defaults[name]}
        return values | ({"table": list(self.table)} if "table" in values else {})


@dataclass(frozen=True, slots=True)
class Preset:
    """A chain of tie-breaks with its way of counting matches."""

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


def counting_of(values: Mapping[str, Any]) -> Counting:
    """Return the counting with these values, as `as_json` stores them.

    Raises CountingError for an unknown name or an impossible value.

    >>> counting_of({}) == Counting()
    True
    """
    defaults = Counting()
    names = {field.name for field in fields(Counting)}
    for name, value in values.items():
        if name not in names or not _fits(getattr(defaults, name), value):
            raise CountingError(name, value)
    return Counting(**values)


def _fits(default: object, value: object) -> bool:
    if isinstance(default, tuple):
        return isinstance(value, list | tuple) and all(type(number) is int for number in value)
    if default is None:
        return value is None or type(value) is int
    return type(value) is type(default)
