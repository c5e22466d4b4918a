"""The standings, each line with why it is where it is; and where a pair sits."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.public.standings import standings_page
from scoring.selectors.meetings import meetings, pairs_of
from scoring.selectors.whereabouts import Whereabouts, find, whereabouts
from scoring.wording.tiebreaks import WORDS
from tournaments.api.view import ApiView
from tournaments.models import Match, Tournament
from tournaments.text import clean_text

QUESTION = 60


class ValueSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text="The higher the better.")
    text = serializers.CharField(help_text="As people read it.")


class StandingSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    title = serializers.CharField()
    town = serializers.CharField(allow_blank=True)
    withdrawn = serializers.BooleanField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    values = ValueSerializer(many=True)
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that put it below the line above."
    )
    reason = serializers.CharField(allow_blank=True, help_text="The same in one sentence.")


class WhereFilter(serializers.Serializer):
    q = serializers.CharField(help_text="A number, or words of the names and towns.")


class RivalSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="number")
    title = serializers.CharField()


class WhereSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="pair.number")
    title = serializers.CharField(source="pair.title")
    town = serializers.CharField(source="pair.towns", allow_blank=True)
    state = serializers.CharField(
        help_text="playing, waiting, bye, done, through, out, withdrawn, no_draw, not_drawn, "
        "to_third, champion, finalist, third or fourth."
    )
    round = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    ahead = serializers.IntegerField(help_text="Matches that will be called before.")
    rival = RivalSerializer(allow_null=True)

    def get_round(self, where: Whereabouts) -> int | None:
        return where.meeting.round if where.meeting else None

    def get_code(self, where: Whereabouts) -> str | None:
        return where.meeting.code if where.meeting else None

    def get_table(self, where: Whereabouts) -> int | None:
        playing = where.meeting is not None and where.meeting.state == Match.State.PLAYING
        return where.meeting.table if playing else None


class StandingsView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=StandingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The standings as they are now."""
        rows = standings_page(request.tournament)["rows"]
        return self.listed(StandingSerializer, [_line(row) for row in rows])


class WhereView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(parameters=[WhereFilter], responses=WhereSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Where the pairs sit that somebody may mean."""
        asked = clean_text(self.query(WhereFilter)["q"], "q", QUESTION, any_start=True)
        return self.listed(WhereSerializer, _where(request.tournament, asked))


def _line(row: dict[str, Any]) -> dict[str, Any]:
    line, pair = row["line"], row["pair"]
    own = ("place", "shared", "withdrawn", "played", "won", "lost", "decided_by")
    return {
        **{name: getattr(line, name) for name in own},
        "entry": pair.number,
        "title": pair.title,
        "town": pair.towns,
        "values": [
            {"key": key, "name": WORDS[key].name, "number": number, "text": shown.value}
            for (key, number), shown in zip(line.values, row["values"], strict=True)
        ],
        "reason": row["reason"],
    }


def _where(tournament: Tournament, asked: str) -> list[Whereabouts]:
    """Three queries."""
    stage, pairs = tournament.stage, pairs_of(tournament)
    played = meetings(stage, pairs)
    knockout = stage.format == "knockout"
    third_place = bool(stage.format_options.get("third_place"))
    return [
        whereabouts(pair, played, knockout=knockout, third_place=third_place)
        for pair in find(pairs, asked)
    ]
