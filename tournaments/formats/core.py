"""Input and output of every format: plain values, without time, database or random numbers.

A format (`base.Format`) makes a `Draw` from a `Situation` and a seed. The same situation and seed
give the same draw on any machine, whatever the order of the entrants.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

FINAL = "final"
THIRD_PLACE = "third_place"

MOST_ROUNDS = 100
# The values of `Format.bye_value`.
WIN, DRAW, MEAN, NOTHING = "win", "draw", "mean", "nothing"
# The values of `Format.late_arrival`.
NEXT_ROUND, INTO_BYE, TOO_LATE = "next_round", "into_bye", "too_late"


class DrawError(ValueError):
    """A draw that cannot be made as requested; the site has a sentence for each code.

    Codes of every format: `too_few_entrants`, `round_unfinished`, `stage_over`,
    `rounds_out_of_range`, `option_out_of_range`, `option_unknown`, `unknown_format`. `params` holds
    the values of the sentence; `option` is the name of a wrong option.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry in a draw, by its number (from 1); `active=False` if it has withdrawn.

    `seed` is its seeding from 1, or 0 if it is unseeded. `tags` are the values that it may share
    with other entries, as «kind:value» (`town:daroca`, `family:gil`). `again` counts its
    re-entries.
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
    """Wishes about who meets whom, with weights from 1 to 9 (9 matters most).

    Two entrants that share a tag of a kind in `apart` cost the weight of that kind. Two entrants
    with different tags of a kind in `together` cost its weight. `forbidden` holds couples, lower
    number first, that are drawn only if nothing else is possible. `spread` is the kind that a fixed
    bracket spreads as far apart as possible.
    """

    apart: Mapping[str, int] = field(default_factory=dict)
    together: Mapping[str, int] = field(default_factory=dict)
    forbidden: frozenset[tuple[int, int]] = frozenset()
    spread: str = ""

    def __bool__(self) -> bool:
        return bool(self.apart or self.together or self.forbidden)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a drawn round, played or not.

    `sides` are entry numbers; in formats with changing partners, every `partners` consecutive
    numbers make a side. A match with a single entry is a bye, which that entry wins if a bye
    counts as a win. `winner` is the first number of the winning side; it is None if the match is
    unfinished, `drawn`, or `lost` by every side. `counted` is the total of each side. A `forfeit`
    is won without playing. `guests` play only so that other entries can catch up; the match does
    not count for them.
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
        return self.winner is not None or self.drawn or self.lost or self.is_bye

    @property
    def is_bye(self) -> bool:
        """Return whether the match is a bye."""
        return len(self.sides) <= self.partners

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of each side: ((3, 17), (5, 8)) in a mêlée, ((3,), (5,)) elsewhere."""
        return teams(self.sides, self.partners)

    @property
    def counts_for(self) -> tuple[int, ...]:
        """Return the `sides` for which the match counts: all except the guests."""
        return tuple(number for number in self.sides if number not in self.guests)

    @property
    def bye_entries(self) -> tuple[int, ...]:
        """Return the entries drawn to rest in the match, even if they caught up later."""
        return self.counts_for if self.is_bye or self.guests else ()

    @property
    def winners(self) -> tuple[int, ...]:
        winning_team = next((team for team in self.teams if self.winner in team), ())
        return tuple(number for number in winning_team if number not in self.guests)

    @property
    def losers(self) -> tuple[int, ...]:
        """Return the entries on the losing sides; () if the match is unfinished, drawn or a bye."""
        if self.is_bye or (self.winner is None and not self.lost):
            return ()
        return tuple(number for number in self.counts_for if number not in self.winners)


@dataclass(frozen=True, slots=True)
class Situation:
    """All the data that a format may use; `sides` is the number of sides in a match.

    `points` are the standings points in the largest unit that keeps them whole; a missing entry has
    0. `ranking` lists the numbers of all entrants, best first. `scores` has the first criterion of
    that ranking, `counted` the total of each entrant over all matches. Only formats with
    `depends_on_results` get these four values. `wishes` are the wishes for the next round.
    `closed`: the clock has stopped. `table_sizes`: other numbers of sides that the game allows.
    `void`: entrants whose matches are annulled. `absence_rests`: a missed round counts as a bye;
    false for rounds drawn before this rule existed. `left_out`: entrants left out of this draw.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[PlayedMatch, ...], ...] = ()
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
    """One match to play, or a bye if it has a single side; positions count from 1.

    `sides` and `partners` are as in `PlayedMatch`. `group` is the name of its group or box.
    `purpose` is "" (an ordinary match), FINAL, THIRD_PLACE or a purpose of the format.
    """

    position: int
    sides: tuple[int, ...]
    purpose: str = ""
    group: str = ""
    partners: int = 1

    @property
    def is_bye(self) -> bool:
        return len(self.sides) <= self.partners

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return teams(self.sides, self.partners)


@dataclass(frozen=True, slots=True)
class Report:
    """The concessions of a draw.

    `difference_sum` and `difference_max` are the sum and the largest of the differences of points
    between rivals. `broken` names the broken wishes; `broken_by` names the entries that each one
    affects: (name, numbers…). `group_round` is the first round of a bracket in which two entries of
    a group may meet, or 0.
    """

    byes: tuple[int, ...] = ()
    rematches: tuple[tuple[int, int], ...] = ()
    difference_sum: int = 0
    difference_max: int = 0
    broken: tuple[str, ...] = ()
    broken_by: tuple[tuple[str, tuple[int, ...]], ...] = ()
    group_round: int = 0

    def add_broken_wish(self, name: str, cases: Sequence[tuple[int, ...]]) -> "Report":
        """Return the report with one more broken wish; `cases` has the entries of each case.

        Return the report unchanged if `cases` is empty.
        """
        if not cases:
            return self
        broken_by = (*self.broken_by, *((name, numbers) for numbers in cases))
        return replace(self, broken=(*self.broken, name), broken_by=broken_by)


@dataclass(frozen=True, slots=True)
class Draw:
    pairings: tuple[Pairing, ...]
    report: Report


def teams(sides: Sequence[int], partners: int) -> tuple[tuple[int, ...], ...]:
    """Split `sides` into sides of `partners` numbers.

    >>> teams((3, 17, 5, 8), 2)
    ((3, 17), (5, 8))
    """
    return tuple(tuple(sides[start : start + partners]) for start in range(0, len(sides), partners))


def refuse_out_of_range(option: str, value: int, minimum: int, maximum: int) -> None:
    """Raise DrawError `option_out_of_range` unless `value` is from `minimum` to `maximum`."""
    if not minimum <= value <= maximum:
        raise DrawError(
            "option_out_of_range", option=option, value=value, minimum=minimum, maximum=maximum
        )


def check_rounds(rounds: int) -> None:
    """Raise DrawError `rounds_out_of_range` if `rounds` is not allowed."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise DrawError("rounds_out_of_range", rounds=rounds, minimum=1, maximum=MOST_ROUNDS)


def check_words(options: object, choices: Mapping[str, Sequence[str]]) -> None:
    """Raise DrawError `option_unknown` for an option whose value is not in its `choices`."""
    for option, allowed in choices.items():
        if (value := getattr(options, option)) not in allowed:
            raise DrawError("option_unknown", option=option, value=value, allowed=tuple(allowed))
