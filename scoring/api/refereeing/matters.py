"""Matters that wait for a referee in the whole tournament."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.disputes import Account
from scoring.matters import KINDS, handed_over, open_matters
from scoring.selectors.matches.actas import written
from scoring.services.actas.confirmations import review_handovers
from scoring.views.refereeing.matters import MOST_REVIEWED
from tournaments.api.fields import Body, Whole
from tournaments.api.view import ApiView
from tournaments.permissions import refuse_other_tables


class MatterAccountSerializer(serializers.Serializer):
    version = serializers.IntegerField(source="acta.version")
    live = serializers.BooleanField(source="acta.live", help_text="The one in force.")
    author = serializers.CharField(source="who", allow_blank=True)
    reason = serializers.CharField(source="acta.reason", allow_blank=True)
    lines = serializers.SerializerMethodField()

    def get_lines(self, account: Account) -> list[str]:
        return written(account.acta)


class MatterSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(
        choices=[(kind, kind) for kind in KINDS],
        help_text="A table calls; somebody says that the acta is wrong; there are two or more "
        "accounts of it; both sides confirmed it on one telephone, which they said was handed "
        "over.",
    )
    match = serializers.CharField(source="match.code")
    number = serializers.IntegerField(source="match.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    since = serializers.DateTimeField()
    by = serializers.CharField(allow_blank=True)
    said = serializers.CharField(allow_blank=True)
    call = serializers.IntegerField(
        source="call.pk", allow_null=True, default=None, help_text="To answer it."
    )
    accounts = MatterAccountSerializer(
        many=True, help_text="One of their versions is the `keep` of `resolve/`."
    )
    signature = serializers.IntegerField(
        allow_null=True, default=None, help_text="Of `handed`: to say that it has been seen."
    )


class ReviewedBody(Body):
    signatures = serializers.ListField(
        child=Whole(min_value=1, max_value=2**53), min_length=1, max_length=MOST_REVIEWED
    )


class ReviewedSerializer(serializers.Serializer):
    reviewed = serializers.IntegerField(help_text="How many had not been seen before.")


class MattersView(ApiView):
    acts = {"GET": "view_panel"}

    @extend_schema(responses=MatterSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return all that waits for a referee at his tables, the oldest first; then what is only
        to be seen."""
        found = open_matters(request.tournament, request.tables, timezone.now())
        return self.listed(MatterSerializer, found)


class ReviewedView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=ReviewedBody, responses=ReviewedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Say that these results, confirmed by both sides on one telephone, have been seen."""
        found = handed_over(request.tournament, set(self.body(ReviewedBody)["signatures"]))
        refuse_other_tables(request.tables, *(one.acta.match.table for one in found))
        reviewed = review_handovers(
            tournament=request.tournament, author=self.writer, signatures=found
        )
        return self.answer(ReviewedSerializer, {"reviewed": reviewed})
