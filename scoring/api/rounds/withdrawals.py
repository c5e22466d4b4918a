"""Entries that go home, and entries that come late: acts that reach the matches."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.actas.consequences import ChangeSerializer, RemedyBody, consequences_told, done
from scoring.api.matches import MatchSerializer, find_match
from scoring.selectors.rounds.resting import offer
from scoring.services.rounds.arrivals import place_late_entry
from scoring.services.rounds.withdrawals import reenter, undo_reenter, withdraw_entry
from tournaments.api.entries import EntrySerializer, find_entry
from tournaments.api.fields import Body, Text, YesNo
from tournaments.api.view import ApiView
from tournaments.models import Entry
from tournaments.selectors.stages import stage_of
from tournaments.services.entries.registering import reinstate


class WithdrawBody(RemedyBody):
    reason = Text()
    kind = serializers.ChoiceField(
        choices=[(state.value, state.label) for state in Entry.GONE],
        required=False,
        help_text="How it leaves; of its own will unless given.",
    )
    effect = serializers.ChoiceField(
        choices=Entry.Effect.choices,
        required=False,
        help_text="lose: what was left to play is lost; void: nothing it played counts, for its "
        "rivals neither; last: it is ranked last.",
    )


class WithdrawnSerializer(ChangeSerializer):
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
        change = done(withdraw_entry, entry=entry, author=request.user, **self.body(WithdrawBody))
        entry = find_entry(request.tournament, number)
        values = {
            "entry": entry,
            "forfeited": [match.code for match in change.made or ()],
            **consequences_told(change),
        }
        return self.answer(WithdrawnSerializer, values)


class ReinstatedSerializer(EntrySerializer, ChangeSerializer):
    """The entry, and the consequences."""


class ReinstateView(ApiView):
    acts = {"POST": "withdraw_entry"}

    @extend_schema(request=RemedyBody, responses=ReinstatedSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take back an entry that has left."""
        entry = find_entry(request.tournament, number)
        change = done(reinstate, entry=entry, author=request.user, **self.body(RemedyBody))
        entry = find_entry(request.tournament, number)
        entry.consequences, entry.remedied = change.consequences, change.remedied
        return self.answer(ReinstatedSerializer, entry)


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


class LateSerializer(serializers.Serializer):
    possible = serializers.BooleanField()
    round = serializers.IntegerField(allow_null=True, help_text="The serial of the one in play.")
    resting = serializers.ListField(
        child=serializers.IntegerField(), help_text="Those who rest in it, by number."
    )


class LateView(ApiView):
    acts = {"GET": "seat_late", "POST": "seat_late"}

    @extend_schema(responses=LateSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Whether the entry could play at once, and with whom."""
        entry = find_entry(request.tournament, number)
        found = offer(stage_of(entry), request.audience)
        possible = found is not None and entry in found.entries
        values = {
            "possible": possible,
            "round": found.round.serial if found and possible else None,
            "resting": [one.number for one in found.resting] if found and possible else [],
        }
        return self.answer(LateSerializer, values)

    @extend_schema(request=None, responses=MatchSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Seat an entry that came late with who rests in the round in play, by lot."""
        entry = find_entry(request.tournament, number)
        match = place_late_entry(entry=entry, author=request.user)
        return self.answer(MatchSerializer, find_match(request, match.code))
