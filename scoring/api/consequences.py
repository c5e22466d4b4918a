"""What a correction changes, as the API tells it."""

from rest_framework import serializers

from scoring.consequences import Replay
from scoring.wording.replays import why_not


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
        help_text="planned, waiting, called (nothing written), playing, finished, rests."
    )
    sides = serializers.ListField(child=serializers.IntegerField())
    would_be = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who would sit there, where it is settled."
    )


class ReplaySerializer(serializers.Serializer):
    kind = serializers.CharField(
        help_text="seats, reseat, round, rest_of_round, stage, stage_seats."
    )
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="Within its stage; 0: nothing drawn yet.")
    round_serial = serializers.IntegerField(source="serial", help_text="In the whole event.")
    matches = serializers.ListField(child=serializers.CharField(), help_text="Codes.")
    possible = serializers.BooleanField()
    why_not = serializers.SerializerMethodField()

    def get_why_not(self, replay: Replay) -> str:
        return "" if replay.possible else why_not(replay)


class ConsequencesSerializer(serializers.Serializer):
    """What a correction changes."""

    turns = serializers.BooleanField(help_text="Another wins, or nobody.")
    opens = serializers.BooleanField(help_text="The match is not over any more.")
    closes = serializers.BooleanField(help_text="It was not over, and is.")
    moved = MovedSerializer(many=True)
    qualified = QualifiedSerializer(many=True)
    later = LaterSerializer(many=True)
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds drawn by lot from the standings."
    )
    replays = ReplaySerializer(many=True)
    seen = serializers.CharField(
        allow_blank=True, help_text="To send back with `replay`: another is 409."
    )
