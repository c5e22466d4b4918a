"""API of the commitments made before a draw, and of the check that repeats a draw."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.rounds.api.rounds import RoundSerializer, absent_choice, answer_round
from scoring.rounds.selectors.commitments import list_changed
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.commitments import close_list, draw_with_word, open_list
from scoring.rounds.services.rounds import repeat_draw
from scoring.rounds.words.draws import ANOTHER, NONE, OVER, RESULT, SAME, STANDINGS
from tournaments.jobs.selectors import why_waiting
from tournaments.models import WORD_LENGTH, DrawCommitment, Job
from tournaments.names.audience import Audience
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import commitments_of, public_values
from tournaments.rounds.selectors.rounds import published_round
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.site.api.fields import Body, Text
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest

RETRY_SECONDS = 2  # pause before a client asks again for the check of a long draw


class CommitmentSerializer(serializers.Serializer):
    """A commitment; `digest` is SHA-256 of `text` + `secreto: ` + the secret + a line feed."""

    state = serializers.ChoiceField(choices=["open", "opened", "superseded"])
    round = serializers.IntegerField(source="number")
    digest = serializers.CharField()
    text = serializers.CharField(help_text="The closed list, as text.")
    redacted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When names were removed from `text` on request. From then on it does not match"
        " `digest`.",
    )
    changed = serializers.BooleanField(
        help_text="Whether the list has changed since it was closed."
    )
    made_at = serializers.DateTimeField()
    author = serializers.CharField(source="by", allow_blank=True)
    word = serializers.CharField(allow_blank=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    secret = serializers.CharField(
        allow_blank=True, help_text="Empty until the round is published or discarded."
    )
    superseded_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class CheckedStepSerializer(serializers.Serializer):
    key = serializers.ChoiceField(choices=["commitment", "list", "seed", "draw", "hands", "tables"])
    equal = serializers.BooleanField()
    published = serializers.CharField(allow_blank=True)
    found = serializers.CharField(
        source="computed", allow_blank=True, help_text="Value computed now."
    )


class CheckChangeSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=[RESULT, STANDINGS])
    number = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the corrected match; null for a bye and for `standings`.",
    )
    at = serializers.DateTimeField(allow_null=True)


class VerificationSerializer(serializers.Serializer):
    equal = serializers.BooleanField(help_text="Whether every step is equal.")
    corrected = serializers.BooleanField(
        help_text="Whether earlier results were corrected after the draw."
    )
    changes = CheckChangeSerializer(
        many=True,
        help_text="Changes since the draw: a corrected `result`, or another counting of the "
        "`standings`. The check still uses the original values.",
    )
    now = serializers.ChoiceField(
        source="outcome_now",
        choices=["", SAME, ANOTHER, OVER, NONE],
        help_text="Outcome of the same seed with the current results; empty without changes.",
    )
    steps = CheckedStepSerializer(many=True)


class CheckingSerializer(serializers.Serializer):
    """The state of an unfinished check: a worker repeats the draw, because it has many matches."""

    state = serializers.ChoiceField(choices=Job.State.choices, help_text="`queued` or `running`.")
    waiting_for = serializers.ChoiceField(
        choices=["worker", "turn"], allow_blank=True, help_text="As `waiting_for` of a job."
    )


class CloseBody(Body):
    reason = Text(
        max_length=REASON_LENGTH,
        required=False,
        default="",
        allow_blank=True,
        help_text="Reason to supersede the open commitment, if there is one.",
    )
    absent = absent_choice()


class WordBody(Body):
    word = Text(max_length=WORD_LENGTH, help_text="Word said aloud in the hall.")


class ReopenBody(Body):
    reason = Text(max_length=REASON_LENGTH)


class CommitmentsView(ApiView):
    acts = {"GET": "view_public", "POST": "draw_round"}

    @extend_schema(parameters=[StageFilter], responses=CommitmentSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the commitments of the stage, newest first."""
        values = [
            _commitment_values(commitment, request.audience)
            for commitment in commitments_of(request.tournament.stage)
        ]
        return self.list_answer(CommitmentSerializer, values)

    @extend_schema(
        parameters=[StageFilter], request=CloseBody, responses={201: CommitmentSerializer}
    )
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Close the list of the next draw; an open commitment is superseded."""
        body = self.body(CloseBody)
        commitment = close_list(stage=request.tournament.stage, author=self.user, **body)
        return self.answer(
            CommitmentSerializer, _commitment_values(commitment, request.audience), status=201
        )


class WordView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(parameters=[StageFilter], request=WordBody, responses={201: RoundSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Draw the round as a draft, from the secret and the word."""
        word = self.body(WordBody)["word"]
        new_round = draw_with_word(stage=request.tournament.stage, author=self.user, word=word)
        return answer_round(self, new_round.serial, status=201)


class ReopenView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(parameters=[StageFilter], request=ReopenBody, responses={204: None})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Withdraw the commitment without a draw. The commitment stays listed, with the reason."""
        reason = self.body(ReopenBody)["reason"]
        open_list(stage=request.tournament.stage, author=self.user, reason=reason)
        return Response(status=204)


class CheckView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses={200: VerificationSerializer, 202: CheckingSerializer})
    def get(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Repeat the draw of a published round, step by step.

        Answers 202 while a worker repeats a draw of many matches; ask again after `Retry-After`
        seconds.
        """
        round = published_round(request.tournament, serial, request.audience)
        if round is None:
            raise Http404
        draw_or_job = repeat_draw(round)
        if not isinstance(draw_or_job, Job):
            return self.answer(VerificationSerializer, verify_draw(round, draw_or_job))
        if not draw_or_job.is_going:
            raise Conflict("check_failed", draw_or_job.message)
        values = {"state": draw_or_job.state, "waiting_for": why_waiting(draw_or_job)}
        answer = self.answer(CheckingSerializer, values, status=202)
        answer.headers["Retry-After"] = str(RETRY_SECONDS)
        return answer


def _commitment_values(commitment: DrawCommitment, audience: Audience) -> dict[str, object]:
    return {
        **(public_values(commitment, audience) or {}),
        "changed": commitment.is_open and list_changed(commitment),
    }
