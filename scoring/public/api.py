"""API of the standings, with the reason for each place, and of each competitor's table."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.actas.selectors.meetings import Competitor, Meeting, competitors_of
from scoring.public.cards import competitors_found_by, event_of, ties_played_by
from scoring.public.whereabouts import Whereabouts, hall_of, whereabouts
from scoring.public.whole_event import event_rows
from scoring.standings.selectors.counting import match_tally_of
from scoring.standings.selectors.rows import StandingsRow, stage_rows
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.selectors.sums import StageSums, stage_sums
from scoring.standings.table import StandingsLine
from scoring.standings.words.tiebreaks import WINS_MATCHES, tiebreak_words
from tournaments.models import Match, Stage
from tournaments.names.audience import Audience
from tournaments.names.text import clean_text
from tournaments.site.api.pagination import PagesOfLongRows
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest

LONGEST_QUESTION = 60
LINE_FIELDS = ("place", "shared", "withdrawn", "played", "won", "drawn", "lost", "decided_by")


class Title(serializers.CharField):
    """Names of a competitor with plain spaces, not no-break spaces, for programs that sort them."""

    def to_representation(self, value: str) -> str:
        return value.replace("\xa0", " ")


class ValueSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text="Value for sorting (higher is better).")
    text = serializers.CharField(help_text="Value as shown on the page.")


class MatchTallySerializer(serializers.Serializer):
    tally = serializers.CharField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class PartSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    number = serializers.IntegerField(source="value")
    counts = serializers.BooleanField(help_text="false: not among the best rounds that count.")
    rest = serializers.BooleanField()


class SumSerializer(serializers.Serializer):
    """The components of a sum: its matches, the carried value and the penalties."""

    key = serializers.CharField()
    parts = PartSerializer(many=True, source="sum.parts")
    carried = serializers.IntegerField(source="sum.carried")
    taken = serializers.IntegerField(source="sum.taken", help_text="Penalty points taken off.")
    total = serializers.IntegerField(source="sum.total")


class StandingSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    group = serializers.CharField(help_text='Group of the place; "" without groups.')
    entry = serializers.IntegerField()
    title = Title(source="competitor.title")
    town = serializers.CharField(source="competitor.towns", allow_blank=True)
    provisional = serializers.IntegerField(
        help_text="Counted matches that still need a confirmation."
    )
    withdrawn = serializers.BooleanField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    match_tally = MatchTallySerializer(
        allow_null=True,
        help_text="Tally that wins matches (cotos), if the standings add up another one.",
    )
    values = ValueSerializer(many=True)
    decided_by = serializers.CharField(
        allow_null=True, help_text="Tie-break that put the entry below the previous one."
    )
    reason = serializers.CharField(allow_blank=True, help_text="The same in a sentence.")
    sums = SumSerializer(
        many=True, help_text="Components of each sum, in totals and if only the best matches count."
    )


class StandingsFilter(serializers.Serializer):
    confirmed = serializers.BooleanField(
        default=False, help_text="Count only confirmed results, whatever the tournament shows."
    )


class WhereFilter(serializers.Serializer):
    q = serializers.CharField(help_text="A number, or words of names and towns.")


class RivalSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="number")
    title = Title()


class OwnBoardSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    code = serializers.CharField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    table = serializers.SerializerMethodField()
    playing = serializers.SerializerMethodField(
        help_text='Players at the board; "" before the line-up.'
    )

    def get_table(self, board: Meeting) -> int | None:
        return board.table if board.state == Match.State.PLAYING else None

    def get_playing(self, board: Meeting) -> str:
        return board.sides[board.side_of(self.context["entry"])].playing


class AwaitedSerializer(serializers.Serializer):
    entry = serializers.IntegerField()
    table = serializers.IntegerField()


class WhereSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="competitor.number")
    title = Title(source="competitor.title")
    town = serializers.CharField(source="competitor.towns", allow_blank=True)
    state = serializers.CharField(
        help_text="playing, waiting, postponed, bye, done, withdrawn, no_draw or not_drawn. In "
        "formats with elimination also through, ahead, to_third, second_chance, hoping,"
        " lives, out, champion, finalist, third, fourth, consoled or placed. Before "
        "playing, waiting_list or single (looks for a partner)."
    )
    round = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(
        help_text="Code of the match; null in a tie between teams (see boards)."
    )
    table = serializers.SerializerMethodField()
    boards = serializers.SerializerMethodField(help_text="Boards of the tie; [] without teams.")
    ahead = serializers.IntegerField(help_text="Matches that will be called earlier.")
    awaited = AwaitedSerializer(
        many=True, help_text="Sides still playing another match, with their tables."
    )
    rivals = RivalSerializer(many=True)
    postponed_to = serializers.DateTimeField(
        source="meeting.postponed_to",
        default=None,
        allow_null=True,
        help_text="Date of the match, if it is postponed with a date.",
    )
    postponed = serializers.SerializerMethodField(
        help_text="Codes of the other postponed matches; for a tie, of its boards."
    )

    def get_postponed(self, place: Whereabouts) -> list[str]:
        boards = [board for meeting in place.postponed for board in meeting.boards or (meeting,)]
        return [board.code for board in boards if board.state == Match.State.POSTPONED]

    def get_round(self, place: Whereabouts) -> int | None:
        return place.meeting.round if place.meeting else None

    def get_code(self, place: Whereabouts) -> str | None:
        return (place.meeting.code or None) if place.meeting else None

    def get_boards(self, place: Whereabouts) -> OwnBoardSerializer(many=True):  # type: ignore[valid-type]  # for the schema
        boards = place.meeting.boards if place.meeting else ()
        if not boards:
            return []
        context = {"entry": place.competitor.number}
        return OwnBoardSerializer(boards, many=True, context=context).data

    def get_table(self, place: Whereabouts) -> int | None:
        meeting = place.meeting
        return meeting.table if meeting and meeting.state == Match.State.PLAYING else None


class StandingsView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": StandingsFilter}
    pagination_class = PagesOfLongRows

    @extend_schema(parameters=[StageFilter], responses=StandingSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the current standings."""
        stage, audience = request.tournament.stage, request.audience
        confirmed = self.query()["confirmed"]
        provisional = Provisional() if confirmed else provisional_of(stage, audience)
        tables = stage_tables(stage, audience, provisional.supposed)
        rows = stage_rows(stage, tables, provisional, audience)
        page = self.paginate_queryset(list(chain.from_iterable(rows.values())))
        sums = stage_sums(stage, audience, provisional.supposed)
        return self.get_paginated_response(
            StandingSerializer(_answers(stage, page or [], sums, audience), many=True).data
        )


