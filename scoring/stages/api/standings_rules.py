"""API of the rules by which a stage counts and ranks, and of the rules that it could use."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.standings.counting import BYES, PENALTIES, UNITS, Counting, Preset, counting_of
from scoring.standings.selectors.counting import (
    changed_after_draw,
    presets_of,
    sensible_tiebreaks,
    stage_counting,
    units,
)
from scoring.standings.services import LIMITS, MOST_POINTS, MOST_SEATED, set_standings
from scoring.standings.words.counting import preset_name, rules_of_counting
from scoring.standings.words.tiebreaks import tiebreak_words
from tournaments.models import Stage
from tournaments.refusal import Refused
from tournaments.setup.api import find_stage
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

MOST_TIEBREAKS = 60
WORTHS = [(value, value) for value in BYES if value]


def _limited_number(name: str, *, null: bool = False) -> WholeNumber:
    lowest, highest = LIMITS[name]
    return WholeNumber(min_value=lowest, max_value=highest, required=False, allow_null=null)


class CountingBody(Body):
    """The fields that differ from the usual counting, see docs/standings/counting.md."""

    win = _limited_number("win")
    draw = _limited_number("draw")
    loss = _limited_number("loss")
    unit = WholeNumber(
        min_value=min(UNITS),
        max_value=max(UNITS),
        required=False,
        help_text="Parts of a point: 1-½-0 is 2, 1, 0 with unit 2.",
    )
    table = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_POINTS),
        max_length=MOST_SEATED,
        required=False,
        help_text="Points by place at the table, in units.",
    )
    bye = serializers.ChoiceField(
        choices=WORTHS,
        allow_blank=True,
        required=False,
        help_text='Worth of a bye; "": as the format decides.',
    )
    bye_counted = _limited_number("bye_counted", null=True)
    bye_in_difference = YesNo(required=False)
    forfeit_win = _limited_number("forfeit_win", null=True)
    forfeit_loss = _limited_number("forfeit_loss", null=True)
    forfeit_counted = _limited_number("forfeit_counted", null=True)
    cap = _limited_number("cap")
    cap_difference = _limited_number("cap_difference")
    best = _limited_number("best")
    penalties = serializers.ChoiceField(
        choices=[(penalty, penalty) for penalty in PENALTIES if penalty],
        allow_blank=True,
        required=False,
        help_text='Value that penalty points reduce; "": none.',
    )


class RulesBody(Body):
    """A preset, or a chain of tie-breaks; the other members override the preset.

    Without `counting` and `preset`, the counting stays as it is.
    """

    preset = Text(max_length=40, required=False, help_text="Key of one of `presets`.")
    chain = serializers.ListField(
        child=Text(max_length=40),
        max_length=MOST_TIEBREAKS,
        required=False,
        help_text="Keys of `offered`, in order.",
    )
    counting = CountingBody(required=False)


class CountingSerializer(serializers.Serializer):
    win = serializers.IntegerField()
    draw = serializers.IntegerField()
    loss = serializers.IntegerField()
    unit = serializers.IntegerField()
    table = serializers.ListField(child=serializers.IntegerField())
    bye = serializers.CharField(allow_blank=True)
    bye_counted = serializers.IntegerField(allow_null=True)
    bye_in_difference = serializers.BooleanField()
    forfeit_win = serializers.IntegerField(allow_null=True)
    forfeit_loss = serializers.IntegerField(allow_null=True)
    forfeit_counted = serializers.IntegerField(allow_null=True)
    cap = serializers.IntegerField()
    cap_difference = serializers.IntegerField()
    best = serializers.IntegerField()
    penalties = serializers.CharField(allow_blank=True)


class TiebreakSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()


class RulesPresetSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    chain = serializers.ListField(child=serializers.CharField())
    counting = CountingSerializer()


class RulesSerializer(serializers.Serializer):
    stage = serializers.IntegerField()
    chain = serializers.ListField(child=serializers.CharField())
    counting = CountingSerializer()
    told = serializers.ListField(
        child=serializers.CharField(),
        help_text="Differences from the usual counting, in sentences.",
    )
    changed_after_draw = serializers.DateTimeField(
        allow_null=True, help_text="When the rules last changed after a draw."
    )
    offered = TiebreakSerializer(many=True, help_text="Tie-breaks available in this stage.")
    presets = RulesPresetSerializer(many=True, help_text="Presets, the format's own first.")


class StandingsRulesView(ApiView):
    acts = {"GET": "view_public", "PUT": "edit_tournament"}

    @extend_schema(responses=RulesSerializer)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return the counting and the tie-breaks of the stage, and those that it could use."""
        return self.answer(RulesSerializer, _rules_data(find_stage(request, number)))

    @extend_schema(request=RulesBody, responses=RulesSerializer)
    def put(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Change how the stage counts and ranks, at any time; standings are computed again."""
        stage, body = find_stage(request, number), self.body(RulesBody)
        chain, counting = stage.chain, stage.counting
        if "preset" in body:
            preset = _preset(stage, body["preset"])
            chain, counting = list(preset.chain), preset.counting.as_json()
        stage = set_standings(
            stage=stage,
            author=self.user,
            chain=body.get("chain", chain),
            counting=body.get("counting", counting),
        )
        return self.answer(RulesSerializer, _rules_data(stage))


def _preset(stage: Stage, key: str) -> Preset:
    preset = presets_of(stage).get(key)
    if preset is None:
        raise Refused(
            "preset_unknown", _("No hay ningún orden con ese nombre en esta fase."), field="preset"
        )
    return preset


def _rules_data(stage: Stage) -> dict[str, Any]:
    counting = stage_counting(stage)
    words = tiebreak_words(stage.tournament.game, counting, boards=bool(stage.boards()))
    return {
        "stage": stage.number,
        "chain": stage.chain,
        "counting": _counting_data(counting_of(stage.counting)),
        "told": rules_of_counting(counting, units(stage)[0]),
        "changed_after_draw": changed_after_draw(stage),
        "offered": [
            {"key": key, "name": words[key].name, "explanation": words[key].explanation}
            for key in sensible_tiebreaks(stage)
        ],
        "presets": [
            {
                "key": key,
                "name": preset_name(key),
                "chain": list(preset.chain),
                "counting": _counting_data(preset.counting),
            }
            for key, preset in presets_of(stage).items()
        ],
    }


def _counting_data(counting: Counting) -> dict[str, Any]:
    return {**asdict(counting), "table": list(counting.table)}
