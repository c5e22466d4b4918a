"""Deletion of one's own account; the acts of the account stay, signed «cuenta borrada 12»."""

from collections.abc import Sequence

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.people_data.selectors.stored import organised_alone
from scoring.people_data.selectors.written import WRITTEN
from scoring.people_data.services.rewriting import change_rows
from tournaments.audit.services import note, note_in_club
from tournaments.clubs.selectors import clubs_run_alone
from tournaments.models import AuditLine, ClubLine, Erasure, Player, Tournament
from tournaments.names.masking import Mask, spellings
from tournaments.refusal import Conflict
from tournaments.rounds.services.tables import lock_tournament

SIGNED = ("author_name", "answered_name")
REASONS = ("reason", "lift_reason", "message", "word")  # columns, and members of JSON, with prose


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete an account with its addresses, keys, roles and sessions.

    Also remove the user's name from the acts of the account and from texts. Raises Refused 409:
    `sole_organiser` if a tournament has no other organiser, `sole_officer` if a club has no other
    officer, `last_superuser` for the only account that runs the site.
    """
    alone = organised_alone(user)
    if alone:
        raise Conflict(
            "sole_organiser",
            _("Nadie más organiza «%(names)s». Antes nombre a otra persona, o borre el torneo."),
            names="», «".join(tournament.name for tournament in alone),
        )
    clubs = clubs_run_alone(user)
    if clubs:
        raise Conflict(
            "sole_officer",
            _("Nadie más lleva «%(names)s»: añada antes a otra persona, o borre el club."),
            names="», «".join(club.name for club in clubs),
        )
    if (
        user.is_superuser
        and not User.objects.filter(is_superuser=True).exclude(pk=user.pk).exists()
    ):
        raise Conflict("last_superuser", _("Es la única cuenta que administra este sitio."))
    replacement = name_of_deleted(user)
    helped = list(user.roles.select_related("tournament"))
    run = [officer.club for officer in user.clubs.select_related("club")]
    for tournament in _where_it_was(user):
        _forget_in(lock_tournament(tournament), user, replacement)
    _forget_authorship(user, replacement)
    _forget_in_clubs(user, replacement)
    _forget_elsewhere(user, replacement)
    Erasure.objects.create(
        kind=Erasure.Kind.ACCOUNT, key=user.pk, counts={"tournaments": len(helped)}
    )
    user.delete()
    for member in helped:
        note(member.tournament, None, "delete_account", replacement, before={"role": member.role})
    for club in run:
        note_in_club(club, None, "delete_account", replacement)


def name_of_deleted(user: User) -> str:
    """Return «cuenta borrada 12», in Spanish: the text that replaces the name of the account."""
    return f"cuenta borrada {user.pk}"


def _names(user: User) -> list[str]:
    return list(dict.fromkeys(filter(None, [user.username, user.get_full_name(), user.email])))


def _where_it_was(user: User) -> QuerySet[Tournament]:
    """Return the tournaments whose audit may name the account.

    The account has a role there, wrote an audit line, or is the subject of an audit line.
    """
    named = Q(author=user) | Q(subject__in=_names(user))
    lines = AuditLine.objects.filter(named).values("tournament")
    return Tournament.objects.filter(Q(team__user=user) | Q(pk__in=lines)).distinct().order_by("pk")


def _forget_in(tournament: Tournament, user: User, replacement: str) -> None:
    """Replace the account's names in a tournament: as words in prose, as a whole value elsewhere.

    A player with the same name keeps that name.
    """
    exact = dict.fromkeys(_names(user), replacement)
    players = Player.objects.filter(tournament=tournament)
    prose = Mask(exact, [name for player in players for name in spellings(player.person)])

    def change(text: str, name: str) -> str:
        if name in SIGNED:  # a namesake may have signed: see `_forget_authorship`
            return text
        return prose.apply(text) if name in REASONS else exact.get(text, text)

    change_rows(tournament, lambda _table, _row: change)
    own = Mask(dict.fromkeys((user.get_full_name(), user.email), replacement))
    texts = {name: getattr(tournament, name) for name in ("responsible", "contact", "privacy")}
    Tournament.objects.filter(pk=tournament.pk).update(
        **{name: own.apply(text) for name, text in texts.items()}
    )


def _forget_authorship(user: User, replacement: str) -> None:
    for table in WRITTEN:
        for name, account in table.authors:
            if account:
                table.model._default_manager.filter(**{account: user}).update(**{name: replacement})


def _forget_in_clubs(user: User, replacement: str) -> None:
    """Replace the account's name in the logs of clubs, as author and as officer."""
    ClubLine.objects.filter(author=user).update(author_name=replacement)
    ClubLine.objects.filter(subject__in=_names(user)).update(subject=replacement)


def _forget_elsewhere(user: User, replacement: str) -> None:
    """Remove the account's login name from the administration log, and delete its sessions."""
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    )
    about.update(object_repr=replacement, change_message="")
    own: Sequence[str] = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get("_auth_user_id") == str(user.pk)
    ]
    Session.objects.filter(pk__in=own).delete()
