"""API of rounds: draw, read, change by hand, publish, announce and discard a round."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.actas.api.matches import MatchSerializer, matches_data
from scoring.rounds.selectors.before_drawing import HeldMatch, matches_holding_up, numbers_left_out
from scoring.rounds.services.rounds import (
    ASK,
    DRAW_ALL,
    LEAVE_OUT,
    SEED_LENGTH,
    open_next_round,
    publish_round,
    redraw_round,
)
from tournaments.models import Round
from tournaments.people.api.entries import named_entry
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.permissions import allows
from tournaments.rounds.selectors.rounds import (
    draft_version,
    numbers_drawn,
    round_matches,
    rounds_of,
)
from tournaments.rounds.services.announcing import announce_round, hide_round
from tournaments.rounds.services.by_hand import seat_by_hand
from tournaments.rounds.services.drafts import REASON_LENGTH, discard_round, swap_entries
from tournaments.rounds.words.draws import draw_method
from tournaments.site.api.fields import Body, Moment, Text, WholeNumber
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest


class RoundLineSerializer(serializers.Serializer):
    serial = serializers.IntegerField(
        help_text="Number of the round in the whole tournament, used in its address."
    )
    name = serializers.CharField(
        source="__str__",
        help_text="Name of the round on pages and paper: «Ronda 7 · Cuartos de final».",
    )
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField(help_text="Number of the round in its stage.")
    state = serializers.ChoiceField(choices=Round.State.choices)
    seed = serializers.CharField()
    drawn_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    announced_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the public sees the round; null: not decided. Until then the round and "
        "its matches are hidden.",
    )
    to_play = serializers.IntegerField(help_text="Number of matches, without byes.")
    finished = serializers.IntegerField()
    playing = serializers.IntegerField()
    waiting = serializers.IntegerField()
    postponed = serializers.IntegerField()
    byes = serializers.IntegerField()


class SwapSerializer(serializers.Serializer):
    first = serializers.IntegerField(source="first.number")
    second = serializers.IntegerField(source="second.number")
    author = serializers.CharField(source="author_name")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class RedrawSerializer(serializers.Serializer):
    seed = serializers.CharField()
    author = serializers.CharField(source="by")
    reason = serializers.CharField(allow_blank=True)
    at = serializers.SerializerMethodField()

    def get_at(self, redraw: dict[str, str]) -> datetime:
        return datetime.fromisoformat(redraw["at"])


class DrawReportSerializer(serializers.Serializer):
    """The report of a draw: everything needed to repeat the draw, and its concessions."""

    method = serializers.CharField()
    numbers = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries in the draw."
    )
    left_out = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Entries left out because they were not marked present.",
    )
    byes = serializers.ListField(child=serializers.IntegerField())
    rematches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    difference_max = serializers.IntegerField(help_text="Largest difference of wins in a match.")
    broken = serializers.ListField(child=serializers.CharField())
    broken_by = serializers.ListField(
        help_text="Each broken wish: its name and the entries it affects."
    )
    group_round = serializers.IntegerField(
        help_text="First round of the bracket in which two entries of a group may meet; 0: none."
    )


class OpenMatchSerializer(serializers.Serializer):
    code = serializers.CharField(source="match.code")
    number = serializers.IntegerField(source="match.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    waiting = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the matches that wait for this one."
    )


class RoundSerializer(RoundLineSerializer):
    version = serializers.CharField(
        help_text="Version of the draft, to send as `seen` to `publish`."
    )
    report = DrawReportSerializer(source="drawn")
    swaps = SwapSerializer(many=True, help_text="Public changes by hand.")
    redraws = RedrawSerializer(many=True, help_text="Draws discarded before this one.")
    exchanges = serializers.ListField(
        child=serializers.DictField(),
        help_text="Exchanges after a correction: `first` and `second` swapped places; `rows` are "
        "the changed matches, by position; with `reason`, `by` and `at`.",
    )
    held_up = OpenMatchSerializer(
        many=True,
        help_text="In a draft: open matches of earlier rounds that matches of this round wait "
        "for. [] in a published round.",
    )
    matches = MatchSerializer(many=True, help_text="One page of matches, by position and board.")
    matches_next = serializers.CharField(
        allow_null=True, help_text="Address of the next page of matches."
    )


class MatchPage(serializers.Serializer):
    page = serializers.IntegerField(min_value=1, required=False, help_text="Page of the matches.")
    page_size = serializers.IntegerField(
        min_value=1, max_value=500, required=False, help_text="Matches on a page, at most 100."
    )


def absent_choice() -> serializers.ChoiceField:
    return serializers.ChoiceField(
        choices=[(choice, choice) for choice in (ASK, LEAVE_OUT, DRAW_ALL)],
        required=False,
        default=ASK,
        help_text="What to do with entries not marked present, if any entry is marked: with "
        "`ask`, 409 `not_present` with their `numbers`. Unpaid entries are drawn; "
        "`entries/?paid=false` lists them.",
    )


class DrawBody(Body):
    number = WholeNumber(
        min_value=1,
        max_value=32_000,
        required=False,
        allow_null=True,
        help_text="Number in the stage of the round to draw. Any other gets a 409.",
    )
    absent = absent_choice()


class PublishBody(Body):
    seen = Text(
        max_length=80, required=False, help_text="`version` of the draft that the client has."
    )
    announce_at = Moment(
        required=False,
        allow_null=True,
        help_text="When the public will see the round, if rounds are announced by hand.",
    )


class RoundSwapBody(Body):
    first = WholeNumber(min_value=1, max_value=MAX_NUMBER, help_text="Number of an entry.")
    second = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    reason = Text(max_length=REASON_LENGTH)


class ByHandBody(Body):
    pairings = Text(
        max_length=10_000,
        help_text="Entries of each match, in order of tables: `12-7, 3-9`. Leave out entries with"
        " a bye.",
    )
    reason = Text(max_length=REASON_LENGTH)


class RedrawBody(Body):
    seed = Text(max_length=SEED_LENGTH)
    reason = Text(max_length=REASON_LENGTH, required=False, default="", allow_blank=True)


class DiscardFilter(serializers.Serializer):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class RoundsView(ApiView):
    acts = {"GET": "view_public", "POST": "draw_round"}

    @extend_schema(parameters=[StageFilter], responses=RoundLineSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the rounds; only organisers see a draft."""
        rounds = [
            round
            for round in rounds_of(request.tournament.stage, request.audience)
            if _may_see_round(request, round)
        ]
        return self.list_answer(RoundLineSerializer, rounds)

    @extend_schema(parameters=[StageFilter], request=DrawBody, responses={201: RoundSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Draw the next round as a draft."""
        body, stage = self.body(DrawBody), request.tournament.stage
        new_round = open_next_round(
            stage=stage, author=self.user, number=body.get("number"), absent=body["absent"]
        )
        answer = answer_round(self, new_round.serial, status=201)
        answer.headers["Location"] = reverse("api_round", args=[slug, new_round.serial])
        return answer


class RoundView(ApiView):
    acts = {"GET": "view_public", "DELETE": "draw_round"}
    queries = {"GET": MatchPage, "DELETE": DiscardFilter}

    @extend_schema(responses=RoundSerializer)
    def get(self, request: Request, slug: str, serial: int) -> Response:
        """Return a round with a page of its matches and its draw report.

        Only organisers see a draft.
        """
        return answer_round(self, serial)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Discard the last round: a draft, or a round without any line."""
        reason = self.query()["reason"]
        discard_round(round=find_round(request, serial), author=self.user, reason=reason)
        return Response(status=204)


class PublishView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=PublishBody, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Publish a draft and assign tables to its matches."""
        body = self.body(PublishBody)
        publish_round(
            round=find_round(request, serial),
            author=self.user,
            seen_version=body.get("seen"),
            announce_at=body.get("announce_at"),
        )
        return answer_round(self, serial)


class SwapView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=RoundSwapBody, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Exchange two entries in a draft. The swap is published with its author and reason."""
        body = self.body(RoundSwapBody)
        entries = {
            name: named_entry(request.tournament, body[name], name) for name in ("first", "second")
        }
        round = find_round(request, serial)
        swap_entries(round=round, author=self.user, reason=body["reason"], **entries)
        return answer_round(self, serial)


class ByHandView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=ByHandBody, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Seat a draft in the pairings that the hall has already played without the site.

        The changes are published as swaps, with their author and reason.
        """
        body = self.body(ByHandBody)
        seat_by_hand(round=find_round(request, serial), author=self.user, **body)
        return answer_round(self, serial)


class RedrawView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=RedrawBody, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Draw a draft again from another seed."""
        body = self.body(RedrawBody)
        redraw_round(round=find_round(request, serial), author=self.user, **body)
        return answer_round(self, serial)


def _may_see_round(request: ApiRequest, round: Round) -> bool:
    published = round.state == Round.State.PUBLISHED
    return published or allows("draw_round", request.role, request.user.is_authenticated)


def find_round(request: ApiRequest, serial: int) -> Round:
    """Return the round with this serial. Raises Http404 if there is none."""
    rounds = Round.objects.with_reports().select_related("stage__tournament")
    return get_object_or_404(rounds, tournament=request.tournament, serial=serial)


def answer_round(view: ApiView, serial: int, status: int = 200) -> Response:
    """Return the response with the current round. Raises Http404 if the user may not see it."""
    stage = find_round(view.request, serial).stage
    rounds = [
        round
        for round in rounds_of(stage, view.request.audience)
        if round.serial == serial and _may_see_round(view.request, round)
    ]
    round = rounds[0] if rounds else find_round(view.request, 0)
    keys = round.matches.order_by("position", "board").values_list("pk", flat=True)
    page = view.paginate_queryset(keys)
    values = {
        **RoundSerializer(_round_data(round)).data,
        "matches": matches_data(round.stage.tournament, page or [], view.request.audience),
        "matches_next": _next_page(view, round),
    }
    return Response(values, status=status)


def _next_page(view: ApiView, round: Round) -> str | None:
    """Return the address of the round with the next page of its matches; None at the end."""
    assert isinstance(view.paginator, PageNumberPagination)
    next_link = view.paginator.get_next_link()  # this address may belong to another view
    if next_link is None:
        return None
    round_url = reverse("api_round", args=[round.stage.tournament.slug, round.serial])
    return f"{view.request.build_absolute_uri(round_url)}?{urlsplit(next_link).query}"


def _matches_to_wait_for(round: Round) -> list[HeldMatch]:
    if round.state != Round.State.DRAFT:
        return []
    return matches_holding_up([match for match in round_matches(round) if match.number is not None])


def _round_data(round: Round) -> dict[str, Any]:
    report = round.report
    fields = RoundLineSerializer().fields.keys()
    return {
        **{name: getattr(round, name) for name in fields if name != "name"},
        "stage": round.stage,
        "__str__": round.__str__,
        "version": draft_version(round),
        "drawn": {
            "method": draw_method(round.stage.format, round.number, round.stage.format_rules()),
            "numbers": numbers_drawn(round),
            "left_out": numbers_left_out(round),
            **{name: report.get(name, []) for name in ("byes", "rematches", "broken")},
            "difference_max": report.get("difference_max", 0),
            "broken_by": report.get("broken_by", []),
            "group_round": report.get("group_round", 0),
        },
        "swaps": round.swaps.select_related("first", "second"),
        "redraws": report.get("redraws", []),
        "exchanges": report.get("exchanges", []),
        "held_up": _matches_to_wait_for(round),
        "matches": (),  # a page of matches is added later
        "matches_next": None,
    }


# --- Announcing -----------------------------------------------------------------------------------
# Published rounds that the public does not see until they are announced.
class AnnounceBody(Body):
    at = Moment(
        required=False,
        allow_null=True,
        help_text="When the public will see the round. Default: now.",
    )


class AnnounceView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=AnnounceBody, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Announce a silent round, and the earlier silent rounds of its stage, now or at `at`."""
        at = self.body(AnnounceBody).get("at")
        announce_round(round=find_round(request, serial), author=self.user, moment=at)
        return answer_round(self, serial)


class HideView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses=RoundSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Hide a round from the public again while it has no line."""
        hide_round(round=find_round(request, serial), author=self.user)
        return answer_round(self, serial)
