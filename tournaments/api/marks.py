"""Everybody paid, everybody present: in one call, and its undoing."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, Whole
from tournaments.api.view import ApiView
from tournaments.selectors.marks import MARKS
from tournaments.services.entries.marks import mark_all, unmark_all

LAST_LINE = 2**63 - 1  # keys of the history are 64 bits


class MarkAllBody(Body):
    mark = serializers.ChoiceField(choices=[(mark, mark) for mark in MARKS])


class UnmarkAllBody(MarkAllBody):
    line = Whole(min_value=1, max_value=LAST_LINE, help_text="The `line` that marking answered.")


class MarkedSerializer(serializers.Serializer):
    line = serializers.IntegerField(allow_null=True, help_text="To undo it; null: all were so.")
    numbers = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entries that have changed."
    )


class MarkAllView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=MarkAllBody, responses=MarkedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Mark every entry with a place as paid or as present."""
        mark = self.body(MarkAllBody)["mark"]
        line = mark_all(tournament=request.tournament, author=request.user, mark=mark)
        marked = {"line": line and line.pk, "numbers": line.after["pairs"] if line else []}
        return self.answer(MarkedSerializer, marked)


class UnmarkAllView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=UnmarkAllBody, responses=MarkedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Take back the last marking of everybody: those it changed, and no others."""
        asked = self.body(UnmarkAllBody)
        numbers = unmark_all(tournament=request.tournament, author=request.user, **asked)
        return self.answer(MarkedSerializer, {"line": None, "numbers": numbers})
