"""Consequences of a correction, as the API tells them."""

from rest_framework import serializers

from scoring.corrections.consequences import LEAVE, Remedy
from scoring.corrections.words import why_left


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
