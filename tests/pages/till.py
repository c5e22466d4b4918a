"""Acts at the till: prices, payments, prizes, and the closing account added up again."""

from collections.abc import Sequence
from decimal import Decimal

from playwright.sync_api import Locator, expect

from tests.pages import staff
from tests.pages.visitor import Visitor


def euros(text: str) -> Decimal:
    """Return the amount of a text.

    >>> euros("1.200,50 €"), euros("-12,00 €")
    (Decimal('1200.50'), Decimal('-12.00'))
    """
    figures = [letter for letter in text.replace("−", "-") if letter in "-0123456789,"]
    return Decimal("".join(figures).replace(",", "."))


def fills(visitor: Visitor, **typed: str) -> None:
    """Fill the boxes and lists of the page by their names, with `-` written `_`."""
    for name, value in typed.items():
        box = visitor.page.locator(f"[name={name.replace('_', '-')}], [name={name}]").first
        if box.evaluate("one => one.tagName") == "SELECT":
            box.select_option(value)
        else:
            box.fill(value)


def presses(visitor: Visitor, button: str) -> None:
    visitor.follow(visitor.page.get_by_role("button", name=button))


def opens_accounts(visitor: Visitor, link: str) -> None:
    staff.opens_more(visitor, "Cuentas")
    visitor.follow(visitor.page.get_by_role("link", name=link))


def sets_the_fee(visitor: Visitor, fee: str, *, extra: str = "", price: str = "") -> None:
    """From any page of the tournament: the fee of an entry, and an extra on offer."""
    opens_accounts(visitor, "Poner cuota y precios")
    fills(visitor, fee=fee)
    presses(visitor, "Guardar")
    if extra:
        visitor.follow(visitor.page.get_by_role("link", name="Cuota y precios"))
        fills(visitor, name=extra, price=price)
        presses(visitor, "Añadir el extra")


def sets_the_purse(visitor: Visitor, percent: str, step: str, percentages: Sequence[str]) -> None:
    """The purse, and a prize for each of the first places."""
    opens_accounts(visitor, "Bolsa y premios")
    fills(visitor, purse_percent=percent, purse_step=step)
    visitor.page.locator("[name=purse_to_first]").uncheck()
    presses(visitor, "Guardar")
    for place, percentage in enumerate(percentages, 1):
        fills(visitor, place=str(place), percent=percentage)
        presses(visitor, "Añadir el premio")


def pays_the_prizes(visitor: Visitor) -> list[Decimal]:
    """Pay every prize in cash, and return the amounts."""
    opens_accounts(visitor, "Bolsa y premios")
    visitor.look("prizes")
    winners = visitor.page.get_by_role("table", name="Ganadores").locator("tbody tr")
    amounts = [euros(amount) for amount in winners.locator("td.num").all_inner_texts()]
    for _prize in amounts:
        visitor.follow(winners.get_by_role("button", name="Entregar").first)
    expect(winners.get_by_text("Entregado el")).to_have_count(len(amounts))
    return amounts


def spends(visitor: Visitor, amount: str, concept: str, *, method: str) -> None:
    opens_accounts(visitor, "Caja y cierre")
    fills(visitor, kind="expense", amount=amount, concept=concept, method=method)
    presses(visitor, "Anotar")


def adds_up(visitor: Visitor) -> dict[str, Decimal]:
    """Return the closing account by its labels, added up again from its own lines, from the money
    in each form of payment, and from every movement of the book."""
    opens_accounts(visitor, "Caja y cierre")
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
    paid_how = page.locator("p", has_text="El saldo está así:").locator("strong")
    assert _sum(paid_how) == amounts[-1], "the forms of payment do not give the balance"
    book = page.get_by_role("table", name="Apuntes").locator("tbody td.num")
    assert _sum(book) == amounts[-1], "the movements do not give the balance"
    return dict(lines)


def _sum(amounts: Locator) -> Decimal:
    return sum((euros(amount) for amount in amounts.all_inner_texts()), Decimal(0))
