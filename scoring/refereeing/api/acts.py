"""API of referees, except rulings: calls, time, replays, open matters, options of a stage."""

from dataclasses import asdict

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from rules.core import SIDE_NAMES
from scoring.actas.api.matches import find_match_to_write
from scoring.actas.api.serializers import (
    ChangeSerializer,
    RemedyBody,
    change_or_preview,
    consequences_data,
)
from scoring.actas.selectors.actas import lines_written
from scoring.actas.services.confirmations import review_handovers
from scoring.models import RefereeCall
from scoring.refereeing.ladders import LADDER, LIMITS, MOST_SCORE, MOST_STEPS, TIME_UP
from scoring.refereeing.selectors.clock import clock_of, open_calls, stage_refereeing
from scoring.refereeing.selectors.matters import KINDS, ActaAccount, handovers, open_matters
from scoring.refereeing.services.acts import (
    MOST_EXTRA,
    REASON_LENGTH,
    answer_call,
    call_referee,
    give_time,
    replay_match,
    set_refereeing,
)
from scoring.refereeing.services.calls import make_last_call, resume_calls
from scoring.refereeing.views.acts import MOST_REVIEWED
from tournaments.permissions import refuse_other_tables
from tournaments.rounds.services import drafts
from tournaments.setup.api import find_stage
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class CallSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    match = serializers.CharField(source="match.code")
    number = serializers.IntegerField(source="match.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    side = serializers.SerializerMethodField(help_text="Side that called, if known.")
    author = serializers.CharField(source="author_name", allow_blank=True)
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    answered_by = serializers.CharField(source="answered_name", allow_blank=True)

    def get_side(self, call: RefereeCall) -> str | None:
        return None if call.side is None else SIDE_NAMES[call.side]


class CallBody(Body):
    side = serializers.ChoiceField(
        choices=[(side, side) for side in SIDE_NAMES], required=False, allow_null=True
    )


class TimeBody(Body):
    minutes = WholeNumber(min_value=0, max_value=MOST_EXTRA, help_text="Extra minutes in total.")
    reason = Text(max_length=REASON_LENGTH)


class ReplayBody(RemedyBody):
    reason = Text(max_length=REASON_LENGTH)


class ClockSerializer(serializers.Serializer):
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(
        source="minutes_left", allow_null=True, help_text="Minutes left; negative once time is up."
    )
    extra = serializers.IntegerField()


class ReplayedSerializer(ChangeSerializer):
    version = serializers.IntegerField(
        allow_null=True, help_text="Version of the blank acta; null with `preview`."
    )


def _whole_number(name: str) -> WholeNumber:
    low, high = LIMITS[name]
    return WholeNumber(min_value=low, max_value=high, required=False)


class RefereeingBody(Body):
    """The refereeing options of a stage; docs/arbitrar.md explains each one."""

    minutes = _whole_number("minutes")
    time_up = serializers.ChoiceField(choices=[(value, value) for value in TIME_UP], required=False)
    extra_deals = _whole_number("extra_deals")
    warnings = serializers.ListField(
        child=serializers.ChoiceField(choices=[(value, value) for value in LADDER]),
        min_length=1,
        max_length=MOST_STEPS,
        required=False,
    )
    grace = _whole_number("grace")
    later = _whole_number("later")
    step = _whole_number("step")
    forfeit = _whole_number("forfeit")
    score = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_SCORE), max_length=2, required=False
    )


class CallsView(ApiView):
    acts = {"GET": "view_panel"}

    @extend_schema(responses=CallSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the unanswered calls of the tables, oldest first."""
        calls = open_calls(request.tournament, timezone.now())
        return self.list_answer(CallSerializer, [call.call for call in calls])


class MatchCallView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=CallBody, responses={201: CallSerializer})
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Call the referee to a table.

        While a call is unanswered, calling again returns the same call.
        """
        match, side = find_match_to_write(request, code), self.body(CallBody).get("side")
        number = None if side is None else SIDE_NAMES.index(side)
        call = call_referee(match=match, author=self.user, side=number)
        return self.answer(CallSerializer, call, status=201)


class AnswerView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=None, responses=CallSerializer)
    def post(self, request: ApiRequest, slug: str, call: int) -> Response:
        """Answer a call: a referee is at the table."""
        calls = RefereeCall.objects.select_related("match")
        open_call = get_object_or_404(calls, pk=call, match__tournament=request.tournament)
        refuse_other_tables(request.tables, open_call.match.table)
        return self.answer(CallSerializer, answer_call(call=open_call, author=self.user))


