"""Charges of an entry besides its fee (extras, discounts, deposit), and its categories."""

from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import CONCEPT_LENGTH, Charge, Entry, Extra, Movement, Prize
from tournaments.money.selectors import balance_of
from tournaments.money.services.moves import (
    add_movement,
    clean_amount,
    clean_concept,
    lock_account,
    update_paid,
)
from tournaments.money.words import amount_in_words
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.writer import Author, writer_of

MAX_QUANTITY = 99


@transaction.atomic
def add_extra(*, entry: Entry, author: Author, extra: Extra, quantity: int = 1) -> Charge:
    """Charge `quantity` of an extra at its current price.

    Raises Refused 400 `quantity_wrong`.
    """
    if not 1 <= quantity <= MAX_QUANTITY:
        raise Refused(
            "quantity_wrong",
            _("Escriba una cantidad de 1 a %(most)s."),
            field="quantity",
            most=MAX_QUANTITY,
        )
    entry = lock_account(entry)
    amount = extra.price * quantity
    charge = _add_charge(entry, author, Charge.Kind.EXTRA, amount, extra.name, quantity=quantity)
    _note_charge(charge, author, "add_extra")
    return charge


@transaction.atomic
def add_discount(*, entry: Entry, author: Author, amount: Decimal, concept: str) -> Charge:
    """Take `amount` off the fees of an entry.

    Raises Refused: 400 for a bad amount or without a concept; 409 `discount_too_high` for more than
    the fees.
    """
    entry = lock_account(entry)
    amount = clean_amount(entry.tournament, amount)
    concept = clean_concept(concept, required=True)
    if amount > (fees := balance_of(entry).fees):
        raise Conflict(
            "discount_too_high",
            _("Su cuota es de %(fees)s: el descuento no puede pasar de ahí."),
            field="amount",
            fees=amount_in_words(fees, entry.tournament),
        )
    charge = _add_charge(entry, author, Charge.Kind.DISCOUNT, -amount, concept)
    _note_charge(charge, author, "add_discount")
    return charge


@transaction.atomic
def return_deposit(*, entry: Entry, author: Author, method: str = Movement.Method.CASH) -> Movement:
    """Give the deposit back to an entry that has paid all it owes; return the refund.

    Raises Refused: 400 for an unknown method; 409 `no_deposit`, `deposit_unpaid`.
    """
    refuse_unknown_choice("method", method, Movement.Method.values)
    entry = lock_account(entry)
    balance = balance_of(entry)
    if not balance.deposit:
        raise Conflict("no_deposit", _("No tiene ninguna fianza que devolver."))
    if balance.missing:
        raise Conflict(
            "deposit_unpaid",
            _("Todavía debe %(missing)s: la fianza se devuelve cuando esté todo pagado."),
            missing=amount_in_words(balance.missing, entry.tournament),
        )
    concept = str(Charge.Kind.DEPOSIT.label)
    _add_charge(entry, author, Charge.Kind.DEPOSIT, -balance.deposit, concept)
    movement = add_movement(
        entry.tournament,
        author,
        Movement.Kind.REFUND,
        -balance.deposit,
        entry=entry,
        method=method,
        concept=concept,
    )
    update_paid(entry)
    values = {"amount": str(movement.amount), "receipt": movement.number}
    note(entry.tournament, author, "return_deposit", entry, after=values)
    return movement


@transaction.atomic
def reverse_charge(*, charge: Charge, author: Author, reason: str) -> Charge:
    """Cancel a mistaken charge by another charge with the opposite amount; return the new charge.

    Raises Refused: 400 without a reason; 409 `already_reversed`, also if `charge` is a reversal.
    """
    reason = clean_text(reason, "reason", CONCEPT_LENGTH, required=True, any_start=True)
    entry = lock_account(charge.entry)
    if charge.reverses_id or Charge.objects.filter(reverses=charge).exists():
        raise Conflict("already_reversed", _("Ese apunte ya está anulado."))
    reversal = _add_charge(entry, author, charge.kind, -charge.amount, reason, reverses=charge)
    _note_charge(reversal, author, "reverse_charge", reason)
    return reversal


@transaction.atomic
def set_categories(*, entry: Entry, author: Author, categories: list[str]) -> Entry:
    """Set the prize categories of an entry. Raises Refused 400 for an unknown category."""
    for category in categories:
        refuse_unknown_choice("categories", category, Prize.ENTRY_CATEGORIES)
    entry = lock_account(entry)
    new_categories = [
        category.value for category in Prize.ENTRY_CATEGORIES if category in categories
    ]
    if new_categories != entry.categories:
        before, entry.categories = {"categories": entry.categories}, new_categories
        entry.save(update_fields=["categories"])
        after = {"categories": new_categories}
        note(entry.tournament, author, "set_categories", entry, before=before, after=after)
    return entry


def _add_charge(
    entry: Entry,
    author: Author,
    kind: str,
    amount: Decimal,
    concept: str,
    *,
    quantity: int = 1,
    reverses: Charge | None = None,
) -> Charge:
    """Create the charge, and update whether the entry has paid."""
    writer = writer_of(author)
    charge = Charge.objects.create(
        entry=entry,
        kind=kind,
        concept=concept,
        quantity=quantity,
        amount=amount,
        reverses=reverses,
        author=writer.user,
        author_name=writer.title[:150],
    )
    update_paid(entry)
    return charge


def _note_charge(charge: Charge, author: Author, act: str, reason: str = "") -> None:
    values = {"amount": str(charge.amount), "concept": charge.concept}
    note(charge.entry.tournament, author, act, charge.entry, after=values, reason=reason)
