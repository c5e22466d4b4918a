"""Payments, refunds and reversals: the mark of paid follows the money, and the book balances."""

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


def entry(tournament, number=1):
    return tournament.entries.select_related("tournament").get(number=number)


def pay(tournament, number, amount, author, **more):
    return record_payment(
        entry=entry(tournament, number), author=author, amount=Decimal(amount), **more
    )


def received(tournament):
    return {one.number: balance_of(one).received for one in tournament.entries.all()}


def agree(tournament):
    """Check that each mark of paid agrees with the money, and that receipts have no gaps."""
    for one in tournament.entries.all():
        assert one.paid == balance_of(one).is_paid, one.number
    book = tournament.movements.order_by("id")
    for part in (book.filter(kind__in=Movement.RECEIPTS), book.exclude(kind__in=Movement.RECEIPTS)):
        assert list(part.values_list("number", flat=True)) == list(range(1, part.count() + 1))
    assert closing_of(tournament).balance == sum(book.values_list("amount", flat=True))
    return True


def test_a_fee_paid_in_two_parts_marks_the_pair_with_the_second(till, chema):
    first = pay(till, 1, "5.50", chema, method="bizum")
    assert not entry(till).paid and balance_of(entry(till)).missing == Decimal("14.50")
    second = pay(till, 1, "14.50", chema)
    assert entry(till).paid and (first.number, second.number) == (1, 2)
    assert agree(till)
    line = till.audit.first()
    assert line.act == "record_payment" and line.after["amount"] == "14.50"


def test_more_than_is_owed_and_a_refund_above_what_was_paid_are_refused(till, chema):
    with is_refused("overpaid", status=409, missing="20,00\xa0€", amount="50,00\xa0€"):
        pay(till, 1, 50, chema)
    pay(till, 1, 20, chema)
    with is_refused("nothing_owed", status=409):
        pay(till, 1, 1, chema)
    with is_refused("refund_too_high", status=409, paid="20,00\xa0€"):
        refund(entry=entry(till), author=chema, amount=Decimal("20.01"))
    refund(entry=entry(till), author=chema, amount=Decimal("0.01"))
    assert not entry(till).paid and agree(till)


@pytest.mark.parametrize("amount", ["0", "-5", "0.001", "100000000"])
def test_a_bad_amount_is_refused(till, chema, amount):
    with is_refused("amount_wrong", field="amount"):
        pay(till, 1, amount, chema)


def test_the_same_press_twice_pays_once(till, chema):
    uid = uuid4()
    first = pay(till, 1, 20, chema, uid=uid)
    assert pay(till, 1, 20, chema, uid=uid) == first
    assert till.movements.count() == 1
    with is_refused("uid_used", status=409):
        pay(till, 2, 20, chema, uid=uid)


def test_a_mistake_is_reversed_by_a_line_that_names_it(till, chema):
    first = pay(till, 1, 20, chema)
    back = reverse_movement(movement=first, author=chema, reason="era la 2")
    assert (back.reverses, back.amount, back.kind) == (first, Decimal(-20), "payment")
    assert not entry(till).paid and agree(till)
    for again in (first, back):
        with is_refused("already_reversed"):
            reverse_movement(movement=again, author=chema, reason="otra vez")
    second = pay(till, 1, 20, chema)
    refund(entry=entry(till), author=chema, amount=Decimal(20))
    with is_refused("refund_too_high"):
        reverse_movement(movement=second, author=chema, reason="ya se devolvió")
    assert agree(till)


def test_one_tap_on_the_list_pays_in_cash_and_another_gives_it_back(till, chema):
    pay(till, 1, 5, chema, method="bizum")
    set_paid(entry=entry(till), author=chema, paid=True)
    assert received(till)[1] == 20 and agree(till)
    cash = till.movements.order_by("id").last()
    assert (cash.amount, cash.method) == (Decimal(15), "cash")
    set_paid(entry=entry(till), author=chema, paid=True)
    assert till.movements.count() == 2
    set_paid(entry=entry(till), author=chema, paid=False)
    assert received(till)[1] == 0 and agree(till)


def test_all_paid_in_one_press_and_undone_for_the_same(till, chema):
    pay(till, 2, 20, chema)
    line = mark_all(tournament=till, author=chema, mark="paid")
    assert set(received(till).values()) == {Decimal(20)} and agree(till)
    assert summary_of(till, []).methods == [("Efectivo", Decimal(120))]
    unmark_all(tournament=till, author=chema, mark="paid", line=line.pk)
    assert [number for number, paid in received(till).items() if paid] == [2]
    assert agree(till)


