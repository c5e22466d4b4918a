"""The people who help at a tournament, and what each may do."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership, Role, Tournament
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.tables import take_turn
from tournaments.text import clean_text


@transaction.atomic
def grant_role(*, tournament: Tournament, author: User, username: str, role: str) -> Membership:
    """Give somebody with an account a role, or change the one they had.

    Raises Refused: `role_unknown`, `user_unknown`, `last_organiser` (409).
    """
    if role not in Role.values:
        raise Refused("role_unknown", _("Elija un papel de la lista."), field="role")
    user = _somebody(username)
    take_turn(tournament)
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    before = membership.role if membership else None
    if before == role:
        return membership
    if before == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership, _created = Membership.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    note(tournament, author, "grant_role", user.username, before=before, after=role)
    return membership


@transaction.atomic
def revoke_role(*, tournament: Tournament, author: User, user: User) -> None:
    """Take somebody off the team.

    Raises Refused 409: `not_in_team`, `last_organiser`.
    """
    take_turn(tournament)
    membership = Membership.objects.filter(tournament=tournament, user=user).first()
    if membership is None:
        raise Refused(
            "not_in_team",
            _("%(user)s ya no está en el equipo de este torneo."),
            status=409,
            user=user.username,
        )
    if membership.role == Role.ORGANISER:
        _refuse_last_organiser(tournament, user)
    membership.delete()
    note(tournament, author, "revoke_role", user.username, before=membership.role)


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
        raise Refused(
            "last_organiser",
            _("%(user)s es la única persona que organiza este torneo: nombre antes a otra."),
            status=409,
            user=user.username,
        )
