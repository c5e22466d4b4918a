"""API of the standings, with the reason for each place, and of each competitor's table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.actas.selectors.meetings import Competitor, Meeting, competitors_of
from scoring.public.cards import event_of, found_by, played_by
from scoring.public.names import rounds_told
from scoring.public.whereabouts import Whereabouts, hall_of, whereabouts
from scoring.public.whole_event import event_rows
from scoring.standings.selectors.counting import beside_of, units
from scoring.standings.selectors.standings import reckoning_of, stage_sums, stage_tables
from scoring.standings.table import Line
from scoring.standings.words import tiebreaks
from scoring.standings.words.tiebreaks import WINS_MATCHES
from tournaments.games.words import TiebreakWords
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.names.text import clean_text
from tournaments.site.api.pagination import PagesOfLongRows
from tournaments.site.api.view import ApiView, StageFilter

QUESTION = 60
OWN = ("place", "shared", "withdrawn", "played", "won", "drawn", "lost", "decided_by")


class Title(serializers.CharField):
    """Names of a competitor with plain spaces: programs sort them, so no-break spaces go."""

    def to_representation(self, value: str) -> str:
        return value.replace("\xa0", " ")


class ValueSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text="The higher the better.")
    text = serializers.CharField(help_text="As people read it.")


class MatchTallySerializer(serializers.Serializer):
    tally = serializers.CharField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class PartSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    number = serializers.IntegerField(source="value")
    counts = serializers.BooleanField(help_text="false: not among the best ones, which count.")
    rest = serializers.BooleanField()


class SumSerializer(serializers.Serializer):
    """The components of a sum: its matches, what is carried over and the penalties."""

    key = serializers.CharField()
    parts = PartSerializer(many=True, source="sum.parts")
    carried = serializers.IntegerField(source="sum.carried")
    taken = serializers.IntegerField(source="sum.taken", help_text="Penalties.")
    total = serializers.IntegerField(source="sum.total")


class StandingSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    group = serializers.CharField(help_text='Places are those of the group; "" without groups.')
    entry = serializers.IntegerField()
    title = Title(source="competitor.title")
    town = serializers.CharField(source="competitor.towns", allow_blank=True)
    provisional = serializers.IntegerField(
        help_text="How many of its matches count here and wait for who confirms them."
    )
    withdrawn = serializers.BooleanField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    match_tally = MatchTallySerializer(
        allow_null=True,
        help_text="What wins the matches (cotos), where the standings add up another tally.",
    )
    values = ValueSerializer(many=True)
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that put it below the line above."
    )
    reason = serializers.CharField(allow_blank=True, help_text="The same in one sentence.")
    sums = SumSerializer(
        many=True,
        help_text="In totals, and where only the best matches count: what each sum is made of.",
    )


class StandingsFilter(serializers.Serializer):
    confirmed = serializers.BooleanField(
        default=False, help_text="Only what is confirmed, whatever the tournament shows besides."
    )


class WhereFilter(serializers.Serializer):
    q = serializers.CharField(help_text="A number, or words of the names and towns.")


class RivalSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="number")
    title = Title()


class OwnBoardSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    code = serializers.CharField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    table = serializers.SerializerMethodField()
    playing = serializers.SerializerMethodField(help_text='Who sits there; "" while nobody says.')

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
        help_text="playing, waiting, postponed, bye, done, withdrawn, no_draw, not_drawn; where "
        "one can be out: through, ahead, to_third, second_chance, hoping, lives, out, champion, "
        "finalist, third, fourth, consoled or placed; waiting_list or single (looks for a partner)."
    )
    round = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(help_text="Of its match; null in a tie: see boards.")
    table = serializers.SerializerMethodField()
    boards = serializers.SerializerMethodField(help_text="Of its tie, all of them; [] elsewhere.")
    ahead = serializers.IntegerField(help_text="Matches that will be called before.")
    awaited = AwaitedSerializer(
        many=True, help_text="The sides of its match that still play another, and where."
    )
    rivals = RivalSerializer(many=True)
    postponed_to = serializers.DateTimeField(
        source="meeting.postponed_to",
        default=None,
        allow_null=True,
        help_text="The date of its match, if it is postponed and has one.",
    )
    postponed = serializers.SerializerMethodField(
        help_text="Its other matches that are postponed, by code; of a tie, its boards."
    )

    def get_postponed(self, where: Whereabouts) -> list[str]:
        boards = [board for one in where.postponed for board in one.boards or (one,)]
        return [board.code for board in boards if board.state == Match.State.POSTPONED]

    def get_round(self, where: Whereabouts) -> int | None:
        return where.meeting.round if where.meeting else None

    def get_code(self, where: Whereabouts) -> str | None:
        return (where.meeting.code or None) if where.meeting else None

    def get_boards(self, where: Whereabouts) -> OwnBoardSerializer(many=True):
        boards = where.meeting.boards if where.meeting else ()
        if not boards:
            return []
        context = {"entry": where.competitor.number}
        return OwnBoardSerializer(boards, many=True, context=context).data

    def get_table(self, where: Whereabouts) -> int | None:
        playing = where.meeting is not None and where.meeting.state == Match.State.PLAYING
        return where.meeting.table if playing else None


class StandingsView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": StandingsFilter}
    pagination_class = PagesOfLongRows

    @extend_schema(parameters=[StageFilter], responses=StandingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the current standings."""
        confirmed = self.query()["confirmed"]
        standings = _Standings(request.tournament, confirmed, request.audience)
        page = self.paginate_queryset(standings.order)
        return self.get_paginated_response(
            StandingSerializer(standings.rows(page or []), many=True).data
        )


