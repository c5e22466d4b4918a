"""Forms of money: amounts, payments, prices, the purse and prizes."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import CONCEPT_LENGTH, Extra, Movement, Prize, Tournament
from tournaments.money.services.charges import MAX_QUANTITY
from tournaments.money.services.prices import MAX_PLACE
from tournaments.money.sums import AmountError, read_amount
from tournaments.money.words import AMOUNT_WRONG, CURRENCY_NAMES


class AmountField(forms.CharField):
    """An amount of money in any form that `sums.read_amount` reads; None for a blank field."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 10, "autocomplete": "off"})
        super().__init__(max_length=20, widget=widget, **kwargs)

    def clean(self, value: Any) -> Decimal | None:
        text: str = super().clean(value)
        if not text:
            return None
        try:
            return read_amount(text)
        except AmountError as error:
            raise forms.ValidationError(str(AMOUNT_WRONG), code="amount_wrong") from error


def amount_as_typed(amount: Decimal | None) -> str:
    """Return the amount as a person types it: «12,50», «12»; "" for None and 0."""
    if not amount:
        return ""
    text = f"{amount:.2f}".removesuffix(".00")
    return text.replace(".", ",")


class SentOnceForm(forms.Form):
    """A form with a `uid`, so that a double click records one movement."""

    uid = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)


class MovementForm(SentOnceForm):
    """A payment or a refund."""

    amount = AmountField(label=_("Importe"))
    method = forms.ChoiceField(label=_("Cómo"), choices=Movement.Method.choices)
    concept = forms.CharField(
        label=_("Nota"),
        max_length=CONCEPT_LENGTH,
        required=False,
        help_text=_("Sale en el recibo."),
    )


class OutsideForm(SentOnceForm):
    """An expense, or income that no entry pays."""

    kind = forms.ChoiceField(
        label=_("Tipo"),
        choices=[
            (kind.value, kind.label) for kind in (Movement.Kind.EXPENSE, Movement.Kind.INCOME)
        ],
    )
    amount = AmountField(label=_("Importe"))
    concept = forms.CharField(
        label=_("Concepto"),
        max_length=CONCEPT_LENGTH,
        help_text=_("Por ejemplo: alquiler del local, trofeos, patrocinador."),
    )
    method = forms.ChoiceField(label=_("Cómo"), choices=Movement.Method.choices)


class ReversalForm(forms.Form):
    """The reason of a reversal."""

    reason = forms.CharField(label=_("Por qué se anula"), max_length=CONCEPT_LENGTH)


class ExtraChargeForm(forms.Form):
    """Extras ordered by an entry."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    extra = forms.ModelChoiceField(Extra.objects.none(), label=_("Extra"), empty_label=None)
    quantity = forms.IntegerField(
        label=_("Cantidad"), min_value=1, max_value=MAX_QUANTITY, initial=1
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["extra"].queryset = tournament.extras.all()


class DiscountForm(forms.Form):
    """A discount on the fees of an entry."""

    amount = AmountField(label=_("Descuento"))
    concept = forms.CharField(
        label=_("Motivo"), max_length=CONCEPT_LENGTH, help_text=_("Por ejemplo: socio, invitado.")
    )


class CategoriesForm(forms.Form):
    """The prize categories of an entry."""

    categories = forms.MultipleChoiceField(
        label=_("Categorías de premio"),
        choices=[(category.value, category.label) for category in Prize.ENTRY_CATEGORIES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


# --- Prices ---------------------------------------------------------------------------------------
class PricesForm(forms.Form):
    """The currency and the prices of an entry."""

    currency = forms.ChoiceField(label=_("Moneda"), choices=list(CURRENCY_NAMES.items()))
    fee = AmountField(
        label=_("Cuota de cada inscripción"),
        required=False,
        help_text=_("En blanco: sin cuota. «Pagado» es entonces solo una marca."),
    )
    deposit = AmountField(
        label=_("Fianza"),
        required=False,
        help_text=_("Se cobra con la cuota y se devuelve al final."),
    )
    reentry_fee = AmountField(label=_("Precio del reenganche"), required=False)

    def changes(self) -> dict[str, Any]:
        """Return the values for `set_prices`; a blank amount is 0."""
        return {
            name: Decimal(0) if value is None else value
            for name, value in self.cleaned_data.items()
        }


def prices_initial(tournament: Tournament) -> dict[str, Any]:
    amounts = {name: amount_as_typed(getattr(tournament, name)) for name in ("fee", "deposit")}
    return {
        "currency": tournament.currency,
        "reentry_fee": amount_as_typed(tournament.reentry_fee),
        **amounts,
    }


class ExtraForm(forms.Form):
    """An extra on offer."""

    name = forms.CharField(label=_("Extra"), max_length=60, help_text=_("Comida, rifa, camiseta…"))
    price = AmountField(label=_("Precio"))


class PurseForm(forms.Form):
    """The rules of the purse."""

    purse_percent = AmountField(label=_("Parte de las cuotas que va a premios (%)"))
    purse_minimum = AmountField(
        label=_("Bolsa mínima garantizada"),
        required=False,
        help_text=_("Se reparte aunque las cuotas no lleguen."),
    )
    purse_step = AmountField(
        label=_("Redondear cada premio a múltiplos de"),
        required=False,
        help_text=_("Por ejemplo 5. En blanco: al céntimo."),
    )
    purse_to_first = forms.BooleanField(
        label=_("Los céntimos del redondeo se suman al primer premio; si no, quedan en la caja"),
        required=False,
    )

    def changes(self) -> dict[str, Any]:
        """Return the values for `set_purse`; a blank amount is 0."""
        return {
            name: Decimal(0) if value is None else value
            for name, value in self.cleaned_data.items()
        }


def purse_initial(tournament: Tournament) -> dict[str, Any]:
    return {
        "purse_percent": amount_as_typed(tournament.purse_percent) or "0",
        "purse_minimum": amount_as_typed(tournament.purse_minimum),
        "purse_step": amount_as_typed(tournament.purse_step),
        "purse_to_first": tournament.purse_to_first,
    }


class PrizeForm(forms.Form):
    """A new prize."""

    category = forms.ChoiceField(label=_("Para"), choices=Prize.Category.choices)
    place = forms.IntegerField(
        label=_("Puesto"),
        min_value=1,
        max_value=MAX_PLACE,
        initial=1,
        help_text=_("Dentro de la categoría. En «Último clasificado», 1 es el último."),
    )
    town = forms.CharField(
        label=_("Pueblo"), max_length=60, required=False, help_text=_("Solo para «Del pueblo».")
    )
    percent = AmountField(label=_("Porcentaje de la bolsa"), required=False)
    amount = AmountField(label=_("O importe fijo"), required=False)
    thing = forms.CharField(
        label=_("En especie"),
        max_length=CONCEPT_LENGTH,
        required=False,
        help_text=_("Jamón, trofeo…"),
    )


class PayPrizeForm(SentOnceForm):
    """The payment of a prize to an entry."""

    prize = forms.IntegerField(widget=forms.HiddenInput)
    entry = forms.IntegerField(widget=forms.HiddenInput)
    method = forms.ChoiceField(label=_("Cómo"), choices=Movement.Method.choices)
