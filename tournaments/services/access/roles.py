"""The people who help at a tournament, and what each may do."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership, Role, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.services.audit import note
from tournaments.services.tables import lock_tournament
from tournaments.table_ranges import read_tables


@transaction.atomic
def grant_role(
    *, tournament: Tournament, author: User, username: str, role: str, tables: str = ""
) -> Membership:
    """Give somebody with an account a role, with a referee's `tables` («1-12, 20»), "" all.

    Raises Refused: `role_unknown`, `tables_unreadable`, `table_unknown`, `tables_of_referee`,
    `user_unknown`, `last_organiser` (409).
    """
    tables = checked_tables(tournament, role, tables)
    user = _somebody(username)
    lock_tournament(tournament)
    return put_in_team(tournament, author, user, role, tables)


def put_in_team(
    tournament: Tournament, author: User, user: User, role: str, tables: str
) -> Membership:
    """Do what `grant_role` does, for whoever holds the lock and has checked role and tables."""
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    before = _as_noted(membership.role, membership.tables) if membership else None
    after = _as_noted(role, tables)
    if membership and before == after:
        return membership
    if membership and membership.role == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership, _created = Membership.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role, "tables": tables}
    )
    note(tournament, author, "grant_role", user.username, before=before, after=after)
    return membership


def checked_tables(tournament: Tournament, role: str, typed: str) -> str:
    """The tables of a role as they are kept. Raises Refused as `grant_role` does."""
    if role not in Role.values:
        raise Refused("role_unknown", _("Elija un papel de la lista."), field="role")
    tables = read_tables(typed, tournament.tables)
    if tables and role != Role.REFEREE:
        raise Refused(
            "tables_of_referee",
            _("Solo un árbitro lleva unas mesas y otras no: borre las mesas o elija ese papel."),
            field="tables",
        )
    return tables


def _as_noted(role: str, tables: str) -> str | dict[str, str]:
    """For the audit: the role alone, as it always was, unless it has tables."""
    return {"role": role, "tables": tables} if tables else role


@transaction.atomic
def revoke_role(*, tournament: Tournament, author: User, user: User) -> None:
    """Take somebody off the team, with effect from the next request.

    Raises Refused 409: `not_in_team`, `last_organiser`.
    """
    lock_tournament(tournament)
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    if membership is None:
        raise Conflict(
            "not_in_team", _("%(user)s ya no está en el equipo de este torneo."), user=user.username
        )
    if membership.role == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership.delete()
    noted = _as_noted(membership.role, membership.tables)
    note(tournament, author, "revoke_role", user.username, before=noted)


def _somebody(username: str) -> User:
    """The account of that name, whatever its capitals."""
    name = clean_text(username, "username", 150, required=True, any_start=True)
    accounts = User.objects.filter(is_active=True)
    user = accounts.filter(username=name).first() or accounts.filter(username__iexact=name).first()
    if user is None:
        raise Refused(
            "user_unknown",
            _("No hay ninguna cuenta llamada «%(username)s». Pídale que cree una y le diga cuál."),
            field="username",
            username=name,
        )
    return user


def _refuse_last_organiser(tournament: Tournament, user: User) -> None:
    organisers = Membership.objects.filter(tournament=tournament, role=Role.ORGANISER)
    if not organisers.exclude(user=user).exists():
        raise Conflict(
            "last_organiser",
            _("%(user)s es la única persona que organiza este torneo: nombre antes a otra."),
            user=user.username,
        )
