"""Two people do the same act of a club's year at once: it is done once, and one is refused."""

from decimal import Decimal

import pytest
from django.test import Client

from scoring.seasons.selectors import qualifiers_of
from scoring.seasons.services import bring_qualifiers
from scoring.transfer.selectors import tournament_file
from scoring.transfer.services import import_tournament
from tests.at_once import outcomes, run_at_once
from tests.scoring.seasons import conftest as seasons
from tests.scoring.transfer.demos import delete
from tests.sizes import size
from tests.tournaments.money import conftest as money
from tournaments.models import Movement, SeasonTournament, Tournament
from tournaments.money.selectors import balance_of
from tournaments.money.services.moves import record_payment, refund, reverse_movement

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]
till = money.till
peña = seasons.peña
season = seasons.season
final = seasons.final
TURNS = range(size(2, 6))
FEE = Decimal(20)


def _receipts(tournament) -> list[tuple[int, Decimal]]:
    rows = Movement.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("number", "amount"))


@pytest.mark.parametrize("turn", TURNS)
def test_two_secretaries_charge_the_same_account_once(till, pilar, chema, turn):
    entry = till.entries.get(number=1)
    acts = [
        lambda author=author: record_payment(entry=entry, author=author, amount=FEE)
        for author in (pilar, chema)
    ]
    assert sorted(outcomes(*acts)) == ["done", "nothing_owed"]
    assert _receipts(till) == [(1, FEE)]


@pytest.mark.parametrize("turn", TURNS)
def test_two_secretaries_refund_the_same_payment_once(till, pilar, chema, turn):
    entry = till.entries.get(number=1)
    payment = record_payment(entry=entry, author=pilar, amount=FEE)
    acts = [
        lambda: refund(entry=entry, author=pilar, amount=FEE),
        lambda: refund(entry=entry, author=chema, amount=FEE),
        lambda: reverse_movement(movement=payment, author=chema, reason="No era él"),
    ]
    assert sorted(outcomes(*acts)) == ["done", "refund_too_high", "refund_too_high"]
    assert balance_of(entry).received == 0
    assert [number for number, _amount in _receipts(till)] == [1, 2]


@pytest.mark.parametrize("turn", TURNS)
def test_receipts_of_several_accounts_at_once_have_no_gap(till, pilar, turn):
    acts = [
        lambda entry=entry: record_payment(entry=entry, author=pilar, amount=FEE)
        for entry in till.entries.order_by("number")[:4]
    ]
    assert outcomes(*acts) == ["done"] * 4
    assert [number for number, _amount in _receipts(till)] == [1, 2, 3, 4]


@pytest.mark.parametrize("turn", TURNS)
def test_simultaneous_calls_with_the_same_idempotency_key_pay_once(till, pilar, turn):
    path = f"/api/v1/tournaments/{till.slug}/money/entries/1/payments/"

    def pay():
        browser = Client()
        browser.force_login(pilar)
        body = {"amount": "5.00", "method": "cash"}
        headers = {"Idempotency-Key": "una-vez"}
        return browser.post(path, body, content_type="application/json", headers=headers)

    answers = run_at_once(pay, pay, pay)
    assert [answer.status_code for answer in answers] == [201] * 3
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert _receipts(till) == [(1, Decimal(5))]


@pytest.mark.parametrize("turn", TURNS)
def test_two_imports_of_one_file_make_one_tournament(till, pilar, chema, turn):
    record_payment(entry=till.entries.get(number=1), author=pilar, amount=FEE)
    content = tournament_file(till)
    delete(till, pilar)
    acts = [
        lambda author=author: import_tournament(author=author, content=content)
        for author in (pilar, chema)
    ]
    assert sorted(outcomes(*acts)) == ["already_here", "done"]
    assert Tournament.objects.count() == 1
    assert _receipts(Tournament.objects.get()) == [(1, FEE)]


def test_qualifiers_brought_in_twice_at_once_are_entered_once(final, pilar):
    event = SeasonTournament.objects.get(tournament__name="Noviembre")
    numbers = [row.entry.number for row in qualifiers_of(event).rows if row.has_place]
    acts = [lambda: bring_qualifiers(event=event, author=pilar, numbers=numbers)] * 2
    assert outcomes(*acts) == ["done", "done"]
    assert final.entries.count() == 2
