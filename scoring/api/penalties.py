"""Penalties of an entry: public, noted and lifted by whoever judges."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.models import Penalty
from scoring.models.penalty import MOST_PENALTY, REASON_LENGTH
from scoring.selectors.penalties import penalties_of_entry, table_of
from scoring.services.penalties import lift_penalty, note_penalty
from tournaments.api.entries import find_entry
from tournaments.api.fields import Body, Text, Whole
from tournaments.api.view import ApiView, StageFilter
from tournaments.covers import refuse_other_tables


class PenaltySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    entry = serializers.IntegerField(source="entry.number")
    points = serializers.IntegerField()
    reason = serializers.CharField()
    author = serializers.CharField(source="author_name", allow_blank=True)
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(
        allow_null=True, help_text="Since then it counts no more."
    )


class PenaltyBody(Body):
    points = Whole(min_value=1, max_value=MOST_PENALTY)
    reason = Text(max_length=REASON_LENGTH, help_text="Everybody reads it.")


class LiftBody(Body):
    reason = Text(max_length=REASON_LENGTH)


class PenaltiesView(ApiView):
    acts = {"GET": "view_public", "POST": "penalise"}

    @extend_schema(parameters=[StageFilter], responses=PenaltySerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The penalties of an entry in the stage, those lifted too."""
        entry = find_entry(request.tournament, number)
        found = penalties_of_entry(request.tournament.stage, entry.number)
        return self.listed(PenaltySerializer, found)

    @extend_schema(
        parameters=[StageFilter], request=PenaltyBody, responses={201: PenaltySerializer}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Note points of penalty. They place nobody unless the chain has `penalties`."""
        entry, asked = find_entry(request.tournament, number), self.body(PenaltyBody)
        refuse_other_tables(request.covers, table_of(entry))
        stage = request.tournament.stage
        made = note_penalty(stage=stage, entry=entry, author=request.user, **asked)
        answer = self.answer(PenaltySerializer, made, status=201)
        answer.headers["Location"] = reverse("api_penalties", args=[slug, number])
        return answer


class PenaltyLiftView(ApiView):
    acts = {"POST": "penalise"}

    @extend_schema(request=LiftBody, responses=PenaltySerializer)
    def post(self, request: Request, slug: str, number: int, penalty: int) -> Response:
        """Take a penalty back; it is still told."""
        entry = find_entry(request.tournament, number)
        refuse_other_tables(request.covers, table_of(entry))
        known = Penalty.objects.select_related("stage", "entry__tournament")
        found = get_object_or_404(known, pk=penalty, entry=entry)
        lift_penalty(penalty=found, author=request.user, **self.body(LiftBody))
        return self.answer(PenaltySerializer, found)
