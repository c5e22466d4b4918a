"""API of the chain of stages: list, plan, change, open and close a stage, change its rounds."""

from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules.core import options_of
from scoring.rounds.forms import MOST_ROUNDS
from scoring.stages.selectors.chain import FINISHED, OPEN, PLANNED, PLAYING, ChainNode, nodes_of
from scoring.stages.services import open_stage, shut_stage
from tournaments.formats.quotas import ALL, GROUP, MOST, REST
from tournaments.models import Tournament
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.setup.api import find_stage
from tournaments.setup.services.stages import (
    MOST_PLACES,
    MOST_QUOTAS,
    MOST_STAGES,
    STAGE_NAME,
    add_stage,
    change_rounds,
    edit_stage,
    remove_stage,
)
from tournaments.site.api.fields import Body, OptionValues, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

STATES = [PLANNED, OPEN, PLAYING, FINISHED]
PER_CHOICES = [(per, per) for per in (GROUP, ALL, REST)]


class QuotaBody(Body):
    """Entries that come from an earlier stage: places `first` to `last`."""

    stage = WholeNumber(
        min_value=1, max_value=MOST_STAGES, help_text="Number of the earlier stage."
    )
    per = serializers.ChoiceField(
        choices=PER_CHOICES,
        default=GROUP,
        help_text="`group`: these places of each group; `all`: of the whole stage; `rest`: "
        "entries that go on to no other stage.",
    )
    first = WholeNumber(min_value=1, max_value=MOST, default=1)
    last = WholeNumber(
        min_value=0, max_value=MOST, default=1, help_text="Last place; 0: down to the end."
    )
    best = WholeNumber(
        min_value=0,
        max_value=MOST,
        default=0,
        help_text="Only the best of these, up to this number; 0: all.",
    )
    fill = WholeNumber(
        min_value=0,
        max_value=MOST,
        default=0,
        help_text="Only as many as fill the new stage up to this number; 0: all.",
    )
    never_zero = YesNo(default=False, help_text="Leave out entries without points.")


class StageBody(Body):
    """The plan of a stage.

    Omitted options take the format's default. Omitted game options take the values of the first
    stage, unless a preset is given.
    """

    name = Text(max_length=STAGE_NAME, required=False, allow_blank=True)
    format = Text(max_length=20)
    format_options = OptionValues(required=False)
    preset = Text(max_length=40, required=False, help_text="Key of a preset; see games/.")
    game_options = OptionValues(required=False)
    intake = serializers.ListField(
        child=QuotaBody(),
        required=False,
        max_length=MOST_QUOTAS,
        help_text="Quotas from earlier stages, in order. [] only if `takes_entries`.",
    )
    carries = YesNo(required=False, help_text="Whether points of earlier stages are carried over.")
    takes_entries = YesNo(
        required=False, help_text="Whether new entries can join this stage, after its qualifiers."
    )
    capacity = WholeNumber(
        min_value=0,
        max_value=MOST_PLACES,
        required=False,
        help_text="Places in the stage; 0: no limit.",
    )


class QuotaSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    per = serializers.ChoiceField(choices=PER_CHOICES)
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    best = serializers.IntegerField()
    fill = serializers.IntegerField()
    never_zero = serializers.BooleanField()


class StageSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="stage.number")
    name = serializers.CharField(source="stage.name", allow_blank=True)
    label = serializers.CharField(  # type: ignore[assignment]  # a field of that name
        source="stage.label", help_text="Name of the stage, or a generated one."
    )
    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`open`: its entries are known, or are joining, and no round is drawn yet.",
    )
    format = serializers.CharField(source="stage.format")
    format_options = OptionValues(source="stage.format_options")
    game_options = OptionValues(source="stage.game_options")
    length = serializers.CharField(help_text="Length of a match, in words.")
    intake = QuotaSerializer(
        source="stage.intake", many=True, help_text="[]: no qualifiers from another stage."
    )
    carries = serializers.BooleanField(source="stage.carries")
    chain = serializers.ListField(
        source="stage.chain", child=serializers.CharField(), help_text="Tie-breaks in order."
    )
    takes_entries = serializers.BooleanField(source="stage.takes_entries")
    capacity = serializers.IntegerField(source="stage.capacity")
    declined = serializers.ListField(
        source="stage.declined",
        child=serializers.IntegerField(),
        help_text="Entries that decline their place.",
    )
    entered = serializers.IntegerField(help_text="Entries that joined in this stage.")
    fewest = serializers.IntegerField(
        help_text="Fewest entries that can reach the stage, with the current entries."
    )
    most = serializers.IntegerField()
    opened_at = serializers.DateTimeField(source="stage.opened_at", allow_null=True)


