"""API of matches: sides, table and result."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import DateTimeField
from rest_framework.response import Response

from rules.core import SIDE_NAMES
from scoring.actas.selectors.actas import get_match
from scoring.actas.selectors.meetings import Competitor, annulled_match, competitors_of, is_annulled
from scoring.models import Result
from tournaments.models import MAX_TABLES, Entry, Match, MatchSide, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.permissions import refuse_other_tables
from tournaments.rounds.selectors.rounds import free_tables, published_matches
from tournaments.rounds.services.tables import call_waiting, move_match, set_in_service
from tournaments.site.api.fields import Body, EntryTitle, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

LETTERS = [(letter, letter) for letter in SIDE_NAMES]
CODE = re.compile(r"[A-Za-z0-9]{1,8}")


class Letter(serializers.ChoiceField):
    """A side: its letter in JSON, its number in the database."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=LETTERS, **kwargs)

    def to_representation(self, value: Any) -> str:
        return SIDE_NAMES[value]


class Tallies(serializers.DictField):
    """Each tally with a number per side, side A first: {"cotos": [2, 1], "partidas": [7, 5]}."""

    child = serializers.ListField(child=serializers.IntegerField())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            help_text="A whole number for each side by tally, A first. If the game's options allow "
            "half points (malilla with closed cards, tarot with equal shares), the number "
            "counts halves: 13 is 6½.",
            **kwargs,
        )


class PlayerNames(serializers.CharField):
    """The people of a side, "" if names are hidden."""

    def to_representation(self, value: Any) -> str:
        side: MatchSide = value
        return side.names if self.context["audience"].names else ""


class SideSerializer(serializers.Serializer):
    side = Letter()
    entry = serializers.IntegerField(source="entry.number")
    title = EntryTitle(source="entry")
    names = PlayerNames(
        source="*",
        allow_blank=True,
        help_text="People who play, if the entry is a team or has only a name.",
    )
    withdrawn = serializers.SerializerMethodField()
    guest = serializers.BooleanField(
        help_text="Plays so that a resting entry can catch up. The match does not count for this "
        "side."
    )

    def get_withdrawn(self, side: MatchSide) -> bool:
        return not side.entry.live


class ResultSerializer(serializers.Serializer):
    winner = Letter(allow_null=True, help_text="null: a draw, or lost by all if `lost` is true.")
    tallies = Tallies()
    forfeit = serializers.BooleanField()
    lost = serializers.BooleanField(help_text="Whether every side lost the match.")


class MatchSerializer(serializers.Serializer):
    code = serializers.CharField(help_text="Code printed on the acta.")
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(
        source="round.number", help_text="Number of the round in its stage."
    )
    round_serial = serializers.IntegerField(
        source="round.serial", help_text="Number of the round in the whole tournament."
    )
    round_name = serializers.CharField(
        source="round.__str__", help_text="Name of the round, as in `name` of rounds."
    )
    position = serializers.IntegerField(help_text="Position in the round and in the bracket.")
    board = serializers.IntegerField(help_text="Board of a tie between teams, from 1; otherwise 0.")
    number = serializers.IntegerField(
        allow_null=True, help_text="Public number of the match; null for a bye."
    )
    purpose = serializers.CharField(
        allow_blank=True,
        help_text="Purpose of the match: final, third_place, or a word of the format "
        "(grand_final, losers, consolation…). If there are several, the best place at "
        "stake follows: «placement 5».",
    )
    table = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=Match.State.choices)
    called_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    postponed_to = serializers.DateTimeField(
        allow_null=True, help_text="Date of a postponed match, if it has one."
    )
    sides = SideSerializer(many=True, help_text="A single side has a bye.")
    void = serializers.SerializerMethodField(
        help_text="Whether the match counts for nobody, because a side withdrew with all its "
        "matches void."
    )
    result = serializers.SerializerMethodField()

    def get_void(self, match: Match) -> bool:
        return annulled_match(match)

    def get_result(self, match: Match) -> ResultSerializer(allow_null=True):  # type: ignore[valid-type]  # for the schema
        result: Result | None = getattr(match, "result", None)
        return ResultSerializer(result).data if result else None


