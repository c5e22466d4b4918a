"""Queries of the desk: the meaning of a number, the latest results, the map of the hall."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q

from scoring.actas.selectors.actas import with_details
from scoring.models import Acta, RefereeCall, Signature
from scoring.refereeing.selectors.clock import MatchClock, clock_of, minutes_since
from tournaments.models import Match, Round, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import AwaitedEntry, awaited_entries, hall_now

State = Match.State
_WINS = re.compile(
    r"(?P<won>gan[aóo]|venc|derrot|beat|win|won)|(?:pierd|perd|lose|lost)", re.IGNORECASE
)
_ENTRY = re.compile(r"(?<![0-9-])[0-9]{1,5}(?![0-9-])", re.ASCII)


def latest_results(tournament: Tournament, count: int = 6) -> list[Match]:
    """Return the last finished matches, newest first, with their results."""
    finished_matches = tournament.matches.filter(state=State.FINISHED, result__isnull=False)
    return list(with_details(finished_matches).order_by("-finished_at", "-number")[:count])


def matches_confirmed_on_one_phone(matches: Iterable[Match]) -> frozenset[int]:
    """Return which of these matches both sides confirmed on the same phone."""
    signatures = Signature.objects.filter(
        acta__match__in=[match.pk for match in matches], acta__live=True, handed_over=True
    )
    return frozenset(signatures.order_by().values_list("acta__match", flat=True))


def typed_winner(tournament: Tournament, text: str) -> tuple[Match, int] | None:
    """Return the unfinished match of «13 gana a 22», and the index of the winning side.

    Return None if the text is not such a sentence, or if the two entries have no unfinished match.
    """
    verb, numbers = _WINS.search(text), [int(number) for number in _ENTRY.findall(text)]
    if verb is None or len(set(numbers)) != 2:
        return None
    matches = tournament.matches.filter(state__in=Match.UNFINISHED)
    for number in numbers:
        matches = matches.filter(sides__entry__number=number)
    match = with_details(matches).first()
    if match is None:
        return None
    winner = numbers[0 if verb["won"] else -1]
    return match, [entry.number for entry in match.entries].index(winner)


# --- Tiles ----------------------------------------------------------------------------------------
# The map of the hall: each table with its state, and the matches that wait for a table.
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
    """A table of the hall: its `state`, and the `code` of its match ("" if the table is free).

    A match in play also sets the `minutes` since its call, its `clock` if the stage has one, and
    its number of `lines`.
    """

    table: int
    state: str
    code: str = ""
    number: int | None = None
    minutes: int | None = None
    clock: MatchClock | None = None
    lines: int = 0


@dataclass(frozen=True, slots=True)
class HallMap:
    """The map of the hall.

    - `tiles`: the tables in order.
    - `waiting`, `postponed`: the matches that wait for a table, and the postponed matches, in order
      of number.
    - `reserved_tables`: by match number, the only table for which a match waits.
    - `awaited_sides`: by match key, the sides of a waiting match that are still at another table.
    """

    tiles: Sequence[Tile]
    waiting: Sequence[Match]
    reserved_tables: Mapping[int, int]
    awaited_sides: Mapping[int, Sequence[AwaitedEntry]] = field(default_factory=dict)
    postponed: Sequence[Match] = ()
    counts: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", Counter(tile.state for tile in self.tiles))

    @property
    def queue(self) -> list[tuple[Match, int, Sequence[AwaitedEntry]]]:
        """Return (match, table, sides still at another table) for each waiting match.

        The table is the only table for which the match waits, 0 for any table.
        """
        return [
            (
                match,
                self.reserved_tables.get(match.number or 0, 0),
                self.awaited_sides.get(match.pk, ()),
            )
            for match in self.waiting
        ]

    @property
    def missing(self) -> int:
        """Return the number of tables that lack a result."""
        return len(self.tiles) - sum(self.counts[state] for state in (FREE, OUT, DONE))

    @property
    def ends_at(self) -> datetime | None:
        """Return when the time of the last table in play is up; None without a clock."""
        return max((tile.clock.ends_at for tile in self.tiles if tile.clock), default=None)


@dataclass(frozen=True, slots=True)
class _ActaState:
    """The acta of a match in play.

    It has the number of lines, and whether it waits for confirmation or is in dispute.
    """

    lines: int = 0
    pending: bool = False
    disputed: bool = False


class _MatchAtTable(NamedTuple):
    """A match at a table, finished or not, and whether its table has called a referee."""

    table: int
    code: str
    number: int
    called: bool


def hall_map(tournament: Tournament, now: datetime, audience: Audience) -> HallMap:
    """Return every table of the hall with its state at this moment, and the queue."""
    matches = tournament.matches.filter(state__in=Match.UNFINISHED)
    unfinished_matches = list(with_details(matches).order_by("number"))
    acta_states, rows = _acta_states(tournament), _matches_at_tables(tournament)
    tiles = {row.table: Tile(row.table, DONE, row.code, row.number) for row in rows}
    calls = {row.code for row in rows if row.called}
    for match in unfinished_matches:
        if match.state == State.PLAYING and match.table is not None:
            acta_state = acta_states.get(match.pk, _ActaState())
            tiles[match.table] = _tile_in_play(match, acta_state, match.code in calls, now)
    for table in {*tournament.out_of_service} & {*tournament.table_numbers}:
        tile = tiles.get(table) or Tile(table, FREE)
        if tile.state in (FREE, DONE):
            tiles[table] = replace(tile, state=OUT)
    tables = sorted({*tournament.table_numbers, *tiles})
    waiting_matches = [match for match in unfinished_matches if match.state == State.WAITING]
    waiting_numbers = [match.number for match in waiting_matches if match.number]
    return HallMap(
        [tiles.get(table) or Tile(table, FREE) for table in tables],
        waiting_matches,
        hall_now(tournament, tournament.tables_in_service, waiting_numbers).reserved_tables,
        awaited_entries(tournament, [match.pk for match in waiting_matches], audience),
        [match for match in unfinished_matches if match.state == State.POSTPONED],
    )


def match_at(tournament: Tournament, table: int) -> Match | None:
    """Return the match in play at a table, else the last match that ended there.

    Only ended matches of the rounds in play count (`_matches_at_tables`).
    """
    matches = tournament.matches.filter(table=table)
    match_in_play = with_details(matches.filter(state=State.PLAYING)).first()
    if match_in_play is not None:
        return match_in_play
    codes = {row.table: row.code for row in _matches_at_tables(tournament)}
    return with_details(matches.filter(code=codes[table])).first() if table in codes else None


def _tile_in_play(match: Match, acta_state: _ActaState, called: bool, now: datetime) -> Tile:
    clock = clock_of(match, now)
    states = {
        DISPUTED: acta_state.disputed,
        CALLED: called,
        PENDING: acta_state.pending,
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
        acta_state.lines,
    )


def _acta_states(tournament: Tournament) -> dict[int, _ActaState]:
    """Return the state of the acta of each match in play, by the key of the match."""
    rows = (
        Acta.objects.filter(match__tournament=tournament, match__state=State.PLAYING)
        .filter(Q(live=True) | Q(rival=True))
        .order_by("-live")  # the live version first
        .annotate(lines=Max("hands__number"))
    )
    states: dict[int, _ActaState] = {}
    for match, lines, rival, pending_since in rows.values_list(
        "match", "lines", "rival", "pending_since"
    ):
        state = states.get(match, _ActaState(lines or 0, pending_since is not None))
        states[match] = _ActaState(state.lines, state.pending, state.disputed or rival)
    return states


def _matches_at_tables(tournament: Tournament) -> list[_MatchAtTable]:
    """Return the matches at tables in the rounds in play, finished or not, by their end.

    The rounds in play are the rounds with a match at a table or waiting, and the last published
    round.
    """
    published_rounds = Round.objects.filter(tournament=tournament, state=Round.State.PUBLISHED)
    rounds_in_play = published_rounds.filter(matches__state__in=[State.PLAYING, State.WAITING])
    latest_round = published_rounds.order_by("-serial").values("pk")[:1]
    matches = tournament.matches.filter(
        state__in=[State.PLAYING, State.FINISHED], table__isnull=False
    )
    current_matches = matches.filter(
        Q(round__in=rounds_in_play.values("pk")) | Q(round__in=latest_round)
    )
    open_calls = RefereeCall.objects.filter(match=OuterRef("pk"), answered_at=None)
    rows = current_matches.order_by("finished_at", "number").annotate(called=Exists(open_calls))
    return [
        _MatchAtTable(table, code, number, called)
        for table, code, number, called in rows.values_list("table", "code", "number", "called")
        if table and number
    ]
