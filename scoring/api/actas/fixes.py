"""Fixes of an acta by one call: its sides exchanged, its lines taken to another match, or what was
drawn from an older result of it drawn again."""

from django.utils.translation import gettext, override
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.actas.consequences import ChangeSerializer, RemedyBody, consequences_told, done
from scoring.api.actas.forms import ChangedRecordSerializer, live_told
from scoring.api.matches import match_to_write
from scoring.corrections.consequences import Consequences
from scoring.corrections.settled import drawn_before, remedy_settled
from scoring.services.actas import move_acta, swap_sides
from tournaments.api.fields import Body, Text, Whole, YesNo
from tournaments.api.view import ApiView


class SwapBody(RemedyBody):
    reason = Text(required=False, help_text="«Estaban cambiados los lados», unless given.")
    version = Whole(
        min_value=1,
        max_value=32_000,
        required=False,
        help_text="Of the acta that was being looked at: another one in force is 409.",
    )


class MoveBody(SwapBody):
    to = Text(max_length=8, help_text="Code of the match that the lines were of.")


class SeenBody(Body):
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="Of the consequences that were looked at: others are 409 `remedy_changed`.",
    )
    preview = YesNo(
        required=False, default=False, help_text="Only tell the consequences: nothing is saved."
    )


class RemedyToldSerializer(ChangeSerializer):
    """The draws made from an older result of a match, and whether they have been put right."""


class RemedyView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=SeenBody, responses=RemedyToldSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Exchange or draw again what was drawn from an older result of a match that was opened
        again and has ended otherwise, and has not begun."""
        match, asked = match_to_write(request, code), self.body(SeenBody)
        if asked["preview"]:
            found = drawn_before(match) or Consequences(False, False, False)
        else:
            found = remedy_settled(match=match, author=request.user, seen=asked.get("seen"))
        values = {"consequences": found, "remedied": not asked["preview"]}
        return self.answer(RemedyToldSerializer, values)


class SwapView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=SwapBody, responses=ChangedRecordSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Exchange A and B in every line of an acta, and carry out the remedies if asked."""
        match, asked = match_to_write(request, code), self.body(SwapBody)
        with override("es"):
            asked.setdefault("reason", gettext("Estaban cambiados los lados"))
        change = done(swap_sides, match=match, author=self.writer, **asked)
        values = {**live_told(match), **consequences_told(change)}
        return self.answer(ChangedRecordSerializer, values)


class MoveView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=MoveBody, responses=ChangedRecordSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the lines of an acta to the match they were of; the answer is that one's acta."""
        match, asked = match_to_write(request, code), self.body(MoveBody)
        to = match_to_write(request, asked.pop("to"))
        with override("es"):
            asked.setdefault("reason", gettext("Se apuntó en otra partida"))
        change = done(move_acta, match=match, to=to, author=self.writer, **asked)
        values = {**live_told(to), **consequences_told(change)}
        return self.answer(ChangedRecordSerializer, values)
