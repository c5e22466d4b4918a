"""Clubs: founding, settings, officers, and the tournaments of a club."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.services.roles import account_named
from tournaments.audit.services import note, note_in_club
from tournaments.clubs.selectors import clubs_of
from tournaments.clubs.services.linking import link_people, lock_club, lock_tournaments
from tournaments.models import Club, ClubOfficer, ClubPerson, Player, Tournament
from tournaments.names.people import fold_text
from tournaments.names.text import clean_text, refuse_other_name
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.site.slugs import unused_slug

NAME_LENGTH, TOWN_LENGTH = 120, 60


@transaction.atomic
def create_club(*, author: User, name: str, town: str = "") -> Club:
    """Create a club; its author becomes its first officer.

    Raises Refused: 400 for bad text; 409 `club_exists` if the author already runs a club of this
    name; 409 `quota_clubs` if he runs as many clubs as `TAPETE_QUOTA_TOURNAMENTS`.
    """
    name, town = _clean_club(name, town)
    # Lock the account: the second request of a double click waits.
    User.objects.select_for_update(no_key=True).get(pk=author.pk)
    own_clubs = Club.objects.filter(officers__user=author)
    if any(fold_text(club.name) == fold_text(name) for club in own_clubs):
        raise Conflict(
            "club_exists", _("Ya tiene un club llamado «%(name)s»."), field="name", name=name
        )
    maximum = settings.TAPETE_QUOTA_TOURNAMENTS
    if maximum and not author.is_superuser and len(own_clubs) >= maximum:
        raise Conflict(
            "quota_clubs", _("Una cuenta lleva como mucho %(most)s clubes."), most=maximum
        )
    club = Club.objects.create(
        slug=unused_slug(name, Club.objects.all(), default="club"), name=name, town=town
    )
    ClubOfficer.objects.create(club=club, user=author)
    note_in_club(club, author, "create_club", after={"name": name, "town": town})
    return club


@transaction.atomic
def edit_club(*, club: Club, author: User, name: str, town: str, shows_people: bool) -> Club:
    """Change the name and the town of a club, and whether the pages of its people are public.

    The address stays the same. Raises Refused 400 for bad text.
    """
    name, town = _clean_club(name, town)
    club = lock_club(club)
    new_values = {"name": name, "town": town, "shows_people": shows_people}
    old_values = {field: getattr(club, field) for field in new_values}
    if new_values == old_values:
        return club
    club.name = name
    club.town = town
    club.shows_people = shows_people
    club.save(update_fields=["name", "town", "shows_people"])
    note_in_club(club, author, "edit_club", before=old_values, after=new_values)
    return club


@transaction.atomic
def delete_club(*, club: Club, name: str) -> None:
    """Delete a club and its people; its tournaments stay, without a club.

    Raises Refused 400 `name_differs` unless `name` is the club's name, typed again.
    """
    refuse_other_name(name, club.name, _("Escriba el nombre del club tal como está: «%(name)s»."))
    lock_tournaments(club.tournaments.all())
    lock_club(club).delete()


@transaction.atomic
def add_officer(*, club: Club, author: User, username: str) -> ClubOfficer:
    """Make an account an officer of the club; do nothing if it already is.

    Raises Refused 400 `user_unknown`.
    """
    user = account_named(username)
    officer, is_new = ClubOfficer.objects.get_or_create(club=lock_club(club), user=user)
    if is_new:
        note_in_club(club, author, "add_officer", user.get_username())
    return officer


@transaction.atomic
def remove_officer(*, club: Club, author: User, user: User) -> None:
    """Remove an account from the officers of the club, with effect from its next request.

    Raises Refused 409: `not_officer`, `last_officer`.
    """
    lock_club(club)
    if not club.officers.filter(user=user).exists():
        raise Conflict(
            "not_officer", _("%(user)s ya no lleva este club."), user=user.get_username()
        )
    if not club.officers.exclude(user=user).exists():
        raise Conflict(
            "last_officer",
            _("%(user)s es la única persona que lleva este club: añada antes a otra."),
            user=user.get_username(),
        )
    club.officers.filter(user=user).delete()
    note_in_club(club, author, "remove_officer", user.get_username())


@transaction.atomic
def set_club(*, tournament: Tournament, author: User, club: Club | None) -> Tournament:
    """Put a tournament in a club, or in none, and join its players to the club's people.

    The club that the tournament leaves keeps the people made from its entries. Raises Refused: 403
    `not_officer` unless the author runs the new club, 409 `is_rehearsal`.
    """
    tournament = lock_tournament(tournament)
    if club == tournament.club:
        return tournament
    if tournament.rehearsal_of_id:
        raise Conflict("is_rehearsal", _("Es un ensayo: no se pone en ningún club."))
    if club is not None and not clubs_of(author).filter(pk=club.pk).exists():
        raise Refused(
            "not_officer",
            _("Solo la secretaría de «%(club)s» puede poner un torneo en ese club."),
            field="club",
            status=403,
            club=club.name,
        )
    old_club, tournament.club = tournament.club, club
    for locked_club in sorted(filter(None, (old_club, club)), key=lambda club: club.pk):
        lock_club(locked_club)
    tournament.save(update_fields=["club"])
    ClubPerson.objects.filter(players__tournament=tournament).update(automatic=False)
    Player.objects.filter(tournament=tournament).update(club_person=None)
    link_people(tournament.pk)
    note(
        tournament,
        author,
        "set_club",
        tournament.name,
        before={"club": old_club.name if old_club else ""},
        after={"club": club.name if club else ""},
    )
    return tournament


def _clean_club(name: str, town: str) -> tuple[str, str]:
    """Return both texts, tidy. Raises Refused 400 with the field at fault."""
    return (
        clean_text(name, "name", NAME_LENGTH, required=True),
        clean_text(town, "town", TOWN_LENGTH),
    )
