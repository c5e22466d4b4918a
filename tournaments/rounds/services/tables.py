"""Tables and the queue: the table of each match, and the next match for a free table.

Matches are called in the order of their numbers; with fixed tables, in the order of `pairing.hall`.
A match waits while one of its sides plays another match; a postponed match is not called until
somebody resumes it. Every change of tables locks the tournament's row; the constraint
`a_table_once_at_a_time` decides in the end.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Case, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.text import clean_text
from tournaments.pairing.hall import give_tables
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.selectors.rounds import (
    WaitingMatch,
    awaited_entries,
    callable_now,
    free_and_waiting,
    free_tables,
    hall_now,
)
from tournaments.setup.services.checks import sensible_moment
from tournaments.writer import Author

State = Match.State
REASON_LENGTH = 150


class CalledMatch(NamedTuple):
    """A match, and the table it is called to."""

    pk: int
    code: str
    number: int
    table: int


def lock_tournament(tournament: Tournament) -> Tournament:
    """Return the current tournament, locked until the transaction ends.

    Call it before locking any match. It uses `no_key`, because every audit line already holds a
    share of the row's key, and two transactions that wait for the whole row would deadlock. SQLite
    lets only one transaction write in any case.
    """
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def lock_matches(matches: QuerySet[Match]) -> None:
    """Lock these matches until the transaction ends, to check whether they have lines.

    Call it after locking the tournament, before deleting the matches or seating other entries in
    them. A line that is being written is finished first, and the next line waits.
    """
    list(matches.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


class TournamentLocked(Exception):
    """Another action has locked the tournament."""


def lock_if_free(tournament: Tournament) -> Tournament:
    """Lock the tournament, without waiting, for an action that has already locked a match.

    Returns it with fresh values of the fields that may change during play. Raises
    TournamentLocked, with the transaction still valid, when another transaction has the lock.
    """
    unlocked_rows = Tournament.objects.select_for_update(no_key=True, skip_locked=True)
    fields = ("tables", "first_table", "out_of_service", "confirmations")
    row = unlocked_rows.filter(pk=tournament.pk).values_list(*fields).first()
    if row is None:
        raise TournamentLocked
    for name, value in zip(fields, row, strict=True):
        setattr(tournament, name, value)
    return tournament


def _table_taken() -> Refused:
    return Conflict(
        "table_taken", _("Esa mesa se acaba de ocupar. Recargue la página."), field="table"
    )


@atomic_or_refuse(_table_taken)
def call_waiting(*, tournament: Tournament, author: Author) -> list[CalledMatch]:
    """Assign free tables to waiting matches (`pairing.hall`); return the called matches."""
    return _call_waiting(lock_tournament(tournament), author)


@atomic_or_refuse(_table_taken)
def finish(*, match: Match, author: Author) -> Match:
    """Finish a match; its table, if any, goes to the next waiting match. Idempotent.

    Raises Refused 409 `round_not_published`, `match_is_bye`.
    """
    tournament = lock_tournament(match.tournament)
    _refresh(match)
    if match.state == State.FINISHED:
        return match
    _refuse_unplayable(match)
    finish_locked(match=match, tournament=tournament, author=author)
    return match


def finish_locked(*, match: Match, tournament: Tournament, author: Author) -> None:
    """Do as `finish`; the caller has locked the tournament and then read the match."""
    _finish([match])
    _call_waiting(tournament, author)


@atomic_or_refuse(_table_taken)
def reopen(*, match: Match, author: Author) -> Match:
    """Put a finished match back at its table or in the queue; return the match.

    It goes to its table if the table and the sides are free.
    """
    tournament = lock_tournament(match.tournament)
    _refresh(match)
    if match.state != State.FINISHED:
        return match
    _reopen(tournament, author, [match])
    _refresh(match)
    return match


@atomic_or_refuse(_table_taken)
def mend_states(
    *,
    tournament: Tournament,
    author: Author,
    to_finish: Sequence[Match],
    to_reopen: Sequence[Match],
) -> None:
    """Finish the matches `to_finish` and reopen `to_reopen`, in as many queries as for one match.

    The caller has read the matches after `lock_tournament`.
    """
    tournament = lock_tournament(tournament)
    _finish(to_finish)
    _reopen(tournament, author, to_reopen)


@atomic_or_refuse(_table_taken)
def move_match(*, match: Match, author: Author, table: int) -> Match:
    """Seat a match at another table, or call a waiting match out of turn.

    The former table goes to the next match. A postponed match is in play from now on. Raises
    Refused: 400 `table_unknown`; 409 `table_out_of_service`, `table_taken`, `round_not_published`,
    `match_is_bye`, `match_over`, and `side_at_table` if one of its sides plays at another table.
    """
    tournament = lock_tournament(match.tournament)
    _refresh(match)
    _refuse_unplayable(match)
    _refuse_over(match)
    _refuse_table(tournament, match, table)
    record_before = {"state": match.state, "table": match.table}
    if match.table == table:
        return match
    if match.state != State.PLAYING:
        _refuse_seated_elsewhere(tournament, match)
        match.state, match.called_at = State.PLAYING, timezone.now()
    match.table, match.postponed_to = table, None
    match.save(update_fields=["state", "table", "called_at", "postponed_to"])
    record_after = {"state": match.state, "table": table}
    note(tournament, author, "move_match", match, before=record_before, after=record_after)
    call_waiting(tournament=tournament, author=author)
    return match


@atomic_or_refuse(_table_taken)
def postpone_match(
    *,
    match: Match,
    author: Author,
    to: datetime | None = None,
    reason: str = "",
    whole_tie: bool = False,
) -> list[Match]:
    """Take a match off its table until somebody resumes it; return the postponed matches.

    `to` is the date of the match, None if unknown; a match already postponed gets the new date.
    `whole_tie` postpones every unfinished board of the tie. The lines of the acta stay, and the
    table goes to the next match. Raises Refused: 400 for an invalid year; 409
    `round_not_published`, `match_is_bye`, `match_over`, `played_by_calls`.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, any_start=True)
    to = None if to is None else sensible_moment(to, "to")
    tournament = lock_tournament(match.tournament)
    _refresh(match)
    _refuse_unplayable(match)
    _refuse_over(match)
    if match.round.stage.by_calls:
        raise Conflict(
            "played_by_calls",
            _("En esta fase se llama a los que están libres: sus encuentros no se aplazan."),
        )
    matches = _boards_of_tie(match, Match.UNFINISHED) if whole_tie else [match]
    for postponed_match in matches:
        record_before = {
            "state": postponed_match.state,
            "table": postponed_match.table,
            "postponed_to": _iso(postponed_match.postponed_to),
        }
        _write_values(
            [postponed_match], state=State.POSTPONED, table=None, called_at=None, postponed_to=to
        )
        record_after = {"state": postponed_match.state, "postponed_to": _iso(to)}
        note(
            tournament,
            author,
            "postpone_match",
            postponed_match,
            before=record_before,
            after=record_after,
            reason=reason,
        )
    _call_waiting(tournament, author)
    return matches


