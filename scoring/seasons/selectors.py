"""The ranking, the ratings and the qualifiers of a season, from its tournaments.

`for_public` limits the ranking and the ratings to public tournaments that show the names of their
players, and to announced rounds.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring.models import Result
from scoring.seasons.ranking import (
    ABSENT,
    LEFT,
    PLAYED,
    EventPlace,
    EventPoints,
    PointsRow,
    RankingLine,
    SeasonEvent,
    SeasonRules,
    rank,
)
from scoring.seasons.rating import RatedMatch, Rating, ratings
from scoring.stages.selectors.chain import event_order, event_over
from tournaments.models import (
    Entry,
    EntryPlayer,
    MatchSide,
    Player,
    PublicNames,
    Season,
    SeasonTournament,
    Tournament,
    Visibility,
)
from tournaments.names.audience import EVERY_ROUND, EVERYTHING, Audience
from tournaments.names.people import identity
from tournaments.permissions import audience_of
from tournaments.site.spreadsheets import Cell, ExportTable

PRESENCE = {
    Entry.State.WITHDRAWN: LEFT,
    Entry.State.ABSENT: ABSENT,
    Entry.State.DISQUALIFIED: ABSENT,
}


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """The ranking of a season.

    - `names`: the name of each competitor, by `RankingLine.competitor`.
    - `events`: the tournaments, by `EventPoints.event`, in the order of the season.
    - `unfinished_events`: tournaments that do not count yet.
    - `hidden_count`: number of tournaments left out because the reader may not see them.
    """

    lines: tuple[RankingLine, ...]
    names: Mapping[Hashable, str]
    events: Mapping[Hashable, SeasonTournament]
    unfinished_events: Sequence[SeasonTournament]
    hidden_count: int


class GameRatings(NamedTuple):
    """The ratings of one game, and the names of the rated people by key."""

    ratings: tuple[Rating, ...]
    names: Mapping[Hashable, str]


class SeasonQualifier(NamedTuple):
    """An entry of a phase, with its final place.

    `has_place`: it qualifies for the next phase; `is_entered`: its people are there already.
    """

    entry: Entry
    place: int
    title: str
    has_place: bool
    is_entered: bool


class Qualifiers(NamedTuple):
    """The entries of a phase that did not leave it, best first; the first `places` qualify.

    `over`: the phase is finished, and the order is final.
    """

    rows: tuple[SeasonQualifier, ...]
    places: int
    over: bool


class _VisibleEvents(NamedTuple):
    """The tournaments that a reader may see, and the audience of each by tournament key.

    `hidden_count` is the number of tournaments that the reader may not see.
    """

    finished_events: list[SeasonTournament]
    unfinished_events: list[SeasonTournament]
    audiences: Mapping[int, Audience]
    hidden_count: int


def rules_of(season: Season) -> SeasonRules:
    """Return the rules of a season as plain values."""
    table = tuple(PointsRow(entries, tuple(points)) for entries, points in season.table)
    return SeasonRules(table, season.taking_part, season.best)


def ranking_of(season: Season, *, for_public: bool) -> SeasonRanking:
    """Return the ranking over the finished tournaments that this reader may see."""
    events = _events_of(season, for_public=for_public)
    names: dict[Hashable, str] = {}
    entries = _entries_by_tournament([event.tournament for event in events.finished_events])
    season_events = [
        _season_event(season, event, entries[event.tournament_id], names, events.audiences)
        for event in events.finished_events
    ]
    return SeasonRanking(
        rank(season_events, rules_of(season)),
        names,
        {event.pk: event for event in events.finished_events},
        events.unfinished_events,
        events.hidden_count,
    )


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the ranking with its name, and each of its results with its tournament."""

    line: RankingLine
    name: str
    results: Sequence[tuple[SeasonTournament, EventPoints]]


