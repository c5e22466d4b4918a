"""Consequences of correcting a result, as plain values: worked out before it is saved.

Entries go by their numbers, matches by their codes, rounds by their numbers in their stage.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.table import Line

# What is done with a draw.
EXCHANGE, REDRAW, LEAVE = "exchange", "redraw", "leave"

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moved:
    """A line of the table `group` that changes place: places `before` and `after`, whether it
    `went_on` and `goes_on` to a later stage, and the `reason` in words."""

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
    """A later match drawn from the old result; `serial` is its round's in the whole event.

    `state`: "planned" (in a draft), "waiting", "postponed", "called" (nothing written), "playing",
    "finished" or "rests". `would_be`: the sides of the new result, () where unknown.
    """

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
        return self.state in ("playing", "finished")


@dataclass(frozen=True, slots=True)
class Remedy:
    """The remedy of one draw made from the old result.

    EXCHANGE: each entry of a couple takes the other's place in the later `matches`; in a later
    stage, who now goes on that of who does not. REDRAW: the round is drawn again, in a later stage
    with those who now go on; `round` is 0 where nothing is drawn in it. LEAVE: neither can be.

    `why_left` is the code of what stands in the way: `match_begun` (`blocker` is its number),
    `match_opens`, `not_drawn`, `bracket_mixed`, `older_round`. `exchanges` are then those that
    would have been due. `serial` is the number of the round in the whole event.
    """

    kind: str
    stage: int
    round: int
    matches: tuple[str, ...] = ()
    exchanges: tuple[Couple, ...] = ()
    why_left: str = ""
    blocker: int | None = None
    serial: int = 0


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
    remedies: tuple[Remedy, ...] = ()

    def __bool__(self) -> bool:
        return self.turns or self.opens or bool(self.moved or self.qualified or self.later)

    @property
    def reaches_draws(self) -> bool:
        """Whether somebody has to look before it is saved: a draw, or who goes on, comes from the
        old result."""
        return bool(self.qualified or self.later or self.remedies)

    @property
    def possible(self) -> tuple[Remedy, ...]:
        """The remedies that do something."""
        return tuple(remedy for remedy in self.remedies if remedy.kind != LEAVE)

    @property
    def seen(self) -> str:
        """Changes whenever what would be done does: the page and the act must look at the same.

        >>> Consequences(True, False, False, remedies=(Remedy(REDRAW, 1, 2, ("AB", "CD")),)).seen
        'redraw 1 2 AB CD'
        """
        return "; ".join(
            " ".join((remedy.kind, str(remedy.stage), str(remedy.round), *remedy.matches))
            for remedy in self.possible
        )


def merged(parts: Sequence[Consequences]) -> Consequences:
    """Return the consequences of several changes made at once.

    A draw that one of them leaves as it is, all leave; of the same remedy twice, one is due.
    """
    remedies = list(dict.fromkeys(remedy for part in parts for remedy in part.remedies))
    left = {(one.stage, one.round) for one in remedies if one.kind == LEAVE}
    redrawn = {(one.stage, one.round) for one in remedies if one.kind == REDRAW}
    due: dict[tuple[object, ...], Remedy] = {}
    for remedy in remedies:
        draw = (remedy.stage, remedy.round)
        if remedy.kind != LEAVE and draw in left:
            continue
        if remedy.kind == EXCHANGE and draw in redrawn:
            continue
        due.setdefault((*draw, remedy.exchanges if remedy.kind == EXCHANGE else ()), remedy)
    later: dict[str, Later] = {}
    for match in (match for part in parts for match in part.later):
        if match.code not in later or match.would_be:
            later[match.code] = match
    return Consequences(
        turns=any(part.turns for part in parts),
        opens=any(part.opens for part in parts),
        closes=any(part.closes for part in parts),
        moved=tuple(line for part in parts for line in part.moved),
        qualified=tuple(stage for part in parts for stage in part.qualified),
        later=tuple(later.values()),
        rounds=tuple(sorted({number for part in parts for number in part.rounds})),
        remedies=tuple(due.values()),
    )


def moved_lines(
    before: Mapping[str, Sequence[Line]],
    after: Mapping[str, Sequence[Line]],
    went_on: Iterable[int] = (),
    goes_on: Iterable[int] = (),
    reasons: Mapping[int, str] | None = None,
) -> tuple[Moved, ...]:
    """The lines that change place or table, or cross the line of those who go on."""
    then, now, reasons = frozenset(went_on), frozenset(goes_on), reasons or {}
    old = {line.entrant: (name, line.place) for name, lines in before.items() for line in lines}
    moved = (
        Moved(
            line.entrant,
            name,
            old[line.entrant][1],
            line.place,
            line.entrant in then,
            line.entrant in now,
            reasons.get(line.entrant, ""),
        )
        for name, lines in after.items()
        for line in lines
        if line.entrant in old
    )
    return tuple(one for one in moved if old[one.entry] != (one.group, one.after) or one.crosses)


def exchanged(sides: Iterable[int], exchanges: Iterable[Couple]) -> tuple[int, ...]:
    """The sides with the two of each couple in each other's place.

    >>> exchanged((3, 8), [(8, 5)])
    (3, 5)
    """
    instead = {old: new for one, other in exchanges for old, new in ((one, other), (other, one))}
    return tuple(instead.get(side, side) for side in sides)
