"""By the clock: the last call, and going on when it came too early."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.services.refereeing.calls import ring_bell, unring_bell
from tournaments.api.fields import Body, Text
from tournaments.api.view import ApiView
from tournaments.services.draws.drafts import REASON_LENGTH


class ResumeBody(Body):
    reason = Text(max_length=REASON_LENGTH)


class BellView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """The last call of a stage played by the clock."""
        ring_bell(stage=request.tournament.stage, author=request.user)
        return Response(status=204)


class ResumeView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=ResumeBody, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Go on calling after the last call."""
        reason = self.body(ResumeBody)["reason"]
        unring_bell(stage=request.tournament.stage, author=request.user, reason=reason)
        return Response(status=204)
