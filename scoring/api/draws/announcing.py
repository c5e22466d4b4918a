"""Published rounds that the public does not see until they are announced."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.draws.rounds import RoundSerializer, answer_round, find_round
from tournaments.api.fields import Body, Moment
from tournaments.api.view import ApiView
from tournaments.services.draws.announcing import announce_round, hide_round


class AnnounceBody(Body):
    at = Moment(
        required=False, allow_null=True, help_text="When everybody will see it; now unless given."
    )


class AnnounceView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=AnnounceBody, responses=RoundSerializer)
    def post(self, request: Request, slug: str, serial: int) -> Response:
        """Let everybody see a published round, and those of its stage before it."""
        at = self.body(AnnounceBody).get("at")
        announce_round(round=find_round(request, serial), author=request.user, at=at)
        return answer_round(self, serial)


class HideView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses=RoundSerializer)
    def post(self, request: Request, slug: str, serial: int) -> Response:
        """Keep a round from the public again, while nothing is written in it."""
        hide_round(round=find_round(request, serial), author=request.user)
        return answer_round(self, serial)
