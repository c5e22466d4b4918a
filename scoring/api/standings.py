"""The standings, each line with why it is where it is; and where a competitor sits."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.public.names import rounds_told
from scoring.selectors.counting import beside_of, units
from scoring.selectors.fates import fates_of
from scoring.selectors.meetings import Meeting, competitors_of, meetings
from scoring.selectors.provisional import Provisional, provisional_of
from scoring.selectors.standings import reckoning_of, stage_tables
from scoring.selectors.sums import stage_sums
from scoring.selectors.ties import as_ties
from scoring.selectors.whereabouts import Whereabouts, find, whereabouts
from scoring.standings import Line
from scoring.wording import tiebreaks
from scoring.wording.tally_words import WINS_MATCHES
from tournaments.api.view import ApiView, StageFilter
from tournaments.models import Match, Tournament
from tournaments.text import clean_text
from tournaments.wording.tiebreaks import Words

QUESTION = 60
OWN = ("place", "shared", "withdrawn", "played", "won", "drawn", "lost", "decided_by")


class Title(serializers.CharField):
    """The names of a competitor, with plain spaces: a page keeps its dot, a program sorts."""

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
    """What a sum is made of: its parts that count, and what is carried, less what is taken."""

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
        default=False,
        help_text="Only what is confirmed, whatever the tournament shows besides.",
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


class WhereSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="competitor.number")
    title = Title(source="competitor.title")
    town = serializers.CharField(source="competitor.towns", allow_blank=True)
    state = serializers.CharField(
        help_text="playing, waiting, bye, done, withdrawn, no_draw, not_drawn; where one can be "
        "out: through, ahead, to_third, second_chance, hoping, lives, out, champion, finalist, "
        "third, fourth, consoled or placed; waiting_list or single (looks for a partner)."
    )
    round = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(help_text="Of its match; null in a tie: see boards.")
    table = serializers.SerializerMethodField()
    boards = serializers.SerializerMethodField(help_text="Of its tie, all of them; [] elsewhere.")
    ahead = serializers.IntegerField(help_text="Matches that will be called before.")
    rivals = RivalSerializer(many=True)

    def get_round(self, where: Whereabouts) -> int | None:
        return where.meeting.round if where.meeting else None

    def get_code(self, where: Whereabouts) -> str | None:
        return (where.meeting.code or None) if where.meeting else None

    def get_boards(self, where: Whereabouts) -> OwnBoardSerializer(many=True):
        boards = where.meeting.boards if where.meeting else ()
        context = {"entry": where.competitor.number}
        return OwnBoardSerializer(boards, many=True, context=context).data

    def get_table(self, where: Whereabouts) -> int | None:
        playing = where.meeting is not None and where.meeting.state == Match.State.PLAYING
        return where.meeting.table if playing else None


class StandingsView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(
        parameters=[StandingsFilter, StageFilter], responses=StandingSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        """The standings as they are now."""
        confirmed = self.query(StandingsFilter)["confirmed"]
        return self.listed(StandingSerializer, _standings(request.tournament, confirmed))


class WhereView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(parameters=[WhereFilter, StageFilter], responses=WhereSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Where the competitors sit that somebody may mean."""
        asked = clean_text(self.query(WhereFilter)["q"], "q", QUESTION, any_start=True)
        return self.listed(WhereSerializer, _where(request.tournament, asked))


def _standings(tournament: Tournament, confirmed: bool) -> list[dict[str, Any]]:
    """Thirteen queries at most, seven more where the order is the format's own, and seven where
    sums are shown."""
    stage, competitors = tournament.stage, competitors_of(tournament)
    provisional = Provisional() if confirmed else provisional_of(stage)
    tables = stage_tables(stage, provisional.supposed)
    rounds = rounds_told(stage)
    sums = stage_sums(stage, provisional.supposed)
    game = tournament.game
    boards = bool(stage.boards())
    words = tiebreaks.words_of(game, boards=boards)
    reckoning, beside = reckoning_of(stage), beside_of(stage)
    found = []
    for group, lines in tables.items():
        values = tiebreaks.shown(game, lines, rounds, *units(stage), boards=boards)
        reasons = tiebreaks.reasons(
            game, lines, values, boards=boards, reckoning=reckoning, unit=units(stage)[0]
        )
        found += [
            {
                **{name: getattr(line, name) for name in OWN},
                "group": group,
                "provisional": provisional.by_entry[line.entrant],
                "entry": line.entrant,
                "competitor": competitors[line.entrant],
                "match_tally": _match_tally(beside, line),
                "values": _values(words, line, values[line.entrant]),
                "reason": reasons[line.entrant],
                "sums": [
                    {"key": key, "sum": made[line.entrant]} for key, made in sums.by_key.items()
                ],
            }
            for line in lines
        ]
    return found


def _match_tally(tally: str, line: Line) -> dict[str, Any] | None:
    if line.beside is None:
        return None
    won, lost = line.beside
    return {"tally": tally, "name": WINS_MATCHES[tally][0], "won": won, "lost": lost}


def _values(
    words: Mapping[str, Words], line: Line, shown: tuple[tiebreaks.Shown, ...]
) -> list[dict[str, Any]]:
    return [
        {
            "key": key,
            "name": words[key].name,
            "number": number,
            "text": one.value,
        }
        for (key, number), one in zip(line.values, shown, strict=True)
    ]


def _where(tournament: Tournament, asked: str) -> list[Whereabouts]:
    """Seven queries at most."""
    stage, competitors = tournament.stage, competitors_of(tournament)
    played = as_ties(meetings(stage, competitors))
    fates = fates_of(stage, played, competitors)
    return [whereabouts(competitor, played, fates) for competitor in find(competitors, asked)]