@atomic_or_refuse(_table_taken)
def resume_match(*, match: Match, author: Author, whole_tie: bool = False) -> list[Match]:
    """Put a postponed match back in the queue, and call it if a table is free; return the matches.

    `whole_tie` resumes every postponed board of the tie. Raises Refused 409 `not_postponed`.
    """
    tournament = lock_tournament(match.tournament)
    _refresh(match)
    if match.state != State.POSTPONED:
        raise Conflict(
            "not_postponed", _("El encuentro %(match)s no está aplazado."), match=match.number
        )
    matches = _boards_of_tie(match, [State.POSTPONED]) if whole_tie else [match]
    for resumed_match in matches:
        record_before = {
            "state": resumed_match.state,
            "postponed_to": _iso(resumed_match.postponed_to),
        }
        _write_values([resumed_match], state=State.WAITING, postponed_to=None)
        note(
            tournament,
            author,
            "resume_match",
            resumed_match,
            before=record_before,
            after={"state": resumed_match.state},
        )
    _call_waiting(tournament, author)
    for resumed_match in matches:
        _refresh(resumed_match)
    return matches


def _boards_of_tie(match: Match, states: Sequence[str]) -> list[Match]:
    """Return the boards of the match's tie in these states; without ties, the match alone."""
    boards = Match.objects.filter(round=match.round_id, position=match.position, state__in=states)
    return list(boards.order_by("board"))


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


@atomic_or_refuse(_table_taken)
def set_in_service(
    *, tournament: Tournament, author: User | None, table: int, in_service: bool
) -> list[CalledMatch]:
    """Take a table out of service, or put it back; return the matches called.

    A match at the table goes on until its end. Raises Refused: 400 for an unknown table, 409
    `last_table` if no table would be left in service.
    """
    tournament = lock_tournament(tournament)
    refuse_unknown_table(tournament, table)
    tables_out_before = list(tournament.out_of_service)
    if (table not in tables_out_before) == in_service:
        return []
    tables_out = sorted(
        {*tables_out_before} - {table} if in_service else {*tables_out_before, table}
    )
    tournament.out_of_service = tables_out
    refuse_no_table(tournament)
    tournament.save(update_fields=["out_of_service"])
    record_after = {"out_of_service": tables_out}
    note(
        tournament,
        author,
        "set_in_service",
        table,
        before={"out_of_service": tables_out_before},
        after=record_after,
    )
    return _call_waiting(tournament, author)


