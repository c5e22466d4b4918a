"""API of the team, its invitations and the audit."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.selectors import invitation_of, open_invitations
from tournaments.accounts.services.roles import (
    MOST_HOURS,
    MOST_PLACES,
    accept_invitation,
    grant_role,
    invite,
    link_digest,
    revoke_invitation,
    revoke_role,
)
from tournaments.accounts.throttling import INVITATION, PREFIX, WrongSecret, note_wrong_link
from tournaments.audit.selectors import audit_lines
from tournaments.audit.words import AuditLineInWords, audit_line_in_words
from tournaments.models import AuditLine, Invitation, Membership, Role
from tournaments.names.text import clean_text
from tournaments.refusal import Refused
from tournaments.site.api.errors import ErrorBodySerializer
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.public_address import base_url
from tournaments.site.requests import ApiRequest
from tournaments.table_ranges import RANGES_LENGTH


class MemberSerializer(serializers.Serializer):
    username = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(choices=Role.choices)
    tables = serializers.CharField(
        allow_blank=True, help_text="Tables of a referee («1-12, 20»); blank: all."
    )
    stage = serializers.IntegerField(help_text="Stage of a role «stage»; 0 for other roles.")


class MemberBody(Body):
    role = serializers.ChoiceField(choices=Role.choices)
    tables = Text(
        max_length=RANGES_LENGTH,
        required=False,
        allow_blank=True,
        default="",
        help_text="Tables of a referee; omitted or blank: all.",
    )
    stage = WholeNumber(
        min_value=0, max_value=999, required=False, help_text="Stage that a role «stage» organises."
    )


class TeamView(ApiView):
    acts = {"GET": "manage_team"}

    @extend_schema(responses=MemberSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the team members with their roles."""
        team = request.tournament.team.select_related("user").order_by("role", "user__username")
        return self.list_answer(MemberSerializer, team)


class MemberView(ApiView):
    acts = {"PUT": "manage_team", "DELETE": "manage_team"}

    @extend_schema(request=MemberBody, responses=MemberSerializer)
    def put(self, request: ApiRequest, slug: str, username: str) -> Response:
        """Give an account a role, or change its role."""
        member = grant_role(
            tournament=request.tournament,
            author=self.user,
            username=username,
            **self.body(MemberBody),
        )
        return self.answer(MemberSerializer, member)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, username: str) -> Response:
        """Remove a member, whose tokens then lose access to this tournament."""
        try:
            username = clean_text(username, "username", 150, any_start=True)
        except Refused:
            raise Http404 from None
        members = request.tournament.team.select_related("user")
        user = get_object_or_404(members, user__username=username).user
        revoke_role(tournament=request.tournament, author=self.user, user=user)
        return Response(status=204)


class LeaveView(ApiView):
    acts = {"POST": "leave_team"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Leave the team."""
        revoke_role(tournament=request.tournament, author=self.user, user=self.user)
        return Response(status=204)


class AuditFilter(serializers.Serializer):
    act = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class LoggedActionSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="line.id")
    at = serializers.DateTimeField(source="line.at")
    author = serializers.CharField(source="line.author_name", allow_blank=True)
    act = serializers.CharField(source="line.act")
    sentence = serializers.CharField(help_text="The act, in words.")
    subject = serializers.CharField(allow_blank=True)
    before = serializers.CharField(allow_blank=True, help_text="Changed values, in words.")
    after = serializers.CharField(allow_blank=True)


class AuditSerializer(LoggedActionSerializer):
    reason = serializers.CharField(source="line.reason", allow_blank=True)


class AuditLineSerializer(AuditSerializer):
    """Audit line of the API. Only the lines of the requested page are put into words."""

    def to_representation(self, instance: AuditLine) -> dict[str, object]:
        words: AuditLineInWords = audit_line_in_words(instance)
        return super().to_representation(words)


class AuditView(ApiView):
    acts = {"GET": "view_audit"}
    queries = {"GET": AuditFilter}

    @extend_schema(responses=AuditSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the audit lines, last first."""
        lines = audit_lines(request.tournament, self.query()["act"])
        return self.list_answer(AuditLineSerializer, lines)


# --- Invitations ----------------------------------------------------------------------------------
# An organiser makes and revokes invitations; a person with the secret accepts one.
class InvitationSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    tables = serializers.CharField(allow_blank=True)
    places = serializers.IntegerField(help_text="Number of people who can use the invitation.")
    left = serializers.IntegerField(help_text="Uses left.")
    expires_at = serializers.DateTimeField()
    author = serializers.CharField(source="author_name", allow_blank=True)


class NewInvitationSerializer(InvitationSerializer):
    secret = serializers.CharField(help_text="Shown only once: the server stores its digest.")
    link = serializers.CharField(help_text="Address of the invitation.")


class InvitationBody(Body):
    role = serializers.ChoiceField(choices=Role.choices)
    tables = Text(max_length=RANGES_LENGTH, required=False, allow_blank=True, default="")
    hours = WholeNumber(min_value=1, max_value=MOST_HOURS, required=False, default=24)
    places = WholeNumber(min_value=1, max_value=MOST_PLACES, required=False, default=1)


class AcceptBody(Body):
    secret = Text(max_length=100, help_text="Last part of the link.")


class JoinedSerializer(MemberSerializer):
    tournament = serializers.CharField(source="tournament.slug")


class InvitationsView(ApiView):
    acts = {"GET": "manage_team", "POST": "manage_team"}

    @extend_schema(responses=InvitationSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the open invitations, first to expire first."""
        return self.list_answer(InvitationSerializer, open_invitations(request.tournament))

    @extend_schema(request=InvitationBody, responses={201: NewInvitationSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Make an invitation link for a role. Only this answer has its secret."""
        invitation, secret = invite(
            tournament=request.tournament, author=self.user, **self.body(InvitationBody)
        )
        invitation.left = invitation.places
        # The serializer of the answer reads this attribute.
        invitation.secret = secret  # type: ignore[attr-defined]
        link = base_url(request) + reverse("invitation_open", args=[secret])
        invitation.link = link  # type: ignore[attr-defined]
        answer = self.answer(NewInvitationSerializer, invitation, status=201)
        answer.headers["Cache-Control"] = "no-store"
        return answer


class InvitationView(ApiView):
    acts = {"DELETE": "manage_team"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, invitation: int) -> Response:
        """Revoke an invitation before it expires. Members who joined with it stay."""
        link = get_object_or_404(request.tournament.invitations, pk=invitation)
        revoke_invitation(invitation=link, author=self.user)
        return Response(status=204)


class AcceptView(ApiView):
    acts = {"POST": "enter"}
    slows_guesses = True

    @extend_schema(request=AcceptBody, responses={200: JoinedSerializer, 404: ErrorBodySerializer})
    def post(self, request: Request) -> Response:
        """Join a team with the secret of a link. Wrong secrets are throttled."""
        invitation = _invitation(request, self.body(AcceptBody)["secret"])
        member: Membership = accept_invitation(invitation=invitation, user=self.user)
        return self.answer(JoinedSerializer, member)


def _invitation(request: Request, secret: str) -> Invitation:
    invitation = invitation_of(link_digest(secret))
    if invitation is None:
        note_wrong_link(request, INVITATION, secret[:PREFIX])
        raise WrongSecret
    return invitation
