"""Input and output of every format: plain values, without clock, database or dice.

A format (`base.Format`) makes a `Draw` of a `Situation` and a seed: the same two give the same draw
on any machine, in whatever order the entrants come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

FINAL = "final"
THIRD_PLACE = "third_place"

MOST_ROUNDS = 100
# The values of `Format.rest`.
WIN, DRAW, MEAN, NOTHING = "win", "draw", "mean", "nothing"
# The values of `Format.late`, for a late arrival.
NEXT_ROUND, INTO_BYE, TOO_LATE = "next_round", "into_bye", "too_late"


class DrawError(ValueError):
    """A draw that cannot be made as asked; the site has the sentence for each code.

    Codes of every format: `too_few_entrants`, `round_unfinished`, `stage_over`,
    `rounds_out_of_range`, `option_out_of_range`, `unknown_format`. `params` holds the numbers of
    the sentence; `option` the option at fault.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry by its number, from 1 on. `active=False`: withdrawn, not drawn any more.

    `seed` is its place among the seeded, from 1; 0: none. `tags` say what it belongs to, as
    «kind:value» (`town:daroca`, `family:gil`). `again`: how often it has bought itself back in.
    """

    number: int
    active: bool = True
    seed: int = 0
    tags: tuple[str, ...] = ()
    again: int = 0

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"entries are numbered from 1, got {self.number}")


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes about who meets whom: weights from 1 to 9, the heavier the more it matters.

    Two entrants with a shared tag of a kind of `apart` cost its weight, and so do two with
    different tags of a kind of `together`. `forbidden` couples, lower number first, are drawn only
    where it cannot be avoided. `spread` is the kind put as far apart as can be in a fixed bracket.
    """

    apart: Mapping[str, int] = field(default_factory=dict)
    together: Mapping[str, int] = field(default_factory=dict)
    forbidden: frozenset[tuple[int, int]] = frozenset()
    spread: str = ""

    def __bool__(self) -> bool:
        return bool(self.apart or self.together or self.forbidden)


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a round already drawn.

    `sides` are entry numbers: one alone is a bye, its own winner where a rest is won; where people
    change partner, `partners` of them in a row make a side. `winner` is the (first) number of the
    side that won: None while unfinished, `drawn`, or `lost` by every side. `counted` is what each
    side added up. `forfeit`: won without playing. `guests` only sat down so that others might catch
    up: nothing of it is theirs.
    """

    position: int
    sides: tuple[int, ...]
    winner: int | None
    drawn: bool = False
    purpose: str = ""
    group: str = ""
    partners: int = 1
    counted: tuple[int, ...] = ()
    forfeit: bool = False
    guests: tuple[int, ...] = ()
    lost: bool = False

    @property
    def finished(self) -> bool:
        return self.winner is not None or self.drawn or self.lost or self.rest

    @property
    def rest(self) -> bool:
        """Whether it is a bye: nobody to play against."""
        return len(self.sides) <= self.partners

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each side together: ((3, 17), (5, 8)) in a mêlée, ((3,), (5,)) else."""
        return teams(self.sides, self.partners)

    @property
    def counts_for(self) -> tuple[int, ...]:
        """Those of `sides` whose match it is: all but the guests."""
        return tuple(number for number in self.sides if number not in self.guests)

    @property
    def rested(self) -> tuple[int, ...]:
        """Return who was drawn to rest in it, whether he caught up afterwards or not."""
        return self.counts_for if self.rest or self.guests else ()

    @property
    def winners(self) -> tuple[int, ...]:
        won = next((team for team in self.teams if self.winner in team), ())
        return tuple(number for number in won if number not in self.guests)

    @property
    def losers(self) -> tuple[int, ...]:
        """Everybody on a side that did not win; nobody when unfinished, drawn or resting."""
        if self.rest or (self.winner is None and not self.lost):
            return ()
        return tuple(number for number in self.counts_for if number not in self.winners)


