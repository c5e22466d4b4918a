"""API of the halls that tournaments share."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.halls.selectors import halls_of, tournaments_in
from tournaments.halls.services import NAME_LENGTH, delete_hall, place_tournament, save_hall
from tournaments.models import MAX_TABLES, Hall
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest
from tournaments.table_ranges import ranges_of


# --- Schema ---------------------------------------------------------------------------------------
class PlacedTournamentSerializer(serializers.Serializer):
    tournament = serializers.CharField(source="slug")
    tables = serializers.SerializerMethodField(help_text="Its tables in the hall: «21-40».")

    def get_tables(self, tournament: object) -> str:
        return ranges_of(tournament.table_numbers)  # type: ignore[attr-defined]


class HallSerializer(serializers.Serializer):
    code = serializers.CharField(help_text="It is in the address of the hall's screen.")
    name = serializers.CharField()
    tables = serializers.IntegerField()
    tournaments = serializers.SerializerMethodField()

    @extend_schema_field(PlacedTournamentSerializer(many=True))
    def get_tournaments(self, hall: Hall) -> object:
        return PlacedTournamentSerializer(tournaments_in(hall), many=True).data


class HallBody(Body):
    name = Text(max_length=NAME_LENGTH)
    tables = WholeNumber(min_value=1, max_value=MAX_TABLES)


class HallPlaceBody(Body):
    hall = Text(max_length=22, allow_null=True, help_text="Code of the hall; null: none.")
    first_table = WholeNumber(min_value=1, max_value=MAX_TABLES, required=False)
    tables = WholeNumber(min_value=1, max_value=MAX_TABLES, required=False)


class HallPlaceSerializer(serializers.Serializer):
    hall = serializers.CharField(source="hall.code", default=None, allow_null=True)
    first_table = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="How many tables the tournament has.")


# --- Views ----------------------------------------------------------------------------------------
class HallsView(ApiView):
    acts = {"GET": "run_own_halls", "POST": "run_own_halls"}

    @extend_schema(responses=HallSerializer(many=True))
    def get(self, request: ApiRequest) -> Response:
        """List the halls that the caller runs, with their tournaments."""
        return self.list_answer(HallSerializer, halls_of(request.user))

    @extend_schema(request=HallBody, responses={201: HallSerializer})
    def post(self, request: ApiRequest) -> Response:
        """Create a hall."""
        hall = save_hall(author=self.user, **self.body(HallBody))
        return self.answer(HallSerializer, hall, status=201)


class HallView(ApiView):
    acts = {"GET": "run_own_halls", "PUT": "run_own_halls", "DELETE": "run_own_halls"}

    @extend_schema(responses=HallSerializer)
    def get(self, request: ApiRequest, hall: str) -> Response:
        """Return the hall with its tournaments."""
        return self.answer(HallSerializer, _own_hall(request, hall))

    @extend_schema(request=HallBody, responses=HallSerializer)
    def put(self, request: ApiRequest, hall: str) -> Response:
        """Change the name and the number of tables."""
        saved_hall = save_hall(
            author=self.user, hall=_own_hall(request, hall), **self.body(HallBody)
        )
        return self.answer(HallSerializer, saved_hall)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, hall: str) -> Response:
        """Delete a hall without tournaments."""
        delete_hall(hall=_own_hall(request, hall))
        return Response(status=204)


class HallPlaceView(ApiView):
    acts = {"GET": "edit_tournament", "PUT": "edit_tournament"}

    @extend_schema(responses=HallPlaceSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the hall of the tournament, and its tables there."""
        return self.answer(HallPlaceSerializer, request.tournament)

    @extend_schema(request=HallPlaceBody, responses=HallPlaceSerializer)
    def put(self, request: ApiRequest, slug: str) -> Response:
        """Give the tournament a range of the tables of a hall."""
        body = self.body(HallPlaceBody)
        code = body.pop("hall")
        hall = None if code is None else _own_hall(request, code)
        tournament = place_tournament(
            tournament=request.tournament, author=self.user, hall=hall, **body
        )
        return self.answer(HallPlaceSerializer, tournament)


def _own_hall(request: ApiRequest, code: str) -> Hall:
    return get_object_or_404(halls_of(request.user), code=code)
