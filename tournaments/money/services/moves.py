"""Money that comes in and goes out: payments, refunds, income, expenses, and their reversals.

Every act locks the tournament first, then reads the balance: receipts have no gaps, and if two
people change the same account, the second waits.
"""

from collections.abc import Iterable
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import CONCEPT_LENGTH, Entry, Movement, Prize, Tournament
from tournaments.money.selectors import balance_of, balances_of
from tournaments.money.sums import CENT, MAX_AMOUNT, ZERO
from tournaments.money.words import amount_in_words, amount_refusal
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.writer import Author, writer_of

CASH = Movement.Method.CASH
CURRENCIES_WITHOUT_CENTS = ("CLP", "PYG")


def lock_money(tournament: Tournament) -> Tournament:
    """Return the current tournament, locked until the transaction ends."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def lock_account(entry: Entry) -> Entry:
    """Return the current entry; lock it and its tournament until the transaction ends."""
    tournament = lock_money(entry.tournament)
    current_entry = Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    current_entry.tournament = tournament
    return current_entry


@transaction.atomic
def record_payment(
    *,
    entry: Entry,
    author: Author,
    amount: Decimal,
    method: str = CASH,
    concept: str = "",
    uid: UUID | None = None,
) -> Movement:
    """Record money received from an entry.

    A second call with the same `uid` records nothing and returns the first movement. Raises
    Refused: 400 for a bad amount, method or concept; 409 `nothing_owed`, `overpaid` for more than
    the entry owes, `uid_used` if the first call had other values.
    """
    entry = lock_account(entry)
    earlier_movement = _earlier_movement(
        entry.tournament, uid, Movement.Kind.PAYMENT, entry, amount
    )
    if earlier_movement is not None:
        return earlier_movement
    amount, concept = clean_amount(entry.tournament, amount), clean_concept(concept)
    refuse_unknown_choice("method", method, Movement.Method.values)
    missing = balance_of(entry).missing
    if amount > missing:
        raise _overpayment_refusal(entry, amount, missing)
    movement = add_movement(
        entry.tournament,
        author,
        Movement.Kind.PAYMENT,
        amount,
        entry=entry,
        method=method,
        concept=concept,
        uid=uid,
    )
    update_paid(entry)
    _note_movement(movement, author, "record_payment")
    return movement


@transaction.atomic
def refund(
    *,
    entry: Entry,
    author: Author,
    amount: Decimal,
    method: str = CASH,
    concept: str = "",
    uid: UUID | None = None,
) -> Movement:
    """Record money given back to an entry.

    A second call with the same `uid` records nothing and returns the first movement. Raises
    Refused: 400 for a bad amount, method or concept; 409 `refund_too_high` for more than the entry
    has paid, `uid_used` if the first call had other values.
    """
    entry = lock_account(entry)
    earlier_movement = _earlier_movement(
        entry.tournament, uid, Movement.Kind.REFUND, entry, -amount
    )
    if earlier_movement is not None:
        return earlier_movement
    amount, concept = clean_amount(entry.tournament, amount), clean_concept(concept)
    refuse_unknown_choice("method", method, Movement.Method.values)
    amount_paid = balance_of(entry).received
    if amount > amount_paid:
        raise Conflict(
            "refund_too_high",
            _("El número %(number)s ha pagado %(paid)s: no se le puede devolver %(amount)s."),
            field="amount",
            number=entry.number,
            paid=amount_in_words(amount_paid, entry.tournament),
            amount=amount_in_words(amount, entry.tournament),
        )
    movement = add_movement(
        entry.tournament,
        author,
        Movement.Kind.REFUND,
        -amount,
        entry=entry,
        method=method,
        concept=concept,
        uid=uid,
    )
    update_paid(entry)
    _note_movement(movement, author, "refund")
    return movement


@transaction.atomic
def record_outside(
    *,
    tournament: Tournament,
    author: Author,
    kind: str,
    amount: Decimal,
    concept: str,
    method: str = CASH,
    uid: UUID | None = None,
) -> Movement:
    """Record an expense (the venue), or income that no entry pays (a sponsor).

    A second call with the same `uid` records nothing and returns the first movement. Raises
    Refused: 400 for a bad kind, amount, method or concept; 409 `uid_used` if the first call had
    other values.
    """
    refuse_unknown_choice("kind", kind, (Movement.Kind.INCOME, Movement.Kind.EXPENSE))
    refuse_unknown_choice("method", method, Movement.Method.values)
    tournament = lock_money(tournament)
    amount = clean_amount(tournament, amount)
    signed_amount = amount if kind == Movement.Kind.INCOME else -amount
    if (
        earlier_movement := _earlier_movement(tournament, uid, kind, None, signed_amount)
    ) is not None:
        return earlier_movement
    concept = clean_concept(concept, required=True)
    movement = add_movement(
        tournament, author, kind, signed_amount, method=method, concept=concept, uid=uid
    )
    _note_movement(movement, author, "record_outside")
    return movement


@transaction.atomic
def reverse_movement(*, movement: Movement, author: Author, reason: str) -> Movement:
    """Cancel a mistaken movement by another movement of the same kind and the opposite amount.

    Raises Refused: 400 without a reason; 409 `already_reversed`, also if `movement` is a reversal,
    and `refund_too_high` if the money of the payment has been refunded.
    """
    reason = clean_text(reason, "reason", CONCEPT_LENGTH, required=True, any_start=True)
    tournament = lock_money(movement.tournament)
    movement = Movement.objects.select_related("entry").get(pk=movement.pk)
    movement.tournament = tournament
    if movement.reverses_id or Movement.objects.filter(reverses=movement).exists():
        raise Conflict("already_reversed", _("Ese apunte ya está anulado."))
    entry = movement.entry
    if entry is not None and movement.kind in Movement.RECEIPTS:
        entry.tournament = tournament
        if balance_of(entry).received < movement.amount:
            raise Conflict(
                "refund_too_high",
                _("Ese dinero ya se devolvió: anule antes la devolución."),
                number=entry.number,
            )
    reversal = add_movement(
        tournament,
        author,
        movement.kind,
        -movement.amount,
        entry=entry,
        prize=movement.prize,
        method=movement.method,
        concept=reason,
        reverses=movement,
    )
    if entry is not None:
        update_paid(entry)
    _note_movement(reversal, author, "reverse_movement", reason=reason)
    return reversal


# --- `Entry.paid` ---------------------------------------------------------------------------------
# In a tournament with prices, `Entry.paid` follows the money. The acts of the desk that set `paid`
# call these functions inside their transaction, with the tournament locked.
def pay_missing(entries: Iterable[Entry], author: Author, concept: str = "") -> dict[int, Movement]:
    """Record a cash payment of each entry's missing amount; return the payments by entry key.

    Entries that owe nothing get no payment. All entries are of one tournament.
    """
    entries = list(entries)
    if not entries:
        return {}
    tournament = entries[0].tournament
    balances = balances_of(tournament, entries)
    receipts = {}
    for entry in entries:
        if missing := balances[entry.pk].missing:
            receipts[entry.pk] = add_movement(
                tournament, author, Movement.Kind.PAYMENT, missing, entry=entry, concept=concept
            )
    update_paid_of_all(tournament, entries)
    return receipts


def refund_all(entries: Iterable[Entry], author: Author) -> dict[int, Movement]:
    """Refund all that each entry has paid; return the refunds by entry key.

    Each refund uses the method of the entry's last payment. All entries are of one tournament.
    """
    entries = list(entries)
    if not entries:
        return {}
    tournament = entries[0].tournament
    balances = balances_of(tournament, entries)
    receipts = {}
    for entry in entries:
        if (amount_paid := balances[entry.pk].received) > ZERO:
            last_payment = (
                entry.movements.filter(kind=Movement.Kind.PAYMENT).order_by("-id").first()
            )
            receipts[entry.pk] = add_movement(
                tournament,
                author,
                Movement.Kind.REFUND,
                -amount_paid,
                entry=entry,
                method=last_payment.method if last_payment else CASH,
            )
    update_paid_of_all(tournament, entries)
    return receipts


def update_paid(entry: Entry) -> None:
    """Set `paid` of the entry from its balance; without prices, do nothing."""
    update_paid_of_all(entry.tournament, [entry])


def update_paid_of_all(tournament: Tournament, entries: Iterable[Entry] | None = None) -> None:
    """Set `paid` of these entries from their balances.

    `entries` None means all entries of the tournament. Without prices, do nothing.
    """
    if not tournament.has_prices:
        return
    entries = list(tournament.entries.all() if entries is None else entries)
    balances = balances_of(tournament, entries)
    changed_entries = []
    for entry in entries:
        if entry.paid != balances[entry.pk].is_paid:
            entry.paid = not entry.paid
            changed_entries.append(entry)
    Entry.objects.bulk_update(changed_entries, ["paid"])


def move_account(source: Entry, target: Entry) -> None:
    """Move the charges and the movements of an entry to the entry that continues it."""
    source.movements.update(entry=target)
    source.charges.update(entry=target)
    update_paid(target)


def split_account(source: Entry, target: Entry, author: Author) -> None:
    """Transfer the excess payments of `source` to `target`, at most the amount that `target` still
    owes.

    The transfer is a refund and a payment.
    """
    balances = balances_of(source.tournament, [source, target])
    excess = min(balances[source.pk].to_return, balances[target.pk].missing)
    if excess:
        for kind, amount, entry in (
            (Movement.Kind.REFUND, -excess, source),
            (Movement.Kind.PAYMENT, excess, target),
        ):
            concept = str(_("Pareja separada: pasa de un número a otro"))
            add_movement(
                source.tournament,
                author,
                kind,
                amount,
                entry=entry,
                method=Movement.Method.OTHER,
                concept=concept,
            )
    update_paid_of_all(source.tournament, [source, target])


def refuse_with_movements(entry: Entry) -> None:
    """Raise Refused 409 `entry_with_money` for an entry with movements; it cannot be deleted."""
    if entry.movements.exists():
        raise Conflict(
            "entry_with_money",
            _(
                "El número %(number)s tiene pagos en las cuentas y no se puede borrar: puede "
                "retirarlo y devolverle lo pagado."
            ),
            number=entry.number,
        )


# --- Writing --------------------------------------------------------------------------------------
def clean_amount(
    tournament: Tournament, amount: Decimal, field: str = "amount", *, minimum: Decimal = CENT
) -> Decimal:
    """Return the amount with two decimals, if it suits the tournament's currency.

    Raises Refused 400: `amount_wrong` below `minimum`, above `MAX_AMOUNT` or with more decimals;
    `no_cents` as in `refuse_cents`.
    """
    if not minimum <= amount <= MAX_AMOUNT or amount != amount.quantize(CENT):
        raise amount_refusal(field)
    refuse_cents(tournament.currency, amount, field)
    return amount.quantize(CENT)


def refuse_cents(currency: str, amount: Decimal, field: str) -> None:
    """Raise Refused 400 `no_cents` for cents in a currency that has none."""
    if currency in CURRENCIES_WITHOUT_CENTS and amount % 1:
        raise Refused("no_cents", _("Esta moneda no tiene céntimos."), field=field)


def clean_concept(concept: str, *, required: bool = False) -> str:
    """Return the tidy concept. Raises Refused 400 with the field `concept`."""
    return clean_text(concept, "concept", CONCEPT_LENGTH, required=required, any_start=True)


def add_movement(
    tournament: Tournament,
    author: Author,
    kind: str,
    amount: Decimal,
    *,
    entry: Entry | None = None,
    prize: Prize | None = None,
    method: str = CASH,
    concept: str = "",
    reverses: Movement | None = None,
    uid: UUID | None = None,
) -> Movement:
    """Add a movement with the next number of its series: receipts, or all other movements.

    The caller has locked the tournament.
    """
    book = tournament.movements.order_by()
    is_receipt = kind in Movement.RECEIPTS
    series = (
        book.filter(kind__in=Movement.RECEIPTS)
        if is_receipt
        else book.exclude(kind__in=Movement.RECEIPTS)
    )
    writer = writer_of(author)
    return Movement.objects.create(
        tournament=tournament,
        entry=entry,
        prize=prize,
        kind=kind,
        number=(series.aggregate(last=Max("number"))["last"] or 0) + 1,
        amount=amount,
        method=method,
        concept=concept,
        reverses=reverses,
        uid=uid,
        author=writer.user,
        author_name=writer.title[:150],
    )


def _earlier_movement(
    tournament: Tournament, uid: UUID | None, kind: str, entry: Entry | None, amount: Decimal
) -> Movement | None:
    """Return the movement with this `uid`; None if there is none.

    Raises Refused 409 `uid_used` if that movement has another kind, entry or amount.
    """
    movement = tournament.movements.filter(uid=uid).first() if uid else None
    if movement is None:
        return None
    recorded_values = (movement.kind, movement.entry_id, movement.amount)
    if recorded_values != (kind, entry.pk if entry else None, amount):
        raise Conflict(
            "uid_used", _("Ese envío ya se anotó con otros datos: vuelva a abrir la página.")
        )
    return movement


def _overpayment_refusal(entry: Entry, amount: Decimal, missing: Decimal) -> Refused:
    """Return the refusal of a payment of `amount` by an entry that owes only `missing`."""
    params = {
        "number": entry.number,
        "missing": amount_in_words(missing, entry.tournament),
        "amount": amount_in_words(amount, entry.tournament),
    }
    if not missing:
        return Conflict(
            "nothing_owed", _("El número %(number)s no debe nada."), field="amount", **params
        )
    return Conflict(
        "overpaid",
        _("El número %(number)s debe %(missing)s, no %(amount)s."),
        field="amount",
        **params,
    )


def movement_as_json(movement: Movement) -> dict[str, object]:
    """Return the values of the movement for an audit line."""
    values: dict[str, object] = {"amount": str(movement.amount), "receipt": movement.number}
    if movement.method != CASH:
        values["payment_method"] = movement.method
    if movement.concept:
        values["concept"] = movement.concept
    if movement.reverses_id:
        values["reverses"] = movement.reverses.number if movement.reverses else None
    return values


def _note_movement(movement: Movement, author: Author, act: str, reason: str = "") -> None:
    subject = movement.entry or movement.get_kind_display()
    note(
        movement.tournament,
        author,
        act,
        subject,
        after={"movement": movement.kind, **movement_as_json(movement)},
        reason=reason,
    )
