"""Roles of the people who help at a tournament, and invitations to the team."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.selectors import is_invitation_open, open_invitations
from tournaments.audit.services import note
from tournaments.models import Acceptance, AuditLine, Invitation, Membership, Role, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.table_ranges import read_tables
from tournaments.writer import display_name


@transaction.atomic
def grant_role(
    *,
    tournament: Tournament,
    author: User,
    username: str,
    role: str,
    tables: str = "",
    stage: int = 0,
) -> Membership:
    """Give an account a role; a referee may get only some `tables` («1-12, 20»), "" for all.

    `stage` is the number of the stage that the role STAGE organises, 0 for other roles. Raises
    Refused: `role_unknown`, `stage_unknown`, `stage_of_organiser`, `tables_unreadable`,
    `table_unknown`, `tables_of_referee`, `user_unknown`, `last_organiser` (409).
    """
    tables = checked_tables(tournament, role, tables)
    user = account_named(username)
    lock_tournament(tournament)
    _refuse_stage(tournament, role, stage)
    return put_in_team(tournament, author, user, role, tables, stage)


def put_in_team(
    tournament: Tournament, author: User, user: User, role: str, tables: str, stage: int = 0
) -> Membership:
    """Give the role as `grant_role` does; the caller holds the lock and has checked the values."""
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    role_after = _audit_value(role, tables, stage)
    role_before = None
    if membership:
        role_before = _audit_value(membership.role, membership.tables, membership.stage)
    if membership and role_before == role_after:
        return membership
    if membership and membership.role == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership, _created = Membership.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role, "tables": tables, "stage": stage}
    )
    note(tournament, author, "grant_role", user.username, before=role_before, after=role_after)
    return membership


def checked_tables(tournament: Tournament, role: str, text: str) -> str:
    """Return the tables of `text` in their stored form. Raises Refused as `grant_role` does."""
    if role not in Role.values:
        raise Refused("role_unknown", _("Elija un cargo de la lista."), field="role")
    tables = read_tables(text, tournament.table_numbers)
    if tables and role != Role.REFEREE:
        raise Refused(
            "tables_of_referee",
            _(
                "Solo un árbitro puede tener unas mesas asignadas: borre las mesas o elija ese "
                "cargo."
            ),
            field="tables",
        )
    return tables


def _refuse_stage(tournament: Tournament, role: str, stage: object) -> None:
    """Raise Refused 400 for the role STAGE without a known stage, or another role with a stage."""
    if role != Role.STAGE:
        if stage:
            raise Refused(
                "stage_of_organiser",
                _("Solo la «Organización de una fase» tiene una fase: déjela en blanco."),
                field="stage",
            )
        return
    numbers = tournament.stages.order_by("number").values_list("number", flat=True)
    if stage not in numbers:
        raise Refused(
            "stage_unknown",
            _("Escriba el número de una fase del torneo, de 1 a %(last)s."),
            field="stage",
            last=max(numbers),
        )


def _audit_value(role: str, tables: str, stage: int) -> str | dict[str, str | int]:
    """Return the audit value of a role: the role alone, or with its tables or its stage."""
    if stage:
        return {"role": role, "stage": stage}
    return {"role": role, "tables": tables} if tables else role


@transaction.atomic
def revoke_role(*, tournament: Tournament, author: User, user: User) -> None:
    """Remove a member from the team, with effect from the next request.

    Raises Refused 409: `not_in_team`, `last_organiser`.
    """
    lock_tournament(tournament)
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    if membership is None:
        raise Conflict(
            "not_in_team", _("%(user)s ya no es colaborador de este torneo."), user=user.username
        )
    if membership.role == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership.delete()
    role_before = _audit_value(membership.role, membership.tables, membership.stage)
    note(tournament, author, "revoke_role", user.username, before=role_before)


def account_named(username: str) -> User:
    """Return the active account with this username, else one that differs only in case.

    Raises Refused 400 `user_unknown`.
    """
    name = clean_text(username, "username", 150, required=True, any_start=True)
    accounts = User.objects.filter(is_active=True)
    user = accounts.filter(username=name).first() or accounts.filter(username__iexact=name).first()
    if user is None:
        raise Refused(
            "user_unknown",
            _(
                "No hay ninguna cuenta llamada «%(username)s». Pídale que cree una y que le dé "
                "su nombre."
            ),
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


# --- Invitations ----------------------------------------------------------------------------------
# An invitation is a link that gives a role, for some hours and some people.
MOST_HOURS, MOST_PLACES, MOST_OPEN = 24 * 14, 50, 50
SECRET_BYTES = 24


def link_digest(secret: str) -> str:
    """Return the stored form of a link's secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