class PlaceSerializer(serializers.Serializer):
    seed = serializers.IntegerField(help_text="Rank on arrival, from 1.")
    entry = serializers.IntegerField(source="entry.number")
    source = serializers.CharField(  # type: ignore[assignment]  # a field of that name
        help_text="How the entry qualified, in words."
    )
    group = serializers.CharField(allow_blank=True, help_text="Stage and group of origin.")
    carried = serializers.DictField(
        child=serializers.IntegerField(), help_text="Values carried over, by tie-break."
    )


class OneStageSerializer(StageSerializer):
    places = serializers.SerializerMethodField(help_text="Qualifiers from other stages.")

    def get_places(self, node: ChainNode) -> PlaceSerializer(many=True):  # type: ignore[valid-type]  # for the schema
        places = node.stage.places.select_related("entry").order_by("seed", "entry__number")
        return PlaceSerializer(places, many=True).data


class StageOpenBody(Body):
    declined = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MAX_NUMBER),
        required=False,
        max_length=MOST_PLACES,
        help_text="Entries that decline their place, which goes to the next one. Default: "
        "unchanged.",
    )


class StagesView(ApiView):
    acts = {"GET": "view_public", "POST": "edit_tournament"}

    @extend_schema(responses=StageSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the stages in order, each with its sources and its number of entries."""
        return self.list_answer(StageSerializer, nodes_of(request.tournament, request.audience))

    @extend_schema(request=StageBody, responses={201: OneStageSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Plan a new stage."""
        body = self.body(StageBody)
        values = {"name": "", "carries": False, "format_options": {}, "intake": [], **body}
        plan = _stage_plan(request.tournament, {"game_options": {}, **values})
        stage = add_stage(tournament=request.tournament, author=self.user, **plan)
        answer = answer_stage(self, stage.number, status=201)
        answer.headers["Location"] = reverse("api_stage", args=[slug, stage.number])
        return answer


class StageView(ApiView):
    acts = {"GET": "view_public", "PATCH": "edit_tournament", "DELETE": "edit_tournament"}

    @extend_schema(responses=OneStageSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a stage, with the entries that have a place in the stage."""
        return answer_stage(self, number)

    @extend_schema(request=StageBody, responses=OneStageSerializer)
    def patch(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Change the given fields of a stage.

        Name and capacity may change at any time, other fields only while nothing of the stage is
        drawn. The other fields of the first stage belong to the tournament.
        """
        stage = find_stage(request, number)
        plan = _stage_plan(request.tournament, self.changes(StageBody))
        if "format" in plan:
            plan.setdefault("format_options", {})
        edit_stage(stage=stage, author=self.user, **plan)
        return answer_stage(self, number)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Remove a planned stage."""
        remove_stage(stage=find_stage(request, number), author=self.user)
        return Response(status=204)


class StageOpenView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=StageOpenBody, responses=OneStageSerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Open a stage to its qualifiers.

        While nothing of the stage is drawn, a second call reads the results again.
        """
        values = self.body(StageOpenBody)
        open_stage(stage=find_stage(request, number), author=self.user, **values)
        return answer_stage(self, number)


class StageShutView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=None, responses=OneStageSerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Close an open stage again, while it has no drawn round."""
        shut_stage(stage=find_stage(request, number), author=self.user)
        return answer_stage(self, number)


def answer_stage(view: ApiView, number: int, status: int = 200) -> Response:
    """Return the response with the current stage. Raises Http404 for an unknown number."""
    for node in nodes_of(view.request.tournament, view.request.audience):
        if node.stage.number == number:
            return view.answer(OneStageSerializer, node, status=status)
    raise Http404


def _stage_plan(tournament: Tournament, body: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a stage, with its game options.

    The game options come from the preset. Without a preset, the given options override the options
    of the first stage.
    """
    plan = dict(body)
    preset = plan.pop("preset", "")
    if preset:
        options = options_of(tournament.rules, preset, plan.get("game_options", {}))
        plan["game_options"] = asdict(options)
    elif "game_options" in plan:
        first_stage = tournament.stages.get(number=1)
        plan["game_options"] = {**first_stage.game_options, **plan["game_options"]}
    return plan


class LengthBody(Body):
    rounds = WholeNumber(
        min_value=1, max_value=MOST_ROUNDS, help_text="Total number of rounds, or of blocks."
    )
    reason = Text(max_length=REASON_LENGTH, help_text="Reason, published with the author's name.")


class LengthSerializer(serializers.Serializer):
    format_options = serializers.DictField()


class LengthView(ApiView):
    acts = {"POST": "draw_round"}

    @extend_schema(request=LengthBody, responses=LengthSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Add rounds to the stage in play, or drop rounds that are not drawn."""
        values = self.body(LengthBody)
        stage = change_rounds(stage=request.tournament.stage, author=self.user, **values)
        return self.answer(LengthSerializer, stage)
