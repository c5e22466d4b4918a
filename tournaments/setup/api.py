"""The API of tournaments: the list, their creation and their changes."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from rules import GAMES
from rules.core import AnyGame, options_of
from tournaments.formats import FORMATS
from tournaments.formats.base import AnyFormat
from tournaments.formats.words import WORDS
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games.refusals import length_in_words
from tournaments.models import (
    MAX_CONFIRMATIONS,
    MAX_SQUAD,
    MAX_TABLES,
    PRIVACY_LENGTH,
    Announcing,
    PublicNames,
    Role,
    Stage,
    Tournament,
    Visibility,
)
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.day import FINISHED, OPEN, PLAYING, day
from tournaments.setup.selectors.tournaments import tournaments_matching
from tournaments.setup.services.checks import (
    CONTACT_LENGTH,
    MAX_CAPACITY,
    NAME_LENGTH,
    RESPONSIBLE_LENGTH,
    SEED_LENGTH,
    VENUE_LENGTH,
)
from tournaments.setup.services.tournament import create_tournament, edit_tournament
from tournaments.site.api.fields import (
    Body,
    Moment,
    OptionValue,
    OptionValues,
    Text,
    WholeNumber,
    YesNo,
)
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest


class TournamentFilter(serializers.Serializer):
    q = serializers.CharField(
        max_length=80,
        required=False,
        default="",
        allow_blank=True,
        help_text="Words of the name or the venue.",
    )


class TournamentLineSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    venue = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    tables = serializers.IntegerField()
    game = serializers.CharField()
    entries = serializers.IntegerField(
        source="in_play", help_text="Entries that have not withdrawn."
    )


class TournamentSerializer(TournamentLineSerializer):
    first_table = serializers.IntegerField(
        help_text="Number of its first table: 1, unless it shares a hall with other tournaments."
    )
    game_options = OptionValues()
    length = serializers.CharField(help_text="Length of a match, in words.")
    format = serializers.CharField()
    format_options = OptionValues()
    seed = serializers.CharField(
        allow_null=True, help_text="null until the first round is published, except for organisers."
    )
    chain = serializers.ListField(child=serializers.CharField(), help_text="Tie-breaks in order.")
    phase = serializers.ChoiceField(choices=[OPEN, PLAYING, FINISHED])
    round = serializers.IntegerField(help_text="Last published round; 0: none.")
    rounds_in_all = serializers.IntegerField(help_text="0: unknown.")
    playing = serializers.IntegerField(help_text="Matches at a table.")
    waiting = serializers.IntegerField(help_text="Matches waiting for a table.")
    left = serializers.IntegerField(help_text="Unfinished matches of published rounds.")
    withdrawn = serializers.IntegerField()
    capacity = serializers.IntegerField(help_text="0: no limit.")
    squad = serializers.IntegerField(help_text="People in a team; 0: no teams.")
    confirmations = serializers.IntegerField(
        help_text="Confirmations by other people; a result recorded by staff already has one."
    )
    provisional = serializers.BooleanField(
        help_text="Whether public standings also count unconfirmed results, with a mark."
    )
    visibility = serializers.ChoiceField(
        choices=Visibility.choices,
        help_text="public; unlisted: reached only by its address; private: only its team, and "
        "visitors who opened the link of a table.",
    )
    announcing = serializers.ChoiceField(
        choices=Announcing.choices,
        help_text="When the public sees a round: at_once: when published; by_hand: when announced.",
    )
    public_names = serializers.ChoiceField(
        choices=PublicNames.choices,
        help_text="How players appear in public: by name, or only by number.",
    )
    responsible = serializers.CharField(
        allow_blank=True, help_text="Person responsible for personal data."
    )
    contact = serializers.CharField(allow_blank=True, help_text="How to reach that person.")
    privacy = serializers.CharField(
        allow_blank=True, help_text="Replaces the usual text of the privacy page."
    )
    on_waiting_list = serializers.IntegerField()
    looking_for_partner = serializers.IntegerField()
    role = serializers.ChoiceField(
        choices=Role.choices,
        allow_blank=True,
        help_text='Role of the requesting account; "": none.',
    )


class TournamentBody(Body):
    """All values that can be set.

    Omitted options take the default of the game or format. A preset sets the options of the game.
    """

    name = Text(max_length=NAME_LENGTH)
    venue = Text(max_length=VENUE_LENGTH, required=False, allow_blank=True)
    starts_at = Moment(
        help_text="Without an offset, in the site's time zone. If an hour occurs twice, the "
        "first; an hour that does not exist is refused."
    )
    tables = WholeNumber(min_value=1, max_value=MAX_TABLES)
    game = Text(max_length=20)
    preset = Text(max_length=40, required=False, help_text="Key of a preset; see games/.")
    game_options = OptionValues(required=False)
    format = Text(max_length=20)
    format_options = OptionValues(required=False)
    capacity = WholeNumber(
        min_value=0,
        max_value=MAX_CAPACITY,
        required=False,
        help_text="Places; later entries join the waiting list. 0: no limit.",
    )
    squad = WholeNumber(
        min_value=0,
        max_value=MAX_SQUAD,
        required=False,
        help_text="Most people in a team; 0: no teams.",
    )
    confirmations = WholeNumber(
        min_value=0,
        max_value=MAX_CONFIRMATIONS,
        required=False,
        help_text="Confirmations that a result needs: 0, 1 (usual) or 2.",
    )
    provisional = YesNo(
        required=False, help_text="Count unconfirmed results in the standings, with a mark."
    )
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
    announcing = serializers.ChoiceField(choices=Announcing.choices, required=False)
    public_names = serializers.ChoiceField(choices=PublicNames.choices, required=False)
    responsible = Text(max_length=RESPONSIBLE_LENGTH, required=False, allow_blank=True)
    contact = Text(max_length=CONTACT_LENGTH, required=False, allow_blank=True)
    privacy = Text(max_length=PRIVACY_LENGTH, required=False, allow_blank=True)
    seed = Text(
        max_length=SEED_LENGTH,
        required=False,
        allow_blank=True,
        help_text="Seed of the draws; if empty, the site makes one.",
    )


class TournamentsView(ApiView):
    acts = {"GET": "view_public", "POST": "create_tournament"}
    queries = {"GET": TournamentFilter}

    @extend_schema(responses=TournamentLineSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the public tournaments and the tournaments of the user's teams, latest first."""
        tournaments = tournaments_matching(self.query()["q"], request.user)
        return self.list_answer(TournamentLineSerializer, tournaments)

    @extend_schema(request=TournamentBody, responses={201: TournamentSerializer})
    def post(self, request: ApiRequest) -> Response:
        """Create a tournament. The user becomes its organiser."""
        values = {"venue": "", "seed": "", **self.body(TournamentBody)}
        tournament = create_tournament(author=self.user, **_plan(values, values["game"]))
        answer = self.answer(
            TournamentSerializer,
            _tournament_values(tournament, Role.ORGANISER, request.audience),
            status=201,
        )
        answer.headers["Location"] = reverse("api_tournament", args=[tournament.slug])
        return answer


