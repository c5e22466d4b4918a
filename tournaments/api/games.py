"""The games and formats with their options: for forms that build themselves."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules import GAMES
from rules.core import Game
from tournaments.api.fields import OptionValue, OptionValues
from tournaments.api.view import ApiView
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.games import GAMES as GAME_WORDS
from tournaments.wording.formats import WORDS

TYPES = {int: "integer", bool: "boolean", str: "string"}


class ChoiceSerializer(serializers.Serializer):
    value = OptionValue()
    name = serializers.CharField()


class OptionSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()
    meaning = serializers.CharField()
    type = serializers.ChoiceField(choices=sorted(TYPES.values()))
    default = OptionValue(allow_null=True, help_text="null: it must be given.")
    low = serializers.IntegerField(allow_null=True, help_text="The least allowed, if it is known.")
    high = serializers.IntegerField(allow_null=True)
    choices = ChoiceSerializer(many=True, help_text="The values allowed; [] where they are many.")


class PresetSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    options = OptionValues()


class GameSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    sides = serializers.IntegerField()
    tallies = serializers.ListField(
        child=serializers.CharField(), help_text="What the score counts, the outermost first."
    )
    counted = serializers.CharField(help_text="The tally that standings add up.")
    presets = PresetSerializer(many=True)
    options = OptionSerializer(many=True)
    hand_schema = serializers.DictField(
        child=serializers.JSONField(), help_text="JSON Schema 2020-12 of a line as an object."
    )


class FormatSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    meaning = serializers.CharField()
    options = OptionSerializer(many=True)


class GamesView(ApiView):
    """The games, with their presets, their options and what a line of an acta may be."""

    acts = {"GET": "view_public"}

    @extend_schema(responses=GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.listed(GameSerializer, [_game(game) for game in GAMES.values()])


class FormatsView(ApiView):
    """The formats a tournament can be played in, with their options."""

    acts = {"GET": "view_public"}

    @extend_schema(responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.listed(FormatSerializer, [_format(format) for format in FORMATS.values()])


def _game(game: Game) -> dict[str, Any]:
    key = game.key
    words = GAME_WORDS[key]
    return {
        "key": key,
        "name": game.name,
        "sides": game.Options().sides,
        "tallies": game.tallies,
        "counted": game.Options().counted_tally,
        "presets": [
            {"key": name, "name": words.presets[name], "options": asdict(preset)}
            for name, preset in game.presets.items()
        ],
        "options": _options(
            game.Options,
            lambda name: (words.option_names[name], words.options[name]),
            game.limits,
            lambda name: words.choices.get(name, {}),
        ),
        "hand_schema": game.schema,
    }


def _format(format: Format[Any]) -> dict[str, Any]:
    words = WORDS[format.key]
    return {
        "key": format.key,
        "name": words.name,
        "meaning": words.meaning,
        "options": _options(
            format.options_class,
            lambda name: words.options[name],
            {},
            lambda name: words.choices.get(name, {}),
        ),
    }


def _options(
    kind: Any,
    words: Callable[[str], tuple[Any, Any]],
    limits: dict[str, tuple[int, int]],
    choices: Callable[[str], Mapping[Any, Any]] = lambda name: {},
) -> list[dict[str, Any]]:
    rows = []
    for option in fields(kind):
        label, meaning = words(option.name)
        low, high = limits.get(option.name, (None, None))
        default = None if option.default is MISSING else option.default
        rows.append(
            {
                "name": option.name,
                "label": label,
                "meaning": meaning,
                "type": TYPES[option.type],  # type: ignore[index]
                "default": default,
                "low": low,
                "high": high,
                "choices": [
                    {"value": value, "name": name} for value, name in choices(option.name).items()
                ],
            }
        )
    return rows