def ranking_rows(ranking: SeasonRanking) -> list[RankingRow]:
    """Return the lines of the ranking with names and tournaments."""
    return [
        RankingRow(
            line,
            ranking.names[line.competitor],
            [(ranking.events[result.event], result) for result in line.results],
        )
        for line in ranking.lines
    ]


def ranking_table(ranking: SeasonRanking) -> ExportTable:
    """Return the table of the ranking, with the points in each tournament, counted or not."""
    rows: list[list[Cell]] = []
    for row in ranking_rows(ranking):
        points = {result.event: result.points for result in row.line.results}
        points_by_event = [points.get(key) for key in ranking.events]
        rows.append([row.line.place, row.name, row.line.points, *points_by_event])
    return ExportTable(
        _("Clasificación"),
        [
            *(_("Puesto"), _("Nombre"), _("Puntos")),
            *(event.tournament.name for event in ranking.events.values()),
        ],
        rows,
    )


def season_ratings(season: Season, *, for_public: bool) -> dict[str, GameRatings]:
    """Return the ratings by game, from the finished tournaments that this reader may see."""
    tournaments_by_game: dict[str, list[Tournament]] = {}
    for event in _events_of(season, for_public=for_public).finished_events:
        tournaments_by_game.setdefault(event.tournament.game, []).append(event.tournament)
    game_ratings = {}
    for game, tournaments in tournaments_by_game.items():
        names: dict[Hashable, str] = {}
        people = ratings(_matches_of(season, tournaments, names))
        game_ratings[game] = GameRatings(people, names)
    return game_ratings


def identities_of(entry: Entry) -> frozenset[str]:
    """Return the identities of the people of an entry."""
    return frozenset(identity(seat.player.person) for seat in entry.seats.all())


def qualifiers_of(event: SeasonTournament) -> Qualifiers:
    """Return the entries of a phase and which of them qualify, with names, for the officers."""
    tournament = event.tournament
    entries = {entry.number: entry for entry in _prefetch_people(tournament.entries.all())}
    order = event_order(tournament, EVERY_ROUND)
    rows = [(line, entries[line.entrant]) for line in order]
    ranked_entries = [(line, entry) for line, entry in rows if entry.state == Entry.State.ENTERED]
    places = event.places_for(len(ranked_entries))
    next_entries = event.feeds.tournament.entries.all() if event.feeds else Entry.objects.none()
    entered_identities = {identities_of(entry) for entry in _prefetch_people(next_entries)}
    return Qualifiers(
        tuple(
            SeasonQualifier(
                entry,
                line.place,
                entry.full_title_for(EVERYTHING),
                has_place=index < places,
                is_entered=identities_of(entry) in entered_identities,
            )
            for index, (line, entry) in enumerate(ranked_entries)
        ),
        places,
        event_over(tournament, EVERY_ROUND),
    )


def _events_of(season: Season, *, for_public: bool) -> _VisibleEvents:
    """Return the tournaments of a season that the reader may see, finished or not.

    For the public, a tournament is finished when all its rounds are announced and played.
    """
    rows = season.events.select_related("tournament").order_by("tournament__starts_at", "pk")
    events = [event for event in rows if not for_public or shows_people(event.tournament)]
    audiences = {
        event.tournament_id: audience_of(event.tournament, "") if for_public else EVERY_ROUND
        for event in events
    }
    is_over = {
        event.pk: event_over(event.tournament, audiences[event.tournament_id]) for event in events
    }
    return _VisibleEvents(
        [event for event in events if is_over[event.pk]],
        [event for event in events if not is_over[event.pk]],
        audiences,
        len(rows) - len(events),
    )


def shows_people(tournament: Tournament) -> bool:
    """Return whether a tournament is public, shows names and is not a rehearsal."""
    return (
        tournament.visibility == Visibility.PUBLIC
        and tournament.public_names == PublicNames.NAMES
        and tournament.rehearsal_of_id is None
    )


