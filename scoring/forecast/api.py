"""API of the forecast: when the day will be over, from the simulation that the page uses."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.forecast.forms import MOST_ENTRIES, MOST_MINUTES, MOST_PAUSE, MOST_ROUNDS
from scoring.forecast.selectors.day import DayWishes, day_forecast
from tournaments.models.tournament import MAX_TABLES
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest


class ForecastFilter(serializers.Serializer):
    tables = serializers.IntegerField(required=False, min_value=1, max_value=MAX_TABLES)
    minutes = serializers.FloatField(
        required=False,
        min_value=2,
        max_value=MOST_MINUTES,
        help_text="Minutes of a match. Default: the measured or usual length.",
    )
    pause = serializers.FloatField(
        required=False, min_value=0, max_value=MOST_PAUSE, help_text="Minutes between rounds."
    )
    start = serializers.TimeField(required=False, help_text="Earliest start.")
    break_from = serializers.TimeField(required=False)
    break_until = serializers.TimeField(required=False)
    rounds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text="Rounds to draw today. Default: all.",
    )
    entries = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text="Expected entries, before the first draw.",
    )
    bell = serializers.TimeField(
        required=False, help_text="Time of the last call, in a maratón by the clock."
    )
    deadline = serializers.TimeField(required=False, help_text="Closing time of the hall.")

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        if ("break_from" in values) != ("break_until" in values):
            missing_field = "break_until" if "break_from" in values else "break_from"
            raise serializers.ValidationError({missing_field: "A break needs both."})
        return values


class TimesSerializer(serializers.Serializer):
    """A time in the simulated days.

    It is before `early` in 10 % of the days, before `likely` in half, after `late` in 10 %.
    """

    early = serializers.DateTimeField()
    likely = serializers.DateTimeField()
    late = serializers.DateTimeField()


class RoundForecastSerializer(serializers.Serializer):
    stage = serializers.IntegerField(help_text="Number of the stage, open or planned.")
    number = serializers.IntegerField(help_text="Number of the round; 0: all calls until the bell.")
    serial = serializers.IntegerField(help_text="Number of the round in the whole tournament.")
    matches = serializers.IntegerField()
    percent = serializers.IntegerField(help_text="Percentage of simulated days with this round.")
    start = TimesSerializer()
    end = TimesSerializer()


class ForecastSerializer(serializers.Serializer):
    state = serializers.ChoiceField(choices=["few", "ahead", "live", "another_day", "over"])
    now = serializers.DateTimeField()
    entries = serializers.IntegerField()
    tables = serializers.IntegerField(source="venue.tables")
    minutes = serializers.FloatField(source="length.median", help_text="Median minutes of a match.")
    measured = serializers.IntegerField(
        source="measured_matches",
        help_text="Finished matches measured; 0: usual length of the game.",
    )
    rounds = RoundForecastSerializer(many=True)
    end = TimesSerializer(allow_null=True)
    percent = serializers.IntegerField(
        allow_null=True, help_text="Probability of finishing before the deadline, in percent."
    )
    next_day = serializers.DateTimeField(
        allow_null=True,
        help_text="First date after today with rounds, which are not in the forecast.",
    )
    last_day = serializers.DateTimeField(allow_null=True, help_text="Last of those dates.")
    undated = serializers.BooleanField(
        help_text="Whether the forecast leaves out rounds without a date, of a calendar begun on "
        "another day."
    )


class ForecastView(ApiView):
    acts = {"GET": "see_forecast"}
    queries = {"GET": ForecastFilter}

    @extend_schema(parameters=[StageFilter], responses=ForecastSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the expected end of the tournament, round by round, with its spread."""
        wishes = DayWishes(**self.query())
        return self.answer(
            ForecastSerializer,
            day_forecast(request.tournament, wishes, timezone.now(), request.audience),
        )
