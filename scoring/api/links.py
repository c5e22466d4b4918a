"""The links with which the players write their own acta: shown, and revoked."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.matches import find_match
from scoring.services.links import revoke_link, revoke_links
from scoring.table_links import table_url
from tournaments.api.view import ApiView
from tournaments.models import Match
from tournaments.public_address import base_url
from tournaments.selectors.rounds import published_round


class LinkSerializer(serializers.Serializer):
    url = serializers.CharField(help_text="Whoever opens it writes this match, and no other.")


class RevokedSerializer(serializers.Serializer):
    revoked = serializers.IntegerField()


class LinkView(ApiView):
    acts = {"GET": "table_links"}

    @extend_schema(responses=LinkSerializer)
    def get(self, request: Request, slug: str, code: str) -> Response:
        """The link of a table, as its QR has it."""
        return _told(self, request, find_match(request, code))


class LinkRevokeView(ApiView):
    acts = {"POST": "table_links"}

    @extend_schema(request=None, responses=LinkSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Revoke the link of a table; the answer has the new one."""
        match = find_match(request, code)
        return _told(self, request, revoke_link(match=match, author=self.writer))


class RoundLinksRevokeView(ApiView):
    acts = {"POST": "table_links"}

    @extend_schema(request=None, responses=RevokedSerializer)
    def post(self, request: Request, slug: str, serial: int) -> Response:
        """Revoke every link of a round."""
        round = published_round(request.tournament, serial, request.audience)
        if round is None:
            raise Http404
        revoked = revoke_links(round=round, author=self.writer)
        return self.answer(RevokedSerializer, {"revoked": revoked})


def _told(view: ApiView, request: Request, match: Match) -> Response:
    return view.answer(LinkSerializer, {"url": table_url(base_url(request), match)})