def test_the_first_fee_takes_the_marks_as_payments_and_a_higher_one_asks_for_the_rest(
    casino, pairs, pilar
):
    pairs(casino, 2)  # paid, by their mark
    casino.entries.filter(number=2).update(paid=False)
    casino = set_prices(tournament=casino, author=pilar, fee=Decimal(10))
    assert received(casino) == {1: Decimal(10), 2: Decimal(0)} and agree(casino)
    casino = set_prices(tournament=casino, author=pilar, fee=Decimal(15))
    assert not entry(casino).paid and balance_of(entry(casino)).missing == Decimal(5)
    with is_refused("fee_in_use"):
        set_prices(tournament=casino, author=pilar, fee=Decimal(0))


def test_without_a_fee_the_mark_stays_a_mark(casino, pairs, chema):
    pairs(casino, 1)
    set_paid(entry=entry(casino), author=chema, paid=False)
    set_paid(entry=entry(casino), author=chema, paid=True)
    assert entry(casino).paid and not casino.movements.exists()


def test_who_enters_as_paid_has_a_receipt(till, chema):
    made = register_entry(
        tournament=till, author=chema, players=[Person("Ana"), Person("Eva")], paid=True
    )
    assert balance_of(made).received == 20 and made.paid and agree(till)


def test_the_currency_is_fixed_by_the_first_amount(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, currency="ARS", fee=Decimal(15000))
    assert not has_amounts(till)
    pay(till, 1, 15000, chema)
    with is_refused("currency_in_use", status=409, field="currency"):
        set_prices(tournament=till, author=pilar, currency="EUR")
    with is_refused("unknown_choice"):
        set_prices(tournament=till, author=pilar, currency="XXX")


def test_a_currency_without_cents_has_none(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, currency="CLP", fee=Decimal(5000))
    with is_refused("no_cents"):
        pay(till, 1, "10.50", chema)
    with is_refused("no_cents", field="fee"):
        set_prices(tournament=till, author=pilar, fee=Decimal("5000.50"))


def test_extras_and_discounts_change_what_is_owed(till, pilar, chema):
    pay(till, 1, 20, chema)
    lunch = save_extra(tournament=till, author=pilar, name="Comida", price=Decimal(12))
    charge = add_extra(entry=entry(till), author=chema, extra=lunch, quantity=2)
    assert not entry(till).paid and balance_of(entry(till)).missing == 24
    save_extra(tournament=till, author=pilar, name="Comida", price=Decimal(15))
    assert Extra.objects.count() == 1 and balance_of(entry(till)).missing == 24
    reverse_charge(charge=charge, author=chema, reason="no vienen")
    assert entry(till).paid
    add_discount(entry=entry(till), author=chema, amount=Decimal(20), concept="Invitados")
    assert balance_of(entry(till)).to_return == 20
    with is_refused("discount_too_high"):
        add_discount(entry=entry(till), author=chema, amount=Decimal(1), concept="Más")
    assert agree(till)


def test_the_deposit_is_charged_and_given_back(till, pilar, chema):
    till = set_prices(tournament=till, author=pilar, deposit=Decimal(10))
    with is_refused("deposit_unpaid"):
        return_deposit(entry=entry(till), author=chema)
    pay(till, 1, 30, chema)
    return_deposit(entry=entry(till), author=chema)
    balance = balance_of(entry(till))
    assert (balance.owed, balance.received, balance.deposit) == (20, 20, 0)
    with is_refused("no_deposit"):
        return_deposit(entry=entry(till), author=chema)
    assert agree(till)


def test_who_leaves_owes_nothing_more_and_what_was_paid_is_listed(till, pilar, chema):
    pay(till, 1, 15, chema)
    withdraw(entry=entry(till), author=pilar, reason="enferma")
    balance = balance_of(entry(till))
    assert (balance.outstanding, balance.to_return) == (0, 15)
    with is_refused("entry_with_money", status=409):
        delete_entry(entry=entry(till), author=pilar)
    delete_entry(entry=entry(till, 2), author=pilar)


def test_two_singles_bring_their_halves_and_part_with_them(till, pilar, chema):
    one, other = (
        register_entry(
            tournament=till, author=chema, players=[Person(name)], single=True, paid=True
        )
        for name in ("Ana", "Eva")
    )
    assert balance_of(one).received == 10
    pair = pair_by_hand(first=one, second=other, author=pilar)
    assert pair.paid and balance_of(entry(till, pair.number)).received == 20
    assert not Entry.objects.filter(pk=other.pk).exists()
    apart = separate_pair(entry=pair, author=pilar)
    assert received(till)[pair.number] == received(till)[apart.number] == 10
    assert agree(till)


