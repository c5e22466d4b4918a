"""Amounts and names of currencies in words, and the refusal of a bad amount."""

from decimal import Decimal

from babel.numbers import format_currency
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

from tournaments.models import CURRENCIES, Tournament
from tournaments.refusal import Refused
from tournaments.words import Text

CURRENCY_NAMES: dict[str, Text] = {
    "EUR": _("Euro"),
    "ARS": _("Peso argentino"),
    "UYU": _("Peso uruguayo"),
    "USD": _("Dólar de Estados Unidos"),
    "GBP": _("Libra esterlina"),
    "CHF": _("Franco suizo"),
    "BRL": _("Real brasileño"),
    "CLP": _("Peso chileno"),
    "COP": _("Peso colombiano"),
    "MXN": _("Peso mexicano"),
    "PEN": _("Sol peruano"),
    "PYG": _("Guaraní"),
    "BOB": _("Boliviano"),
    "VES": _("Bolívar"),
    "DOP": _("Peso dominicano"),
    "CRC": _("Colón costarricense"),
    "CUP": _("Peso cubano"),
    "MAD": _("Dírham marroquí"),
}
assert tuple(CURRENCY_NAMES) == CURRENCIES

AMOUNT_WRONG = _(
    "Escriba el importe en cifras, con dos decimales como mucho: «12», «12,50» o «1.200,50»."
)


def amount_in_words(amount: Decimal, tournament: Tournament) -> str:
    """Return the amount in the tournament's currency and the active language: «12,50 €»."""
    locale = to_locale(get_language() or "es")
    return format_currency(amount, tournament.currency, locale=locale, currency_digits=False)


def amount_refusal(field: str = "amount") -> Refused:
    """Return the refusal 400 `amount_wrong`."""
    return Refused("amount_wrong", AMOUNT_WRONG, field=field)
