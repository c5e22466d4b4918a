"""Invitations: made and taken back by an organiser, accepted by whoever has the secret."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.errors import ErrorBodySerializer
from tournaments.api.fields import Body, Text, Whole
from tournaments.api.team import MemberSerializer
from tournaments.api.view import ApiView
from tournaments.login.throttling import INVITATION, PREFIX, WrongSecret, note_wrong_link
from tournaments.models import Invitation, Membership, Role
from tournaments.public_address import base_url
from tournaments.selectors.invitations import invitation_of, open_invitations
from tournaments.services.access.invitations import (
    MOST_HOURS,
    MOST_PLACES,
    accept_invitation,
    digest_of,
    invite,
    revoke_invitation,
)
from tournaments.table_ranges import LONGEST


class InvitationSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    tables = serializers.CharField(allow_blank=True)
    places = serializers.IntegerField(help_text="For how many people.")
    left = serializers.IntegerField(help_text="Places nobody has taken yet.")
    expires_at = serializers.DateTimeField()
    author = serializers.CharField(source="author_name", allow_blank=True)


class NewInvitationSerializer(InvitationSerializer):
    secret = serializers.CharField(help_text="Told once: only its digest is kept.")
    link = serializers.CharField(help_text="The page that opens it.")


class InvitationBody(Body):
    role = serializers.ChoiceField(choices=Role.choices)
    tables = Text(max_length=LONGEST, required=False, allow_blank=True, default="")
    hours = Whole(min_value=1, max_value=MOST_HOURS, required=False, default=24)
    places = Whole(min_value=1, max_value=MOST_PLACES, required=False, default=1)


class AcceptBody(Body):
    secret = Text(max_length=100, help_text="The last part of the link.")


class JoinedSerializer(MemberSerializer):
    tournament = serializers.CharField(source="tournament.slug")


class InvitationsView(ApiView):
    acts = {"GET": "manage_team", "POST": "manage_team"}

    @extend_schema(responses=InvitationSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The links that somebody can still accept, the first to expire before."""
        return self.listed(InvitationSerializer, open_invitations(request.tournament))

    @extend_schema(request=InvitationBody, responses={201: NewInvitationSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Make a link for a role. Its secret is in this answer and nowhere else."""
        made, secret = invite(
            tournament=request.tournament, author=request.user, **self.body(InvitationBody)
        )
        made.left, made.secret = made.places, secret
        made.link = base_url(request) + reverse("invitation_open", args=[secret])
        answer = self.answer(NewInvitationSerializer, made, status=201)
        answer.headers["Cache-Control"] = "no-store"
        return answer


class InvitationView(ApiView):
    acts = {"DELETE": "manage_team"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, invitation: int) -> Response:
        """Shut a link before its hour. Those who came in with it stay."""
        link = get_object_or_404(request.tournament.invitations, pk=invitation)
        revoke_invitation(invitation=link, author=request.user)
        return Response(status=204)


class AcceptView(ApiView):
    acts = {"POST": "enter"}
    slows_guesses = True

    @extend_schema(request=AcceptBody, responses={200: JoinedSerializer, 404: ErrorBodySerializer})
    def post(self, request: Request) -> Response:
        """Join a team with the secret of a link. Wrong ones are slowed down."""
        invitation = _invitation(request, self.body(AcceptBody)["secret"])
        member: Membership = accept_invitation(invitation=invitation, user=request.user)
        return self.answer(JoinedSerializer, member)


def _invitation(request: Request, secret: str) -> Invitation:
    invitation = invitation_of(digest_of(secret))
    if invitation is None:
        note_wrong_link(request, INVITATION, secret[:PREFIX])
        raise WrongSecret
    return invitation
