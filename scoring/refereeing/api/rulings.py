"""API of faults and rulings: list them, note a ruling, preview it and lift it."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from rules.errors import cited_articles
from scoring.actas.api.matches import find_match_to_write
from scoring.actas.api.serializers import (
    ChangeSerializer,
    RemedyBody,
    change_or_preview,
    consequences_data,
)
from scoring.actas.selectors.actas import live_record
from scoring.models import Ruling
from scoring.models.ruling import MOST_POINTS, REASON_LENGTH
from scoring.refereeing.selectors.rulings import fault_consequences, rulings_of_entry, table_of
from scoring.refereeing.services.rulings import MOST_LINES, lift_ruling, note_ruling
from scoring.refereeing.words import fault_in_words
from tournaments.models import Player
from tournaments.people.api.entries import find_entry, named_entry
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.permissions import allows, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.site.api.fields import Text, WholeNumber
from tournaments.site.api.view import ApiView, StageFilter
from tournaments.site.requests import ApiRequest

FOLLOWS = [(follow.value, follow.value) for follow in Ruling.Follows]


class RulingSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    entry = serializers.IntegerField(source="entry.number")
    match = serializers.CharField(source="match.code", default=None, allow_null=True)
    fault = serializers.CharField(
        allow_blank=True, help_text="Key of the fault, as in the faults of the match."
    )
    article = serializers.CharField(allow_blank=True)
    follows = serializers.ChoiceField(choices=FOLLOWS)
    points = serializers.IntegerField()
    lines = serializers.ListField(
        child=serializers.CharField(), help_text="Lines written in the acta, or in a hand."
    )
    reason = serializers.CharField()
    author = serializers.CharField(source="author_name", allow_blank=True)
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="When the ruling was lifted.")
    lift_reason = serializers.CharField(allow_blank=True)


class TriedRulingSerializer(ChangeSerializer):
    """The consequences of a previewed ruling."""


class NotedSerializer(RulingSerializer, ChangeSerializer):
    """A ruling, and its consequences for results."""


class LiftedSerializer(RulingSerializer, ChangeSerializer):
    """A lifted ruling, and its consequences for results."""


class EntryRulingBody(RemedyBody):
    follows = serializers.ChoiceField(
        choices=[("warning", "warning"), ("points", "points"), ("out", "out")]
    )
    points = WholeNumber(min_value=0, max_value=MOST_POINTS, required=False)
    fault = Text(max_length=40, required=False)
    reason = Text(max_length=REASON_LENGTH, help_text="Public reason, except for a warning.")


class MatchRulingBody(RemedyBody):
    entry = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    player = WholeNumber(min_value=1, max_value=2**31, required=False, allow_null=True)
    follows = serializers.ChoiceField(choices=FOLLOWS)
    points = WholeNumber(min_value=0, max_value=MOST_POINTS, required=False)
    lines = serializers.ListField(child=Text(max_length=200), max_length=MOST_LINES, required=False)
    fault = Text(max_length=40, required=False)
    reason = Text(max_length=REASON_LENGTH)


class LiftBody(RemedyBody):
    reason = Text(max_length=REASON_LENGTH)


class OfferSerializer(serializers.Serializer):
    key = serializers.CharField()
    follows = serializers.ChoiceField(choices=FOLLOWS)
    lines = serializers.ListField(child=serializers.CharField())


class GameFaultSerializer(serializers.Serializer):
    key = serializers.CharField()
    said = serializers.CharField()
    article = serializers.CharField(allow_blank=True)
    follows = serializers.ChoiceField(choices=FOLLOWS, help_text="Usual consequence.")
    line = serializers.CharField(allow_blank=True)


class FaultConsequencesSerializer(serializers.Serializer):
    offers = OfferSerializer(many=True)
    usual = serializers.CharField(help_text="Key of the usual offer.")
    warnings = serializers.IntegerField(
        source="count", help_text="Number of warnings, this one included."
    )
    step = serializers.CharField(help_text="Usual consequence of that number of warnings.")


class FaultsSerializer(serializers.Serializer):
    faults = GameFaultSerializer(many=True)
    choice = FaultConsequencesSerializer(
        allow_null=True, help_text="Possible consequences, with `?entry=` and `?fault=`."
    )


class FaultFilter(serializers.Serializer):
    entry = serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)
    fault = serializers.CharField(max_length=40, required=False)


def _note_or_preview(view: ApiView, **arguments: Any) -> Response:
    """Note a ruling, or only return its consequences with `preview`."""
    change = change_or_preview(note_ruling, **arguments)
    consequences = consequences_data(change)
    if change.value is None:
        return view.answer(TriedRulingSerializer, consequences)
    for name, value in consequences.items():
        setattr(change.value, name, value)
    return view.answer(NotedSerializer, change.value, status=201)


class EntryRulingsView(ApiView):
    acts = {"GET": "view_public", "POST": "penalise"}

    @extend_schema(responses=RulingSerializer(many=True))
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return the rulings on an entry, also lifted rulings; only referees see warnings."""
        entry = find_entry(request.tournament, number)
        judges = allows("penalise", request.role, request.user.is_authenticated)
        rulings = rulings_of_entry(request.tournament, entry.number, public=not judges)
        return self.list_answer(RulingSerializer, rulings)

    @extend_schema(
        parameters=[StageFilter],
        request=EntryRulingBody,
        responses={200: TriedRulingSerializer, 201: NotedSerializer},
    )
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Make a ruling outside any match: a warning, penalty points or a disqualification."""
        entry = find_entry(request.tournament, number)
        refuse_other_tables(request.tables, table_of(entry))
        body = self.body(EntryRulingBody)
        answer = _note_or_preview(
            self, stage=request.tournament.stage, entry=entry, author=request.user, **body
        )
        answer.headers["Location"] = reverse("api_rulings", args=[slug, number])
        return answer


class RulingLiftView(ApiView):
    acts = {"POST": "penalise"}

    @extend_schema(request=LiftBody, responses=LiftedSerializer)
    def post(self, request: ApiRequest, slug: str, number: int, ruling: int) -> Response:
        """Lift a ruling; the ruling stays visible.

        A correction removes the ruling's lines from the acta.
        """
        entry = find_entry(request.tournament, number)
        all_rulings = Ruling.objects.select_related("stage", "entry__tournament", "match")
        stored_ruling = get_object_or_404(all_rulings, pk=ruling, entry=entry)
        refuse_other_tables(request.tables, table_of(entry))
        change = change_or_preview(
            lift_ruling, ruling=stored_ruling, author=request.user, **self.body(LiftBody)
        )
        stored_ruling = change.value or all_rulings.get(pk=stored_ruling.pk)
        for name, value in consequences_data(change).items():
            setattr(stored_ruling, name, value)
        return self.answer(LiftedSerializer, stored_ruling)


class FaultsView(ApiView):
    acts = {"GET": "penalise"}
    queries = {"GET": FaultFilter}

    @extend_schema(responses=FaultsSerializer)
    def get(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return the faults of the match's game, and the consequences available for one entry.

        A consequence is available if the acta accepts it now; the usual consequence is marked.
        """
        match, query = find_match_to_write(request, code), self.query()
        game = match.tournament.game
        faults = match.tournament.rules.faults(match.game_rules())
        values: dict[str, Any] = {
            "faults": [
                {
                    "key": fault.key,
                    "said": fault_in_words(game, fault.key),
                    "article": cited_articles(fault.article),
                    "follows": fault.follows,
                    "line": fault.line,
                }
                for fault in faults.values()
            ],
            "choice": None,
        }
        if "entry" in query:
            entry = named_entry(request.tournament, query["entry"], "entry")
            if all(side.entry_id != entry.pk for side in match.sides.all()):
                raise Refused("not_in_match", _("No juega este encuentro."), field="entry")
            fault = query.get("fault", "")
            values["choice"] = fault_consequences(
                match, entry, fault, live_record(match), timezone.now()
            )
        return self.answer(FaultsSerializer, values)


class MatchRulingsView(ApiView):
    acts = {"POST": "penalise"}

    @extend_schema(
        request=MatchRulingBody, responses={200: TriedRulingSerializer, 201: NotedSerializer}
    )
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Note a fault at a table and apply its consequence. Lines of the ruling go to the acta."""
        match, body = find_match_to_write(request, code), self.body(MatchRulingBody)
        entry = named_entry(request.tournament, body.pop("entry"), "entry")
        player = body.pop("player", None)
        if player is not None:
            body["player"] = Player.objects.filter(tournament=request.tournament, pk=player).first()
            if body["player"] is None:
                raise Refused(
                    "player_unknown", _("No hay esa persona en el torneo."), field="player"
                )
        return _note_or_preview(
            self, stage=match.round.stage, match=match, entry=entry, author=request.user, **body
        )
