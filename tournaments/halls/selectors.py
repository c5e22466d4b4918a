"""Halls that several tournaments share: their tournaments, and people due at two tables."""

from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Hall, Match, MatchSide, Membership, Player, Role, Tournament
from tournaments.names.audience import Audience
from tournaments.permissions import tournaments_organised_by


def halls_of(user: User | AnonymousUser) -> QuerySet[Hall]:
    """Return the halls that a user runs: those he created, and those of tournaments he organises.

    A superuser runs all halls, an anonymous user none.
    """
    if not user.is_authenticated:
        return Hall.objects.none()
    if user.is_superuser:
        return Hall.objects.all()
    organiser_roles = Membership.objects.filter(
        user=user, role=Role.ORGANISER, tournament__hall=OuterRef("pk")
    )
    return Hall.objects.filter(Q(creator=user) | Exists(organiser_roles))


def tournaments_in(hall: Hall) -> QuerySet[Tournament]:
    """Return the tournaments placed in a hall, by day and first table."""
    return hall.tournaments.filter(is_template=False).order_by("starts_at", "first_table", "pk")


def tournaments_to_place(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments without a hall, from today on, that a user organises, by day."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    own = tournaments_organised_by(user).filter(hall=None, is_template=False, rehearsal_of=None)
    return own.filter(starts_at__gte=midnight).order_by("starts_at", "pk")


def tournaments_of_today(hall: Hall) -> list[Tournament]:
    """Return the tournaments of a hall that play today, by first table."""
    today = timezone.localdate()
    playing = Match.objects.filter(tournament=OuterRef("pk"), state=Match.State.PLAYING)
    tournaments = tournaments_in(hall).annotate(in_play=Exists(playing))
    todays_tournaments = [
        tournament
        for tournament in tournaments
        if tournament.in_play or today in days_of(tournament)
    ]
    return sorted(todays_tournaments, key=lambda tournament: tournament.first_table)


def days_of(tournament: Tournament) -> set[date]:
    """Return the known local days of a tournament: its first day and the dates of its rounds."""
    dates = [
        datetime.fromisoformat(moment)
        for moments in tournament.stages.order_by("number").values_list("dates", flat=True)
        for moment in moments
        if moment
    ]
    return {timezone.localtime(moment).date() for moment in (tournament.starts_at, *dates)}


class BusyPerson(NamedTuple):
    """A person of a match that is due, who plays at a table of another tournament."""

    name: str
    number: int  # number of the match in this tournament
    table: int  # table in the other tournament
    tournament: str


def busy_elsewhere(
    tournament: Tournament, audience: Audience, due: QuerySet[Match] | None = None
) -> list[BusyPerson]:
    """Return the people of the matches `due` who play in another tournament of the hall.

    Without `due`, look at the called and the waiting matches. Two players joined to people of a
    club are the same if they are joined to one person; other players are the same if name and town
    are equal. Tournaments of teams with a squad are left out, because such a team does not always
    state which people play. Return [] without a hall, and for an audience without names.
    """
    if tournament.hall_id is None or tournament.squad or not audience.names:
        return []
    if due is None:
        due = tournament.matches.filter(state__in=[Match.State.PLAYING, Match.State.WAITING])
    people = {
        seat.player: (seat, number)
        for *values, number in _people_of(due).values_list(*PERSON, "match__number")
        for seat in [_SeatedPlayer(*values)]
    }
    if not people:
        return []
    other_matches = Match.objects.filter(
        tournament__hall=tournament.hall_id, tournament__squad=0, state=Match.State.PLAYING
    ).exclude(tournament=tournament)
    seats = [seat for seat, _number in people.values()]
    is_same_person = Q(**{f"{IDENTITY}__in": {seat.identity for seat in seats}})
    is_same_person |= Q(**{f"{CLUB_PERSON}__in": {seat.club_person for seat in seats} - {None}})
    rows = (
        _people_of(other_matches, is_same_person)
        .order_by("match__table", "match", IDENTITY)
        .values_list(*PERSON, "match__table", "match__tournament__name")
    )
    playing_seats = [(_SeatedPlayer(*values), table, name) for *values, table, name in rows]
    players = Player.objects.in_bulk(people)
    return [
        BusyPerson(players[seat.player].name_for(audience), number, table, name)
        for seat, number in people.values()
        for other_seat, table, name in playing_seats
        if seat.is_same(other_seat)
    ]


IDENTITY, CLUB_PERSON = "entry__seats__player__identity", "entry__seats__player__club_person"
EVERYBODY = Q()
PERSON = ("entry__seats__player", IDENTITY, CLUB_PERSON)


class _SeatedPlayer(NamedTuple):
    """A player in a match: his key, his `identity`, and the key of his person in a club, if any."""

    player: int
    identity: str
    club_person: int | None

    def is_same(self, other_player: "_SeatedPlayer") -> bool:
        if self.club_person is not None and other_player.club_person is not None:
            return self.club_person == other_player.club_person
        return self.identity == other_player.identity


def _people_of(matches: QuerySet[Match], condition: Q = EVERYBODY) -> QuerySet[MatchSide]:
    """Return the sides of these matches, one row for each live seat that passes `condition`.

    Anonymised entries are left out.
    """
    sides = MatchSide.objects.filter(match__in=matches.order_by(), entry__anonymised_at=None)
    # One call of `filter`: another one would join the seats a second time.
    return sides.filter(condition, entry__seats__live=True).order_by("match__number")
