"""Entries that go home, and entries that come late: acts that reach the matches."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.matches import MatchSerializer, find_match
from scoring.services.reentries import reenter, undo_reenter
from scoring.services.rounds import place_late_entry
from scoring.services.withdrawals import withdraw_entry
from tournaments.api.entries import EntrySerializer, find_entry
from tournaments.api.fields import Body, Text, YesNo
from tournaments.api.view import ApiView
from tournaments.models import Entry


class WithdrawBody(Body):
    reason = Text()
    kind = serializers.ChoiceField(
        choices=[(state.value, state.label) for state in Entry.GONE], required=False,
        help_text="How it leaves; of its own will unless given.",
    )  # fmt: skip
    effect = serializers.ChoiceField(
        choices=Entry.Effect.choices, required=False,
        help_text="lose: what was left to play is lost; void: nothing it played counts, for its "
        "rivals neither; last: it is ranked last.",
    )  # fmt: skip


class WithdrawnSerializer(serializers.Serializer):
    entry = EntrySerializer()
    forfeited = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the matches given to its rivals."
    )


class WithdrawView(ApiView):
    acts = {"POST": "withdraw_entry"}

    @extend_schema(request=WithdrawBody, responses=WithdrawnSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take an entry out; its unfinished matches go to the rivals."""
        entry = find_entry(request.tournament, number)
        given = withdraw_entry(entry=entry, author=request.user, **self.body(WithdrawBody))
        entry = find_entry(request.tournament, number)
        told = {"entry": entry, "forfeited": [match.code for match in given]}
        return self.answer(WithdrawnSerializer, told)


class ReenterBody(Body):
    paid = YesNo(required=False, help_text="Whether it has paid for it.")


class ReenterView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=ReenterBody, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let back in an entry that has lost its place."""
        entry = find_entry(request.tournament, number)
        reenter(entry=entry, author=request.user, **self.body(ReenterBody))
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


class ReenterUndoView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=ReenterBody, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take back a re-entry before anything is drawn with it."""
        entry = find_entry(request.tournament, number)
        undo_reenter(entry=entry, author=request.user, **self.body(ReenterBody))
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


class LateView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses=MatchSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give an entry that came after the first draw of a knockout an exempt rival, by lot."""
        entry = find_entry(request.tournament, number)
        match = place_late_entry(entry=entry, author=request.user)
        return self.answer(MatchSerializer, find_match(request.tournament, match.code))
