"""An acta in the API: its lines, as text and as objects, with the score after each line."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.core import Score, Step
from rules.reading import LINE_LENGTH
from scoring.actas.api.line_schema import ANY_LINE, REFERENCE
from scoring.actas.api.matches import Letter, MatchSerializer, Tallies
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import (
    Record,
    fold_lines,
    lines_written,
    live_acta,
    unstated_in_words,
    unstated_tallies,
)
from scoring.actas.services import MAX_LINES
from scoring.corrections.change import ResultChange, change_result, consequences_of_act
from scoring.corrections.consequences import LEAVE, Remedy
from scoring.corrections.settled import older_draw_consequences
from scoring.corrections.words import why_left
from scoring.models import Acta
from scoring.models.acta import WrittenRow
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.site.api.fields import Body, Text, Uid, WholeNumber, YesNo


# --- Consequences of a correction ---------------------------------------------------------------
class MovedSerializer(serializers.Serializer):
    entry = serializers.IntegerField()
    group = serializers.CharField(allow_blank=True)
    before = serializers.IntegerField(help_text="Current place.")
    after = serializers.IntegerField(help_text="Place after the correction.")
    went_on = serializers.BooleanField(help_text="Whether the entry goes on to a later stage now.")
    goes_on = serializers.BooleanField(help_text="Whether the entry goes on after the correction.")
    reason = serializers.CharField(allow_blank=True, help_text="Reason for the new place.")


class QualifiedSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    opened = serializers.BooleanField()
    goes_on = serializers.ListField(child=serializers.IntegerField())
    stays_out = serializers.ListField(child=serializers.IntegerField())


class LaterSerializer(serializers.Serializer):
    code = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Number of the round in its stage.")
    round_serial = serializers.IntegerField(
        source="serial", help_text="Number of the round in the whole tournament."
    )
    state = serializers.CharField(
        help_text="planned, waiting, postponed, called (no line yet), playing, finished or rests."
    )
    sides = serializers.ListField(child=serializers.IntegerField())
    would_be = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Entries that would play the match, if they are known.",
    )


class RemedySerializer(serializers.Serializer):
    """The remedy of one draw made from the old result."""

    kind = serializers.CharField(
        help_text="exchange: the entries of each pair swap places; redraw: the round is drawn "
        "again; leave: nothing changes."
    )
    stage = serializers.IntegerField()
    round = serializers.IntegerField(
        help_text="Number of the round in its stage; 0 before the first draw."
    )
    round_serial = serializers.IntegerField(
        source="serial", help_text="Number of the round in the whole tournament."
    )
    matches = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the matches."
    )
    exchanges = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Pairs of entries that swap places.",
    )
    why_left = serializers.SerializerMethodField(help_text="Reason, if `kind` is leave.")

    def get_why_left(self, remedy: Remedy) -> str:
        return why_left(remedy) if remedy.kind == LEAVE else ""


class RedrawnRoundSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Number of the round in its stage.")
    round_serial = serializers.IntegerField(
        source="serial", help_text="Number of the round in the whole tournament."
    )
    matches = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Entries of each match, by position. A bye has a single entry.",
    )


class TrialSerializer(serializers.Serializer):
    """The outcome of a trial, which carries out all remedies and then rolls them back."""

    moved = MovedSerializer(many=True)
    drawn = RedrawnRoundSerializer(
        many=True, source="rounds", help_text="Rounds drawn again, with their result."
    )
    refused = serializers.CharField(
        source="refusal",
        allow_blank=True,
        help_text="Reason why the remedies cannot be carried out.",
    )


class RemedyBody(Body):
    """The choice to remedy the draws made from a changed result, keep them, or only preview."""

    remedy = YesNo(
        required=False,
        default=False,
        help_text="Carry out the remedies: swap entries, or draw again the matches not begun. "
        "Only for organisers.",
    )
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="With `remedy`: `seen` of the preview.",
    )
    preview = YesNo(
        required=False, default=False, help_text="Return the consequences without saving."
    )


class ConsequencesSerializer(serializers.Serializer):
    """Everything that a correction or another act changes."""

    turns = serializers.BooleanField(help_text="Whether the winner changes.")
    opens = serializers.BooleanField(help_text="Whether a finished match is in play again.")
    closes = serializers.BooleanField(help_text="Whether the match ends with this change.")
    moved = MovedSerializer(many=True)
    qualified = QualifiedSerializer(many=True)
    later = LaterSerializer(many=True)
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds drawn from the standings."
    )
    remedies = RemedySerializer(many=True)
    seen = serializers.CharField(
        allow_blank=True, help_text="Value to send back with `remedy`. Any other value gets a 409."
    )


class ChangeSerializer(serializers.Serializer):
    """The consequences of an act that may change a result."""

    consequences = ConsequencesSerializer(
        help_text="What the act changed, or would change with `preview`."
    )
    remedied = serializers.BooleanField(help_text="Whether all remedies were carried out.")


def change_or_preview(act: Callable[..., Any], **arguments: Any) -> ResultChange[Any]:
    """Carry out an act that may change a result; with `preview`, only return its consequences.

    `arguments` has the act's arguments and the fields of `RemedyBody`. After a preview,
    `ResultChange.value` is None.
    """
    preview = arguments.pop("preview", False)
    if preview:
        arguments.pop("remedy", None)
        arguments.pop("seen", None)
        return ResultChange(None, consequences_of_act(act, **arguments), False)
    return change_result(act, **arguments)


def consequences_data(change: ResultChange[Any]) -> dict[str, Any]:
    """Return the values of `ChangeSerializer`."""
    return {"consequences": change.consequences, "remedied": change.remedied}


# --- Forms ----------------------------------------------------------------------------------------
@extend_schema_field({"$ref": REFERENCE.format(ANY_LINE)})
class HandField(serializers.JSONField):
    """A line as a JSON object of its game (`line_schema`); the game itself validates it."""


class StepSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.CharField(help_text="The line in the notation of the game.")
    hand = HandField()
    said = serializers.CharField(help_text="The line and its effect, in words.")
    author = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)
    tallies = Tallies()
    score = serializers.CharField(help_text="Score after the line, in words.")


class RecordSerializer(serializers.Serializer):
    """An acta and the current score of its match."""

    version = serializers.IntegerField(help_text="Version of the acta; 0 before the first line.")
    next_number = serializers.IntegerField(help_text="Number of the next line.")
    over = serializers.BooleanField()
    pending = serializers.BooleanField(
        help_text="Whether the match is over and needs a confirmation."
    )
    winner = Letter(allow_null=True)
    tallies = Tallies()
    unstated = serializers.ListField(
        child=serializers.CharField(),
        help_text="Tallies that the stage ranks by and a line leaves out, because it only states "
        "the winner. `coto 3-1` states the partidas, `coto A` does not.",
    )
    unstated_said = serializers.CharField(
        allow_blank=True,
        help_text="Values counted instead, in words; empty if every line is complete.",
    )
    steps = StepSerializer(many=True)


class EndedRecordSerializer(RecordSerializer):
    """An acta after a line or a forfeit."""

    consequences = ConsequencesSerializer(
        allow_null=True,
        help_text="For a reopened match with a new result: what was drawn from the old one. `POST"
        " remedy/` carries out the remedies. Otherwise null.",
    )


class ChangedRecordSerializer(RecordSerializer, ChangeSerializer):
    """An acta changed by one request, with the consequences."""


class CorrectedSerializer(RecordSerializer):
    drawn_matches = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of later matches drawn from the old result."
    )
    drawn_rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds drawn from the old standings."
    )
    consequences = ConsequencesSerializer(help_text="What the act changed.")
    remedied = serializers.BooleanField(help_text="Whether all remedies were carried out.")


class CorrectionTriedSerializer(RecordSerializer):
    consequences = ConsequencesSerializer()
    rehearsal = TrialSerializer(
        allow_null=True, help_text="With `remedy`, for organisers; otherwise null."
    )


class AuthorField(serializers.CharField):
    """The author of a record of a match; a player's side letter if names are hidden."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", allow_blank=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        row: WrittenRow = value
        return row.author_for(self.context["audience"])


class OldLineSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.CharField()
    author = AuthorField()
    at = serializers.DateTimeField(source="created_at")


class VersionSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    live = serializers.BooleanField()
    rival = serializers.BooleanField(
        help_text="Whether this version disputes the live one and waits for a decision."
    )
    road = serializers.CharField(
        allow_blank=True, help_text="Channel of the version: referee, table, desk or api."
    )
    author = AuthorField()
    at = serializers.DateTimeField(source="created_at")
    reason = serializers.CharField(allow_blank=True)
    lines = OldLineSerializer(many=True, source="hands")


class MatchDetailSerializer(MatchSerializer):
    acta = RecordSerializer(source="record")
    versions = VersionSerializer(many=True)
    closed = serializers.BooleanField(
        help_text="Whether a later round is published, so that only organisers can correct."
    )


class LineBody(Body):
    """A line to write: its notation in `line`, or an object of its game in `hand`.

    A line sent twice under the same number is written once.
    """

    default_error_messages = {"one_of_two": _("Escriba «line» o «hand», una de las dos.")}

    number = WholeNumber(
        min_value=1, max_value=100_000, help_text="`next_number` of the last answer."
    )
    line = Text(max_length=LINE_LENGTH, required=False)
    hand = HandField(required=False)
    uid = Uid(
        required=False,
        help_text="Identifier of the line, made by the client, so that a repeated request writes "
        "once.",
    )
    version = WholeNumber(
        min_value=0,
        max_value=32_000,
        required=False,
        help_text="Version of the acta that the client has. If another one is live, 409.",
    )

    confirm_empty = YesNo(
        required=False,
        default=False,
        help_text="Confirm that a match without lines ends 0–0. Without it, 409 `nothing_written`.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("line" in attrs) == ("hand" in attrs):
            self.fail("one_of_two")
        return attrs


class CorrectionBody(Body):
    lines = serializers.ListField(
        child=Text(max_length=LINE_LENGTH),
        max_length=MAX_LINES,
        help_text="All lines of the corrected acta.",
    )
    reason = Text()
    version = WholeNumber(
        min_value=0,
        max_value=32_000,
        required=False,
        allow_null=True,
        help_text="Version of the acta that the client has. If another one is live, 409.",
    )

    remedy = YesNo(
        required=False,
        default=False,
        help_text="Carry out the remedies: swap entries, or draw again the matches not begun. "
        "Only for organisers.",
    )
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="With `remedy`: `seen` of the preview.",
    )


