"""Clubs of a user, the people of a club, and the players who are not joined to a person yet."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Club, ClubOfficer, ClubPerson, Player, Tournament
from tournaments.names.people import search_words
from tournaments.names.surnames import filing_key

SUGGESTED = 12  # people offered while somebody types
FEWEST_LETTERS = 2  # typed before any person is offered


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """Return the clubs that a user runs; a superuser runs all."""
    if not user.is_authenticated:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Exists(ClubOfficer.objects.filter(club=OuterRef("pk"), user=user)))


def clubs_run_alone(user: User) -> list[Club]:
    """Return the clubs of which this user is the only officer."""
    counted = Club.objects.annotate(officers_count=Count("officers"))
    return list(counted.filter(officers_count=1, pk__in=user.clubs.values("club")))


def people_matching(club: Club, words: str) -> QuerySet[ClubPerson]:
    """Return the people of the club with all of these words in name or town, however typed."""
    people = club.people.all()
    for forms in search_words(words):
        any_form = Q()
        for form in forms:
            any_form |= Q(identity__contains=form)
        people = people.filter(any_form)
    return people


def with_days_counted(people: QuerySet[ClubPerson]) -> QuerySet[ClubPerson]:
    """Return the people with `days`, in how many tournaments of the club each is entered."""
    counted = people.annotate(days=Count("players__tournament", distinct=True))
    return counted.order_by("surname", "name", "pk")  # a count drops the order of the model


def filed_people(club: Club, words: str) -> list[ClubPerson]:
    """Return the people with all of these words, with `days`, in the Spanish order of surnames."""
    people = with_days_counted(people_matching(club, words))
    return sorted(people, key=lambda person: filing_key(person.person))


def suggested_people(tournament: Tournament, typed: str) -> list[ClubPerson]:
    """Return the people of the tournament's club to offer for a typed name; [] without a club."""
    if tournament.club is None or len(typed.strip()) < FEWEST_LETTERS:
        return []
    return list(people_matching(tournament.club, typed)[:SUGGESTED])


# --- Players without a person ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Doubt:
    """A player of the club's tournaments, and the people of the club who may be that player."""

    player: Player
    candidates: Sequence[ClubPerson]


def unjoined_players(club: Club) -> QuerySet[Player]:
    """Return the players of the club's tournaments without a person, latest tournament first."""
    players = Player.objects.filter(tournament__club=club, club_person=None)
    return players.select_related("tournament").order_by("-tournament__starts_at", "pk")


def doubts_of(club: Club, players: Iterable[Player]) -> list[Doubt]:
    """Return these players, each with the people of the club who may be the same person."""
    similar = similar_people(club.people.all())
    return [Doubt(player, similar.of(player.identity)) for player in players]


@dataclass(frozen=True, slots=True)
class SimilarPeople:
    """People by the first two words of their name, to find similar names quickly."""

    by_beginning: dict[tuple[str, ...], list[ClubPerson]]

    def of(self, identity: str) -> list[ClubPerson]:
        """Return the people whose identity may be another spelling of this one."""
        name = identity.partition("|")[0].split()
        people = self.by_beginning.get(tuple(name[:2]), [])
        return [person for person in people if may_be_same(identity, person.identity)]


def similar_people(people: Iterable[ClubPerson]) -> SimilarPeople:
    by_beginning: defaultdict[tuple[str, ...], list[ClubPerson]] = defaultdict(list)
    for person in people:
        name = person.identity.partition("|")[0].split()
        by_beginning[tuple(name[:2])].append(person)
    return SimilarPeople(dict(by_beginning))


def may_be_same(identity: str, other: str) -> bool:
    """Return whether two identities of `names.people` may be one person, typed in two ways.

    One name begins as the other, such as without the second surname, and the towns are equal or one
    is unknown. Namesakes of two towns are two people.

    >>> may_be_same("ana gil|luco", "ana gil sanz|"), may_be_same("ana gil|luco", "ana gil|monreal")
    (True, False)
    """
    (name, _bar, town), (other_name, _bar, other_town) = (
        identity.partition("|"),
        other.partition("|"),
    )
    if town and other_town and town != other_town:
        return False
    words, other_words = name.split(), other_name.split()
    shorter = min(len(words), len(other_words))
    return words[:shorter] == other_words[:shorter]
