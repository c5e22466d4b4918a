"""API of the purse and the prizes."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.money.selectors import purse_now
from scoring.money.services import pay_prize
from tournaments.models import CONCEPT_LENGTH, Movement, Prize
from tournaments.money.api import Amount, RecordedMovementSerializer
from tournaments.money.services.prices import MAX_PLACE, add_prize, delete_prize, set_purse
from tournaments.people.api.entries import named_entry
from tournaments.site.api.fields import Body, EntryTitle, Text, Uid, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class PrizeSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="prize.pk")
    category = serializers.ChoiceField(choices=Prize.Category.choices, source="prize.category")
    place = serializers.IntegerField(source="prize.place", help_text="Within the category.")
    town = serializers.CharField(source="prize.town", allow_blank=True)
    percent = Amount(source="prize.percent", allow_null=True)
    amount = Amount(allow_null=True, help_text="Its current money; null for a prize only in kind.")
    thing = serializers.CharField(source="prize.thing", allow_blank=True)


class AwardSerializer(serializers.Serializer):
    prize = serializers.IntegerField(source="prize.pk")
    number = serializers.IntegerField(source="entry.number")
    title = EntryTitle(source="entry")
    place = serializers.IntegerField()
    tied = serializers.IntegerField(help_text="Entries that share the prize, with this one.")
    amount = Amount()
    things = serializers.ListField(child=serializers.CharField())
    paid = RecordedMovementSerializer(source="payment", allow_null=True)


class PurseSerializer(serializers.Serializer):
    fees = Amount(help_text="Money received for fees and re-entries.")
    fund = Amount()
    uncovered = Amount(
        source="shortfall", help_text="The part of the guaranteed purse that the fees do not cover."
    )
    kept = Amount(
        source="remainder",
        help_text="The money of the purse that the percentages leave to the house.",
    )
    prizes = PrizeSerializer(many=True, source="rows")
    awards = AwardSerializer(many=True, help_text="The winners by the current standings.")
    over = serializers.BooleanField(help_text="Whether the tournament is over.")


class PurseBody(Body):
    purse_percent = Amount(help_text="Part of the fees that goes to the purse, 0 to 100.")
    purse_minimum = Amount(help_text="Guaranteed purse.")
    purse_step = Amount(help_text="Each prize is a multiple of it; 0: to the cent.")
    purse_to_first = YesNo(help_text="Whether the rounding goes to the first prize.")


class PrizeBody(Body):
    category = serializers.ChoiceField(choices=Prize.Category.choices, required=False)
    place = WholeNumber(min_value=1, max_value=MAX_PLACE, required=False)
    town = Text(max_length=60, required=False, allow_blank=True)
    percent = Amount(required=False)
    amount = Amount(required=False)
    thing = Text(max_length=CONCEPT_LENGTH, required=False, allow_blank=True)


class PayPrizeBody(Body):
    number = WholeNumber(min_value=1, help_text="Number of the entry.")
    method = serializers.ChoiceField(choices=Movement.Method.choices, required=False)
    uid = Uid(required=False)


class PurseView(ApiView):
    acts = {"GET": "close_accounts", "PATCH": "close_accounts"}

    @extend_schema(responses=PurseSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the purse, its prizes, and their winners by the current standings."""
        return self.answer(PurseSerializer, purse_now(request.tournament))

    @extend_schema(request=PurseBody, responses=PurseSerializer)
    def patch(self, request: ApiRequest, slug: str) -> Response:
        """Change the rules of the purse."""
        changes = self.changes(PurseBody)
        tournament = set_purse(tournament=request.tournament, author=self.user, **changes)
        return self.answer(PurseSerializer, purse_now(tournament))


class PrizesView(ApiView):
    acts = {"POST": "close_accounts"}

    @extend_schema(request=PrizeBody, responses={201: PurseSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Add a prize: a percentage of the purse or an amount, a thing, or money and a thing."""
        body = self.body(PrizeBody)
        add_prize(tournament=request.tournament, author=self.user, **body)
        return self.answer(PurseSerializer, purse_now(request.tournament), status=201)


class PrizeView(ApiView):
    acts = {"DELETE": "close_accounts"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, prize: int) -> Response:
        """Delete a prize that nobody has received."""
        delete_prize(prize=_prize(request, prize), author=self.user)
        return Response(status=204)


class PrizePayView(ApiView):
    acts = {"POST": "close_accounts"}

    @extend_schema(request=PayPrizeBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str, prize: int) -> Response:
        """Record that an entry has received its prize."""
        body = self.body(PayPrizeBody)
        movement = pay_prize(
            tournament=request.tournament,
            author=self.user,
            prize=_prize(request, prize),
            entry=named_entry(request.tournament, body.pop("number"), "number"),
            **body,
        )
        return self.answer(RecordedMovementSerializer, movement, status=201)


def _prize(request: ApiRequest, prize: int) -> Prize:
    return get_object_or_404(request.tournament.prizes.select_related("tournament"), pk=prize)
