"""API of the wishes for the draws of the stage in play."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.formats.costs import HEAVIEST
from tournaments.models import Tournament
from tournaments.people.api.entries import named_entry
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.people.selectors.wishes import APART, TOGETHER, forbidden_couples, stage_wishes
from tournaments.people.services.wishes import (
    MAX_ROUNDS,
    REASON_LENGTH,
    allow_couple,
    forbid_couple,
    set_wishes,
)
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class WishBody(Body):
    kind = serializers.ChoiceField(
        choices=[*APART, *TOGETHER],
        help_text="town, family and group keep entries apart; session brings them together.",
    )
    weight = WholeNumber(min_value=1, max_value=HEAVIEST, help_text="A higher weight matters more.")
    rounds = WholeNumber(
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        default=0,
        help_text="Last round in which the wish counts; 0: always.",
    )


class WishesBody(Body):
    wishes = WishBody(many=True, min_length=0, max_length=len(APART) + len(TOGETHER))  # type: ignore[call-arg]  # arguments of its list


class WishSerializer(serializers.Serializer):
    kind = serializers.CharField()
    weight = serializers.IntegerField()
    rounds = serializers.IntegerField()


class WishesSerializer(serializers.Serializer):
    wishes = WishSerializer(many=True)


class WishesView(ApiView):
    acts = {"GET": "view_public", "PUT": "edit_tournament"}

    @extend_schema(responses=WishesSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return every wish, with its weight."""
        return self.answer(WishesSerializer, _wishes_values(request.tournament))

    @extend_schema(request=WishesBody, responses=WishesSerializer)
    def put(self, request: ApiRequest, slug: str) -> Response:
        """Replace the wishes for later draws; an omitted wish no longer counts."""
        wishes = {
            wish["kind"]: (wish["weight"], wish["rounds"])
            for wish in self.body(WishesBody)["wishes"]
        }
        set_wishes(
            stage=request.tournament.stage,
            author=self.user,
            apart={kind: wishes[kind] for kind in APART if kind in wishes},
            together={kind: wishes[kind] for kind in TOGETHER if kind in wishes},
        )
        return self.answer(WishesSerializer, _wishes_values(request.tournament))


class ForbidBody(Body):
    first = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    second = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    reason = Text(max_length=REASON_LENGTH, required=False, default="", allow_blank=True)


class CoupleSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    first = serializers.IntegerField(source="first.number")
    second = serializers.IntegerField(source="second.number")
    reason = serializers.CharField(allow_blank=True)


class ForbiddenView(ApiView):
    acts = {"GET": "edit_tournament", "POST": "edit_tournament"}

    @extend_schema(responses=CoupleSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the couples that draws avoid."""
        return self.list_answer(CoupleSerializer, forbidden_couples(request.tournament))

    @extend_schema(request=ForbidBody, responses={201: CoupleSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Forbid a couple: draws avoid it when they can."""
        body = self.body(ForbidBody)
        entries = {
            name: named_entry(request.tournament, body[name], name) for name in ("first", "second")
        }
        couple = forbid_couple(
            tournament=request.tournament, author=self.user, reason=body["reason"], **entries
        )
        return self.answer(CoupleSerializer, couple, status=201)


class ForbiddenCoupleView(ApiView):
    acts = {"DELETE": "edit_tournament"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, couple: int) -> Response:
        """Allow the couple again."""
        forbidden_couple = get_object_or_404(request.tournament.forbidden, pk=couple)
        allow_couple(couple=forbidden_couple, author=self.user)
        return Response(status=204)


def _wishes_values(tournament: Tournament) -> dict[str, Any]:
    wishes = stage_wishes(tournament.stage)
    wishes_by_kind = {**wishes["apart"], **wishes["together"]}
    return {
        "wishes": [
            {"kind": kind, "weight": weight, "rounds": rounds}
            for kind, (weight, rounds) in wishes_by_kind.items()
        ]
    }
