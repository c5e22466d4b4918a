"""What waits for a referee in the whole tournament."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.disputes import Account
from scoring.matters import KINDS, open_matters
from scoring.selectors.actas import written
from tournaments.api.view import ApiView


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
        "accounts of it.",
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


class MattersView(ApiView):
    acts = {"GET": "view_panel"}

    @extend_schema(responses=MatterSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """What waits for a referee at the tables that one looks after, the oldest first."""
        found = open_matters(request.tournament, request.covers, timezone.now())
        return self.listed(MatterSerializer, found)