@transaction.atomic
def invite(
    *,
    tournament: Tournament,
    author: User,
    role: str,
    hours: int,
    places: int = 1,
    tables: str = "",
) -> tuple[Invitation, str]:
    """Make an invitation link for a role; return it with its secret, which is shown only once.

    Raises Refused 400: `role_unknown`, `tables_unreadable`, `table_unknown`, `tables_of_referee`,
    `hours_out_of_range`, `places_out_of_range`; 409 `too_many_invitations`.
    """
    tables = checked_tables(tournament, role, tables)
    if role == Role.STAGE:
        raise Refused(
            "role_unknown",
            _("Ese cargo no se da con un enlace: escriba el nombre de usuario y la fase."),
            field="role",
        )
    _refuse_out_of_range("hours", hours, MOST_HOURS)
    _refuse_out_of_range("places", places, 1 if role == Role.ORGANISER else MOST_PLACES)
    lock_tournament(tournament)
    if len(open_invitations(tournament)) >= MOST_OPEN:
        raise Conflict(
            "too_many_invitations",
            _("Hay %(most)s invitaciones abiertas: retire antes alguna."),
            most=MOST_OPEN,
        )
    secret = secrets.token_urlsafe(SECRET_BYTES)
    invitation = Invitation.objects.create(
        tournament=tournament,
        author=author,
        author_name=display_name(author),
        role=role,
        tables=tables,
        places=places,
        digest=link_digest(secret),
        expires_at=timezone.now() + timedelta(hours=hours),
    )
    values = {"role": role, "tables": tables, "people": places, "hours": hours}
    note(
        tournament, author, "invite", after={name: value for name, value in values.items() if value}
    )
    return invitation, secret


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, author: User) -> None:
    """Close a link before it expires. Raises Refused 409 `invitation_shut`.

    Members who joined with the link stay.
    """
    tournament = lock_tournament(invitation.tournament)
    invitation.refresh_from_db()
    if not is_invitation_open(invitation):
        raise _shut_refusal()
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    note(tournament, author, "revoke_invitation", before={"role": invitation.role})


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join the team with the role of a link, and use up one of the places of the link.

    Raises Refused 409: `invitation_shut`; `already_in_team`; `invitation_not_for_you` for a user
    who left the team after the link was made.
    """
    tournament = lock_tournament(invitation.tournament)
    invitation.refresh_from_db()
    member = Membership.objects.filter(tournament=tournament, user=user).first()
    if member is not None:
        raise Conflict(
            "already_in_team",
            _("Ya es colaborador, como %(role)s. El cargo lo cambia la organización."),
            role=member.get_role_display(),
        )
    if _has_left(invitation, user):
        raise Conflict(
            "invitation_not_for_you",
            _("Dejó de colaborar después de crearse este enlace: pida otro a la organización."),
        )
    if not is_invitation_open(invitation):
        raise _shut_refusal()
    Acceptance.objects.create(invitation=invitation, user=user)
    return put_in_team(tournament, user, user, invitation.role, invitation.tables)


def _has_left(invitation: Invitation, user: User) -> bool:
    if invitation.acceptances.filter(user=user).exists():
        return True
    lines = AuditLine.objects.filter(tournament=invitation.tournament_id, act="revoke_role")
    return lines.filter(subject=user.username, at__gte=invitation.made_at).exists()


def _refuse_out_of_range(name: str, value: object, maximum: int) -> None:
    if type(value) is not int or not 1 <= value <= maximum:
        sentence = {
            "hours": _("Una invitación vale de 1 a %(most)s horas."),
            "places": _("Una invitación de este cargo es para entre 1 y %(most)s personas."),
        }[name]
        raise Refused(f"{name}_out_of_range", sentence, field=name, most=maximum)


def _shut_refusal() -> Refused:
    return Conflict(
        "invitation_shut",
        _("Esta invitación ya no vale: ha caducado, se ha retirado o la han usado. Pida otra."),
    )
