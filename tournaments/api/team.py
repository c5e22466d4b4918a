"""The people who help, and the memory of what everybody did."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, Text
from tournaments.api.view import ApiView
from tournaments.models import AuditLine, Role
from tournaments.names.text import clean_text
from tournaments.refusal import Refused
from tournaments.selectors.audit import audit_lines
from tournaments.services.access.roles import grant_role, revoke_role
from tournaments.table_ranges import LONGEST
from tournaments.wording.audit import Told, told


class MemberSerializer(serializers.Serializer):
    username = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(choices=Role.choices)
    tables = serializers.CharField(
        allow_blank=True, help_text="Those a referee looks after («1-12, 20»); blank is all."
    )


class MemberBody(Body):
    role = serializers.ChoiceField(choices=Role.choices)
    tables = Text(
        max_length=LONGEST,
        required=False,
        allow_blank=True,
        default="",
        help_text="Of a referee alone; left out or blank is all of them.",
    )


class TeamView(ApiView):
    acts = {"GET": "manage_team"}

    @extend_schema(responses=MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return those who help, and as what."""
        team = request.tournament.team.select_related("user").order_by("role", "user__username")
        return self.listed(MemberSerializer, team)


class MemberView(ApiView):
    acts = {"PUT": "manage_team", "DELETE": "manage_team"}

    @extend_schema(request=MemberBody, responses=MemberSerializer)
    def put(self, request: Request, slug: str, username: str) -> Response:
        """Give somebody with an account a role, or another one."""
        member = grant_role(
            tournament=request.tournament,
            author=request.user,
            username=username,
            **self.body(MemberBody),
        )
        return self.answer(MemberSerializer, member)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Take somebody off the team: their token opens nothing more in this tournament."""
        try:
            username = clean_text(username, "username", 150, any_start=True)
        except Refused:
            raise Http404 from None
        members = request.tournament.team.select_related("user")
        user = get_object_or_404(members, user__username=username).user
        revoke_role(tournament=request.tournament, author=request.user, user=user)
        return Response(status=204)


class LeaveView(ApiView):
    acts = {"POST": "leave_team"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave the team oneself."""
        revoke_role(tournament=request.tournament, author=request.user, user=request.user)
        return Response(status=204)


class AuditFilter(serializers.Serializer):
    act = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class AuditSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="line.id")
    at = serializers.DateTimeField(source="line.at")
    author = serializers.CharField(source="line.author_name", allow_blank=True)
    act = serializers.CharField(source="line.act")
    sentence = serializers.CharField(help_text="The act in words.")
    subject = serializers.CharField(allow_blank=True)
    before = serializers.CharField(allow_blank=True, help_text="In words; only what differs.")
    after = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(source="line.reason", allow_blank=True)


class AuditLineSerializer(AuditSerializer):
    """From the line itself: only those of a page are put in words."""

    def to_representation(self, instance: AuditLine) -> dict[str, object]:
        words: Told = told(instance)
        return super().to_representation(words)


class AuditView(ApiView):
    acts = {"GET": "view_audit"}
    queries = {"GET": AuditFilter}

    @extend_schema(responses=AuditSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the audit lines, the last first."""
        lines = audit_lines(request.tournament, self.query()["act"])
        return self.listed(AuditLineSerializer, lines)
