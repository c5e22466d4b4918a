"""API of the money: accounts of entries, prices, the cash book and the closing account."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.response import Response

from tournaments.models import CONCEPT_LENGTH, CURRENCIES, Charge, Entry, Movement
from tournaments.money.selectors import (
    balance_of,
    balances_of,
    book_of,
    cash_below_zero,
    closing_of,
    summary_of,
)
from tournaments.money.services.charges import (
    MAX_QUANTITY,
    add_discount,
    add_extra,
    return_deposit,
    reverse_charge,
    set_categories,
)
from tournaments.money.services.moves import (
    record_outside,
    record_payment,
    refund,
    reverse_movement,
)
from tournaments.money.services.prices import delete_extra, save_extra, set_prices
from tournaments.permissions import ORGANISER
from tournaments.refusal import Refused
from tournaments.rounds.selectors.places import seats
from tournaments.site.api.fields import Body, EntryTitle, Text, Uid, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class Amount(serializers.DecimalField):
    """An amount of money: a JSON string such as "12.50"."""

    default_error_messages = {"invalid": _('Escriba el importe como texto: "12.50".')}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=10, decimal_places=2, **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        if not isinstance(data, str):
            self.fail("invalid")
        value: Decimal = super().to_internal_value(data)
        return value


class BalanceSerializer(serializers.Serializer):
    fees = Amount(help_text="Fee and re-entries, less discounts.")
    deposit = Amount()
    extras = Amount()
    owed = Amount()
    received = Amount(help_text="Payments less refunds.")
    outstanding = Amount(help_text="Amount still to collect; 0 for an entry that does not play.")
    to_return = Amount(help_text="Amount paid in excess; all of it if the entry does not play.")


class AccountSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="entry.number")
    title = EntryTitle(source="entry")
    state = serializers.ChoiceField(choices=Entry.State.choices, source="entry.state")
    balance = BalanceSerializer()


class ChargeSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Charge.Kind.choices)
    concept = serializers.CharField()
    quantity = serializers.IntegerField()
    amount = Amount(help_text="Negative for a discount.")
    reverses = serializers.IntegerField(
        source="reverses_id", allow_null=True, help_text="Id of the charge that it cancels."
    )
    at = serializers.DateTimeField()


class MovementSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Movement.Kind.choices)
    number = serializers.IntegerField(help_text="Number of the receipt or the voucher.")
    entry = serializers.IntegerField(source="entry.number", default=None, allow_null=True)
    amount = Amount(help_text="Positive for money that comes in, negative for money that goes out.")
    method = serializers.ChoiceField(choices=Movement.Method.choices)
    concept = serializers.CharField(allow_blank=True)
    reverses = serializers.IntegerField(
        source="reverses_id", allow_null=True, help_text="Id of the movement that it cancels."
    )
    uid = serializers.UUIDField(allow_null=True)
    at = serializers.DateTimeField()


class RecordedMovementSerializer(MovementSerializer):
    """A movement just recorded, with the state of the cash box after it."""

    cash_below_zero = serializers.SerializerMethodField(
        help_text="By how much the cash box is now below zero; 0.00 if it is not."
    )

    @extend_schema_field(Amount())
    def get_cash_below_zero(self, movement: Movement) -> str:
        return f"{cash_below_zero(movement.tournament):.2f}"


class EntryAccountSerializer(AccountSerializer):
    categories = serializers.ListField(child=serializers.CharField(), source="entry.categories")
    charges = ChargeSerializer(many=True)
    movements = MovementSerializer(many=True)


class MoneyBody(Body):
    amount = Amount()
    method = serializers.ChoiceField(choices=Movement.Method.choices, required=False)
    concept = Text(max_length=CONCEPT_LENGTH, required=False, allow_blank=True)
    uid = Uid(
        required=False, help_text="Made by the caller. A second call with it records nothing."
    )


class ChargeBody(Body):
    extra = Text(
        max_length=60, required=False, help_text="Name of an extra; without it, send `discount`."
    )
    quantity = WholeNumber(min_value=1, max_value=MAX_QUANTITY, required=False)
    discount = Amount(required=False)
    concept = Text(max_length=CONCEPT_LENGTH, required=False, allow_blank=True)


class DepositBody(Body):
    method = serializers.ChoiceField(choices=Movement.Method.choices, required=False)


class CategoriesBody(Body):
    categories = serializers.ListField(child=Text(max_length=8))


class ReasonBody(Body):
    reason = Text(max_length=CONCEPT_LENGTH)


class OutsideBody(MoneyBody):
    kind = serializers.ChoiceField(choices=["income", "expense"])
    concept = Text(max_length=CONCEPT_LENGTH)


class PricesBody(Body):
    currency = serializers.ChoiceField(choices=CURRENCIES)
    fee = Amount()
    deposit = Amount()
    reentry_fee = Amount()


class ExtraSerializer(serializers.Serializer):
    name = serializers.CharField()
    price = Amount()


class PricesSerializer(serializers.Serializer):
    currency = serializers.CharField()
    fee = Amount()
    deposit = Amount()
    reentry_fee = Amount()
    extras = ExtraSerializer(many=True, source="extras.all")


class ExtraBody(Body):
    price = Amount()


class ClosingSerializer(serializers.Serializer):
    currency = serializers.CharField()
    received = serializers.DictField(child=Amount(), help_text="By kind of movement.")
    spent = serializers.DictField(child=Amount(), help_text="By kind of movement.")
    methods = serializers.DictField(child=Amount(), help_text="The balance by method.")
    total_in = Amount()
    total_out = Amount()
    balance = Amount()
    cash_below_zero = Amount(help_text="By how much the cash box is below zero; 0.00 if it is not.")


class AccountsView(ApiView):
    acts = {"GET": "manage_money"}

    @extend_schema(responses=AccountSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the account of every entry."""
        entries = list(request.tournament.entries.prefetch_related(seats()).order_by("number"))
        balances = balances_of(request.tournament, entries)
        rows = [{"entry": entry, "balance": balances[entry.pk]} for entry in entries]
        return self.list_answer(AccountSerializer, rows)