# --- Competitors ----------------------------------------------------------------------------------
def _season_event(
    season: Season,
    event: SeasonTournament,
    entries: Mapping[int, Entry],
    names: dict[Hashable, str],
    audiences: Mapping[int, Audience],
) -> SeasonEvent:
    """Return the tournament as plain values, and add its competitors to `names`.

    `entries` are the entries of the tournament by number.
    """
    order = event_order(event.tournament, audiences[event.tournament_id])
    places: dict[Hashable, EventPlace] = {}
    for line in order:
        entry = entries[line.entrant]
        presence = PRESENCE.get(Entry.State(entry.state), PLAYED)
        for key, name in _competitors(season, entry):
            names.setdefault(key, name)
            # A person with two entries keeps the better place.
            places.setdefault(key, EventPlace(key, line.place, presence))
    return SeasonEvent(event.pk, len(order), tuple(places.values()), event.weight)


def _competitors(season: Season, entry: Entry) -> Iterable[tuple[Hashable, str]]:
    """Yield the key and the name of each competitor: the people of the entry, or the whole entry.

    An anonymised entry has none.
    """
    if entry.anonymised_at is not None:
        return
    people = [_key_and_name(season, seat.player) for seat in entry.seats.all()]
    if season.counts == Season.Counts.PEOPLE:
        yield from people
    elif entry.name:
        yield f"team/{entry.name.casefold()}", entry.name
    elif people:
        key = "/".join(sorted(key for key, _name in people))
        yield key, " · ".join(name for _key, name in people)


def _key_and_name(season: Season, player: Player) -> tuple[str, str]:
    """Return the key and the name of a person; players joined to one person have one key."""
    person = player.club_person
    if person is not None and person.club_id == season.club_id:
        return person.identity, person.full_name
    return f"{identity(player.person)}{player.apart}", player.full_name


def _entries_by_tournament(tournaments: Iterable[Tournament]) -> dict[int, dict[int, Entry]]:
    """Return the entries of each tournament by number, in a fixed number of queries."""
    entries_of_tournament: defaultdict[int, dict[int, Entry]] = defaultdict(dict)
    for entry in _prefetch_people(
        Entry.objects.filter(tournament__in=list(tournaments)).order_by()
    ):
        entries_of_tournament[entry.tournament_id][entry.number] = entry
    return entries_of_tournament


def _prefetch_people(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    rows = EntryPlayer.objects.select_related("player__club_person")
    return entries.prefetch_related(Prefetch("seats", rows))


# --- Matches --------------------------------------------------------------------------------------
def _matches_of(
    season: Season, tournaments: Sequence[Tournament], names: dict[Hashable, str]
) -> Iterable[RatedMatch]:
    """Yield the matches in the order in which they ended; add their people to `names`.

    Forfeits, and matches that all sides lost, are left out.
    """
    people: dict[int, tuple[Hashable, ...]] = {}
    seats = EntryPlayer.objects.filter(
        entry__tournament__in=tournaments, entry__anonymised_at=None
    ).select_related("player__club_person")
    for seat in seats.order_by("entry_id", "position"):
        key, name = _key_and_name(season, seat.player)
        names.setdefault(key, name)
        people[seat.entry_id] = (*people.get(seat.entry_id, ()), key)
    sides: dict[int, dict[int, tuple[Hashable, ...]]] = {}
    rows = MatchSide.objects.filter(match__tournament__in=tournaments, guest=False)
    for match, side, entry in rows.order_by("side", "place").values_list(
        "match_id", "side", "entry_id"
    ):
        match_sides = sides.setdefault(match, {})
        match_sides[side] = (*match_sides.get(side, ()), *people.get(entry, ()))
    results = Result.objects.filter(match__tournament__in=tournaments, forfeit=False, lost=False)
    for match, winner in results.order_by("match__finished_at", "match_id").values_list(
        "match_id", "winner"
    ):
        match_sides = sides.get(match, {})
        ranks = tuple(1 if winner is None or side == winner else 2 for side in sorted(match_sides))
        yield RatedMatch(tuple(match_sides[side] for side in sorted(match_sides)), ranks)
