"""Recuperación: a match for an entry that rests, and undoing it."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.actas.consequences import ChangeSerializer, RemedyBody, consequences_told, done
from scoring.api.matches import MatchSerializer, find_match
from scoring.services.rounds.catch_ups import catch_up, undo_catch_up
from tournaments.api.entries import named_entry
from tournaments.api.fields import Body, Text, Whole
from tournaments.api.view import ApiView
from tournaments.services.draws.drafts import REASON_LENGTH
from tournaments.services.entries.checks import MAX_NUMBER

MOST_RIVALS = 4


class CatchUpBody(Body):
    rivals = serializers.ListField(
        child=Whole(min_value=1, max_value=MAX_NUMBER),
        min_length=1,
        max_length=MOST_RIVALS,
        help_text="Numbers of who sits down: as many as fill a table, each with his match of "
        "the round finished.",
    )


class UndoBody(RemedyBody):
    reason = Text(max_length=REASON_LENGTH)


class UndoneSerializer(MatchSerializer, ChangeSerializer):
    """A bye given back, and the consequences for results."""


class CatchUpView(ApiView):
    acts = {"POST": "catch_up"}

    @extend_schema(request=CatchUpBody, responses=MatchSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Make a match of a bye, in totals and the Swiss system. Only the result of who rested
        counts."""
        match, asked = find_match(request, code, byes=True), self.body(CatchUpBody)
        rivals = [named_entry(request.tournament, one, "rivals") for one in asked["rivals"]]
        catch_up(match=match, rivals=rivals, author=request.user)
        return self.answer(MatchSerializer, find_match(request, code))


class CatchUpUndoView(ApiView):
    acts = {"POST": "catch_up"}

    @extend_schema(request=UndoBody, responses=UndoneSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Give the bye back; the acta, if any, gets a version without lines."""
        match = find_match(request, code, byes=True)
        change = done(undo_catch_up, match=match, author=request.user, **self.body(UndoBody))
        match = find_match(request, code, byes=True)
        for name, value in consequences_told(change).items():
            setattr(match, name, value)
        return self.answer(UndoneSerializer, match)
