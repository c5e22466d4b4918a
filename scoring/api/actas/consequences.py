"""Consequences of a correction, as the API tells them."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from scoring.corrections.change import Change, change_result, consequences_of_act
from scoring.corrections.consequences import LEAVE, Remedy
from scoring.corrections.words import why_left
from tournaments.api.fields import Body, Text, YesNo


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
    """The outcome with every remedy, tried and taken back."""

    moved = MovedSerializer(many=True)
    drawn = DrawnAgainSerializer(many=True, help_text="The rounds drawn again, as they come out.")
    refused = serializers.CharField(allow_blank=True, help_text="Why it cannot be.")


class RemedyBody(Body):
    """What is done with the draws made from a result that changes."""

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
    """All that a correction changes."""

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
    """Do an act that may change a result, or only try it; `asked` has also what a `RemedyBody`
    asks. What is only tried made None."""
    preview = asked.pop("preview", False)
    if preview:
        asked.pop("remedy", None)
        asked.pop("seen", None)
        return Change(None, consequences_of_act(act, **asked), False)
    return change_result(act, **asked)


def consequences_told(change: Change[Any]) -> dict[str, Any]:
    """Return the values of `ChangeSerializer`."""
    return {"consequences": change.consequences, "remedied": change.remedied}
