"""An acta in the API: its lines, as text and as objects, with the score after each."""

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
    live_acta,
    unstated_said,
    unstated_tallies,
    written,
)
from scoring.actas.services import MAX_LINES
from scoring.corrections.change import Change, change_result, consequences_of_act
from scoring.corrections.consequences import LEAVE, Remedy
from scoring.corrections.settled import drawn_before
from scoring.corrections.words import why_left
from scoring.models import Acta
from scoring.models.acta import Written
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.site.api.fields import Body, Text, Whole, YesNo


# --- Consequences of a correction ---------------------------------------------------------------
class MovedSerializer(serializers.Serializer):
    entry = serializers.IntegerField()
    group = serializers.CharField(allow_blank=True)
    before = serializers.IntegerField(help_text="Its place as things are.")
    after = serializers.IntegerField(help_text="Its place with the correction.")
    went_on = serializers.BooleanField(help_text="It goes on to a later stage as things are.")
    goes_on = serializers.BooleanField(help_text="It would with the correction.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it would be there.")


class QualifiedSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    opened = serializers.BooleanField()
    goes_on = serializers.ListField(child=serializers.IntegerField())
    stays_out = serializers.ListField(child=serializers.IntegerField())


class LaterSerializer(serializers.Serializer):
    code = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Within its stage.")
    round_serial = serializers.IntegerField(source="serial", help_text="In the whole event.")
    state = serializers.CharField(
        help_text="planned, waiting, postponed, called (nothing written), playing, finished, rests."
    )
    sides = serializers.ListField(child=serializers.IntegerField())
    would_be = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who would sit there, where it is settled."
    )


class RemedySerializer(serializers.Serializer):
    """The remedy of one draw made from the old result."""

    kind = serializers.CharField(
        help_text="exchange: the two of each couple take each other's place in the matches; "
        "redraw: the round is drawn again; leave."
    )
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Within its stage; 0: nothing drawn yet.")
    round_serial = serializers.IntegerField(source="serial", help_text="In the whole event.")
    matches = serializers.ListField(child=serializers.CharField(), help_text="Codes.")
    exchanges = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Couples."
    )
    why_left = serializers.SerializerMethodField(help_text="With leave.")

    def get_why_left(self, remedy: Remedy) -> str:
        return why_left(remedy) if remedy.kind == LEAVE else ""


class DrawnAgainSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Within its stage.")
    round_serial = serializers.IntegerField(source="serial", help_text="In the whole event.")
    matches = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The numbers of each match, by position; who rests is alone.",
    )


class RehearsalSerializer(serializers.Serializer):
    """The outcome of a rehearsal, which carries out all remedies and rolls them back."""

    moved = MovedSerializer(many=True)
    drawn = DrawnAgainSerializer(many=True, help_text="The rounds drawn again, as they come out.")
    refused = serializers.CharField(allow_blank=True, help_text="Why it cannot be.")


class RemedyBody(Body):
    """The choice for draws made from a result that changes."""

    remedy = YesNo(
        required=False,
        default=False,
        help_text="Carry out the remedies: exchange, or draw again, what came from it and has not "
        "begun. The organiser only.",
    )
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="Of the consequences that were looked at, with `remedy`.",
    )
    preview = YesNo(
        required=False, default=False, help_text="Only tell the consequences: nothing is saved."
    )


class ConsequencesSerializer(serializers.Serializer):
    """Everything that a correction changes."""

    turns = serializers.BooleanField(help_text="Another wins, or nobody.")
    opens = serializers.BooleanField(help_text="The match is not over any more.")
    closes = serializers.BooleanField(help_text="It was not over, and is.")
    moved = MovedSerializer(many=True)
    qualified = QualifiedSerializer(many=True)
    later = LaterSerializer(many=True)
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds drawn by lot from the standings."
    )
    remedies = RemedySerializer(many=True)
    seen = serializers.CharField(
        allow_blank=True, help_text="To send back with `remedy`: another is 409."
    )


