"""Queries for rounds, their matches and the queue for tables."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext

from tournaments.formats.core import Draw
from tournaments.models import Announcing, Entry, Match, MatchSide, Round, Stage, Tournament
from tournaments.models.tournament import ask_once
from tournaments.names.audience import EVERYTHING, Audience
from tournaments.pairing.hall import FreeTables, Seating, fixed_table, matches_able_to_start
from tournaments.rounds.selectors.places import sides
from tournaments.rounds.words.rounds import awaited_in_words, numbered_round_name

State = Match.State


class WaitingMatch(NamedTuple):
    """A match in the queue for a table."""

    pk: int
    code: str
    number: int


def published_rounds(audience: Audience, path: str = "") -> Q:
    """Return the filter of published rounds visible to the audience; `path` leads to the round."""
    prefix, hidden_keys = f"{path}__" if path else "", audience.hidden_rounds
    condition = Q(**{f"{prefix}state": Round.State.PUBLISHED})
    if hidden_keys is None:
        return condition & Q(**{f"{prefix}announced_at__lte": audience.moment})
    return condition & ~Q(**{f"{path or 'pk'}__in": hidden_keys}) if hidden_keys else condition


def hidden_rounds(stage: Stage, audience: Audience) -> frozenset[int]:
    """Return the keys of the published rounds hidden from the audience."""
    hidden_keys = audience.hidden_rounds
    if hidden_keys is None:
        silent_rounds = Round.objects.silent(audience.moment).filter(stage=stage).order_by()
        hidden_keys = frozenset(silent_rounds.values_list("pk", flat=True))
    return hidden_keys


def is_untouched(round: Round) -> bool:
    """Return whether the round has no acta or result, and is the stage's last published round."""
    later = Round.objects.filter(stage=round.stage_id, number__gt=round.number)
    if later.filter(state=Round.State.PUBLISHED).exists():
        return False
    return not round.matches.filter(Q(actas__isnull=False) | Q(result__isnull=False)).exists()


def shows_later_rounds(stage: Stage, audience: Audience) -> bool:
    """Return whether the audience may see the later rounds of a calendar.

    It may if it sees a published round of the stage. If rounds are announced by hand, only the
    audience EVERYTHING may.
    """
    if audience != EVERYTHING and stage.tournament.announcing == Announcing.BY_HAND:
        return False
    return stage.rounds.filter(published_rounds(audience)).exists()


def rounds_of(stage: Stage, audience: Audience) -> list[Round]:
    """Return the stage's rounds not hidden from the audience, in order, a draft included.

    Each round has its counts of matches: `to_play`, `finished`, `playing`…
    """
    counts = {
        "byes": Count("matches", filter=Q(matches__state=State.BYE)),
        "to_play": Count("matches", filter=~Q(matches__state=State.BYE)),
        "finished": Count("matches", filter=Q(matches__state=State.FINISHED)),
        "playing": Count("matches", filter=Q(matches__state=State.PLAYING)),
        "waiting": Count("matches", filter=Q(matches__state=State.WAITING)),
        "postponed": Count("matches", filter=Q(matches__state=State.POSTPONED)),
    }
    hidden_keys = hidden_rounds(stage, audience)
    rounds = stage.rounds.exclude(pk__in=hidden_keys).order_by("number").annotate(**counts)
    return ask_once(stage.tournament, ("rounds", stage.pk, hidden_keys), lambda: list(rounds))


def latest_round(stage: Stage) -> Round | None:
    """Return the last round drawn, a draft included."""
    return stage.rounds.order_by("-number").first()


def draft_of(stage: Stage) -> Round | None:
    """Return the drawn, unpublished round, with its report, or None."""
    return stage.rounds.with_reports().filter(state=Round.State.DRAFT).first()


def current_round(stage: Stage, audience: Audience) -> Round | None:
    """Return the round in play, the last published round that the audience sees, or None."""
    visible_rounds = stage.rounds.filter(published_rounds(audience)).select_related(
        "stage__tournament"
    )
    cache_key = ("current round", stage.pk, audience.hidden_rounds)
    return ask_once(stage.tournament, cache_key, visible_rounds.order_by("-number").first)


def anything_drawn(tournament: Tournament) -> bool:
    """Return whether the tournament has a round, a draft included."""
    return ask_once(tournament, "anything drawn", tournament.rounds.exists)


