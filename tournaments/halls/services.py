"""Halls, and the range of tables of each tournament in them."""

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.halls.selectors import days_of, tournaments_in
from tournaments.models import MAX_TABLES, Hall, Invitation, Match, Membership, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import call_waiting, lock_tournament
from tournaments.table_ranges import ranges_of, read_table_ranges

NAME_LENGTH = 120


@transaction.atomic
def save_hall(*, author: User, name: str, tables: int, hall: Hall | None = None) -> Hall:
    """Create a hall, or change its name and its number of tables.

    Raises Refused 400 with the field at fault, and 409 `hall_too_small` if a tournament has tables
    above the last table of the hall.
    """
    name = clean_text(name, "name", NAME_LENGTH, required=True)
    _refuse_not_a_table(tables, "tables")
    if hall is None:
        return Hall.objects.create(name=name, tables=tables, creator=author)
    hall = _lock(hall)
    hall.name, hall.tables = name, tables
    for tournament in tournaments_in(hall):
        _refuse_too_small(hall, tournament, "tables")
    hall.save()
    return hall


@transaction.atomic
def delete_hall(*, hall: Hall) -> None:
    """Delete a hall. Raises Refused 409 `hall_in_use` if a tournament is placed in it."""
    hall = _lock(hall)
    if tournament := hall.tournaments.order_by("-starts_at").first():
        raise Conflict(
            "hall_in_use",
            _("En la sala está «%(tournament)s». Cámbielo de sala en sus «Ajustes», o bórrelo."),
            tournament=tournament.name,
        )
    hall.delete()


@transaction.atomic
def place_tournament(
    *,
    tournament: Tournament,
    author: User | None,
    hall: Hall | None,
    first_table: int = 1,
    tables: int | None = None,
) -> Tournament:
    """Give a tournament a range of the tables of a hall; without a hall, its tables start at 1.

    `tables` is their number, None to keep it. Tables out of service, fixed tables and the tables of
    referees move with the range. Raises Refused: 400 with the field at fault; 409
    `tables_in_play` while a match is at a table, `hall_too_small`, `tables_taken` by another
    tournament on one of its days, `is_template`, `is_rehearsal`.
    """
    _refuse_copy(tournament)
    first_table = 1 if hall is None else first_table
    _refuse_not_a_table(first_table, "first_table")
    if tables is not None:
        _refuse_not_a_table(tables, "tables")
    tournament = lock_tournament(tournament)
    record_before = _hall_and_tables(tournament)
    shift = first_table - tournament.first_table
    tournament.hall, tournament.first_table = hall, first_table
    tournament.tables = tournament.tables if tables is None else tables
    record_after = _hall_and_tables(tournament)
    if record_before == record_after:
        return tournament
    if (
        record_before[1:] != record_after[1:]
        and tournament.matches.filter(state=Match.State.PLAYING).exists()
    ):
        raise Conflict(
            "tables_in_play", _("Hay encuentros en las mesas: cámbielas cuando acaben o aplácelos.")
        )
    if hall is not None:
        refuse_tables_taken(tournament)
    _shift_tables(tournament, shift)
    tournament.save()
    note(
        tournament,
        author,
        "place_tournament",
        hall.name if hall else "",
        before={"tables": record_before[1]},
        after={"tables": record_after[1]},
    )
    call_waiting(tournament=tournament, author=author)
    return tournament


def refuse_tables_taken(tournament: Tournament) -> None:
    """Raise Refused 409 `hall_too_small`, or `tables_taken` if the tournament shares a table.

    Only tournaments of the hall with a day in common count. `tournament` has the values to be
    saved. The hall stays locked until the transaction ends. Do nothing for a tournament without a
    hall or for a template.
    """
    if tournament.hall_id is None or tournament.is_template:
        return
    hall = _lock(Hall(pk=tournament.hall_id))
    _refuse_too_small(hall, tournament, "first_table")
    numbers = {*tournament.table_numbers}
    days = days_of(tournament)
    for other_tournament in tournaments_in(hall).exclude(pk=tournament.pk):
        shared_tables = numbers & {*other_tournament.table_numbers}
        if shared_tables and (shared_days := days & days_of(other_tournament)):
            raise _tables_taken(other_tournament, ranges_of(shared_tables), min(shared_days))


def _tables_taken(other_tournament: Tournament, tables: str, day: date) -> Refused:
    return Conflict(
        "tables_taken",
        _("El %(day)s las mesas %(tables)s son de «%(tournament)s»: elija otras."),
        field="first_table",
        day=date_format(day, "DATE_FORMAT"),
        tables=tables,
        tournament=other_tournament.name,
    )


def _lock(hall: Hall) -> Hall:
    """Read the hall again, and lock its row until the transaction ends."""
    return Hall.objects.select_for_update(no_key=True).get(pk=hall.pk)


def _refuse_copy(tournament: Tournament) -> None:
    if tournament.is_template:
        raise Conflict("is_template", _("Es una plantilla: no se juega en ninguna sala."))
    if tournament.rehearsal_of_id:
        raise Conflict("is_rehearsal", _("Es un ensayo: no se juega en ninguna sala."))


def _refuse_not_a_table(number: object, field: str) -> None:
    if type(number) is not int or not 1 <= number <= MAX_TABLES:
        raise Refused(
            "tables_out_of_range",
            _("El número de mesas va de 1 a %(most)s."),
            field=field,
            most=MAX_TABLES,
        )


def _refuse_too_small(hall: Hall, tournament: Tournament, field: str) -> None:
    last_table = tournament.table_numbers[-1]
    if last_table > hall.tables:
        raise Conflict(
            "hall_too_small",
            _(
                "Mesas de la sala: %(tables)s. «%(tournament)s» llegaría hasta la %(last)s: elija "
                "menos mesas o una primera mesa más baja."
            ),
            field=field,
            tables=hall.tables,
            tournament=tournament.name,
            last=last_table,
        )


def _hall_and_tables(tournament: Tournament) -> tuple[int | None, str]:
    """Return the key of the hall, and the tables as «5-12»."""
    return tournament.hall_id, ranges_of(tournament.table_numbers)


def _shift_tables(tournament: Tournament, shift: int) -> None:
    """Add `shift` to the tables out of service, the fixed tables and the tables of referees.

    Tables out of service outside the new range are dropped.
    """
    if not shift:
        return
    numbers = {*tournament.table_numbers}
    out_of_service = [table + shift for table in tournament.out_of_service]
    tournament.out_of_service = [table for table in out_of_service if table in numbers]
    tournament.entries.filter(fixed_table__gt=0).update(fixed_table=F("fixed_table") + shift)
    now = timezone.now()
    roles_with_tables: list[Membership | Invitation] = [
        *tournament.team.exclude(tables=""),
        *tournament.invitations.exclude(tables="").filter(revoked_at=None, expires_at__gt=now),
    ]
    for role in roles_with_tables:
        role.tables = ranges_of(table + shift for table in read_table_ranges(role.tables))
        role.save(update_fields=["tables"])
