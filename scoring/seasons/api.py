"""API of a club's seasons."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.exports.api import FILES, FormatFilter
from scoring.seasons.ranking import MAX_POINTS, write_table
from scoring.seasons.selectors import (
    RankingRow,
    qualifiers_of,
    ranking_of,
    ranking_rows,
    ranking_table,
    rules_of,
    season_ratings,
)
from scoring.seasons.services import (
    MAX_BEST,
    NAME_LENGTH,
    bring_qualifiers,
    delete_season,
    put_in_season,
    save_season,
    take_out_of_season,
)
from tournaments.clubs.api import NameBody
from tournaments.jobs.api import AnyAccept
from tournaments.models import Season, SeasonTournament
from tournaments.models.season import MOST_GOING_ON, MOST_WEIGHT
from tournaments.permissions import SECRETARY, tournaments_organised_by
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest
from tournaments.site.spreadsheets import table_response


# --- Schema ---------------------------------------------------------------------------------------
class SeasonSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    counts = serializers.ChoiceField(choices=Season.Counts.choices)
    table = serializers.SerializerMethodField(
        help_text="Points by place, a line for each size: «16: 25 18 15»."
    )
    taking_part = serializers.IntegerField(help_text="Points for each tournament played.")
    best = serializers.IntegerField(help_text="Results that count; 0: all.")
    public = serializers.BooleanField()

    def get_table(self, season: Season) -> str:
        return write_table(rules_of(season).table)


class SeasonBody(Body):
    name = Text(max_length=NAME_LENGTH)
    counts = serializers.ChoiceField(choices=Season.Counts.choices)
    table = Text(max_length=2_000, allow_blank=True)
    taking_part = WholeNumber(min_value=0, max_value=MAX_POINTS, required=False)
    best = WholeNumber(min_value=0, max_value=MAX_BEST, required=False)
    public = YesNo(required=False)


class EventPointsSerializer(serializers.Serializer):
    tournament = serializers.CharField(help_text="Slug.")
    place = serializers.IntegerField()
    entries = serializers.IntegerField()
    presence = serializers.ChoiceField(choices=["played", "left", "absent"])
    by_place = serializers.IntegerField()
    taking_part = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="False if enough better results count.")


class RankingRowSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    results = EventPointsSerializer(many=True)


class SeasonRatingSerializer(serializers.Serializer):
    game = serializers.CharField()
    name = serializers.CharField()
    level = serializers.FloatField(help_text="Estimated strength; a guide, not a ranking.")
    uncertainty = serializers.FloatField(help_text="Its standard deviation.")
    matches = serializers.IntegerField()


class SeasonTournamentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    tournament = serializers.CharField(source="tournament.slug")
    weight = serializers.IntegerField()
    feeds = serializers.IntegerField(
        source="feeds_id",
        allow_null=True,
        help_text="Id of the phase for which its best entries qualify.",
    )
    places = serializers.IntegerField(source="going_on")
    one_in = serializers.IntegerField()


class SeasonTournamentBody(Body):
    tournament = Text(max_length=60, help_text="Slug.")
    weight = WholeNumber(min_value=1, max_value=MOST_WEIGHT, required=False)
    feeds = WholeNumber(min_value=1, required=False, help_text="Id of the next phase.")
    places = WholeNumber(min_value=0, max_value=MOST_GOING_ON, required=False)
    one_in = WholeNumber(min_value=0, max_value=MOST_GOING_ON, required=False)


class QualifierSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="Number of the entry in this phase.")
    place = serializers.IntegerField()
    title = serializers.CharField()
    has_place = serializers.BooleanField(help_text="False for reserves, best first.")
    is_entered = serializers.BooleanField(help_text="Its people are in the next phase already.")


class QualifiersBody(Body):
    numbers = serializers.ListField(child=WholeNumber(min_value=1), max_length=MOST_GOING_ON)


class NewEntriesSerializer(serializers.Serializer):
    numbers = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the new entries."
    )


# --- Seasons --------------------------------------------------------------------------------------
class SeasonsView(ApiView):
    acts = {"GET": "manage_club", "POST": "manage_club"}

    @extend_schema(responses=SeasonSerializer(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        """List the seasons of the club."""
        return self.list_answer(SeasonSerializer, request.club.seasons.all())

    @extend_schema(request=SeasonBody, responses={201: SeasonSerializer})
    def post(self, request: ApiRequest, club: str) -> Response:
        """Create a season."""
        season = save_season(club=request.club, **self.body(SeasonBody))
        return self.answer(SeasonSerializer, season, status=201)


class SeasonView(ApiView):
    acts = {"GET": "view_public", "PUT": "manage_club"}

    @extend_schema(responses=SeasonSerializer)
    def get(self, request: ApiRequest, club: str, season: str) -> Response:
        """Return the season; 404 for the public if it is not public."""
        return self.answer(SeasonSerializer, _season_to_read(request, season))

    @extend_schema(request=SeasonBody, responses=SeasonSerializer)
    def put(self, request: ApiRequest, club: str, season: str) -> Response:
        """Replace the rules of the season."""
        saved_season = save_season(
            club=request.club, season=_own_season(request, season), **self.body(SeasonBody)
        )
        return self.answer(SeasonSerializer, saved_season)


class SeasonDeleteView(ApiView):
    acts = {"POST": "manage_club"}

    @extend_schema(request=NameBody, responses={204: None})
    def post(self, request: ApiRequest, club: str, season: str) -> Response:
        """Delete the season; its tournaments stay."""
        delete_season(season=_own_season(request, season), **self.body(NameBody))
        return Response(status=204)


class SeasonRankingView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=RankingRowSerializer(many=True))
    def get(self, request: ApiRequest, club: str, season: str) -> Response:
        """Return the ranking, each line with its results.

        For the public, only the public tournaments that show the names of their players count.
        """
        own_season = _season_to_read(request, season)
        ranking = ranking_of(own_season, for_public=request.role != SECRETARY)
        rows = [_row_as_json(row) for row in ranking_rows(ranking)]
        return self.list_answer(RankingRowSerializer, rows)


class SeasonExportView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": FormatFilter}
    content_negotiation_class = AnyAccept

    @extend_schema(responses=FILES)
    def get(self, request: Any, club: str, season: str) -> HttpResponse:
        """Return the ranking as a file, with the points of each tournament."""
        season_row = _season_to_read(request, season)
        table = ranking_table(ranking_of(season_row, for_public=request.role != SECRETARY))
        return table_response(table, season_row.slug, self.query()["format"])


class SeasonRatingsView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=SeasonRatingSerializer(many=True))
    def get(self, request: ApiRequest, club: str, season: str) -> Response:
        """Return the rating of each person in each game: a guide that never changes the ranking."""
        own_season = _season_to_read(request, season)
        rows = [
            {
                "game": game,
                "name": game_ratings.names[rating.person],
                "level": rating.level,
                "uncertainty": rating.uncertainty,
                "matches": rating.matches,
            }
            for game, game_ratings in season_ratings(
                own_season, for_public=request.role != SECRETARY
            ).items()
            for rating in game_ratings.ratings
        ]
        return self.list_answer(SeasonRatingSerializer, rows)


class SeasonTournamentsView(ApiView):
    acts = {"GET": "manage_club", "POST": "manage_club"}

    @extend_schema(responses=SeasonTournamentSerializer(many=True))
    def get(self, request: ApiRequest, club: str, season: str) -> Response:
        """List the tournaments of the season."""
        return self.list_answer(SeasonTournamentSerializer, _events(_own_season(request, season)))

    @extend_schema(request=SeasonTournamentBody, responses={201: SeasonTournamentSerializer})
    def post(self, request: ApiRequest, club: str, season: str) -> Response:
        """Put a tournament in the season, or change how it counts there."""
        own_season, body = _own_season(request, season), self.body(SeasonTournamentBody)
        tournaments = tournaments_organised_by(self.user)
        tournament = get_object_or_404(tournaments, slug=body.pop("tournament"))
        if feeds := body.pop("feeds", None):
            body["feeds"] = get_object_or_404(_events(own_season), pk=feeds)
        event = put_in_season(season=own_season, author=self.user, tournament=tournament, **body)
        return self.answer(SeasonTournamentSerializer, event, status=201)


class SeasonTournamentView(ApiView):
    acts = {"DELETE": "manage_club"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, club: str, season: str, event: int) -> Response:
        """Take a tournament out of the season."""
        take_out_of_season(event=_event(request, season, event))
        return Response(status=204)


class SeasonQualifiersView(ApiView):
    acts = {"GET": "manage_club", "POST": "manage_club"}

    @extend_schema(responses=QualifierSerializer(many=True))
    def get(self, request: ApiRequest, club: str, season: str, event: int) -> Response:
        """List the entries of a phase, best first, and which of them qualify for the next phase."""
        phase = _event(request, season, event)
        values = [
            {
                "number": row.entry.number,
                "place": row.place,
                "title": row.title,
                "has_place": row.has_place,
                "is_entered": row.is_entered,
            }
            for row in qualifiers_of(phase).rows
        ]
        return self.list_answer(QualifierSerializer, values)

    @extend_schema(request=QualifiersBody, responses={201: NewEntriesSerializer})
    def post(self, request: ApiRequest, club: str, season: str, event: int) -> Response:
        """Register entries of a finished phase in the next phase; skip entries that are there."""
        phase = _event(request, season, event)
        new_entries = bring_qualifiers(event=phase, author=self.user, **self.body(QualifiersBody))
        numbers = [entry.number for entry in new_entries]
        return self.answer(NewEntriesSerializer, {"numbers": numbers}, status=201)


def _row_as_json(row: RankingRow) -> dict[str, Any]:
    return {
        "place": row.line.place,
        "shared": row.line.shared,
        "name": row.name,
        "points": row.line.points,
        "results": [
            {
                "tournament": event.tournament.slug,
                "place": result.place,
                "entries": result.entries,
                "presence": result.presence,
                "by_place": result.by_place,
                "taking_part": result.taking_part,
                "counts": result.counts,
            }
            for event, result in row.results
        ],
    }


def _season_to_read(request: ApiRequest, slug: str) -> Season:
    """Return the season. Raises Http404 if it is neither public nor of the caller's club."""
    own_season = _own_season(request, slug)
    if not own_season.public and request.role != SECRETARY:
        raise Http404
    return own_season


def _own_season(request: ApiRequest, slug: str) -> Season:
    return get_object_or_404(request.club.seasons, slug=slug)


def _events(season: Season) -> Any:
    """Return the tournaments of the season, each with the phase that it feeds."""
    return season.events.select_related("tournament", "feeds__tournament")


def _event(request: ApiRequest, season: str, event: int) -> SeasonTournament:
    events = _events(_own_season(request, season))
    season_tournament: SeasonTournament = get_object_or_404(events, pk=event)
    return season_tournament