def published_round(tournament: Tournament, serial: int, audience: Audience) -> Round | None:
    """Return the round with this serial, with its report; None unless the audience sees it."""
    visible_rounds = tournament.rounds.with_reports().filter(published_rounds(audience))
    return visible_rounds.filter(serial=serial).select_related("stage__tournament").first()


def round_matches(round: Round) -> QuerySet[Match]:
    """Return the round's matches by position, byes included, with sides, entries and people."""
    return round.matches.order_by("position", "board").prefetch_related(sides())


def published_matches(tournament: Tournament, audience: Audience) -> QuerySet[Match]:
    """Return the tournament's matches of published rounds that the audience sees."""
    return tournament.matches.exclude(state=State.PLANNED).filter(
        published_rounds(audience, "round")
    )


def matches_with_names(tournament: Tournament, audience: Audience) -> QuerySet[Match]:
    """Return `published_matches` with sides, entries and players."""
    return published_matches(tournament, audience).prefetch_related(sides())


def matches_in_play(tournament: Tournament, audience: Audience) -> QuerySet[Match]:
    """Return the matches in play, by table."""
    return matches_with_names(tournament, audience).filter(state=State.PLAYING).order_by("table")


def waiting_matches(tournament: Tournament, audience: Audience) -> QuerySet[Match]:
    """Return the matches that wait for a table, in the order of the queue."""
    return matches_with_names(tournament, audience).filter(state=State.WAITING).order_by("number")


def free_tables(tournament: Tournament) -> list[int]:
    """Return the free tables in service, lowest first."""
    return free_and_waiting(tournament)[0]


def hall_now(tournament: Tournament, tables: Sequence[int], queue: Sequence[int]) -> FreeTables:
    """Return the hall: free tables, the numbers of waiting matches, and fixed tables of entries."""
    fixed_by_entry = fixed_tables(tournament) if tables and queue else {}
    if not fixed_by_entry:
        return FreeTables(tables, queue)
    tables_in_service, fixed_by_match = tournament.tables_in_service, dict[int, list[int]]()
    match_sides = MatchSide.objects.filter(match__tournament=tournament, match__number__in=queue)
    # only the first board of a tie uses the fixed table
    sides_with_table = match_sides.filter(entry__number__in=fixed_by_entry, board__lte=1)
    for match, entry in sides_with_table.values_list("match__number", "entry__number"):
        assert match is not None  # its number is in the queue
        fixed_by_match.setdefault(match, []).append(fixed_by_entry[entry])
    table_of_match = {
        match: fixed_table(tables_of_entries, tables_in_service)
        for match, tables_of_entries in fixed_by_match.items()
    }
    reserved_tables = {match: table for match, table in table_of_match.items() if table}
    return FreeTables(tables, queue, reserved_tables, {*fixed_by_entry.values()})


def fixed_tables(tournament: Tournament) -> dict[int, int]:
    """Return the fixed table of each live entry that has one, by the entry's number."""
    entries = tournament.entries.filter(state=Entry.State.ENTERED, fixed_table__gt=0)
    rows = entries.order_by("number").values_list("number", "fixed_table")
    return ask_once(tournament, "fixed tables", lambda: dict(rows))


def hall_of_next_call(tournament: Tournament) -> FreeTables:
    """Return the hall at the next call: the free tables, and the matches that can be called."""
    tables, queue = free_and_waiting(tournament)
    matches = callable_now(tournament, queue) if tables else []
    return hall_now(tournament, tables, [match.number for match in matches])


def callable_now(tournament: Tournament, queue: Sequence[WaitingMatch]) -> list[WaitingMatch]:
    """Return the matches of the queue that can be called (`matches_able_to_start`), in order."""
    if not queue:
        return []
    seatings = _seatings(tournament, [match.pk for match in queue])
    waiting = [seatings.pop(match.pk, Seating(match.number, match.pk, ())) for match in queue]
    numbers = set(matches_able_to_start(waiting, seatings.values()))
    return [match for match in queue if match.number in numbers]


def _seatings(tournament: Tournament, keys: Sequence[int]) -> dict[int, Seating]:
    """Return the seatings of the matches at a table and of the matches `keys`, by key."""
    condition = Q(match__state=State.PLAYING) | Q(match__in=keys)
    rows = MatchSide.objects.filter(condition, match__tournament=tournament).order_by()
    fields = ("match", "match__number", "round", "match__position", "entry")
    entries: dict[tuple[int, int, int, int], list[int]] = {}
    for key, number, round, position, entry in rows.values_list(*fields):
        entries.setdefault((key, number or 0, round, position), []).append(entry)
    return {
        key: Seating(number, (round, position), numbers)
        for (key, number, round, position), numbers in entries.items()
    }