class WhereView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": WhereFilter}
    pagination_class = PagesOfLongRows

    @extend_schema(parameters=[StageFilter], responses=WhereSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the table where each competitor that matches the search sits."""
        question = clean_text(self.query()["q"], "q", LONGEST_QUESTION, any_start=True)
        competitors = self.paginate_queryset(
            competitors_found_by(request.tournament, question, request.audience)
        )
        places = _places_of(request.tournament.stage, competitors or [], request.audience)
        return self.get_paginated_response(WhereSerializer(places, many=True).data)


def _answers(
    stage: Stage, rows: Sequence[StandingsRow], sums: StageSums, audience: Audience
) -> list[dict[str, Any]]:
    """Return the rows in the form that `StandingSerializer` reads."""
    words = tiebreak_words(stage.tournament.game, boards=bool(stage.boards()))
    match_tally = match_tally_of(stage)
    competitors = competitors_of(stage.tournament, audience, [row.line.entrant for row in rows])
    return [
        {
            **{name: getattr(row.line, name) for name in LINE_FIELDS},
            "group": row.group,
            "provisional": row.provisional,
            "entry": row.line.entrant,
            "competitor": competitors[row.line.entrant],
            "match_tally": _match_tally(match_tally, row.line),
            "values": [
                {"key": key, "name": words[key].name, "number": number, "text": row.texts[key]}
                for key, number in row.line.values
            ],
            "reason": row.reason,
            "sums": [
                {"key": key, "sum": entry_sums[row.line.entrant]}
                for key, entry_sums in sums.sums_by_key.items()
            ],
        }
        for row in rows
    ]


def _match_tally(tally: str, line: StandingsLine) -> dict[str, Any] | None:
    if line.match_tally is None:
        return None
    won, lost = line.match_tally
    return {"tally": tally, "name": WINS_MATCHES[tally][0], "won": won, "lost": lost}


def _places_of(
    stage: Stage, competitors: Sequence[Competitor], audience: Audience
) -> list[Whereabouts]:
    ties = ties_played_by(stage, [competitor.number for competitor in competitors], audience)
    hall = hall_of(stage, audience)
    meetings_by_number: defaultdict[int, list[Meeting]] = defaultdict(list)
    for meeting in ties.meetings:
        for side in meeting.sides:
            for competitor in side.everybody:
                meetings_by_number[competitor.number].append(meeting)
    return [
        whereabouts(competitor, meetings_by_number[competitor.number], hall, ties.fates)
        for competitor in competitors
    ]


class WholeEventSerializer(serializers.Serializer):
    place = serializers.IntegerField(
        source="line.place", help_text="Place in the whole tournament."
    )
    shared = serializers.BooleanField(
        source="line.shared", help_text="Whether others have the same place."
    )
    entry = serializers.IntegerField(source="line.entrant")
    title = Title(source="competitor.title")
    stage = serializers.IntegerField(
        source="line.stage", help_text="Last stage that the entry reached."
    )
    stage_label = serializers.CharField(source="stage")
    group = serializers.CharField(source="line.group", allow_blank=True)
    stage_place = serializers.IntegerField(
        source="line.stage_place", help_text="Place in that stage or group; 0: never drawn in it."
    )
    withdrawn = serializers.BooleanField(source="line.withdrawn")


class WholeEventView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=WholeEventSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the final order over all stages, provisional while matches remain.

        Entries are ordered by the last stage they reached. An entry that did not qualify is ordered
        by the stage before.
        """
        page = self.paginate_queryset(event_of(request.tournament, request.audience))
        rows = event_rows(request.tournament, page or [], request.audience)
        return self.get_paginated_response(WholeEventSerializer(rows, many=True).data)
