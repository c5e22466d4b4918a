"""Consequences of correcting a result, as plain values: worked out before it is saved.

Entries go by their numbers, matches by their codes, rounds by their numbers in their stage.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

# How far a later match has gone.
PLANNED, WAITING, CALLED, PLAYING, FINISHED, RESTS = (
    "planned",
    "waiting",
    "called",
    "playing",
    "finished",
    "rests",
)
# How what was drawn can be replayed.
SEATS, RESEAT, ROUND, REST_OF_ROUND = "seats", "reseat", "round", "rest_of_round"
STAGE, STAGE_SEATS = "stage", "stage_seats"


class Placed(Protocol):
    """A line of a table, as far as its place is concerned."""

    @property
    def place(self) -> int: ...

    @property
    def entrant(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Moved:
    """A line of the table `group` ("": the only one) that changes place. `before` and `after` are
    places; `went_on` and `goes_on`: whether it is among those who go on to a later stage; `reason`
    says in words why it would be there."""

    entry: int
    group: str
    before: int
    after: int
    went_on: bool
    goes_on: bool
    reason: str = ""

    @property
    def crosses(self) -> bool:
        """Whether it crosses the line of those who go on."""
        return self.went_on != self.goes_on


@dataclass(frozen=True, slots=True)
class Qualified:
    """A later stage: who would go on to it, who no longer, and whether it is open already."""

    stage: int
    label: str
    opened: bool
    goes_on: tuple[int, ...]
    stays_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Later:
    """A later match drawn from the old result; `serial` is the number of its round in the whole
    event. `state` is PLANNED (in a draft), WAITING (for a
    table), CALLED (at a table, nothing written), PLAYING (lines written), FINISHED or RESTS;
    `would_be` has its sides as the new result would have them, () where that cannot be told."""

    code: str
    number: int | None
    stage: int
    round: int
    state: str
    sides: tuple[int, ...]
    would_be: tuple[int, ...] = ()
    serial: int = 0

    @property
    def begun(self) -> bool:
        """Whether something is written of it."""
        return self.state in (PLAYING, FINISHED)


@dataclass(frozen=True, slots=True)
class Replay:
    """A way to deal with one draw: SEATS (the one that should be there takes the place of the
    other in the later `matches` of a bracket), RESEAT (in the `matches` that hang on that result
    sit those of `seats`), ROUND (the round is drawn again), REST_OF_ROUND (only its `matches`, none
    begun, are paired again), STAGE (opened and drawn again), STAGE_SEATS (each of those who now go
    on takes there the place of one who does not: the couples of `exchanges`).

    `serial` is the number of that round in the whole event. `why_not` is the code of what stands in
    the way, "" when nothing does: `match_begun` (`blocker` is its number), `match_opens`,
    `no_partial`, `bracket_mixed`, `older_round`, `by_calls`, `one_match`.
    """

    kind: str
    stage: int
    round: int
    matches: tuple[str, ...] = ()
    why_not: str = ""
    blocker: int | None = None
    seats: tuple[tuple[int, ...], ...] = ()
    exchanges: tuple[tuple[int, int], ...] = ()
    serial: int = 0

    @property
    def possible(self) -> bool:
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Consequences:
    """Of one correction. `turns`: somebody else wins, or nobody; `opens`: the match is not over any
    more; `closes`: it was not, and is."""

    turns: bool
    opens: bool
    closes: bool
    moved: tuple[Moved, ...] = ()
    qualified: tuple[Qualified, ...] = ()
    later: tuple[Later, ...] = ()
    rounds: tuple[int, ...] = ()
    replays: tuple[Replay, ...] = ()

    def __bool__(self) -> bool:
        return self.turns or self.opens or bool(self.moved or self.qualified or self.later)

    @property
    def possible(self) -> tuple[Replay, ...]:
        """Return what can be replayed."""
        return tuple(one for one in self.replays if one.possible)

    @property
    def seen(self) -> str:
        """Changes whenever what would be replayed does: the page and the act must look at the same.

        >>> Consequences(True, False, False, replays=(Replay(SEATS, 1, 2, ("AB", "CD")),)).seen
        'seats 1 2 AB CD'
        """
        return "; ".join(
            " ".join((one.kind, str(one.stage), str(one.round), *one.matches))
            for one in self.possible
        )


def moved_lines(
    before: Mapping[str, Sequence[Placed]],
    after: Mapping[str, Sequence[Placed]],
    went_on: Iterable[int] = (),
    goes_on: Iterable[int] = (),
    reasons: Mapping[int, str] | None = None,
) -> tuple[Moved, ...]:
    """The lines that change place or table, or cross the line of those who go on, as they would
    stand."""
    then, now, told = frozenset(went_on), frozenset(goes_on), reasons or {}
    old = {line.entrant: (name, line.place) for name, lines in before.items() for line in lines}
    found = (
        Moved(
            line.entrant,
            name,
            old[line.entrant][1],
            line.place,
            line.entrant in then,
            line.entrant in now,
            told.get(line.entrant, ""),
        )
        for name, lines in after.items()
        for line in lines
        if line.entrant in old
    )
    return tuple(one for one in found if old[one.entry] != (one.group, one.after) or one.crosses)


def exchanged(sides: Iterable[int], one: int, other: int) -> tuple[int, ...]:
    """The sides with the two in each other's place.

    >>> exchanged((3, 8), 8, 5)
    (3, 5)
    """
    change = {one: other, other: one}
    return tuple(change.get(side, side) for side in sides)