class CorrectionTryBody(Body):
    lines = serializers.ListField(child=Text(max_length=LINE_LENGTH), max_length=MAX_LINES)
    remedy = YesNo(default=False, help_text="Try the remedies too, and roll them back.")


class SignBody(RemedyBody):
    version = WholeNumber(min_value=1, max_value=32_000)


class DisputeBody(Body):
    version = WholeNumber(min_value=1, max_value=32_000, help_text="Version of the live acta.")
    lines = serializers.ListField(
        child=Text(max_length=LINE_LENGTH),
        max_length=MAX_LINES,
        required=False,
        help_text="The lines as they should be, as far as the sender knows.",
    )
    reason = Text(required=False, allow_blank=True)


class ResolveBody(RemedyBody):
    keep = WholeNumber(min_value=1, max_value=32_000, help_text="Version that counts.")
    reason = Text()


class ForfeitBody(Body):
    loser = WholeNumber(
        min_value=1,
        max_value=9999,
        allow_null=True,
        help_text="Number of the losing entry; null: every side loses and nobody wins.",
    )
    reason = Text()
    whole_tie = YesNo(
        required=False,
        default=False,
        help_text="In a tie between teams: forfeit all its unfinished boards.",
    )


def record_data(
    match: Match, record: Record, acta: Acta | None, audience: Audience
) -> dict[str, Any]:
    """Return the values of `RecordSerializer`."""
    lines = acta_words.lines(match, record, audience, acta)
    return {
        "version": acta.version if acta else 0,
        "next_number": len(record.steps) + 1,
        "over": record.score.over,
        "pending": acta is not None and acta.pending_since is not None,
        "winner": record.score.winner,
        "tallies": _tallies(match, record.score),
        "unstated": unstated_tallies(match, record),
        "unstated_said": unstated_in_words(match, record),
        "steps": [_step(match, *pair, audience) for pair in zip_longest(record.steps, lines)],
    }


def live_record_data(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the values of `RecordSerializer` for the live acta."""
    acta = live_acta(match)
    return record_data(match, fold_lines(match, lines_written(acta)), acta, audience)


def ended_record_data(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the values of `EndedRecordSerializer`.

    The consequences are None unless the match is over and its acta has an older version.
    """
    values = live_record_data(match, audience)
    reopened = values["over"] and values["version"] > 1
    return {**values, "consequences": older_draw_consequences(match) if reopened else None}


def _step(
    match: Match, step: Step[object], line: acta_words.LineInWords, audience: Audience
) -> dict[str, Any]:
    return {
        "number": step.number,
        "line": line.notation,
        "hand": match.tournament.rules.to_json(step.hand),
        "said": line.sentence,
        "author": line.hand.author_for(audience) if line.hand else "",
        "at": line.hand.created_at if line.hand else None,
        "tallies": _tallies(match, step.score),
        "score": line.score,
    }


def _tallies(match: Match, score: Score[object]) -> Mapping[str, tuple[int, ...]]:
    return dict(zip(match.tournament.rules.tallies, score.tallies, strict=True))