class ChangeSerializer(serializers.Serializer):
    """The consequences of an act that may change a result."""

    consequences = ConsequencesSerializer(help_text="What it changed, or would with `preview`.")
    remedied = serializers.BooleanField(help_text="Whether all the remedies were carried out.")


def done(act: Callable[..., Any], **asked: Any) -> Change[Any]:
    """Carry out an act that may change a result, or only return its consequences with `preview`.

    `asked` has the act's arguments and the fields of `RemedyBody`. The value of a previewed act is
    None.
    """
    preview = asked.pop("preview", False)
    if preview:
        asked.pop("remedy", None)
        asked.pop("seen", None)
        return Change(None, consequences_of_act(act, **asked), False)
    return change_result(act, **asked)


def consequences_told(change: Change[Any]) -> dict[str, Any]:
    """Return the values of `ChangeSerializer`."""
    return {"consequences": change.consequences, "remedied": change.remedied}


# --- Forms ----------------------------------------------------------------------------------------
@extend_schema_field({"$ref": REFERENCE.format(ANY_LINE)})
class HandField(serializers.JSONField):
    """A line as an object of its game (`hand_schema` of games/), validated by the game itself."""


class StepSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.CharField(help_text="In the notation of the game.")
    hand = HandField()
    said = serializers.CharField(help_text="What it says and brings, in words.")
    author = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)
    tallies = Tallies()
    score = serializers.CharField(help_text="The score after it, in words.")


class RecordSerializer(serializers.Serializer):
    """An acta and the current score of its match."""

    version = serializers.IntegerField(help_text="0 while nothing is written.")
    next_number = serializers.IntegerField(help_text="What the next line must be numbered.")
    over = serializers.BooleanField()
    pending = serializers.BooleanField(help_text="Over, and waiting for who confirms it.")
    winner = Letter(allow_null=True)
    tallies = Tallies()
    unstated = serializers.ListField(
        child=serializers.CharField(),
        help_text="Tallies by which the stage ranks and that some line does not state: it only "
        "says who won, and the rules count the rest. `coto 3-1` states what `coto A` does not.",
    )
    unstated_said = serializers.CharField(
        allow_blank=True, help_text="What counts instead, in words; empty where all is stated."
    )
    steps = StepSerializer(many=True)


class EndedRecordSerializer(RecordSerializer):
    """An acta after a line or a forfeit."""

    consequences = ConsequencesSerializer(
        allow_null=True,
        help_text="Of a match that was opened again and has ended otherwise: what was drawn from "
        "its older result. `POST remedy/` carries out the remedies. Else null.",
    )


class ChangedRecordSerializer(RecordSerializer, ChangeSerializer):
    """An acta changed by one call, with the consequences."""


class CorrectedSerializer(RecordSerializer):
    drawn_matches = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of later matches drawn from the old result."
    )
    drawn_rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds drawn with the old standings."
    )
    consequences = ConsequencesSerializer(help_text="What it changed.")
    remedied = serializers.BooleanField(help_text="Whether all the remedies were carried out.")


class CorrectionTriedSerializer(RecordSerializer):
    consequences = ConsequencesSerializer()
    rehearsal = RehearsalSerializer(
        allow_null=True, help_text="With `remedy`: for the organiser, else null."
    )


