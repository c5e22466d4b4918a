"""Clubs of a user, the people of a club, and its players who are not joined to a person."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Club, ClubOfficer, ClubPerson, Player, Tournament
from tournaments.names.people import search_words
from tournaments.names.surnames import filing_key

MAX_SUGGESTIONS = 12  # people offered for a half-typed name
MIN_LETTERS = 2  # the fewest letters for which people are offered


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """Return the clubs that a user runs: all for a superuser, none without an account."""
    if not user.is_authenticated:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Exists(ClubOfficer.objects.filter(club=OuterRef("pk"), user=user)))


def clubs_run_alone(user: User) -> list[Club]:
    """Return the clubs whose only officer is this user."""
    clubs = Club.objects.annotate(officers_count=Count("officers"))
    return list(clubs.filter(officers_count=1, pk__in=user.clubs.values("club")))


def people_matching(club: Club, words: str) -> QuerySet[ClubPerson]:
    """Return the people of the club whose name and town together have all these words.

    Case, accents and abbreviations do not matter. Without words, return all people.
    """
    people = club.people.all()
    for forms in search_words(words):
        any_form = Q()
        for form in forms:
            any_form |= Q(identity__contains=form)
        people = people.filter(any_form)
    return people


def people_with_days(people: QuerySet[ClubPerson]) -> QuerySet[ClubPerson]:
    """Return these people, each with `days`: the number of tournaments that the person entered."""
    people = people.annotate(days=Count("players__tournament", distinct=True))
    return people.order_by("surname", "name", "pk")  # a count drops the order of the model


def filed_people(club: Club, words: str) -> list[ClubPerson]:
    """Return `people_matching` with `days`, in the Spanish order of surnames."""
    people = people_with_days(people_matching(club, words))
    return sorted(people, key=lambda person: filing_key(person.person))


def suggested_people(tournament: Tournament, text: str) -> list[ClubPerson]:
    """Return the people of the tournament's club whose name and town have the words of `text`.

    Return at most `MAX_SUGGESTIONS` people, and [] without a club or for fewer than `MIN_LETTERS`
    letters.
    """
    if tournament.club is None or len(text.strip()) < MIN_LETTERS:
        return []
    return list(people_matching(tournament.club, text)[:MAX_SUGGESTIONS])


# --- Players without a person ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class UnjoinedPlayer:
    """A player who is not joined to a person of the club, and the people who may be that player."""

    player: Player
    candidates: Sequence[ClubPerson]


def unjoined_players(club: Club) -> QuerySet[Player]:
    """Return the club's players who are not joined to a person, latest tournament first."""
    players = Player.objects.filter(tournament__club=club, club_person=None)
    return players.select_related("tournament").order_by("-tournament__starts_at", "pk")


def players_with_candidates(club: Club, players: Iterable[Player]) -> list[UnjoinedPlayer]:
    """Return these players, each with the people of the club who may be the same person."""
    similar = index_people(club.people.all())
    return [UnjoinedPlayer(player, similar.people_like(player.identity)) for player in players]


@dataclass(frozen=True, slots=True)
class SimilarPeople:
    """People of a club, indexed by the first two words of their names."""

    people_by_beginning: dict[tuple[str, ...], list[ClubPerson]]

    def people_like(self, identity: str) -> list[ClubPerson]:
        """Return the people who may be the person with this identity (`may_be_same`)."""
        name = identity.partition("|")[0].split()
        people = self.people_by_beginning.get(tuple(name[:2]), [])
        return [person for person in people if may_be_same(identity, person.identity)]


def index_people(people: Iterable[ClubPerson]) -> SimilarPeople:
    """Return an index that finds people with similar names."""
    people_by_beginning: defaultdict[tuple[str, ...], list[ClubPerson]] = defaultdict(list)
    for person in people:
        name = person.identity.partition("|")[0].split()
        people_by_beginning[tuple(name[:2])].append(person)
    return SimilarPeople(dict(people_by_beginning))


def may_be_same(identity: str, other_identity: str) -> bool:
    """Return whether two identities of `names.people` may be two spellings of one person.

    One name must begin with all words of the other (the second surname may be missing), and the
    towns must be equal unless one is unknown.

    >>> may_be_same("ana gil|luco", "ana gil sanz|"), may_be_same("ana gil|luco", "ana gil|monreal")
    (True, False)
    """
    (name, _bar, town), (other_name, _bar, other_town) = (
        identity.partition("|"),
        other_identity.partition("|"),
    )
    if town and other_town and town != other_town:
        return False
    words, other_words = name.split(), other_name.split()
    length = min(len(words), len(other_words))
    return words[:length] == other_words[:length]