class WhereView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": WhereFilter}
    pagination_class = PagesOfLongRows

    @extend_schema(parameters=[StageFilter], responses=WhereSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the table where each competitor that matches the search sits."""
        asked = clean_text(self.query()["q"], "q", QUESTION, any_start=True)
        found = self.paginate_queryset(found_by(request.tournament, asked))
        told = _where(request.tournament.stage, found, request.audience)
        return self.get_paginated_response(WhereSerializer(told, many=True).data)


class _Standings:
    """Standings of the requested stage, with texts for the requested lines only.

    It takes at most 13 queries, 7 more for a format with its own order and 7 more for sums.
    """

    def __init__(self, tournament: Tournament, confirmed: bool, audience: Audience) -> None:
        self.stage, self.audience = tournament.stage, audience
        stage = self.stage
        self.provisional = Provisional() if confirmed else provisional_of(stage, audience)
        self.tables = stage_tables(stage, audience, self.provisional.supposed)
        self.order = [
            (group, place) for group, lines in self.tables.items() for place in range(len(lines))
        ]

    def rows(self, page: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
        """Return the lines of `page`: pairs of a group and a place in it."""
        stage, game = self.stage, self.stage.tournament.game
        boards, beside = bool(stage.boards()), beside_of(stage)
        words = tiebreaks.words_of(game, boards=boards)
        sums = stage_sums(stage, self.audience, self.provisional.supposed)
        values, reasons = self._said(page)
        lines = [(group, self.tables[group][place]) for group, place in page]
        competitors = competitors_of(stage.tournament, [line.entrant for _group, line in lines])
        return [
            {
                **{name: getattr(line, name) for name in OWN},
                "group": group,
                "provisional": self.provisional.by_entry[line.entrant],
                "entry": line.entrant,
                "competitor": competitors[line.entrant],
                "match_tally": _match_tally(beside, line),
                "values": _values(words, line, values[line.entrant]),
                "reason": reasons[line.entrant],
                "sums": [
                    {"key": key, "sum": made[line.entrant]} for key, made in sums.by_key.items()
                ],
            }
            for group, line in lines
        ]

    def _said(self, page: Sequence[tuple[str, int]]) -> tuple[tiebreaks.Rows, Mapping[int, str]]:
        """Return the values and the reasons of the lines of `page`: pairs of group and place."""
        stage, game = self.stage, self.stage.tournament.game
        boards, rounds = bool(stage.boards()), rounds_told(stage, self.audience)
        reckoning = reckoning_of(stage, self.audience)
        values: dict[int, tuple[tiebreaks.Shown, ...]] = {}
        reasons: dict[int, str] = {}
        places: defaultdict[str, list[int]] = defaultdict(list)
        for group, place in page:
            places[group].append(place)
        for group, wanted in places.items():
            table = self.tables[group]
            lines = table[max(min(wanted) - 1, 0) : max(wanted) + 1]  # for reasons
            told = tiebreaks.shown(game, lines, rounds, *units(stage), boards=boards, table=table)
            reasons |= tiebreaks.reasons(
                game, lines, told, boards=boards, reckoning=reckoning, unit=units(stage)[0]
            )
            values |= told
        return values, reasons


def _match_tally(tally: str, line: Line) -> dict[str, Any] | None:
    if line.beside is None:
        return None
    won, lost = line.beside
    return {"tally": tally, "name": WINS_MATCHES[tally][0], "won": won, "lost": lost}


def _values(
    words: Mapping[str, TiebreakWords], line: Line, shown: tuple[tiebreaks.Shown, ...]
) -> list[dict[str, Any]]:
    return [
        {"key": key, "name": words[key].name, "number": number, "text": one.value}
        for (key, number), one in zip(line.values, shown, strict=True)
    ]


def _where(stage: Stage, found: Sequence[Competitor], audience: Audience) -> list[Whereabouts]:
    played = played_by(stage, [one.number for one in found], audience)
    hall = hall_of(stage, audience)
    by_number: defaultdict[int, list[Meeting]] = defaultdict(list)
    for meeting in played.meetings:
        for side in meeting.sides:
            for competitor in side.everybody:
                by_number[competitor.number].append(meeting)
    return [whereabouts(one, by_number[one.number], hall, played.fates) for one in found]


class WholeEventSerializer(serializers.Serializer):
    place = serializers.IntegerField(source="line.place", help_text="In the whole event.")
    shared = serializers.BooleanField(source="line.shared", help_text="Others have the same place.")
    entry = serializers.IntegerField(source="line.entrant")
    title = Title(source="competitor.title")
    stage = serializers.IntegerField(source="line.stage", help_text="The last one it reached.")
    stage_label = serializers.CharField(source="stage")
    group = serializers.CharField(source="line.group", allow_blank=True)
    stage_place = serializers.IntegerField(
        source="line.stage_place", help_text="In that stage, or in its group; 0: never drawn in it."
    )
    withdrawn = serializers.BooleanField(source="line.withdrawn")


class WholeEventView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=WholeEventSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the final order over all stages, provisional while matches remain.

        Entries are ordered by the last stage they reached. An entry that did not qualify is ordered
        by the stage before.
        """
        page = self.paginate_queryset(event_of(request.tournament, request.audience))
        rows = event_rows(request.tournament, page)
        return self.get_paginated_response(WholeEventSerializer(rows, many=True).data)