class TimeView(ApiView):
    acts = {"POST": "penalise"}

    @extend_schema(request=TimeBody, responses=ClockSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Set the total of extra minutes of a table."""
        match = find_match_to_write(request, code)
        match = give_time(match=match, author=self.user, **self.body(TimeBody))
        clock = clock_of(match, timezone.now())
        no_clock = {"ends_at": None, "minutes_left": None, "extra": match.extra_minutes}
        return self.answer(ClockSerializer, clock or no_clock)


class ReplayView(ApiView):
    acts = {"POST": "penalise"}

    @extend_schema(request=ReplayBody, responses=ReplayedSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Replay a match from the beginning; the old version of its acta keeps its lines."""
        match = find_match_to_write(request, code)
        change = change_or_preview(
            replay_match, match=match, author=request.user, **self.body(ReplayBody)
        )
        version = change.value and change.value.version
        return self.answer(ReplayedSerializer, {"version": version, **consequences_data(change)})


class RefereeingView(ApiView):
    acts = {"GET": "view_public", "PUT": "edit_tournament"}

    @extend_schema(responses=RefereeingBody)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return the clock of a stage, its rules for lateness and its ladder of warnings."""
        stage = find_stage(request, number)
        return Response(asdict(stage_refereeing(stage)))

    @extend_schema(request=RefereeingBody, responses=RefereeingBody)
    def put(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Set how a stage is refereed; each omitted option takes its default value."""
        stage = find_stage(request, number)
        body = self.body(RefereeingBody)
        set_refereeing(stage=stage, author=self.user, options=body)
        return Response(asdict(stage_refereeing(stage)))


class ResumeBody(Body):
    reason = Text(max_length=drafts.REASON_LENGTH)


class LastCallView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Make the last call of a stage played by the clock."""
        make_last_call(stage=request.tournament.stage, author=self.user)
        return Response(status=204)


class ResumeView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=ResumeBody, responses={204: None})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Undo the last call: matches are called again."""
        reason = self.body(ResumeBody)["reason"]
        resume_calls(stage=request.tournament.stage, author=self.user, reason=reason)
        return Response(status=204)


# --- Matters that wait for a referee --------------------------------------------------------------
class MatterAccountSerializer(serializers.Serializer):
    version = serializers.IntegerField(source="acta.version")
    live = serializers.BooleanField(source="acta.live", help_text="Whether this version is live.")
    author = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(source="acta.reason", allow_blank=True)
    lines = serializers.SerializerMethodField()

    def get_lines(self, account: ActaAccount) -> list[str]:
        return lines_written(account.acta)


class MatterSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(
        choices=[(kind, kind) for kind in KINDS],
        help_text="A referee call; a report that the acta is wrong; two or more versions of it; "
        "or both sides confirmed on one handed-over phone.",
    )
    match = serializers.CharField(source="match.code")
    number = serializers.IntegerField(source="match.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    since = serializers.DateTimeField()
    by = serializers.CharField(source="author", allow_blank=True)
    said = serializers.CharField(source="text", allow_blank=True)
    call = serializers.IntegerField(
        source="call.pk",
        allow_null=True,
        default=None,
        help_text="Identifier of the call, to answer it.",
    )
    accounts = MatterAccountSerializer(
        many=True, help_text="Versions in dispute: send one as `keep` to `resolve/`."
    )
    signature = serializers.IntegerField(
        allow_null=True, default=None, help_text="For `handed`: identifier to mark it as reviewed."
    )


class ReviewedBody(Body):
    signatures = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=2**53), min_length=1, max_length=MOST_REVIEWED
    )


class ReviewedSerializer(serializers.Serializer):
    reviewed = serializers.IntegerField(help_text="Number of signatures newly marked.")


class MattersView(ApiView):
    acts = {"GET": "view_panel"}

    @extend_schema(responses=MatterSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the matters at the referee's tables, oldest first.

        Matters that need no decision, only a look, come last.
        """
        matters = open_matters(request.tournament, request.tables, timezone.now(), request.audience)
        return self.list_answer(MatterSerializer, matters)


class ReviewedView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=ReviewedBody, responses=ReviewedSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Mark results confirmed by both sides on one phone as reviewed."""
        signatures = handovers(request.tournament, set(self.body(ReviewedBody)["signatures"]))
        refuse_other_tables(
            request.tables, *(signature.acta.match.table for signature in signatures)
        )
        count = review_handovers(
            tournament=request.tournament, author=self.writer, signatures=signatures
        )
        return self.answer(ReviewedSerializer, {"reviewed": count})
