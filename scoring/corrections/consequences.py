"""Consequences of a correction as plain values, computed before it is saved.

Entries are identified by number, matches by code, rounds by number within their stage.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.table import StandingsLine

# The kinds of remedy of a draw.
EXCHANGE, REDRAW, LEAVE = "exchange", "redraw", "leave"

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MovedLine:
    """A row of the standings whose entry changes place or group, or starts or stops qualifying.

    - `group`: the new group of the entry.
    - `before`, `after`: the old and the new place.
    - `went_on`, `goes_on`: whether the entry qualified for a later stage before, and qualifies now.
    - `reason`: the reason for the new place, as text.
    """

    entry: int
    group: str
    before: int
    after: int
    went_on: bool
    goes_on: bool
    reason: str = ""

    @property
    def crosses(self) -> bool:
        """Return whether the entry starts or stops qualifying."""
        return self.went_on != self.goes_on


@dataclass(frozen=True, slots=True)
class QualifierChange:
    """A later stage whose qualifiers change.

    `goes_on` has the new qualifiers, `stays_out` the entries that no longer qualify. `opened`: the
    stage is open already.
    """

    stage: int
    label: str
    opened: bool
    goes_on: tuple[int, ...]
    stays_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A later match drawn from the old result.

    - `state`: "planned" (in a draft), "waiting", "postponed", "called" (nothing written),
      "playing", "finished" or "rests".
    - `would_be`: the sides by the new result, () if unknown.
    - `serial`: the number of the match's round in the whole event.
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
        """Return whether the match has any line or photo."""
        return self.state in ("playing", "finished")


@dataclass(frozen=True, slots=True)
class Remedy:
    """The remedy of one draw made from the old result.

    - EXCHANGE: the two entries of each couple change places in the later `matches`. In a later
      stage, a new qualifier takes the place of a former qualifier.
    - REDRAW: the round is drawn again; in a later stage, with the new qualifiers. `round` is 0 if
      the stage has no draw.
    - LEAVE: neither is possible, and the draw stays as it is. `why_left` is the code of the
      obstacle: `match_begun` (`blocker` is the number of that match), `match_opens`, `not_drawn`,
      `bracket_mixed`, `older_round`. `exchanges` has the exchanges that the obstacle prevents.

    `serial` is the number of the round in the whole event.
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
    """Consequences of one correction.

    - `turns`: whether the winner changes, or the match no longer has a winner.
    - `opens`: whether a finished match is no longer over.
    - `closes`: whether an unfinished match is now over.
    - `later`: the later matches drawn from the old result, or of entries that stop qualifying.
    - `rounds`: the numbers of the later rounds drawn by lot from the old result.
    """

    turns: bool
    opens: bool
    closes: bool
    moved: tuple[MovedLine, ...] = ()
    qualified: tuple[QualifierChange, ...] = ()
    later: tuple[LaterMatch, ...] = ()
    rounds: tuple[int, ...] = ()
    remedies: tuple[Remedy, ...] = ()

    def __bool__(self) -> bool:
        return self.turns or self.opens or bool(self.moved or self.qualified or self.later)

    @property
    def reaches_draws(self) -> bool:
        """Return whether a person must decide: a draw or a qualifier depends on the old result."""
        return bool(self.qualified or self.later or self.remedies)

    @property
    def possible(self) -> tuple[Remedy, ...]:
        """Return the remedies other than LEAVE."""
        return tuple(remedy for remedy in self.remedies if remedy.kind != LEAVE)

    @property
    def seen(self) -> str:
        """Return a text that identifies the possible remedies.

        The act is refused if this text differs from the text on the author's page.

        >>> Consequences(True, False, False, remedies=(Remedy(REDRAW, 1, 2, ("AB", "CD")),)).seen
        'redraw 1 2 AB CD'
        """
        return "; ".join(
            " ".join((remedy.kind, str(remedy.stage), str(remedy.round), *remedy.matches))
            for remedy in self.possible
        )


def merge_consequences(parts: Sequence[Consequences]) -> Consequences:
    """Return the consequences of several changes made together.

    If one change leaves a draw as it is (LEAVE), the merged remedies leave it too. A redraw
    replaces the exchanges of the same draw. Equal remedies are merged into one.
    """
    remedies = list(dict.fromkeys(remedy for part in parts for remedy in part.remedies))
    draws_to_leave = {(remedy.stage, remedy.round) for remedy in remedies if remedy.kind == LEAVE}
    draws_to_redo = {(remedy.stage, remedy.round) for remedy in remedies if remedy.kind == REDRAW}
    merged_remedies: dict[tuple[object, ...], Remedy] = {}
    for remedy in remedies:
        draw = (remedy.stage, remedy.round)
        if remedy.kind != LEAVE and draw in draws_to_leave:
            continue
        if remedy.kind == EXCHANGE and draw in draws_to_redo:
            continue
        merged_remedies.setdefault(
            (*draw, remedy.exchanges if remedy.kind == EXCHANGE else ()), remedy
        )
    later_matches: dict[str, LaterMatch] = {}
    for match in (match for part in parts for match in part.later):
        if match.code not in later_matches or match.would_be:
            later_matches[match.code] = match
    return Consequences(
        turns=any(part.turns for part in parts),
        opens=any(part.opens for part in parts),
        closes=any(part.closes for part in parts),
        moved=tuple(line for part in parts for line in part.moved),
        qualified=tuple(stage for part in parts for stage in part.qualified),
        later=tuple(later_matches.values()),
        rounds=tuple(sorted({number for part in parts for number in part.rounds})),
        remedies=tuple(merged_remedies.values()),
    )


def moved_lines(
    tables_before: Mapping[str, Sequence[StandingsLine]],
    tables_after: Mapping[str, Sequence[StandingsLine]],
    went_on: Iterable[int] = (),
    goes_on: Iterable[int] = (),
    reasons: Mapping[int, str] | None = None,
) -> tuple[MovedLine, ...]:
    """Return the entries that change place or group, or start or stop qualifying.

    `tables_before` and `tables_after` are the standings by group. `went_on` and `goes_on` are the
    numbers of the entries that qualify in each of them.
    """
    old_qualifiers = frozenset(went_on)
    new_qualifiers = frozenset(goes_on)
    reasons = reasons or {}
    old_places = {
        line.entrant: (name, line.place) for name, lines in tables_before.items() for line in lines
    }
    lines_now = (
        MovedLine(
            line.entrant,
            name,
            old_places[line.entrant][1],
            line.place,
            line.entrant in old_qualifiers,
            line.entrant in new_qualifiers,
            reasons.get(line.entrant, ""),
        )
        for name, lines in tables_after.items()
        for line in lines
        if line.entrant in old_places
    )
    return tuple(
        line
        for line in lines_now
        if old_places[line.entry] != (line.group, line.after) or line.crosses
    )


def exchange_sides(sides: Iterable[int], exchanges: Iterable[Couple]) -> tuple[int, ...]:
    """Return the sides after exchanging the two entries of each couple.

    >>> exchange_sides((3, 8), [(8, 5)])
    (3, 5)
    """
    replacements = {
        old: new for one, other in exchanges for old, new in ((one, other), (other, one))
    }
    return tuple(replacements.get(side, side) for side in sides)