class AwaitedEntry(NamedTuple):
    """An entry that a match waits for, and the table where the entry still plays."""

    entry: int
    table: int

    @property
    def sentence(self) -> str:
        return awaited_in_words(self.entry, self.table)


def awaited_entries(
    tournament: Tournament, keys: Sequence[int], audience: Audience
) -> dict[int, list[AwaitedEntry]]:
    """Return, for each match of `keys`, its entries that still play another match at a table.

    Only other matches visible to the audience count. Matches that wait for no entry are left out.
    """
    if not keys:
        return {}
    sides = MatchSide.objects.filter(match__in=keys)
    rows = sides.order_by("match", "side", "place").values_list(
        "match", "entry__number", "round", "match__position"
    )
    table_and_tie: dict[int, tuple[int, tuple[int, int]]] = {}
    playing_sides = MatchSide.objects.filter(
        published_rounds(audience, "round"),
        match__tournament=tournament,
        match__state=State.PLAYING,
        entry__in=sides.order_by().values("entry"),
    ).order_by("-match__table")
    for number, table, round, position in playing_sides.values_list(
        "entry__number", "match__table", "round", "match__position"
    ):
        table_and_tie[number] = table or 0, (round, position)
    awaited_by_match: dict[int, list[AwaitedEntry]] = {}
    for key, number, round, position in rows:
        table, tie = table_and_tie.get(number, (0, (round, position)))
        if tie != (round, position):
            awaited_by_match.setdefault(key, []).append(AwaitedEntry(number, table))
    return awaited_by_match


def free_and_waiting(tournament: Tournament) -> tuple[list[int], list[WaitingMatch]]:
    """Return the free tables, and the queue, next match first."""
    matches = tournament.matches.filter(state__in=(State.PLAYING, State.WAITING)).order_by("number")
    rows = list(matches.values_list("state", "table", "pk", "code", "number"))
    tables_in_use = {table for state, table, *_match in rows if state == State.PLAYING}
    queue = [
        WaitingMatch(pk, code, number)
        for state, _table, pk, code, number in rows
        if state == State.WAITING and number is not None
    ]
    return [table for table in tournament.tables_in_service if table not in tables_in_use], queue


def next_serial(tournament: Tournament) -> int:
    """Return the serial of the next round: serials run through the whole tournament."""
    return (tournament.rounds.aggregate(last=Max("serial"))["last"] or 0) + 1


def name_to_come(stage: Stage, number: int) -> str:
    """Return the name of a round not drawn yet: «Ronda 3», or «Jornada 3» with several stages."""
    if stage.tournament.stages.count() == 1:
        return numbered_round_name(number)
    return gettext("Jornada %(number)s") % {"number": number}


def round_numbered(stage: Stage, number: int) -> Round | None:
    """Return a round of the stage by its number in the stage, or None."""
    return stage.rounds.filter(number=number).first()


def date_of(stage: Stage, number: int) -> datetime | None:
    """Return the date of the round in the calendar, or None."""
    date = stage.dates[number - 1] if number <= len(stage.dates) else ""
    return datetime.fromisoformat(date) if date else None


def numbers_drawn(round: Round) -> tuple[int, ...]:
    """Return the numbers of the entries in the draw, lowest first, before any change by hand."""
    rows = round.report.get("drawn", [])
    return tuple(sorted(side for _position, sides, *_rest in rows for side in sides))


def drawn_rows(draw: Draw) -> list[list[Any]]:
    """Return position, numbers, purpose and group of each match, as a round stores them."""
    return [
        [pairing.position, list(pairing.sides), pairing.purpose, pairing.group]
        for pairing in draw.pairings
    ]


def draft_version(round: Round) -> str:
    """Return a text that changes with the draft, so that a page publishes only what it shows."""
    return f"{round.drawn_at.timestamp():.6f}/{round.swaps.count()}"


def entry_list_digest(numbers: tuple[int, ...]) -> str:
    """Return the SHA-256 of the numbers joined by commas: `printf 1,2,3 | sha256sum`.

    >>> entry_list_digest((1, 2, 3))[:16]
    '8a6ae15122001229'
    """
    return sha256(",".join(map(str, numbers)).encode()).hexdigest()
