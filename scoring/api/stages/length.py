"""More rounds than were said, or fewer."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.forms.rounds import MOST_ROUNDS
from tournaments.api.fields import Body, Text, Whole
from tournaments.api.view import ApiView
from tournaments.services.draws.drafts import REASON_LENGTH
from tournaments.services.setup.length import change_rounds


class LengthBody(Body):
    rounds = Whole(min_value=1, max_value=MOST_ROUNDS, help_text="In all; or blocks of rounds.")
    reason = Text(max_length=REASON_LENGTH, help_text="Published, with the author's name.")


class LengthSerializer(serializers.Serializer):
    format_options = serializers.DictField()


class LengthView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=LengthBody, responses=LengthSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Add rounds to the stage in play, or drop some that are not drawn."""
        asked = self.body(LengthBody)
        stage = change_rounds(stage=request.tournament.stage, author=request.user, **asked)
        return self.answer(LengthSerializer, stage)
