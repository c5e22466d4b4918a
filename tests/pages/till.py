"""Acts at the till: prices, payments, prizes, and a check of the closing account."""

from collections.abc import Sequence
from decimal import Decimal

from playwright.sync_api import Locator, expect

from tests.pages import staff
from tests.pages.visitor import Visitor


def euros(text: str) -> Decimal:
    """Return the amount that a text shows.

    >>> euros("1.200,50 €"), euros("-12,00 €")
    (Decimal('1200.50'), Decimal('-12.00'))
    """
    figures = [letter for letter in text.replace("−", "-") if letter in "-0123456789,"]
    return Decimal("".join(figures).replace(",", "."))


def fill(visitor: Visitor, **fields: str) -> None:
    """Fill the boxes and lists of the page by their names; write `_` for `-`."""
    for name, value in fields.items():
        box = visitor.page.locator(f"[name={name.replace('_', '-')}], [name={name}]").first
        if box.evaluate("one => one.tagName") == "SELECT":
            box.select_option(value)
        else:
            box.fill(value)


def press(visitor: Visitor, button: str) -> None:
    visitor.follow(visitor.page.get_by_role("button", name=button))


def open_accounts(visitor: Visitor, link: str) -> None:
    staff.open_more(visitor, "Cuentas")
    visitor.follow(visitor.page.get_by_role("link", name=link))


def set_fee(visitor: Visitor, fee: str, *, extra: str = "", price: str = "") -> None:
    """Set the fee of an entry, and an extra with its price if there is one."""
    open_accounts(visitor, "Poner cuota y precios")
    fill(visitor, fee=fee)
    press(visitor, "Guardar")
    if extra:
        visitor.follow(visitor.page.get_by_role("link", name="Cuota y precios"))
        fill(visitor, name=extra, price=price)
        press(visitor, "Añadir el extra")


def set_purse(visitor: Visitor, percent: str, step: str, percentages: Sequence[str]) -> None:
    """Set the purse to `percent` of the fees, and prizes rounded to `step`.

    Each of the first places gets its percentage of the purse.
    """
    open_accounts(visitor, "Bolsa y premios")
    fill(visitor, purse_percent=percent, purse_step=step)
    visitor.page.locator("[name=purse_to_first]").uncheck()
    press(visitor, "Guardar")
    for place, percentage in enumerate(percentages, 1):
        fill(visitor, place=str(place), percent=percentage)
        press(visitor, "Añadir el premio")


def pay_prizes(visitor: Visitor) -> list[Decimal]:
    """Pay every prize in cash, and return the amounts."""
    open_accounts(visitor, "Bolsa y premios")
    visitor.look("prizes")
    winners = visitor.page.get_by_role("table", name="Ganadores").locator("tbody tr")
    amounts = [euros(amount) for amount in winners.locator("td.num").all_inner_texts()]
    for _prize in amounts:
        visitor.follow(winners.get_by_role("button", name="Entregar").first)
    expect(winners.get_by_text("Entregado el")).to_have_count(len(amounts))
    return amounts


def record_expense(visitor: Visitor, amount: str, concept: str, *, method: str) -> None:
    open_accounts(visitor, "Caja y cierre")
    fill(visitor, kind="expense", amount=amount, concept=concept, method=method)
    press(visitor, "Anotar")


def read_closing_account(visitor: Visitor) -> dict[str, Decimal]:
    """Return the amounts of the closing account by their labels.

    Assert that its balance is the sum of its lines, of the payment methods and of the movements.
    """
    open_accounts(visitor, "Caja y cierre")
    visitor.look("closing-account")
    page = visitor.page
    lines = [
        (row.locator("th").inner_text().strip(), euros(row.locator("td").inner_text()))
        for row in page.locator("table").first.locator("tbody tr").all()
    ]
    labels = [label for label, _amount in lines]
    amounts = [amount for _label, amount in lines]
    total_in, total_out = labels.index("Total de entradas"), labels.index("Total de salidas")
    assert amounts[total_in] == sum(amounts[:total_in])
    assert amounts[total_out] == sum(amounts[total_in + 1 : total_out])
    assert amounts[-1] == amounts[total_in] - amounts[total_out]
    methods = page.locator("p", has_text="El saldo está así:").locator("strong")
    assert _sum(methods) == amounts[-1], "the payment methods do not add up to the balance"
    book = page.get_by_role("table", name="Apuntes").locator("tbody td.num")
    assert _sum(book) == amounts[-1], "the movements do not add up to the balance"
    return dict(lines)


def _sum(amounts: Locator) -> Decimal:
    return sum((euros(amount) for amount in amounts.all_inner_texts()), Decimal(0))
