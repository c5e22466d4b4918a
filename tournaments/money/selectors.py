"""The money of a tournament: the balance of each entry, the cash book, the closing account."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, QuerySet, Sum
from django.utils.translation import gettext

from tournaments.models import Charge, Entry, Movement, Tournament
from tournaments.money.sums import (
    ZERO,
    Balance,
    ClosingAccount,
    Prices,
    Purse,
    closing_account,
    part_of_fee,
)
from tournaments.site.spreadsheets import Cell, ExportTable


def prices_of(tournament: Tournament) -> Prices:
    return Prices(tournament.fee, tournament.deposit, tournament.reentry_fee)


def purse_of(tournament: Tournament) -> Purse:
    return Purse(
        tournament.purse_percent,
        tournament.purse_minimum,
        tournament.purse_step,
        tournament.purse_to_first,
    )


def balances_of(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, Balance]:
    """Return the balance of each entry by key, in two queries, or three if there are singles."""
    entries = list(entries)
    keys = [entry.pk for entry in entries]
    charges_by_entry: Mapping[int, dict[str, Decimal]] = defaultdict(dict)
    sums = Charge.objects.filter(entry__in=keys).order_by()
    for key, kind, amount in sums.values_list("entry", "kind").annotate(Sum("amount")):
        charges_by_entry[key][kind] = amount
    receipts = Movement.objects.filter(entry__in=keys, kind__in=Movement.RECEIPTS).order_by()
    receipts_by_entry = dict(receipts.values_list("entry").annotate(Sum("amount")))
    singles = [entry.pk for entry in entries if entry.state == Entry.State.SINGLE]
    people_of_singles = dict(
        Entry.objects.filter(pk__in=singles)
        .order_by()
        .annotate(people=Count("seats"))
        .values_list("pk", "people")
        if singles
        else []
    )
    prices, size = prices_of(tournament), tournament.entry_size
    return {
        entry.pk: _balance(
            entry,
            prices,
            people_of_singles.get(entry.pk, size),
            size,
            charges_by_entry[entry.pk],
            receipts_by_entry,
        )
        for entry in entries
    }


def _balance(
    entry: Entry,
    prices: Prices,
    people: int,
    size: int,
    charges: Mapping[str, Decimal],
    receipts_by_entry: Mapping[int, Decimal],
) -> Balance:
    """Return the balance of an entry of `people` people; a whole entry has `size` people.

    `charges` has the entry's charges by kind; `receipts_by_entry`, the money of each entry by key.
    """
    fee = part_of_fee(prices.fee, people, size) + entry.again * prices.reentry
    deposit = part_of_fee(prices.deposit, people, size)
    return Balance(
        fees=max(fee + charges.get(Charge.Kind.DISCOUNT, ZERO), ZERO),
        deposit=max(deposit + charges.get(Charge.Kind.DEPOSIT, ZERO), ZERO),
        extras=charges.get(Charge.Kind.EXTRA, ZERO),
        received=receipts_by_entry.get(entry.pk, ZERO),
        plays=not entry.gone and entry.state != Entry.State.WAITING,
    )


def price_lines(entry: Entry) -> list[tuple[str, Decimal]]:
    """Return the label and the amount of each price that the entry owes, without its charges."""
    tournament, size = entry.tournament, entry.tournament.entry_size
    people = entry.seats.count() if entry.state == Entry.State.SINGLE else size
    lines = [
        (gettext("Cuota"), part_of_fee(tournament.fee, people, size)),
        (gettext("Reenganche"), entry.again * tournament.reentry_fee),
        (gettext("Fianza"), part_of_fee(tournament.deposit, people, size)),
    ]
    return [(label, amount) for label, amount in lines if amount]


def balance_of(entry: Entry) -> Balance:
    return balances_of(entry.tournament, [entry])[entry.pk]


def debts_of(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, Decimal]:
    """Return the amount still to collect from each entry that owes one, by number."""
    if not tournament.has_prices:
        return {}
    entries = list(entries)
    balances = balances_of(tournament, entries)
    debts = {entry.number: balances[entry.pk].outstanding for entry in entries}
    return {number: amount for number, amount in debts.items() if amount}


@dataclass(frozen=True, slots=True)
class Summary:
    """Sums of the properties of `Balance` over entries.

    `balance_by_method` has the balance of the whole book for each payment method.
    """

    owed: Decimal
    received: Decimal
    outstanding: Decimal
    to_return: Decimal
    fees_received: Decimal
    balance_by_method: Mapping[str, Decimal]

    @property
    def methods(self) -> list[tuple[str, Decimal]]:
        """Return the label and the balance of each method whose balance is not 0."""
        return [
            (str(method.label), self.balance_by_method[method])
            for method in Movement.Method
            if self.balance_by_method.get(method)
        ]


def summary_of(tournament: Tournament, balances: Iterable[Balance]) -> Summary:
    """Return the sums of these balances, and the balance of the book for each payment method.

    The sum `owed` leaves out the entries that do not play.
    """
    balances = list(balances)
    balance_by_method = dict(
        tournament.movements.order_by().values_list("method").annotate(total=Sum("amount"))
    )
    return Summary(
        owed=sum((balance.owed for balance in balances if balance.plays), ZERO),
        received=sum((balance.received for balance in balances), ZERO),
        outstanding=sum((balance.outstanding for balance in balances), ZERO),
        to_return=sum((balance.to_return for balance in balances), ZERO),
        fees_received=sum((balance.fees_received for balance in balances), ZERO),
        balance_by_method=balance_by_method,
    )


def cash_below_zero(tournament: Tournament) -> Decimal:
    """Return by how much the cash box is below zero; 0 if it is not."""
    cash = tournament.movements.order_by().filter(method=Movement.Method.CASH)
    return max(-(cash.aggregate(total=Sum("amount"))["total"] or ZERO), ZERO)


def fees_received(tournament: Tournament) -> Decimal:
    """Return the money received for fees and re-entries in the whole tournament."""
    balances = balances_of(tournament, tournament.entries.all()).values()
    return sum((balance.fees_received for balance in balances), ZERO)


def book_of(tournament: Tournament) -> QuerySet[Movement]:
    """Return the movements, oldest first, with entry, reversed movement and reversal loaded."""
    return tournament.movements.select_related("entry", "reverses", "reversed_by").order_by("id")


def closing_of(tournament: Tournament) -> ClosingAccount:
    """Return the closing account of all movements."""
    sums = tournament.movements.order_by().values_list("kind").annotate(total=Sum("amount"))
    return closing_account(_ordered_sums(sums), Movement.COMES_IN)


def accounts_table(tournament: Tournament) -> ExportTable:
    """Return the book as a table to export, with the closing totals as its last rows."""
    headings = [gettext("N.º"), gettext("Apunte"), gettext("Inscripción"), gettext("Fecha")]
    headings += [gettext("Cómo"), gettext("Concepto"), gettext("Anula el n.º"), gettext("Importe")]
    rows: list[list[Cell]] = [
        [
            movement.number,
            movement.get_kind_display(),
            movement.entry.number if movement.entry else None,
            movement.at,
            movement.get_method_display(),
            movement.concept,
            movement.reverses.number if movement.reverses else None,
            movement.amount,
        ]
        for movement in book_of(tournament)
    ]
    closing = closing_of(tournament)
    for label, amount in (
        (gettext("Total de entradas"), closing.total_in),
        (gettext("Total de salidas"), -closing.total_out),
        (gettext("Saldo"), closing.balance),
    ):
        rows.append([None, label, *[None] * 5, amount])
    if missing := cash_below_zero(tournament):
        label = gettext("Caja en efectivo, por debajo de cero")
        rows.append([None, label, *[None] * 5, -missing])
    headings[-1] = f"{headings[-1]} ({tournament.currency})"
    return ExportTable(gettext("Caja y cierre"), headings, rows)


def _ordered_sums(sums: Iterable[tuple[str, Decimal]]) -> list[tuple[str, Decimal]]:
    """Return the sums by kind in the order of `Movement.Kind`."""
    sum_by_kind = dict(sums)
    return [(kind.value, sum_by_kind[kind]) for kind in Movement.Kind if kind in sum_by_kind]