class AuthorField(serializers.CharField):
    """The author of a record written at a table, as the audience of the request may read it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", allow_blank=True, **kwargs)

    def to_representation(self, value: Written) -> str:
        return value.author_for(self.context["audience"])


class OldLineSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.CharField()
    author = AuthorField()
    at = serializers.DateTimeField(source="created_at")


class VersionSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    live = serializers.BooleanField()
    rival = serializers.BooleanField(help_text="It disputes the live one, and nobody has decided.")
    road = serializers.CharField(
        allow_blank=True, help_text="How it came: referee, table, desk, api."
    )
    author = AuthorField()
    at = serializers.DateTimeField(source="created_at")
    reason = serializers.CharField(allow_blank=True)
    lines = OldLineSerializer(many=True, source="hands")


class MatchDetailSerializer(MatchSerializer):
    acta = RecordSerializer(source="record")
    versions = VersionSerializer(many=True)
    closed = serializers.BooleanField(
        help_text="A later round is published: only the organiser corrects."
    )


class LineBody(Body):
    """The body with a line: its notation in `line`, or an object of its game in `hand`.

    If a line comes again under the same number, it is not written again.
    """

    default_error_messages = {"one_of_two": _("Se espera «line» o «hand», una de las dos.")}

    number = Whole(min_value=1, max_value=100_000, help_text="`next_number` as last seen.")
    line = Text(max_length=LINE_LENGTH, required=False)
    hand = HandField(required=False)
    uid = serializers.UUIDField(
        required=False, help_text="Of the line, made by who sends it: sent again it is known."
    )
    version = Whole(
        min_value=0,
        max_value=32_000,
        required=False,
        help_text="Of the acta that was being looked at: another one in force is 409.",
    )

    confirm_empty = YesNo(
        required=False,
        default=False,
        help_text="Needed to stop a match with nothing written, which is then level at nought: "
        "without it, 409 `nothing_written`.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("line" in attrs) == ("hand" in attrs):
            self.fail("one_of_two")
        return attrs


class CorrectionBody(Body):
    lines = serializers.ListField(
        child=Text(max_length=LINE_LENGTH), max_length=MAX_LINES, help_text="All of them."
    )
    reason = Text()
    version = Whole(
        min_value=0,
        max_value=32_000,
        required=False,
        allow_null=True,
        help_text="Of the acta that was being looked at: another one in force is 409.",
    )

    remedy = YesNo(
        required=False,
        default=False,
        help_text="Carry out the remedies: exchange, or draw again, what came from it and has not "
        "begun. The organiser only.",
    )
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="Of the preview, with `remedy`.",
    )


class CorrectionTryBody(Body):
    lines = serializers.ListField(child=Text(max_length=LINE_LENGTH), max_length=MAX_LINES)
    remedy = YesNo(default=False, help_text="Rehearse the remedies too.")


class SignBody(RemedyBody):
    version = Whole(min_value=1, max_value=32_000)


class DisputeBody(Body):
    version = Whole(min_value=1, max_value=32_000, help_text="The one in force.")
    lines = serializers.ListField(
        child=Text(max_length=LINE_LENGTH),
        max_length=MAX_LINES,
        required=False,
        help_text="As they should be, as far as it is known.",
    )
    reason = Text(required=False, allow_blank=True)


class ResolveBody(RemedyBody):
    keep = Whole(min_value=1, max_value=32_000, help_text="The version that counts.")
    reason = Text()


class ForfeitBody(Body):
    loser = Whole(
        min_value=1,
        max_value=9999,
        allow_null=True,
        help_text="Number of the entry; null: every side loses the match, and nobody wins it.",
    )
    reason = Text()
    whole_tie = YesNo(
        required=False, default=False, help_text="Between teams: every board not finished yet."
    )


def record_told(
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
        "unstated_said": unstated_said(match, record),
        "steps": [_step(match, *pair, audience) for pair in zip_longest(record.steps, lines)],
    }


def live_told(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the values of `RecordSerializer` for the live acta."""
    acta = live_acta(match)
    return record_told(match, fold_lines(match, written(acta)), acta, audience)


def ended_told(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the values of `EndedRecordSerializer`.

    It reads the draws made from an older result only if the acta has an older version.
    """
    told = live_told(match, audience)
    reopened = told["over"] and told["version"] > 1
    return {**told, "consequences": drawn_before(match) if reopened else None}


def _step(match: Match, step: Step, line: acta_words.Line, audience: Audience) -> dict[str, Any]:
    return {
        "number": step.number,
        "line": line.notation,
        "hand": match.tournament.rules.to_json(step.hand),
        "said": line.said,
        "author": line.hand.author_for(audience) if line.hand else "",
        "at": line.hand.created_at if line.hand else None,
        "tallies": _tallies(match, step.score),
        "score": line.score,
    }


def _tallies(match: Match, score: Score[Any]) -> Mapping[str, tuple[int, ...]]:
    return dict(zip(match.tournament.rules.tallies, score.tallies, strict=True))