class MatchFilter(serializers.Serializer):
    stage = serializers.IntegerField(
        min_value=1, max_value=999, required=False, help_text="Only matches of this stage."
    )
    round = serializers.IntegerField(
        min_value=1,
        max_value=32_000,
        required=False,
        help_text="Only matches of this round of the stage.",
    )
    state = serializers.ChoiceField(
        choices=[choice for choice in Match.State.choices if choice[0] != Match.State.PLANNED],
        required=False,
    )
    table = serializers.IntegerField(min_value=1, max_value=MAX_TABLES, required=False)
    number = serializers.IntegerField(
        min_value=1,
        max_value=1_000_000,
        required=False,
        help_text="Only the match with this public number.",
    )
    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_NUMBER, required=False, help_text="Only matches of this entry."
    )


class TableBody(Body):
    table = WholeNumber(min_value=1, max_value=MAX_TABLES)


class ServiceBody(Body):
    in_service = YesNo(help_text="false: no match is called to the table.")


class CalledSerializer(serializers.Serializer):
    code = serializers.CharField()
    number = serializers.IntegerField()
    table = serializers.IntegerField()


class MatchesView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": MatchFilter}

    @extend_schema(responses=MatchSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the published matches, by round and position."""
        matches = _matches(request.tournament, self.query(), request.audience)
        page = self.paginate_queryset(matches.values_list("pk", flat=True))
        return self.get_paginated_response(
            matches_data(request.tournament, page or [], request.audience)
        )


class MatchTableView(ApiView):
    acts = {"POST": "call_tables"}

    @extend_schema(request=TableBody, responses=MatchSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Move a match to another table, or call the match out of turn."""
        match, table = find_match(request, code), self.body(TableBody)["table"]
        current_tables = [] if match.table is None else [match.table]
        refuse_other_tables(request.tables, *current_tables, table)
        move_match(match=match, author=self.user, table=table)
        return self.answer(MatchSerializer, find_match(request, code))


class TableServiceView(ApiView):
    acts = {"POST": "run_hall"}

    @extend_schema(request=ServiceBody, responses=CalledSerializer(many=True))
    def post(self, request: ApiRequest, slug: str, table: int) -> Response:
        """Put a table out of service or back in service; return the matches called."""
        in_service = self.body(ServiceBody)["in_service"]
        called_matches = set_in_service(
            tournament=request.tournament, author=self.user, table=table, in_service=in_service
        )
        return self.list_answer(CalledSerializer, called_matches)


class CallView(ApiView):
    acts = {"POST": "call_tables"}

    @extend_schema(request=None, responses=CalledSerializer(many=True))
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Give the free tables to the waiting matches.

        Tapete also does this by itself after every act that frees a table.
        """
        refuse_other_tables(request.tables, *free_tables(request.tournament))
        called_matches = call_waiting(tournament=request.tournament, author=self.user)
        return self.list_answer(CalledSerializer, called_matches)


def find_match(request: ApiRequest, code: str, *, byes: bool = False) -> Match:
    """Return the published match of this code, a bye only with `byes`, or raise Http404."""
    match = get_match(request.tournament, code) if CODE.fullmatch(code) else None
    if match is None or not match.round.is_shown_to(request.audience):
        raise Http404
    if match.state == Match.State.BYE and not byes:
        raise Http404
    return match


def find_match_to_write(request: ApiRequest, code: str) -> Match:
    """Return the published match of this code, for a writer at its table.

    Raises Http404 as `find_match` does, and Refused 403 `other_table` if the user may not write at
    that table.
    """
    match = find_match(request, code)
    refuse_other_tables(request.tables, match.table)
    return match


def _matches(tournament: Tournament, query: dict[str, Any], audience: Audience) -> QuerySet[Match]:
    lookups = {
        "stage": "round__stage__number",
        "round": "round__number",
        "entry": "sides__entry__number",
    }
    filters = {lookups.get(name, name): value for name, value in query.items()}
    return (
        published_matches(tournament, audience)
        .filter(**filters)
        .order_by("round__serial", "position", "board")
    )


PLAIN_FIELDS = ("code", "position", "board", "number", "purpose", "table", "state")
format_time = DateTimeField().to_representation


def matches_data(
    tournament: Tournament, keys: Sequence[int], audience: Audience
) -> list[dict[str, Any]]:
    """Return these matches in this order, as data of `MatchSerializer`."""
    rows = Match.objects.filter(pk__in=keys).order_by()
    rows_by_key = {
        row["pk"]: row
        for row in rows.values(
            "pk",
            "round_id",
            "called_at",
            "finished_at",
            "postponed_to",
            "result__winner",
            "result__tallies",
            "result__forfeit",
            "result__lost",
            *PLAIN_FIELDS,
        )
    }
    round_keys = {row["round_id"] for row in rows_by_key.values()}
    rounds = Round.objects.filter(pk__in=round_keys).select_related("stage")
    data_by_round = {round.pk: _round_data(tournament, round) for round in rounds}
    sides = _sides(tournament, keys, audience)
    round_by_match = {key: row["round_id"] for key, row in rows_by_key.items()}
    annulled_keys = _annulled_keys({round.pk: round.stage for round in rounds}, round_by_match)
    return [
        {
            **data_by_round[row["round_id"]],
            **{name: row[name] for name in PLAIN_FIELDS},
            "called_at": format_time(row["called_at"]),
            "finished_at": format_time(row["finished_at"]),
            "postponed_to": format_time(row["postponed_to"]),
            "sides": sides[key],
            "void": key in annulled_keys,
            "result": _result(row),
        }
        for key in keys
        for row in (rows_by_key[key],)
    ]


def _annulled_keys(stage_by_round: dict[int, Stage], round_by_match: dict[int, int]) -> set[int]:
    """Return the keys of those matches in `round_by_match` that are annulled."""
    void_seats = MatchSide.objects.filter(
        match__in=round_by_match,
        guest=False,
        entry__state__in=Entry.GONE,
        entry__effect=Entry.Effect.VOID,
    )
    keys = set(void_seats.order_by().values_list("match", flat=True))
    if not keys:
        return set()
    seats = MatchSide.objects.filter(match__in=keys, guest=False).order_by()
    rows: defaultdict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for key, side, state, effect in seats.values_list(
        "match", "side", "entry__state", "entry__effect"
    ):
        rows[key].append((side, state, effect))
    return {key for key in keys if is_annulled(stage_by_round[round_by_match[key]], rows[key])}


def _round_data(tournament: Tournament, round: Round) -> dict[str, Any]:
    round.stage.tournament = tournament
    return {
        "stage": round.stage.number,
        "round": round.number,
        "round_serial": round.serial,
        "round_name": str(round),
    }


def _sides(
    tournament: Tournament, keys: Iterable[int], audience: Audience
) -> dict[int, list[dict[str, Any]]]:
    seats = list(
        MatchSide.objects.filter(match__in=keys)
        .order_by("match_id", "side", "place")
        .values_list("match_id", "side", "entry__number", "names", "guest")
    )
    competitors = competitors_of(
        tournament, audience, {number for _key, _side, number, *_rest in seats}
    )
    titles = {number: _title(entry) for number, entry in competitors.items()}
    sides_by_match: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for key, side, number, names, guest in seats:
        sides_by_match[key].append(
            {
                "side": SIDE_NAMES[side],
                "entry": number,
                "title": titles[number],
                "names": names if audience.names else "",
                "withdrawn": competitors[number].state != Entry.State.ENTERED,
                "guest": guest,
            }
        )
    return sides_by_match


def _title(competitor: Competitor) -> str:
    """Return the title with plain spaces."""
    return competitor.title.replace("\xa0", " ")


def _result(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["result__tallies"] is None:
        return None
    winner = row["result__winner"]
    return {
        "winner": None if winner is None else SIDE_NAMES[winner],
        "tallies": row["result__tallies"],
        "forfeit": row["result__forfeit"],
        "lost": row["result__lost"],
    }
