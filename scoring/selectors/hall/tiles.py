"""The hall as a map: each table with what it owes, and the matches that wait for one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q

from scoring.models import Acta, RefereeCall
from scoring.selectors.matches.actas import detailed
from scoring.selectors.refereeing.clock import Clock, clock_of, minutes_since
from tournaments.models import Match, Round, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import Awaited, awaited, hall_now

State = Match.State
FREE, OUT, PLAYING, TIME, CALLED, DISPUTED, PENDING, DONE = (
    "free",
    "out",
    "playing",
    "time",
    "called",
    "disputed",
    "pending",
    "done",
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of the hall: its `state`, and the match there, by its `code` ("" where it is free).

    Of a match in play, `minutes` since it was called, its `clock` where the stage has one, and how
    many `lines` are written.
    """

    table: int
    state: str
    code: str = ""
    number: int | None = None
    minutes: int | None = None
    clock: Clock | None = None
    lines: int = 0


@dataclass(frozen=True, slots=True)
class HallMap:
    """The `tiles` by table, the matches `waiting` for one, and those `postponed`, by number.

    `kept` has the table of the matches that wait for no other; `awaited` the sides of each match
    that are still at another table.
    """

    tiles: Sequence[Tile]
    waiting: Sequence[Match]
    kept: Mapping[int, int]
    awaited: Mapping[int, Sequence[Awaited]] = field(default_factory=dict)
    postponed: Sequence[Match] = ()
    counts: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", Counter(tile.state for tile in self.tiles))

    @property
    def queue(self) -> list[tuple[Match, int, Sequence[Awaited]]]:
        """The matches waiting, each with the table it waits for, 0 for any, and the sides that
        are still at another table."""
        return [
            (match, self.kept.get(match.number or 0, 0), self.awaited.get(match.pk, ()))
            for match in self.waiting
        ]

    @property
    def missing(self) -> int:
        """How many tables owe their result."""
        return len(self.tiles) - sum(self.counts[state] for state in (FREE, OUT, DONE))

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the last table in play is up; None without a clock."""
        return max((tile.clock.ends_at for tile in self.tiles if tile.clock), default=None)


@dataclass(frozen=True, slots=True)
class _Written:
    """The lines of a match in play: how many there are, and what is said of them."""

    lines: int = 0
    pending: bool = False
    disputed: bool = False


class _AtTable(NamedTuple):
    """A match at a table, over or not, and whether it calls a referee."""

    table: int
    code: str
    number: int
    called: bool


def hall_map(tournament: Tournament, now: datetime, audience: Audience) -> HallMap:
    """Return every table of the hall with its state at this moment, and the queue."""
    matches = tournament.matches.filter(state__in=Match.UNFINISHED)
    live = list(detailed(matches).order_by("number"))
    written, rows = _written(tournament), _at_tables(tournament)
    tiles = {row.table: Tile(row.table, DONE, row.code, row.number) for row in rows}
    calls = {row.code for row in rows if row.called}
    for match in live:
        if match.state == State.PLAYING and match.table is not None:
            said = written.get(match.pk, _Written())
            tiles[match.table] = _in_play(match, said, match.code in calls, now)
    for table in tournament.out_of_service:
        tile = tiles.get(table) or Tile(table, FREE)
        if tile.state in (FREE, DONE):
            tiles[table] = replace(tile, state=OUT)
    tables = range(1, max([tournament.tables, *tiles]) + 1)
    waiting = [match for match in live if match.state == State.WAITING]
    queue = [match.number for match in waiting if match.number]
    return HallMap(
        [tiles.get(table) or Tile(table, FREE) for table in tables],
        waiting,
        hall_now(tournament, tournament.tables_in_service, queue).kept,
        awaited(tournament, [match.pk for match in waiting], audience),
        [match for match in live if match.state == State.POSTPONED],
    )


def match_at(tournament: Tournament, table: int) -> Match | None:
    """The match played at a table; when nobody plays there, the last one that ended at it in the
    rounds in play."""
    at_table = tournament.matches.filter(table=table)
    playing = detailed(at_table.filter(state=State.PLAYING)).first()
    if playing is not None:
        return playing
    codes = {row.table: row.code for row in _at_tables(tournament)}
    return detailed(at_table.filter(code=codes[table])).first() if table in codes else None


def _in_play(match: Match, said: _Written, called: bool, now: datetime) -> Tile:
    clock = clock_of(match, now)
    states = {
        DISPUTED: said.disputed,
        CALLED: called,
        PENDING: said.pending,
        TIME: clock is not None and clock.up,
        PLAYING: True,
    }
    assert match.table is not None
    return Tile(
        match.table,
        next(state for state, holds in states.items() if holds),
        match.code,
        match.number,
        minutes_since(match.called_at, now),
        clock,
        said.lines,
    )


def _written(tournament: Tournament) -> dict[int, _Written]:
    """By match in play, what is written of it."""
    rows = (
        Acta.objects.filter(match__tournament=tournament, match__state=State.PLAYING)
        .filter(Q(live=True) | Q(rival=True))
        .order_by("-live")  # the one in force first
        .annotate(lines=Max("hands__number"))
    )
    told: dict[int, _Written] = {}
    for match, lines, rival, since in rows.values_list("match", "lines", "rival", "pending_since"):
        one = told.get(match, _Written(lines or 0, since is not None))
        told[match] = _Written(one.lines, one.pending, one.disputed or rival)
    return told


def _at_tables(tournament: Tournament) -> list[_AtTable]:
    """The matches at the tables in the rounds in play, over or not, the last of a table last.

    The rounds in play are those with a match to finish, or the last one published.
    """
    published = Round.objects.filter(tournament=tournament, state=Round.State.PUBLISHED)
    going = published.filter(matches__state__in=[State.PLAYING, State.WAITING])
    last = published.order_by("-serial").values("pk")[:1]
    seated = tournament.matches.filter(
        state__in=[State.PLAYING, State.FINISHED], table__isnull=False
    )
    in_play = seated.filter(Q(round__in=going.values("pk")) | Q(round__in=last))
    call = RefereeCall.objects.filter(match=OuterRef("pk"), answered_at=None)
    rows = in_play.order_by("finished_at", "number").annotate(called=Exists(call))
    return [_AtTable(*row) for row in rows.values_list("table", "code", "number", "called")]
