"""Changes to the prices of a tournament, its extras, its purse and its prizes."""

from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import CONCEPT_LENGTH, CURRENCIES, Charge, Extra, Prize, Tournament
from tournaments.money.services.moves import (
    clean_amount,
    lock_money,
    pay_missing,
    refuse_cents,
    update_paid_of_all,
)
from tournaments.money.sums import CENT, HUNDRED, ZERO
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.writer import Author

PRICES = ("fee", "deposit", "reentry_fee")
PURSE = ("purse_percent", "purse_minimum", "purse_step", "purse_to_first")
MAX_PRIZES, MAX_PLACE, MAX_EXTRAS = 60, 200, 30


@transaction.atomic
def set_prices(*, tournament: Tournament, author: Author, **changes: Any) -> Tournament:
    """Change `currency`, `fee`, `deposit` or `reentry_fee`, and update `paid` of all entries.

    With the first prices, an entry marked as paid gets a cash payment. Raises Refused: 400 for a
    bad amount or currency; 409 `currency_in_use` to change the currency of existing amounts,
    `fee_in_use` to remove all prices when there are payments.
    """
    tournament = lock_money(tournament)
    had_prices, names = tournament.has_prices, ("currency", *PRICES)
    before = {name: str(getattr(tournament, name)) for name in names}
    if "currency" in changes:
        refuse_unknown_choice("currency", changes["currency"], CURRENCIES)
        if changes["currency"] != tournament.currency and has_amounts(tournament):
            raise Conflict(
                "currency_in_use",
                _("Ya hay importes anotados en %(currency)s: la moneda no se puede cambiar."),
                field="currency",
                currency=tournament.currency,
            )
        tournament.currency = changes["currency"]
    for name in PRICES:
        if name in changes:
            setattr(tournament, name, clean_amount(tournament, changes[name], name, minimum=ZERO))
        refuse_cents(tournament.currency, getattr(tournament, name), name)
    if not tournament.has_prices and tournament.movements.exclude(entry=None).exists():
        raise Conflict(
            "fee_in_use",
            _("Ya hay pagos anotados: deje una cuota, o haga descuentos."),
            field="fee",
        )
    after = {name: str(getattr(tournament, name)) for name in names}
    if after == before:
        return tournament
    tournament.save(update_fields=list(names))
    if tournament.has_prices and not had_prices:
        marked_entries = list(tournament.entries.filter(paid=True).order_by("number"))
        for entry in marked_entries:
            entry.tournament = tournament
        pay_missing(marked_entries, author, str(_("Marcado como pagado antes de poner la cuota")))
    update_paid_of_all(tournament)
    note(tournament, author, "set_prices", before=before, after=after)
    return tournament


def has_amounts(tournament: Tournament) -> bool:
    """Return whether the tournament has any movement, charge, extra or prize with an amount."""
    return (
        tournament.movements.exists()
        or Charge.objects.filter(entry__tournament=tournament).exists()
        or tournament.extras.exists()
        or tournament.prizes.exclude(amount=None).exists()
    )


@transaction.atomic
def save_extra(*, tournament: Tournament, author: Author, name: str, price: Decimal) -> Extra:
    """Add an extra, or change the price of the extra with that name; earlier charges stay.

    Raises Refused: 400 for a bad name or price, 409 `too_many_extras`.
    """
    name = clean_text(name, "name", 60, required=True)
    tournament = lock_money(tournament)
    price = clean_amount(tournament, price, "price")
    if tournament.extras.exclude(name=name).count() >= MAX_EXTRAS:
        raise Conflict("too_many_extras", _("Ya no caben más extras: borre alguno."), field="name")
    extra, _created = Extra.objects.update_or_create(
        tournament=tournament, name=name, defaults={"price": price}
    )
    note(tournament, author, "save_extra", name, after={"amount": str(price)})
    return extra


@transaction.atomic
def delete_extra(*, extra: Extra, author: Author) -> None:
    """Delete an extra; its charges stay on the accounts of the entries."""
    note(extra.tournament, author, "delete_extra", extra.name, before={"amount": str(extra.price)})
    extra.delete()