@dataclass(frozen=True, slots=True)
class Situation:
    """All a format may know: `sides` is how many sides meet in a match.

    `points` are those of the standings in the largest unit that keeps them whole; absent means 0.
    `ranking` has every entrant's number, the best first; `scores` what it looks at first, `counted`
    what each has added up in all matches. These four come only to formats with `by_results`.
    `wishes` are those of the round to be drawn. `closed`: the clock has stopped. `table_sizes`:
    other numbers of sides the game can be played by. `void`: those whose matches are annulled.
    `absence_rests`: a round missed counts as a rest; false for rounds drawn before it did.
    `left_out`: entrants that are not drawn this time.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[Played, ...], ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    sides: int = 2
    ranking: tuple[int, ...] = ()
    counted: Mapping[int, int] = field(default_factory=dict)
    wishes: Wishes = field(default_factory=Wishes)
    closed: bool = False
    table_sizes: tuple[int, ...] = ()
    void: frozenset[int] = frozenset()
    scores: Mapping[int, int] = field(default_factory=dict)
    absence_rests: bool = True
    left_out: frozenset[int] = frozenset()

    def points_of(self, number: int) -> int:
        return self.points.get(number, 0)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played, or a bye when one side is alone. Positions count from 1.

    `sides` and `partners` as in `Played`. `group` names the group or the box it belongs to, and
    `purpose` what it is for: "" (an ordinary match), FINAL, THIRD_PLACE or one of the format's own.
    """

    position: int
    sides: tuple[int, ...]
    purpose: str = ""
    group: str = ""
    partners: int = 1

    @property
    def rest(self) -> bool:
        return len(self.sides) <= self.partners

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return teams(self.sides, self.partners)


@dataclass(frozen=True, slots=True)
class Report:
    """The concessions of a draw.

    `difference_sum` and `difference_max` are of the points between the sides of each match.
    `broken` names the wishes not kept, and `broken_by` whom each touches: (name, numbers…).
    `group_round` is the first round of a bracket in which two of a group may meet, or 0.
    """

    byes: tuple[int, ...] = ()
    rematches: tuple[tuple[int, int], ...] = ()
    difference_sum: int = 0
    difference_max: int = 0
    broken: tuple[str, ...] = ()
    broken_by: tuple[tuple[str, tuple[int, ...]], ...] = ()
    group_round: int = 0

    def adding(self, name: str, touched: Sequence[tuple[int, ...]]) -> "Report":
        """Return the report with one thing more that could not be kept, if it touches anybody."""
        if not touched:
            return self
        broken_by = (*self.broken_by, *((name, numbers) for numbers in touched))
        return replace(self, broken=(*self.broken, name), broken_by=broken_by)


@dataclass(frozen=True, slots=True)
class Draw:
    pairings: tuple[Pairing, ...]
    report: Report


def teams(sides: Sequence[int], partners: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of each side together.

    >>> teams((3, 17, 5, 8), 2)
    ((3, 17), (5, 8))
    """
    return tuple(tuple(sides[at : at + partners]) for at in range(0, len(sides), partners))


def in_range(option: str, value: int, minimum: int, maximum: int) -> None:
    """Raise DrawError `option_out_of_range` unless the option's value is between the two."""
    if not minimum <= value <= maximum:
        raise DrawError(
            "option_out_of_range", option=option, value=value, minimum=minimum, maximum=maximum
        )


def check_rounds(rounds: int) -> None:
    """Raise DrawError `rounds_out_of_range` unless so many rounds may be played."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise DrawError("rounds_out_of_range", rounds=rounds, minimum=1, maximum=MOST_ROUNDS)


def check_words(options: object, choices: Mapping[str, Sequence[str]]) -> None:
    """Raise DrawError `option_unknown` for an option that is none of its `choices`."""
    for option, allowed in choices.items():
        if (value := getattr(options, option)) not in allowed:
            raise DrawError("option_unknown", option=option, value=value, allowed=tuple(allowed))
