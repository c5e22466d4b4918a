"""Tests of a cash box below zero: nothing is refused; pages, sheet, file and API show the sum."""

from decimal import Decimal

import pytest

from tests.api.conftest import Api
from tests.scoring.prints.printed import sheet_pages
from tests.scoring.prints.printed import words as printed
from tournaments.money.selectors import accounts_table, cash_below_zero
from tournaments.money.services.moves import record_outside, record_payment, refund

ACCOUNTS = "/t/casino-de-calamocha/cuentas/"
MONEY = "tournaments/casino-de-calamocha/money/"
NOTE = "La caja en efectivo está por debajo de cero: faltan 12,50\xa0€."
EXPENSE = {"kind": "expense", "concept": "Hielo"}


@pytest.fixture
def till_below_zero(till, pilar):
    """A tournament with 20 € received by transfer and 12.50 € spent in cash."""
    entry = till.entries.select_related("tournament").get(number=1)
    record_payment(entry=entry, author=pilar, amount=Decimal(20), method="transfer")
    record_outside(tournament=till, author=pilar, amount=Decimal("12.50"), **EXPENSE)
    return till


def test_only_cash_counts_and_a_cash_box_at_zero_is_not_below(till_below_zero, pilar):
    assert cash_below_zero(till_below_zero) == Decimal("12.50")
    entry = till_below_zero.entries.select_related("tournament").get(number=2)
    record_payment(entry=entry, author=pilar, amount=Decimal("12.50"))
    assert cash_below_zero(till_below_zero) == 0
    record_payment(entry=entry, author=pilar, amount=Decimal("7.50"))
    assert cash_below_zero(till_below_zero) == 0


@pytest.mark.parametrize("page", ["", "1/", "caja/", "premios/"])
def test_the_pages_of_money_say_by_how_much(till_below_zero, pilar, client_as, page):
    browser = client_as(pilar)
    assert NOTE in browser.get(f"{ACCOUNTS}{page}").text
    income = {"kind": "income", "concept": "Bar"}
    record_outside(tournament=till_below_zero, author=pilar, amount=Decimal("12.50"), **income)
    assert "por debajo de cero" not in browser.get(f"{ACCOUNTS}{page}").text


def test_a_refund_in_cash_that_empties_the_box_is_recorded_and_the_desk_is_told(
    till_below_zero, desk, chema
):
    form_values = {"back-amount": "20", "back-method": "cash", "back-concept": ""}
    page = desk.post(f"{ACCOUNTS}1/devolver/", form_values, follow=True).text
    assert "Devolución anotada." in page and "faltan 32,50\xa0€." in page


def test_the_closing_account_says_it_on_paper_and_in_the_file(till_below_zero):
    assert NOTE.replace("\xa0", " ") in printed(
        sheet_pages(till_below_zero, "closing_account")
    ).replace("\xa0", " ")
    last_row = accounts_table(till_below_zero).rows[-1]
    assert (last_row[1], last_row[-1]) == (
        "Caja en efectivo, por debajo de cero",
        Decimal("-12.50"),
    )


def test_the_api_says_it_with_the_movement_and_in_the_closing_account(till, pilar, chema):
    organiser = Api(pilar)
    expense = organiser.post(f"{MONEY}movements/", {**EXPENSE, "amount": "12.50"}).json()
    assert expense["cash_below_zero"] == "12.50"
    payment = Api(chema).post(f"{MONEY}entries/1/payments/", {"amount": "20.00"}).json()
    assert payment["cash_below_zero"] == "0.00"
    back = Api(chema).post(f"{MONEY}entries/1/refunds/", {"amount": "10.00"}).json()
    assert back["cash_below_zero"] == "2.50"
    assert organiser.get(f"{MONEY}closing/").json()["cash_below_zero"] == "2.50"
    entry = till.entries.select_related("tournament").get(number=1)
    refund(entry=entry, author=chema, amount=Decimal(10))
    assert organiser.get(f"{MONEY}closing/").json()["cash_below_zero"] == "12.50"
