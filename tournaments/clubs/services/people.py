"""Adding, correcting and merging the people of a club, and joining players to them by hand."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.clubs.services.linking import lock_club, lock_tournaments, person_of
from tournaments.models import Club, ClubPerson, EntryPlayer, Player, Tournament
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused

LENGTHS = {"name": 60, "surname": 80, "town": 60, "licence": 30, "contact": 200}
ANY_START = ("licence", "contact")  # a phone number may begin with +


@transaction.atomic
def add_person(*, club: Club, **values: Any) -> ClubPerson:
    """Add a person to the club.

    `values` has the `name`, and may have `surname`, `town`, `licence`, `contact` and `hidden`.
    Raises Refused 400 for bad text; 409 `person_exists`, `licence_taken`.
    """
    values = _clean_person(values)
    club = lock_club(club)
    person = ClubPerson(club=club, **values)
    _refuse_taken(person)
    person.save()
    return person


@transaction.atomic
def edit_person(*, person: ClubPerson, **changes: Any) -> ClubPerson:
    """Change the given values of a person, named as in `add_person`.

    Raises the refusals of `add_person`, and 409 `person_gone`.
    """
    person = _lock_person(person)
    names = (*LENGTHS, "hidden")
    values = _clean_person({**{name: getattr(person, name) for name in names}, **changes})
    for name, value in values.items():
        setattr(person, name, value)
    person.automatic = False
    _refuse_taken(person)
    person.save()
    return person


def shared_tournaments(first: ClubPerson, second: ClubPerson) -> list[Tournament]:
    """Return the tournaments in which both people have a live entry."""
    first_keys, second_keys = (
        set(
            EntryPlayer.objects.filter(player__club_person=person, live=True).values_list(
                "entry__tournament", flat=True
            )
        )
        for person in (first, second)
    )
    return list(Tournament.objects.filter(pk__in=first_keys & second_keys))


@transaction.atomic
def merge_people(*, target: ClubPerson, other: ClubPerson, author: User) -> ClubPerson:
    """Merge `other` into `target`, which gets the players of `other`.

    `target` gets the town, the licence and the contact of `other` if it has none. It becomes
    `hidden` if either person is. Raises Refused: 400 `same_person`; 409 `played_together` if both
    have a live entry in one tournament, `two_licences` if both have a licence and the licences
    differ, `person_gone`.
    """
    if target.pk == other.pk:
        raise Refused("same_person", _("Elija dos personas distintas."), field="other")
    players_of_both = Player.objects.filter(club_person__in=[target, other])
    lock_tournaments(Tournament.objects.filter(pk__in=players_of_both.values("tournament")))
    target, other = _lock_person(target), _lock_person(other)
    tournaments = shared_tournaments(target, other)
    if tournaments:
        raise Conflict(
            "played_together",
            _("Las dos juegan en «%(tournament)s»: son dos personas. Si no, corrija allí una."),
            field="other",
            tournament=tournaments[0].name,
        )
    if target.licence and other.licence and target.licence != other.licence:
        raise Conflict(
            "two_licences",
            _("Tienen dos licencias distintas: borre antes la que no valga."),
            field="other",
        )
    players = list(other.players.select_related("tournament"))
    other.players.update(club_person=target)
    other.delete()
    for name in ("town", "licence", "contact"):
        setattr(target, name, getattr(target, name) or getattr(other, name))
    target.hidden = target.hidden or other.hidden
    target.automatic = False
    if target.club.people.filter(identity=identity(target.person)).exclude(pk=target.pk).exists():
        target.town = ""  # a third person has that name and town
    target.identity = identity(target.person)
    target.save()
    for player in players:
        _note_joined(player, author, "merge_people")
    return target


@transaction.atomic
def join_player(*, player: Player, person: ClubPerson | None, author: User) -> ClubPerson:
    """Join a player to a person of the tournament's club, or to a new person if `person` is None.

    Raises Refused 409: `no_club`, `already_joined`, `played_together` if that person plays in the
    tournament with another entry, `person_exists`.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=player.tournament_id)
    if tournament.club is None:
        raise Conflict("no_club", _("El torneo ya no está en el club."))
    club = lock_club(tournament.club)
    player.refresh_from_db()
    if player.club_person_id is not None:
        raise Conflict("already_joined", _("Ya está unido a una persona del club."))
    if person is None:
        person = person_of(club, player)
        person.automatic = False
        _refuse_taken(person)
        person.save()
    elif person.players.filter(tournament=tournament, seats__live=True).exists():
        raise Conflict(
            "played_together",
            _("Esa persona ya juega en «%(tournament)s» con otra inscripción."),
            tournament=tournament.name,
        )
    player.club_person = person
    player.save(update_fields=["club_person"])
    _note_joined(player, author, "join_player")
    return person


def _note_joined(player: Player, author: User, act: str) -> None:
    """Write the audit line of `act` with the numbers of the player's entries, without a name."""
    numbers = sorted(player.seats.values_list("entry__number", flat=True))
    note(player.tournament, author, act, after={"numbers": numbers})


def _lock_person(person: ClubPerson) -> ClubPerson:
    """Return the current person, with its club locked. Raises Refused 409 `person_gone`."""
    club = lock_club(person.club)
    current = ClubPerson.objects.filter(pk=person.pk).first()
    if current is None:
        raise Conflict("person_gone", _("Esa persona ya no está en la lista del club."))
    current.club = club
    return current


def _clean_person(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a person, identity included. Raises Refused 400 for bad text."""
    columns: dict[str, Any] = {
        name: clean_text(
            values.get(name, ""), name, length, required=name == "name", any_start=name in ANY_START
        )
        for name, length in LENGTHS.items()
    }
    columns["hidden"] = bool(values.get("hidden"))
    columns["identity"] = identity(Person(columns["name"], columns["surname"], columns["town"]))
    return columns


def _refuse_taken(person: ClubPerson) -> None:
    """Raise Refused 409 if another person has the identity (`person_exists`) or the licence
    (`licence_taken`).
    """
    other_people = person.club.people.exclude(pk=person.pk)
    if other := other_people.filter(identity=person.identity).first():
        raise Conflict(
            "person_exists",
            _("En el club ya hay una persona con ese nombre y ese pueblo: «%(name)s»."),
            field="name",
            name=other.filed_name,
        )
    if person.licence and (other := other_people.filter(licence=person.licence).first()):
        raise Conflict(
            "licence_taken",
            _("Esa licencia es de «%(name)s»: corríjala, o una a las dos personas."),
            field="licence",
            name=other.filed_name,
        )
