"""The final standings of the whole event, over all its stages."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.standings import Title
from scoring.public.held import event_of
from scoring.public.whole_event import event_rows
from tournaments.api.view import ApiView


class WholeEventSerializer(serializers.Serializer):
    place = serializers.IntegerField(source="line.place", help_text="In the whole event.")
    shared = serializers.BooleanField(source="line.shared", help_text="Others have the same place.")
    entry = serializers.IntegerField(source="line.entrant")
    title = Title(source="competitor.title")
    stage = serializers.IntegerField(source="line.stage", help_text="The last one it reached.")
    stage_label = serializers.CharField(source="stage")
    group = serializers.CharField(source="line.group", allow_blank=True)
    stage_place = serializers.IntegerField(
        source="line.stage_place", help_text="In that stage, or in its group; 0: never drawn in it."
    )
    withdrawn = serializers.BooleanField(source="line.withdrawn")


class WholeEventView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=WholeEventSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Everybody over all the stages: by the last stage reached, those who did not go on by the
        stage before. As things stand, while something is left to play."""
        page = self.paginate_queryset(event_of(request.tournament))
        rows = event_rows(request.tournament, page)
        return self.get_paginated_response(WholeEventSerializer(rows, many=True).data)
