"""The career of a person of a club: tournaments played, titles, and results by rival."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Prefetch, Q, QuerySet

from scoring.models import Result
from scoring.public.cards import event_of
from scoring.stages.selectors.chain import event_over
from tournaments.models import (
    ClubPerson,
    Entry,
    EntryPlayer,
    LineUp,
    MatchSide,
    PublicNames,
    Tournament,
    Visibility,
)
from tournaments.names.audience import EVERYTHING, NOBODY, Audience
from tournaments.permissions import audience_of
from tournaments.rounds.selectors.rounds import published_rounds

# Only the latest tournaments are shown, because each one needs the queries of its standings.
MAX_TOURNAMENTS = 60
MAX_RIVALS = 50


@dataclass(frozen=True, slots=True)
class CareerDay:
    """A tournament that the person played.

    `place` is the final place, None before the end or for an entry that left; `entries` is the
    number of entries. `partners` has (name, key of the person or None) for each partner; an entry
    with a name of its own has one pair, (title, None).
    """

    tournament: Tournament
    entry: Entry
    place: int | None
    entries: int
    partners: Sequence[tuple[str, int | None]]

    @property
    def is_title(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The numbers of matches won, drawn and lost against one person of the club."""

    rival: ClubPerson
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Career:
    """The tournaments of a person, latest first, and the rivals, those with most matches first.

    `older_count` is the number of older tournaments left out. `titles` are the `days` with a first
    place.
    """

    days: Sequence[CareerDay]
    rivals: Sequence[Rivalry]
    older_count: int = 0
    titles: Sequence[CareerDay] = field(default_factory=tuple)


def career_of(person: ClubPerson, *, in_public: bool) -> Career:
    """Return the career of a person in the tournaments of the club.

    `in_public` leaves out tournaments that are not public or hide names, and the names of people
    without a public page.
    """
    entries = list(_entries_of(person, in_public))
    latest_entries = entries[:MAX_TOURNAMENTS]
    days = [_career_day(person, entry, in_public) for entry in latest_entries]
    return Career(
        days=days,
        rivals=_rivalries(person, latest_entries, in_public)[:MAX_RIVALS],
        older_count=len(entries) - len(latest_entries),
        titles=[day for day in days if day.is_title],
    )


def _entries_of(person: ClubPerson, in_public: bool) -> Iterable[Entry]:
    """Return the entries of the person that took part in tournaments of the club, latest first."""
    entries = Entry.objects.filter(
        seats__player__club_person=person, tournament__club=person.club_id
    ).exclude(state__in=Entry.OUTSIDE)
    if in_public:
        entries = entries.filter(
            tournament__visibility=Visibility.PUBLIC, tournament__public_names=PublicNames.NAMES
        )
    seats = EntryPlayer.objects.select_related("player__club_person")
    return (
        entries.select_related("tournament")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("-tournament__starts_at", "-tournament", "number")
    )


def _career_day(person: ClubPerson, entry: Entry, in_public: bool) -> CareerDay:
    tournament = entry.tournament
    audience = _audience(tournament)
    order, is_over = event_of(tournament, audience), event_over(tournament, audience)
    final_lines = [line for line in order if line.entrant == entry.number and not line.withdrawn]
    return CareerDay(
        tournament=tournament,
        entry=entry,
        place=final_lines[0].place if final_lines and is_over and not entry.gone else None,
        entries=len(order),
        partners=_partners(person, entry, in_public),
    )


def _audience(tournament: Tournament) -> Audience:
    """Return the audience of a career, which sees names but only announced rounds."""
    return replace(audience_of(tournament, ""), names=True, unit=None)


def _partners(
    person: ClubPerson, entry: Entry, in_public: bool
) -> Sequence[tuple[str, int | None]]:
    if entry.name:
        return [(entry.title_for(EVERYTHING), None)]
    partners = (
        seat.player for seat in entry.seats.all() if seat.player.club_person_id != person.pk
    )
    return [
        (player.full_name, player.club_person_id)
        for player in partners
        if not (in_public and player.club_person and player.club_person.hidden)
    ]


# --- Rivals ---------------------------------------------------------------------------------------
def _rivalries(person: ClubPerson, entries: Sequence[Entry], in_public: bool) -> list[Rivalry]:
    """Return the results against each rival of the club, in a fixed number of queries.

    Forfeits do not count, nor matches that were annulled when their entry left.
    """
    own_sides = _own_sides(Q(entry__in=entries), person)
    results = {
        result.match_id: result
        for result in Result.objects.filter(match__in=own_sides.keys(), forfeit=False)
    }
    # `person` stands for the rival until the rivals are read below.
    rivalry_of: defaultdict[int, Rivalry] = defaultdict(lambda: Rivalry(person))
    for match, side, rival in _rivals_in(results.keys(), own_sides):
        rivalry = rivalry_of[rival]
        winner = results[match].winner
        if winner == own_sides[match]:
            rivalry_of[rival] = replace(rivalry, won=rivalry.won + 1)
        elif winner == side or results[match].lost:
            rivalry_of[rival] = replace(rivalry, lost=rivalry.lost + 1)
        elif winner is None:
            rivalry_of[rival] = replace(rivalry, drawn=rivalry.drawn + 1)
    people = ClubPerson.objects.filter(pk__in=rivalry_of, club=person.club_id)
    if in_public:
        people = people.filter(hidden=False)
    rivalries = [replace(rivalry_of[rival.pk], rival=rival) for rival in people]
    return sorted(
        (rivalry for rivalry in rivalries if rivalry.matches),
        key=lambda rivalry: (-rivalry.matches, -rivalry.won, rivalry.rival.identity),
    )


def _own_sides(entry_filter: Q, person: ClubPerson) -> dict[int, int]:
    """Return the side of the person in each match of these entries, by key of the match.

    Only announced rounds are included and, for a team with a squad, only matches that the person
    played.
    """
    sides = _counting_sides().filter(entry_filter, published_rounds(NOBODY, "round"))
    has_squad = Q(entry__tournament__squad__gt=0)
    sides = sides.filter(~has_squad | Q(lined_up__player__club_person=person))
    return dict(sides.order_by().values_list("match", "side"))


def _rivals_in(
    matches: Collection[int], own_sides: dict[int, int]
) -> Iterable[tuple[int, int, int]]:
    """Yield (match, side, key of the person) for each rival player joined to a person."""
    sides = _counting_sides().filter(match__in=matches).order_by()
    seat_rows = sides.filter(
        entry__tournament__squad=0, entry__seats__player__club_person__isnull=False
    ).values_list("match", "side", "entry__seats__player__club_person")
    line_ups = LineUp.objects.filter(side__in=sides, player__club_person__isnull=False)
    line_up_rows = line_ups.order_by().values_list(
        "side__match", "side__side", "player__club_person"
    )
    for match, side, rival in (*seat_rows, *line_up_rows):
        if side != own_sides[match]:
            yield match, side, rival


def _counting_sides() -> QuerySet[MatchSide]:
    """Return the sides of entries whose matches are not annulled, without guests."""
    is_annulled = Q(entry__state__in=Entry.GONE, entry__effect=Entry.Effect.VOID)
    return MatchSide.objects.filter(~is_annulled, guest=False)