def _call_waiting(tournament: Tournament, author: Author) -> list[CalledMatch]:
    tables_free, queue = free_and_waiting(tournament)
    queue = callable_now(tournament, queue) if tables_free else []
    table_of_match = give_tables(
        hall_now(tournament, tables_free, [match.number for match in queue])
    )
    called_matches = [
        CalledMatch(*match, table_of_match[match.number])
        for match in queue
        if match.number in table_of_match
    ]
    _seat_called_matches(tournament, author, called_matches)
    return called_matches


def _finish(matches: Sequence[Match]) -> None:
    _write_values(matches, state=State.FINISHED, finished_at=timezone.now(), postponed_to=None)


def _reopen(tournament: Tournament, author: Author, matches: Sequence[Match]) -> None:
    """Reopen each match at its own table, if the table and the sides are free, or in the queue.

    Then call waiting matches to the free tables.
    """
    queue = [WaitingMatch(match.pk, match.code, match.number or 0) for match in matches]
    callable_keys = {match.pk for match in callable_now(tournament, queue)}
    match_at_table = {match.table: match for match in matches if match.pk in callable_keys}
    _write_values(matches, state=State.WAITING, table=None, finished_at=None)
    free_own_tables = [table for table in free_tables(tournament) if table in match_at_table]
    calls = [
        CalledMatch(
            match_at_table[table].pk,
            match_at_table[table].code,
            match_at_table[table].number or 0,
            table,
        )
        for table in free_own_tables
    ]
    _seat_called_matches(tournament, author, calls)
    _call_waiting(tournament, author)


def _seat_called_matches(
    tournament: Tournament, author: Author, called_matches: Sequence[CalledMatch]
) -> None:
    """Seat each match at its table and write one audit line for all matches."""
    if not called_matches:
        return
    table_of_match = Case(*(When(pk=match.pk, then=match.table) for match in called_matches))
    matches = Match.objects.filter(pk__in=[match.pk for match in called_matches])
    matches.update(state=State.PLAYING, called_at=timezone.now(), table=table_of_match)
    record_after = {"tables": {str(match.number): match.table for match in called_matches}}
    note(tournament, author, "call_waiting", after=record_after)


def _write_values(matches: Sequence[Match], **values: Any) -> None:
    """Write the same values in all matches, in memory and in the database, with one query."""
    for match in matches:
        for field, value in values.items():
            setattr(match, field, value)
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(**values)


def _refresh(match: Match) -> None:
    match.refresh_from_db(
        fields=["state", "table", "called_at", "finished_at", "number", "postponed_to"]
    )


def _refuse_unplayable(match: Match) -> None:
    if match.state == State.PLANNED:
        raise Conflict("round_not_published", _("Esta ronda todavía no se ha publicado."))
    if match.state == State.BYE:
        raise Conflict("match_is_bye", _("La inscripción que descansa no juega esta ronda."))


def _refuse_over(match: Match) -> None:
    if match.state == State.FINISHED:
        raise Conflict(
            "match_over", _("El encuentro %(match)s ya ha terminado."), match=match.number
        )


def _refuse_seated_elsewhere(tournament: Tournament, match: Match) -> None:
    for entry, table in awaited_entries(tournament, [match.pk], EVERY_ROUND).get(match.pk, ()):
        raise Conflict(
            "side_at_table",
            _(
                "El número %(entry)s juega todavía otro encuentro en la mesa %(table)s: espere a "
                "que acabe, o aplácelo."
            ),
            entry=entry,
            table=table,
        )


def refuse_no_table(tournament: Tournament) -> None:
    """Raise Refused 409 `last_table` if every table of the tournament is out of service."""
    if not tournament.tables_in_service:
        raise Conflict(
            "last_table", _("Tiene que quedar en servicio una mesa al menos."), field="tables"
        )


def refuse_unknown_table(tournament: Tournament, table: object) -> None:
    """Raise Refused 400 `table_unknown` for a table that the tournament does not have."""
    numbers = tournament.table_numbers
    if type(table) is not int or table not in numbers:
        raise Refused(
            "table_unknown",
            _("Las mesas van de la %(first)s a la %(last)s."),
            field="table",
            first=numbers[0],
            last=numbers[-1],
        )


def _refuse_table(tournament: Tournament, match: Match, table: int) -> None:
    refuse_unknown_table(tournament, table)
    if table in tournament.out_of_service:
        raise Conflict(
            "table_out_of_service",
            _("La mesa %(table)s está fuera de servicio."),
            field="table",
            table=table,
        )
    other_matches = tournament.matches.filter(state=State.PLAYING, table=table).exclude(pk=match.pk)
    if (other_match := other_matches.first()) is not None:
        raise Conflict(
            "table_taken",
            _("En la mesa %(table)s se está jugando el encuentro %(match)s."),
            field="table",
            table=table,
            match=other_match.number,
        )