@transaction.atomic
def set_purse(*, tournament: Tournament, author: Author, **changes: Any) -> Tournament:
    """Change the rules of the purse, named as in `PURSE`.

    Raises Refused 400 for a bad amount or percentage.
    """
    tournament = lock_money(tournament)
    before = {name: str(getattr(tournament, name)) for name in PURSE}
    for name in ("purse_minimum", "purse_step"):
        if name in changes:
            setattr(tournament, name, clean_amount(tournament, changes[name], name, minimum=ZERO))
    if "purse_percent" in changes:
        tournament.purse_percent = _clean_percent(
            changes["purse_percent"], "purse_percent", minimum=ZERO
        )
    tournament.purse_to_first = changes.get("purse_to_first", tournament.purse_to_first)
    after = {name: str(getattr(tournament, name)) for name in PURSE}
    if after != before:
        tournament.save(update_fields=list(PURSE))
        note(tournament, author, "set_purse", before=before, after=after)
    return tournament


@transaction.atomic
def add_prize(
    *,
    tournament: Tournament,
    author: Author,
    category: str = Prize.Category.PLACE,
    place: int = 1,
    town: str = "",
    percent: Decimal | None = None,
    amount: Decimal | None = None,
    thing: str = "",
) -> Prize:
    """Add a prize: a percentage of the purse or an amount, a thing, or money and a thing.

    `place` is within the category, from 1; `town` is for the category TOWN. Raises Refused: 400 for
    bad values, and `over_hundred` if the percentages of all prizes pass 100; 409 `prize_exists`,
    `too_many_prizes`.
    """
    refuse_unknown_choice("category", category, Prize.Category.values)
    thing = clean_text(thing, "thing", CONCEPT_LENGTH)
    town = clean_text(town, "town", 60, required=category == Prize.Category.TOWN)
    tournament = lock_money(tournament)
    if not 1 <= place <= MAX_PLACE:
        raise Refused(
            "place_wrong", _("Escriba un puesto de 1 a %(most)s."), field="place", most=MAX_PLACE
        )
    if percent is None and amount is None and not thing:
        raise Refused(
            "prize_empty",
            _("Escriba un porcentaje, un importe o lo que se da en especie."),
            field="percent",
        )
    if percent is not None and amount is not None:
        raise Refused(
            "prize_twice", _("Escriba el porcentaje o el importe, no los dos."), field="amount"
        )
    if amount is not None:
        amount = clean_amount(tournament, amount)
    prizes = list(tournament.prizes.all())
    if percent is not None:
        percent = _clean_percent(percent, "percent", minimum=CENT)
        total = sum((prize.percent or ZERO for prize in prizes), percent)
        if total > 100:
            raise Refused(
                "over_hundred",
                _("Los porcentajes suman %(total)s: el máximo es 100."),
                field="percent",
                total=total,
            )
    town = town if category == Prize.Category.TOWN else ""
    if any(
        (prize.category, prize.place, prize.town) == (category, place, town) for prize in prizes
    ):
        raise Conflict("prize_exists", _("Ese premio ya está en la lista."), field="place")
    if len(prizes) >= MAX_PRIZES:
        raise Conflict("too_many_prizes", _("Ya no caben más premios."), field="place")
    prize = Prize.objects.create(
        tournament=tournament,
        category=category,
        place=place,
        town=town,
        percent=percent,
        amount=amount,
        thing=thing,
    )
    note(tournament, author, "add_prize", after=prize_as_json(prize))
    return prize


@transaction.atomic
def delete_prize(*, prize: Prize, author: Author) -> None:
    """Delete a prize. Raises Refused 409 `prize_paid` if any movement pays it."""
    lock_money(prize.tournament)
    if prize.movements.exists():
        raise Conflict("prize_paid", _("Ese premio ya se entregó y no se puede borrar."))
    note(prize.tournament, author, "delete_prize", before=prize_as_json(prize))
    prize.delete()


def prize_as_json(prize: Prize) -> dict[str, Any]:
    """Return the values of the prize for an audit line."""
    values = {
        "prize": prize.category,
        "place": prize.place,
        "town": prize.town,
        "percent": str(prize.percent) if prize.percent is not None else "",
        "amount": str(prize.amount) if prize.amount is not None else "",
        "thing": prize.thing,
    }
    return {name: value for name, value in values.items() if value}


def _clean_percent(value: Decimal, field: str, *, minimum: Decimal) -> Decimal:
    """Return a percentage from `minimum` to 100. Raises Refused 400 `percent_wrong`."""
    if not minimum <= value <= HUNDRED or value != value.quantize(CENT):
        raise Refused(
            "percent_wrong",
            _("Escriba un porcentaje hasta 100, con dos decimales como mucho."),
            field=field,
        )
    return value.quantize(CENT)
