"""Clubs: founding, settings, officers, and the tournaments of a club."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.services.roles import account_named
from tournaments.audit.services import note
from tournaments.clubs.selectors import clubs_of
from tournaments.clubs.services.linking import link_people, lock_club, lock_tournaments
from tournaments.models import Club, ClubOfficer, ClubPerson, Player, Tournament
from tournaments.names.people import fold_text
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament

NAME, TOWN, SLUG = 120, 60, 50  # letters


@transaction.atomic
def found_club(*, author: User, name: str, town: str = "") -> Club:
    """Make a club; its author becomes its first officer.

    Raises Refused 400 for bad text; 409 `club_exists` for another of one's own clubs with this
    name, `quota_clubs` for too many.
    """
    name, town = _clean_club(name, town)
    User.objects.select_for_update(no_key=True).get(pk=author.pk)  # a double click takes turns
    own = Club.objects.filter(officers__user=author)
    if any(fold_text(club.name) == fold_text(name) for club in own):
        raise Conflict(
            "club_exists", _("Ya tiene un club llamado «%(name)s»."), field="name", name=name
        )
    most = settings.TAPETE_QUOTA_TOURNAMENTS
    if most and not author.is_superuser and len(own) >= most:
        raise Conflict("quota_clubs", _("Una cuenta lleva como mucho %(most)s clubes."), most=most)
    club = Club.objects.create(slug=_free_slug(name), name=name, town=town)
    ClubOfficer.objects.create(club=club, user=author)
    return club


@transaction.atomic
def edit_club(*, club: Club, name: str, town: str, shows_people: bool) -> Club:
    """Change the name and the town, and whether the pages of its people are public.

    The address stays the same. Raises Refused 400 for bad text.
    """
    name, town = _clean_club(name, town)
    club = lock_club(club)
    club.name, club.town, club.shows_people = name, town, shows_people
    club.save(update_fields=["name", "town", "shows_people"])
    return club


@transaction.atomic
def delete_club(*, club: Club, name: str) -> None:
    """Delete a club with the list of its people; its tournaments stay, without a club.

    Raises Refused 400 `name_differs` unless `name` is the club's name, typed again.
    """
    if fold_text(name) != fold_text(club.name):
        raise Refused(
            "name_differs",
            _("Escriba el nombre del club tal como está: «%(name)s»."),
            field="name",
            name=club.name,
        )
    lock_tournaments(club.tournaments.all())
    lock_club(club).delete()


@transaction.atomic
def add_officer(*, club: Club, username: str) -> ClubOfficer:
    """Give an account the running of the club. Raises Refused `user_unknown`. Idempotent."""
    user = account_named(username)
    officer, _made = ClubOfficer.objects.get_or_create(club=lock_club(club), user=user)
    return officer


@transaction.atomic
def remove_officer(*, club: Club, user: User) -> None:
    """Take the running of the club from an account, with effect from the next request.

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


@transaction.atomic
def set_club(*, tournament: Tournament, author: User, club: Club | None) -> Tournament:
    """Put a tournament in a club, or in none, and join its players to the club's people.

    The people made from its entries stay in a club that the tournament leaves. Raises Refused: 403
    `not_officer` unless the author runs the club, 409 `is_rehearsal`.
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
    before, tournament.club = tournament.club, club
    for touched in sorted(filter(None, (before, club)), key=lambda one: one.pk):
        lock_club(touched)
    tournament.save(update_fields=["club"])
    ClubPerson.objects.filter(players__tournament=tournament).update(automatic=False)
    Player.objects.filter(tournament=tournament).update(club_person=None)
    link_people(tournament.pk)
    names = ({"club": one.name if one else ""} for one in (before, club))
    note(tournament, author, "set_club", tournament.name, before=next(names), after=next(names))
    return tournament


def _clean_club(name: str, town: str) -> tuple[str, str]:
    return clean_text(name, "name", NAME, required=True), clean_text(town, "town", TOWN)


def _free_slug(name: str) -> str:
    """Return an unused slug: «pena-el-as», or «pena-el-as-2» if that exists."""
    slug = slugify(name)[:SLUG].strip("-_") or "club"
    taken = set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    number = 1
    while (free := slug if number == 1 else f"{slug}-{number}") in taken:
        number += 1
    return free