class EntryAccountView(ApiView):
    acts = {"GET": "manage_money"}

    @extend_schema(responses=EntryAccountSerializer)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return the account of an entry, with its charges and its receipts."""
        return self.answer(EntryAccountSerializer, _account(_entry(request, number)))


class PaymentsView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=MoneyBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Record a payment, at most the amount that the entry still owes."""
        entry, body = _entry(request, number), self.body(MoneyBody)
        movement = record_payment(entry=entry, author=self.user, **body)
        return self.answer(RecordedMovementSerializer, movement, status=201)


class RefundsView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=MoneyBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Record a refund, at most the amount that the entry has paid."""
        entry, body = _entry(request, number), self.body(MoneyBody)
        movement = refund(entry=entry, author=self.user, **body)
        return self.answer(RecordedMovementSerializer, movement, status=201)


class ChargesView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=ChargeBody, responses={201: ChargeSerializer})
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Charge an extra, or give a discount."""
        entry, body = _entry(request, number), self.body(ChargeBody)
        if "extra" in body:
            extra = request.tournament.extras.filter(name=body["extra"]).first()
            if extra is None:
                raise Refused("extra_unknown", _("Ningún extra se llama así."), field="extra")
            quantity = body.get("quantity", 1)
            charge = add_extra(entry=entry, author=self.user, extra=extra, quantity=quantity)
        elif "discount" in body:
            charge = add_discount(
                entry=entry,
                author=self.user,
                amount=body["discount"],
                concept=body.get("concept", ""),
            )
        else:
            raise Refused("charge_empty", _("Escriba un extra o un descuento."), field="extra")
        return self.answer(ChargeSerializer, charge, status=201)


class ChargeReverseView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=ReasonBody, responses={201: ChargeSerializer})
    def post(self, request: ApiRequest, slug: str, charge: int) -> Response:
        """Cancel a charge by another charge of the opposite amount."""
        charges = Charge.objects.filter(entry__tournament=request.tournament)
        mistaken_charge = get_object_or_404(charges.select_related("entry__tournament"), pk=charge)
        reversal = reverse_charge(charge=mistaken_charge, author=self.user, **self.body(ReasonBody))
        return self.answer(ChargeSerializer, reversal, status=201)