def test_a_partner_brings_the_other_half_of_the_fee(till, pilar, chema):
    alone = register_entry(
        tournament=till, author=chema, players=[Person("Ana")], single=True, paid=True
    )
    give_partner(entry=alone, partner=Person("Eva"), author=pilar)
    assert not entry(till, alone.number).paid
    assert balance_of(entry(till, alone.number)).missing == 10 and agree(till)


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
    assert closing.balance == Decimal("107.65") and agree(till)
    trophies = till.movements.get(kind="expense")
    reverse_movement(movement=trophies, author=pilar, reason="no se compraron")
    assert closing_of(till).balance == 120 and agree(till)
    table = accounts_table(till)
    rows = table.rows
    assert {len(row) for row in rows} == {len(table.headings)} and len(rows) == 4 + 3
    assert [row[-1] for row in rows[-3:]] == [Decimal(120), 0, Decimal(120)]


def test_categories_are_ticked_at_the_desk(till, chema):
    set_categories(entry=entry(till), author=chema, categories=["veteran", "women"])
    assert entry(till).categories == ["women", "veteran"]
    with is_refused("unknown_choice"):
        set_categories(entry=entry(till), author=chema, categories=["last"])


# --- Pages and API --------------------------------------------------------------------------------
ACCOUNTS = "/t/casino-de-calamocha/cuentas/"


def test_the_desk_collects_on_the_page_and_nothing_typed_is_lost(till, desk):
    page = desk.get(ACCOUNTS).text
    assert "120,00" in page and "Caja y cierre" not in page
    page = desk.get(f"{ACCOUNTS}1/").text
    assert 'value="20"' in page
    sent = {"pay-amount": "1.000,555", "pay-method": "bizum", "pay-concept": "Ana"}
    refused = desk.post(f"{ACCOUNTS}1/cobrar/", sent)
    assert refused.status_code == 400 and 'value="1.000,555"' in refused.text
    refused = desk.post(f"{ACCOUNTS}1/cobrar/", {**sent, "pay-amount": "50"})
    assert refused.status_code == 409 and "debe 20,00\xa0€, no 50,00\xa0€" in refused.text
    sent["pay-amount"] = "12,50"
    page = desk.post(f"{ACCOUNTS}1/cobrar/", sent, follow=True).text
    assert "Cobro anotado." in page and "7,50" in page
    assert "12,50" in desk.get(f"{ACCOUNTS}?ver=debe").text
    assert "No hay ninguna." in desk.get(f"{ACCOUNTS}?ver=devolver").text


def test_the_organiser_sets_prices_and_closes_the_account(till, client_as, pilar, chema):
    organiser = client_as(pilar)
    assert organiser.get(f"{ACCOUNTS}precios/").status_code == 200
    page = organiser.post(
        f"{ACCOUNTS}precios/extras/", {"name": "Comida", "price": "12,5"}, follow=True
    ).text
    assert "12,50" in page
    sent = {"kind": "expense", "amount": "30", "concept": "Local", "method": "cash"}
    page = organiser.post(f"{ACCOUNTS}caja/", sent, follow=True).text
    assert "Anotado: 30,00" in page and "-30,00" in page
    movement = till.movements.get()
    assert client_as(chema).get(f"{ACCOUNTS}apuntes/{movement.pk}/anular/").status_code == 403
    page = organiser.post(
        f"{ACCOUNTS}apuntes/{movement.pk}/anular/", {"reason": "era 20"}, follow=True
    ).text
    assert "anula el n.º 1" in page and closing_of(till).balance == 0


def test_nobody_else_sees_any_money(till, client_as, raul, vecino):
    for who in (None, vecino, raul):
        for page in ("", "1/", "caja/", "premios/", "precios/"):
            assert client_as(who).get(f"{ACCOUNTS}{page}").status_code in (302, 403)
    assert "cuentas/" not in client_as(raul).get("/t/casino-de-calamocha/panel/").text


def test_the_api(till, pilar, chema):
    api, organiser = Api(chema), Api(pilar)
    money = "tournaments/casino-de-calamocha/money/"
    body = {"amount": "12.50", "method": "transfer", "uid": str(uuid4())}
    first = api.post(f"{money}entries/1/payments/", body)
    again = api.post(f"{money}entries/1/payments/", body)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json() and first.json()["amount"] == "12.50"
    refused = api.post(f"{money}entries/1/refunds/", {"amount": "13.00"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "refund_too_high")
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
    spent = {"kind": "expense", "amount": "3.00", "concept": "Hielo"}
    voucher = organiser.post(f"{money}movements/", spent).json()
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
def test_the_account_is_a_sheet_for_the_organiser_alone(address, till, client_as, pilar, chema):
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


def test_the_list_says_how_much_an_entry_owes(till, pilar, client_as):
    pay(till, 1, 20, pilar)
    pay(till, 2, 12, pilar)
    browser, address = client_as(pilar), f"/t/{till.slug}/inscripciones/"
    page = browser.get(address).content.decode()
    assert page.count("Debe 20,00") == 4 and page.count("Debe 8,00") == 1
    row = browser.post(f"{address}2/pagado/", {"value": "1"}, headers={"HX-Request": "true"})
    assert "Debe" not in row.content.decode() and "Pagado" in row.content.decode()
