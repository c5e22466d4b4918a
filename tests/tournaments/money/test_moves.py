"""Tests of payments, refunds and reversals: paid marks follow the money, and the book balances."""

import io
from decimal import Decimal
from uuid import uuid4

import pytest
from openpyxl import load_workbook

from tests.api.conftest import Api
from tests.refusals import is_refused
from tournaments.models import Entry, Extra, Movement
from tournaments.money.selectors import accounts_table, balance_of, closing_of, summary_of
from tournaments.money.services.charges import (
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
from tournaments.money.services.prices import has_amounts, save_extra, set_prices
from tournaments.names.people import Person
from tournaments.people.services.marks import mark_all, unmark_all
from tournaments.people.services.registering import delete_entry, register_entry, set_paid, withdraw
from tournaments.people.services.singles import give_partner, pair_by_hand, separate_pair


def entry_of(tournament, number=1):
    return tournament.entries.select_related("tournament").get(number=number)


def pay(tournament, number, amount, author, **options):
    return record_payment(
        entry=entry_of(tournament, number), author=author, amount=Decimal(amount), **options
    )


def money_received(tournament):
    return {entry.number: balance_of(entry).received for entry in tournament.entries.all()}


def books_agree(tournament):
    """Assert that paid marks agree with the money, and receipts have no gaps; return True."""
    for entry in tournament.entries.all():
        assert entry.paid == balance_of(entry).is_paid, entry.number
    book = tournament.movements.order_by("id")
    for receipts in (
        book.filter(kind__in=Movement.RECEIPTS),
        book.exclude(kind__in=Movement.RECEIPTS),
    ):
        assert list(receipts.values_list("number", flat=True)) == list(
            range(1, receipts.count() + 1)
        )
    assert closing_of(tournament).balance == sum(book.values_list("amount", flat=True))
    return True


def test_pair_is_marked_paid_with_the_second_part_of_its_fee(till, chema):
    first_payment = pay(till, 1, "5.50", chema, method="bizum")
    assert not entry_of(till).paid and balance_of(entry_of(till)).missing == Decimal("14.50")
    second_payment = pay(till, 1, "14.50", chema)
    assert entry_of(till).paid and (first_payment.number, second_payment.number) == (1, 2)
    assert books_agree(till)
    line = till.audit.first()
    assert line.act == "record_payment" and line.after["amount"] == "14.50"


def test_overpayment_and_too_high_refund_are_refused(till, chema):
    with is_refused("overpaid", status=409, missing="20,00\xa0€", amount="50,00\xa0€"):
        pay(till, 1, 50, chema)
    pay(till, 1, 20, chema)
    with is_refused("nothing_owed", status=409):
        pay(till, 1, 1, chema)
    with is_refused("refund_too_high", status=409, paid="20,00\xa0€"):
        refund(entry=entry_of(till), author=chema, amount=Decimal("20.01"))
    refund(entry=entry_of(till), author=chema, amount=Decimal("0.01"))
    assert not entry_of(till).paid and books_agree(till)


@pytest.mark.parametrize("amount", ["0", "-5", "0.001", "100000000"])
def test_payment_of_a_wrong_amount_is_refused(till, chema, amount):
    with is_refused("amount_wrong", field="amount"):
        pay(till, 1, amount, chema)


def test_payment_sent_twice_is_recorded_once(till, chema):
    uid = uuid4()
    payment = pay(till, 1, 20, chema, uid=uid)
    assert pay(till, 1, 20, chema, uid=uid) == payment
    assert till.movements.count() == 1
    with is_refused("uid_used", status=409):
        pay(till, 2, 20, chema, uid=uid)


def test_payment_is_reversed_by_a_movement_that_refers_to_it(till, chema):
    payment = pay(till, 1, 20, chema)
    reversal = reverse_movement(movement=payment, author=chema, reason="era la 2")
    assert (reversal.reverses, reversal.amount, reversal.kind) == (payment, Decimal(-20), "payment")
    assert not entry_of(till).paid and books_agree(till)
    for movement in (payment, reversal):
        with is_refused("already_reversed"):
            reverse_movement(movement=movement, author=chema, reason="otra vez")
    second_payment = pay(till, 1, 20, chema)
    refund(entry=entry_of(till), author=chema, amount=Decimal(20))
    with is_refused("refund_too_high"):
        reverse_movement(movement=second_payment, author=chema, reason="ya se devolvió")
    assert books_agree(till)


def test_paid_mark_records_a_cash_payment_and_its_removal_a_refund(till, chema):
    pay(till, 1, 5, chema, method="bizum")
    set_paid(entry=entry_of(till), author=chema, paid=True)
    assert money_received(till)[1] == 20 and books_agree(till)
    cash = till.movements.order_by("id").last()
    assert (cash.amount, cash.method) == (Decimal(15), "cash")
    set_paid(entry=entry_of(till), author=chema, paid=True)
    assert till.movements.count() == 2
    set_paid(entry=entry_of(till), author=chema, paid=False)
    assert money_received(till)[1] == 0 and books_agree(till)


def test_marking_all_as_paid_is_undone_for_the_same_entries(till, chema):
    pay(till, 2, 20, chema)
    line = mark_all(tournament=till, author=chema, mark="paid")
    assert set(money_received(till).values()) == {Decimal(20)} and books_agree(till)
    assert summary_of(till, []).methods == [("Efectivo", Decimal(120))]
    unmark_all(tournament=till, author=chema, mark="paid", line=line.pk)
    assert [number for number, paid in money_received(till).items() if paid] == [2]
    assert books_agree(till)


def test_first_fee_turns_paid_marks_into_payments_and_a_higher_fee_leaves_a_debt(
    casino, pairs, pilar
):
    pairs(casino, 2)  # both are marked as paid
    casino.entries.filter(number=2).update(paid=False)
    casino = set_prices(tournament=casino, author=pilar, fee=Decimal(10))
    assert money_received(casino) == {1: Decimal(10), 2: Decimal(0)} and books_agree(casino)
    casino = set_prices(tournament=casino, author=pilar, fee=Decimal(15))
    assert not entry_of(casino).paid and balance_of(entry_of(casino)).missing == Decimal(5)
    with is_refused("fee_in_use"):
        set_prices(tournament=casino, author=pilar, fee=Decimal(0))


def test_paid_mark_without_a_fee_records_no_movement(casino, pairs, chema):
    pairs(casino, 1)
    set_paid(entry=entry_of(casino), author=chema, paid=False)
    set_paid(entry=entry_of(casino), author=chema, paid=True)
    assert entry_of(casino).paid and not casino.movements.exists()


def test_entry_registered_as_paid_has_its_payment(till, chema):
    entry = register_entry(
        tournament=till, author=chema, players=[Person("Ana"), Person("Eva")], paid=True
    )
    assert balance_of(entry).received == 20 and entry.paid and books_agree(till)


def test_currency_cannot_change_after_the_first_amount(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, currency="ARS", fee=Decimal(15000))
    assert not has_amounts(till)
    pay(till, 1, 15000, chema)
    with is_refused("currency_in_use", status=409, field="currency"):
        set_prices(tournament=till, author=pilar, currency="EUR")
    with is_refused("unknown_choice"):
        set_prices(tournament=till, author=pilar, currency="XXX")


def test_currency_without_cents_refuses_cents(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, currency="CLP", fee=Decimal(5000))
    with is_refused("no_cents"):
        pay(till, 1, "10.50", chema)
    with is_refused("no_cents", field="fee"):
        set_prices(tournament=till, author=pilar, fee=Decimal("5000.50"))


def test_extras_and_discounts_change_the_debt_of_an_entry(till, pilar, chema):
    pay(till, 1, 20, chema)
    lunch = save_extra(tournament=till, author=pilar, name="Comida", price=Decimal(12))
    charge = add_extra(entry=entry_of(till), author=chema, extra=lunch, quantity=2)
    assert not entry_of(till).paid and balance_of(entry_of(till)).missing == 24
    save_extra(tournament=till, author=pilar, name="Comida", price=Decimal(15))
    assert Extra.objects.count() == 1 and balance_of(entry_of(till)).missing == 24
    reverse_charge(charge=charge, author=chema, reason="no vienen")
    assert entry_of(till).paid
    add_discount(entry=entry_of(till), author=chema, amount=Decimal(20), concept="Invitados")
    assert balance_of(entry_of(till)).to_return == 20
    with is_refused("discount_too_high"):
        add_discount(entry=entry_of(till), author=chema, amount=Decimal(1), concept="Más")
    assert books_agree(till)


def test_deposit_is_charged_and_returned(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, deposit=Decimal(10))
    with is_refused("deposit_unpaid"):
        return_deposit(entry=entry_of(till), author=chema)
    pay(till, 1, 30, chema)
    return_deposit(entry=entry_of(till), author=chema)
    balance = balance_of(entry_of(till))
    assert (balance.owed, balance.received, balance.deposit) == (20, 20, 0)
    with is_refused("no_deposit"):
        return_deposit(entry=entry_of(till), author=chema)
    assert books_agree(till)


def test_withdrawn_entry_owes_nothing_and_its_payment_is_to_return(till, pilar, chema):
    pay(till, 1, 15, chema)
    withdraw(entry=entry_of(till), author=pilar, reason="enferma")
    balance = balance_of(entry_of(till))
    assert (balance.outstanding, balance.to_return) == (0, 15)
    with is_refused("entry_with_money", status=409):
        delete_entry(entry=entry_of(till), author=pilar)
    delete_entry(entry=entry_of(till, 2), author=pilar)


def test_singles_bring_half_a_fee_to_a_pair_and_take_it_back(till, pilar, chema):
    ana, eva = (
        register_entry(
            tournament=till, author=chema, players=[Person(name)], single=True, paid=True
        )
        for name in ("Ana", "Eva")
    )
    assert balance_of(ana).received == 10
    pair = pair_by_hand(first=ana, second=eva, author=pilar)
    assert pair.paid and balance_of(entry_of(till, pair.number)).received == 20
    assert not Entry.objects.filter(pk=eva.pk).exists()
    new_entry = separate_pair(entry=pair, author=pilar)
    assert money_received(till)[pair.number] == money_received(till)[new_entry.number] == 10
    assert books_agree(till)


def test_new_partner_owes_the_other_half_of_the_fee(till, pilar, chema):
    ana = register_entry(
        tournament=till, author=chema, players=[Person("Ana")], single=True, paid=True
    )
    give_partner(entry=ana, partner=Person("Eva"), author=pilar)
    assert not entry_of(till, ana.number).paid
    assert balance_of(entry_of(till, ana.number)).missing == 10 and books_agree(till)


def test_expenses_and_income_close_the_account_to_the_cent(till, pilar, chema):
    pay(till, 1, 20, chema)
    for kind, amount, concept in (
        ("expense", "12.35", "Trofeos"),
        ("income", "100", "Patrocinador"),
    ):
        record_outside(
            tournament=till, author=pilar, kind=kind, amount=Decimal(amount), concept=concept
        )
    closing = closing_of(till)
    assert (closing.total_in, closing.total_out) == (Decimal(120), Decimal("12.35"))
    assert closing.balance == Decimal("107.65") and books_agree(till)
    trophies = till.movements.get(kind="expense")
    reverse_movement(movement=trophies, author=pilar, reason="no se compraron")
    assert closing_of(till).balance == 120 and books_agree(till)
    table = accounts_table(till)
    rows = table.rows
    assert {len(row) for row in rows} == {len(table.headings)} and len(rows) == 4 + 3
    assert [row[-1] for row in rows[-3:]] == [Decimal(120), 0, Decimal(120)]


def test_desk_sets_the_categories_of_an_entry(till, chema):
    set_categories(entry=entry_of(till), author=chema, categories=["veteran", "women"])
    assert entry_of(till).categories == ["women", "veteran"]
    with is_refused("unknown_choice"):
        set_categories(entry=entry_of(till), author=chema, categories=["last"])


# --- Pages and API --------------------------------------------------------------------------------
ACCOUNTS = "/t/casino-de-calamocha/cuentas/"


def test_desk_records_a_payment_on_the_page_and_refusals_keep_the_form(till, desk):
    page = desk.get(ACCOUNTS).text
    assert "120,00" in page and "Caja y cierre" not in page
    page = desk.get(f"{ACCOUNTS}1/").text
    assert 'value="20"' in page
    fields = {"pay-amount": "1.000,555", "pay-method": "bizum", "pay-concept": "Ana"}
    refusal = desk.post(f"{ACCOUNTS}1/cobrar/", fields)
    assert refusal.status_code == 400 and 'value="1.000,555"' in refusal.text
    refusal = desk.post(f"{ACCOUNTS}1/cobrar/", {**fields, "pay-amount": "50"})
    assert refusal.status_code == 409 and "debe 20,00\xa0€, no 50,00\xa0€" in refusal.text
    fields["pay-amount"] = "12,50"
    page = desk.post(f"{ACCOUNTS}1/cobrar/", fields, follow=True).text
    assert "Cobro anotado." in page and "7,50" in page
    assert "12,50" in desk.get(f"{ACCOUNTS}?ver=debe").text
    assert "No hay ninguna." in desk.get(f"{ACCOUNTS}?ver=devolver").text


def test_organiser_sets_prices_and_reverses_an_expense_on_the_pages(till, client_as, pilar, chema):
    organiser = client_as(pilar)
    assert organiser.get(f"{ACCOUNTS}precios/").status_code == 200
    page = organiser.post(
        f"{ACCOUNTS}precios/extras/", {"name": "Comida", "price": "12,5"}, follow=True
    ).text
    assert "12,50" in page
    fields = {"kind": "expense", "amount": "30", "concept": "Local", "method": "cash"}
    page = organiser.post(f"{ACCOUNTS}caja/", fields, follow=True).text
    assert "Anotado: 30,00" in page and "-30,00" in page
    movement = till.movements.get()
    assert client_as(chema).get(f"{ACCOUNTS}apuntes/{movement.pk}/anular/").status_code == 403
    page = organiser.post(
        f"{ACCOUNTS}apuntes/{movement.pk}/anular/", {"reason": "era 20"}, follow=True
    ).text
    assert "anula el n.º 1" in page and closing_of(till).balance == 0


def test_visitors_neighbours_and_referees_see_no_accounts(till, client_as, raul, vecino):
    for user in (None, vecino, raul):
        for page in ("", "1/", "caja/", "premios/", "precios/"):
            assert client_as(user).get(f"{ACCOUNTS}{page}").status_code in (302, 403)
    assert "cuentas/" not in client_as(raul).get("/t/casino-de-calamocha/panel/").text


def test_money_api_for_the_desk_and_the_organiser(till, pilar, chema):
    api, organiser = Api(chema), Api(pilar)
    money = "tournaments/casino-de-calamocha/money/"
    body = {"amount": "12.50", "method": "transfer", "uid": str(uuid4())}
    payment = api.post(f"{money}entries/1/payments/", body)
    repeated_answer = api.post(f"{money}entries/1/payments/", body)
    assert payment.status_code == repeated_answer.status_code == 201
    assert payment.json() == repeated_answer.json() and payment.json()["amount"] == "12.50"
    refusal = api.post(f"{money}entries/1/refunds/", {"amount": "13.00"})
    assert (refusal.status_code, refusal.json()["error"]["code"]) == (409, "refund_too_high")
    account = api.get(f"{money}entries/1/").json()
    assert account["balance"]["outstanding"] == "7.50" and len(account["movements"]) == 1
    assert api.post(f"{money}entries/1/payments/", {"amount": 5}).status_code == 400
    assert api.post(f"{money}entries/1/charges/", {}).json()["error"]["code"] == "charge_empty"
    assert organiser.send("PUT", f"{money}extras/Comida/", {"price": "9.00"}).status_code == 200
    charge = api.post(f"{money}entries/1/charges/", {"extra": "Comida", "quantity": 2}).json()
    assert charge["amount"] == "18.00"
    path = f"{money}charges/{charge['id']}/reverse/"
    assert api.post(path, {"reason": "no"}).json()["reverses"] == charge["id"]
    assert api.get(f"{money}entries/").json()["results"][0]["balance"]["received"] == "12.50"
    assert api.get(f"{money}closing/").status_code == 403
    closing = organiser.get(f"{money}closing/").json()
    assert (closing["balance"], closing["methods"]) == ("12.50", {"transfer": "12.50"})
    prices = organiser.patch(f"{money}prices/", {"reentry_fee": "5.00"}).json()
    assert (prices["fee"], prices["reentry_fee"]) == ("20.00", "5.00")
    expense = {"kind": "expense", "amount": "3.00", "concept": "Hielo"}
    voucher = organiser.post(f"{money}movements/", expense).json()
    assert (voucher["number"], voucher["amount"]) == (1, "-3.00")
    assert (
        api.post(f"{money}movements/{voucher['id']}/reverse/", {"reason": "x"}).status_code == 403
    )
    organiser.send("PUT", f"{money}entries/1/categories/", {"categories": ["women"]})
    assert api.get(f"{money}entries/1/").json()["categories"] == ["women"]
    organiser.patch(f"{money}prices/", {"deposit": "5.00"})
    assert api.post(f"{money}entries/1/deposit/").json()["error"]["code"] == "deposit_unpaid"


@pytest.mark.parametrize(
    "address",
    [
        f"{ACCOUNTS}caja/descargar/?como=",
        "/api/v1/tournaments/casino-de-calamocha/exports/accounts/?format=",
    ],
)
def test_only_the_organiser_downloads_the_accounts(address, till, client_as, pilar, chema):
    pay(till, 1, "12.50", chema)
    organiser = client_as(pilar)
    text = organiser.get(f"{address}csv").content.decode("utf-8-sig")
    lines = [line.split(";") for line in text.splitlines()]
    assert lines[0][-1] == "Importe (EUR)" and lines[1][:3] == ["1", "Cobro", "1"]
    assert [line[-1] for line in lines[1:]] == ["12,50", "12,50", "0,00", "12,50"]
    sheet = load_workbook(io.BytesIO(organiser.get(f"{address}xlsx").content)).active
    assert sheet.cell(2, 8).value == 12.5
    assert organiser.get(f"{address}ods").status_code == 200
    assert organiser.get(f"{address}pdf").status_code == 400
    assert client_as(chema).get(f"{address}csv").status_code == 403
    assert "caja/descargar/?como=ods" in organiser.get(f"{ACCOUNTS}caja/").text


def test_list_of_entries_shows_the_debt_of_each_entry(till, pilar, client_as):
    pay(till, 1, 20, pilar)
    pay(till, 2, 12, pilar)
    browser, address = client_as(pilar), f"/t/{till.slug}/inscripciones/"
    page = browser.get(address).content.decode()
    assert page.count("Debe 20,00") == 4 and page.count("Debe 8,00") == 1
    row = browser.post(f"{address}2/pagado/", {"value": "1"}, headers={"HX-Request": "true"})
    assert "Debe" not in row.content.decode() and "Pagado" in row.content.decode()