class DepositReturnView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=DepositBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Give the deposit back to an entry that has paid everything."""
        entry, body = _entry(request, number), self.body(DepositBody)
        movement = return_deposit(entry=entry, author=self.user, **body)
        return self.answer(RecordedMovementSerializer, movement, status=201)


class CategoriesView(ApiView):
    acts = {"PUT": "manage_money"}

    @extend_schema(request=CategoriesBody, responses=EntryAccountSerializer)
    def put(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Set the prize categories of an entry: women, junior, veteran."""
        entry = _entry(request, number)
        set_categories(entry=entry, author=self.user, **self.body(CategoriesBody))
        return self.answer(EntryAccountSerializer, _account(_entry(request, number)))


class BookView(ApiView):
    acts = {"GET": "close_accounts", "POST": "close_accounts"}

    @extend_schema(responses=MovementSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List every movement of the book."""
        return self.list_answer(MovementSerializer, book_of(request.tournament))

    @extend_schema(request=OutsideBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Record an expense, or income that no entry pays."""
        body = self.body(OutsideBody)
        movement = record_outside(tournament=request.tournament, author=self.user, **body)
        return self.answer(RecordedMovementSerializer, movement, status=201)


class MovementReverseView(ApiView):
    acts = {"POST": "manage_money"}

    @extend_schema(request=ReasonBody, responses={201: RecordedMovementSerializer})
    def post(self, request: ApiRequest, slug: str, movement: int) -> Response:
        """Cancel a movement by another movement; only organisers cancel expenses, income and
        prizes.
        """
        mistaken_movement = get_object_or_404(book_of(request.tournament), pk=movement)
        if mistaken_movement.kind not in Movement.RECEIPTS and request.role != ORGANISER:
            raise PermissionDenied
        reversal = reverse_movement(
            movement=mistaken_movement, author=self.user, **self.body(ReasonBody)
        )
        return self.answer(RecordedMovementSerializer, reversal, status=201)


class ClosingView(ApiView):
    acts = {"GET": "close_accounts"}

    @extend_schema(responses=ClosingSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the closing account: money received, money spent, and the balance."""
        closing = closing_of(request.tournament)
        methods = {
            method: amount
            for method, amount in summary_of(request.tournament, []).balance_by_method.items()
            if amount
        }
        values = {
            "currency": request.tournament.currency,
            "received": closing.received,
            "spent": closing.spent,
            "methods": methods,
            "total_in": closing.total_in,
            "total_out": closing.total_out,
            "balance": closing.balance,
            "cash_below_zero": cash_below_zero(request.tournament),
        }
        return self.answer(ClosingSerializer, values)


class PricesView(ApiView):
    acts = {"GET": "manage_money", "PATCH": "close_accounts"}

    @extend_schema(responses=PricesSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the currency, the prices and the extras."""
        return self.answer(PricesSerializer, request.tournament)

    @extend_schema(request=PricesBody, responses=PricesSerializer)
    def patch(self, request: ApiRequest, slug: str) -> Response:
        """Change the given prices; whether each entry has paid is computed again."""
        changes = self.changes(PricesBody)
        tournament = set_prices(tournament=request.tournament, author=self.user, **changes)
        return self.answer(PricesSerializer, tournament)


class ExtraView(ApiView):
    acts = {"PUT": "close_accounts", "DELETE": "close_accounts"}

    @extend_schema(request=ExtraBody, responses=ExtraSerializer)
    def put(self, request: ApiRequest, slug: str, name: str) -> Response:
        """Offer an extra at a price."""
        body = self.body(ExtraBody)
        extra = save_extra(tournament=request.tournament, author=self.user, name=name, **body)
        return self.answer(ExtraSerializer, extra)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, name: str) -> Response:
        """Delete an extra; its charges stay."""
        extra = get_object_or_404(request.tournament.extras.select_related("tournament"), name=name)
        delete_extra(extra=extra, author=self.user)
        return Response(status=204)


def _entry(request: ApiRequest, number: int) -> Entry:
    entries = request.tournament.entries.select_related("tournament").prefetch_related(seats())
    return get_object_or_404(entries, number=number)


def _account(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry,
        "balance": balance_of(entry),
        "charges": entry.charges.all(),
        "movements": book_of(entry.tournament).filter(entry=entry),
    }