class TournamentView(ApiView):
    acts = {"GET": "view_public", "PATCH": "edit_tournament"}

    @extend_schema(parameters=[StageFilter], responses=TournamentSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return a tournament: what is played, and the state of the day."""
        return self.answer(
            TournamentSerializer,
            _tournament_values(request.tournament, request.role, request.audience),
        )

    @extend_schema(request=TournamentBody, responses=TournamentSerializer)
    def patch(self, request: ApiRequest, slug: str) -> Response:
        """Change the given values. Game, format and seed are fixed once a round is drawn."""
        tournament = request.tournament
        changes = self.changes(TournamentBody)
        plan = _plan(changes, changes.get("game", tournament.game))
        tournament = edit_tournament(tournament=tournament, author=self.user, **plan)
        return self.answer(
            TournamentSerializer, _tournament_values(tournament, request.role, request.audience)
        )


def _plan(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Return the arguments of the service, with the preset merged into `game_options`."""
    plan = dict(body)
    preset = plan.pop("preset", "")
    if preset or {"game", "game_options"} & plan.keys():
        options = options_of(rules.game(game), preset, plan.get("game_options", {}))
        plan["game_options"] = asdict(options)
    if "format" in plan:
        plan.setdefault("format_options", {})
    return plan


def _tournament_values(tournament: Tournament, role: str, audience: Audience) -> dict[str, Any]:
    stage = tournament.stage
    current_day = day(tournament, stage, audience)
    shows_seed = role == Role.ORGANISER or current_day.round is not None
    tournament_fields = (
        *(
            "slug",
            "name",
            "venue",
            "starts_at",
            "tables",
            "first_table",
            "game",
            "capacity",
            "squad",
        ),
        *("confirmations", "provisional", "visibility", "announcing", "public_names"),
        *("responsible", "contact", "privacy"),
    )
    stage_fields = ("game_options", "format", "format_options", "chain")
    return {
        **{name: getattr(tournament, name) for name in tournament_fields},
        **{name: getattr(stage, name) for name in stage_fields},
        "in_play": current_day.entries.live,
        "withdrawn": current_day.entries.withdrawn,
        "on_waiting_list": current_day.entries.waiting,
        "looking_for_partner": current_day.entries.singles,
        "length": length_in_words(tournament.game, stage.game_options),
        "seed": stage.seed if shows_seed else None,
        "phase": current_day.phase,
        "round": current_day.round.number if current_day.round else 0,
        "rounds_in_all": current_day.last_number,
        "playing": current_day.playing,
        "waiting": current_day.waiting,
        "left": current_day.left,
        "role": role,
    }


# --- Games ----------------------------------------------------------------------------------------
# The games and formats with their options, for clients that build their forms from them.
TYPES = {int: "integer", bool: "boolean", str: "string"}


class ChoiceSerializer(serializers.Serializer):
    value = OptionValue()
    name = serializers.CharField()


class OptionSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    meaning = serializers.CharField()
    type = serializers.ChoiceField(choices=sorted(TYPES.values()))
    default = OptionValue(allow_null=True, help_text="null: required.")
    low = serializers.IntegerField(allow_null=True, help_text="Lowest value allowed, if known.")
    high = serializers.IntegerField(allow_null=True)
    choices = ChoiceSerializer(many=True, help_text="Allowed values; []: too many to list.")


class PresetSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    options = OptionValues()


class GameSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    sides = serializers.IntegerField()
    tallies = serializers.ListField(
        child=serializers.CharField(), help_text="Tallies of the score, outermost first."
    )
    counted = serializers.CharField(help_text="Tally that the standings add up.")
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
    """List the games, with their presets, their options and the lines of an acta."""

    acts = {"GET": "view_public"}

    @extend_schema(responses=GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.list_answer(GameSerializer, [_game(game) for game in GAMES.values()])


class FormatsView(ApiView):
    """List the formats of a tournament, with their options."""

    acts = {"GET": "view_public"}

    @extend_schema(responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.list_answer(FormatSerializer, [_format(format) for format in FORMATS.values()])


def _game(game: AnyGame) -> dict[str, Any]:
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


def _format(format: AnyFormat) -> dict[str, Any]:
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
    options_class: Any,
    words: Callable[[str], tuple[Any, Any]],
    limits: Mapping[str, tuple[int, int]],
    choices: Callable[[str], Mapping[Any, Any]] = lambda name: {},
) -> list[dict[str, Any]]:
    rows = []
    for option in fields(options_class):
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


def find_stage(request: ApiRequest, number: int) -> Stage:
    """Return the stage of this number. Raises Http404."""
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=request.tournament, number=number)
