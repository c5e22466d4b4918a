"""Deletion of one's own account; the acts of the account stay, signed «cuenta borrada 12»."""

from collections.abc import Sequence

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.people_data.selectors.prose import PROSE_TABLES
from scoring.people_data.selectors.stored import tournaments_run_alone
from scoring.people_data.services.rewriting import change_rows
from tournaments.audit.services import note, note_in_club
from tournaments.clubs.selectors import clubs_run_alone
from tournaments.models import AuditLine, ClubLine, Erasure, Player, Tournament
from tournaments.names.masking import Mask, spellings
from tournaments.refusal import Conflict
from tournaments.rounds.services.tables import lock_tournament

SIGNATURE_COLUMNS = ("author_name", "answered_name")
# The names of the columns and of the JSON members that hold prose.
PROSE_NAMES = ("reason", "lift_reason", "message", "word")


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete an account with its addresses, keys, roles and sessions.

    Also remove the user's name from the acts of the account and from texts. Raises Refused 409:
    `sole_organiser` if a tournament has no other organiser, `sole_officer` if a club has no other
    officer, `last_superuser` for the only account that runs the site.
    """
    tournaments = tournaments_run_alone(user)
    if tournaments:
        raise Conflict(
            "sole_organiser",
            _("Nadie más organiza «%(names)s». Antes nombre a otra persona, o borre el torneo."),
            names="», «".join(tournament.name for tournament in tournaments),
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
    replacement = deleted_account_name(user)
    memberships = list(user.roles.select_related("tournament"))
    own_clubs = [officer.club for officer in user.clubs.select_related("club")]
    for tournament in _tournaments_with_traces(user):
        _forget_in_tournament(lock_tournament(tournament), user, replacement)
    _forget_authorship(user, replacement)
    _forget_in_clubs(user, replacement)
    _forget_elsewhere(user, replacement)
    Erasure.objects.create(
        kind=Erasure.Kind.ACCOUNT, key=user.pk, counts={"tournaments": len(memberships)}
    )
    user.delete()
    for membership in memberships:
        note(
            membership.tournament,
            None,
            "delete_account",
            replacement,
            before={"role": membership.role},
        )
    for club in own_clubs:
        note_in_club(club, None, "delete_account", replacement)


def deleted_account_name(user: User) -> str:
    """Return «cuenta borrada 12», in Spanish: the text that replaces the name of the account."""
    return f"cuenta borrada {user.pk}"


def _names(user: User) -> list[str]:
    return list(dict.fromkeys(filter(None, [user.username, user.get_full_name(), user.email])))


def _tournaments_with_traces(user: User) -> QuerySet[Tournament]:
    """Return the tournaments whose audit may name the account.

    In each of them the account has a role, wrote an audit line, or is the subject of one.
    """
    is_trace = Q(author=user) | Q(subject__in=_names(user))
    lines = AuditLine.objects.filter(is_trace).values("tournament")
    return Tournament.objects.filter(Q(team__user=user) | Q(pk__in=lines)).distinct().order_by("pk")


def _forget_in_tournament(tournament: Tournament, user: User, replacement: str) -> None:
    """Replace the account's names in a tournament.

    In prose, replace the words of a name; elsewhere, replace only a value that is the whole name. A
    player with the same name keeps that name.
    """
    replacements = dict.fromkeys(_names(user), replacement)
    players = Player.objects.filter(tournament=tournament)
    prose_mask = Mask(
        replacements, [name for player in players for name in spellings(player.person)]
    )

    def change(text: str, name: str) -> str:
        if name in SIGNATURE_COLUMNS:  # a namesake may have signed: see `_forget_authorship`
            return text
        return prose_mask.apply(text) if name in PROSE_NAMES else replacements.get(text, text)

    change_rows(tournament, lambda _table, _row: change)
    contact_mask = Mask(dict.fromkeys((user.get_full_name(), user.email), replacement))
    texts = {name: getattr(tournament, name) for name in ("responsible", "contact", "privacy")}
    Tournament.objects.filter(pk=tournament.pk).update(
        **{name: contact_mask.apply(text) for name, text in texts.items()}
    )


def _forget_authorship(user: User, replacement: str) -> None:
    for table in PROSE_TABLES:
        for name, account in table.authors:
            if account:
                table.model._default_manager.filter(**{account: user}).update(**{name: replacement})


def _forget_in_clubs(user: User, replacement: str) -> None:
    """Replace the account's name in the logs of clubs, as author and as officer."""
    ClubLine.objects.filter(author=user).update(author_name=replacement)
    ClubLine.objects.filter(subject__in=_names(user)).update(subject=replacement)


def _forget_elsewhere(user: User, replacement: str) -> None:
    """Remove the account's login name from the administration log, and delete its sessions."""
    log_entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    )
    log_entries.update(object_repr=replacement, change_message="")
    session_keys: Sequence[str] = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get("_auth_user_id") == str(user.pk)
    ]
    Session.objects.filter(pk__in=session_keys).delete()
