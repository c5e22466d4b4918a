"""Matches off their table until another day, and back."""

from collections.abc import Sequence

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.matches import MatchSerializer, find_match, told_matches
from tournaments.api.fields import Body, Moment, Text, YesNo
from tournaments.api.view import ApiView
from tournaments.models import Match
from tournaments.services.tables import postpone_match, resume_match


class TieBody(Body):
    whole_tie = YesNo(
        required=False, default=False, help_text="Between teams: every board not finished yet."
    )


class PostponeBody(TieBody):
    to = Moment(
        required=False,
        allow_null=True,
        default=None,
        help_text="Its own date, null while nobody knows it. Without an offset, in the site's "
        "time zone.",
    )
    reason = Text(required=False, default="", allow_blank=True)


class PostponeView(ApiView):
    acts = {"POST": "postpone_match"}

    @extend_schema(request=PostponeBody, responses=MatchSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take a match off its table until another day; again, to change its date. The matches
        postponed."""
        match, asked = find_match(request, code), self.body(PostponeBody)
        return _answer(self, postpone_match(match=match, author=request.user, **asked))


class ResumeMatchView(ApiView):
    acts = {"POST": "postpone_match"}

    @extend_schema(request=TieBody, responses=MatchSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Put a postponed match in the queue for a table again: the matches that were."""
        match, asked = find_match(request, code), self.body(TieBody)
        return _answer(self, resume_match(match=match, author=request.user, **asked))


def _answer(view: ApiView, matches: Sequence[Match]) -> Response:
    page = view.paginate_queryset([match.pk for match in matches])
    return view.get_paginated_response(told_matches(view.request.tournament, page or []))
