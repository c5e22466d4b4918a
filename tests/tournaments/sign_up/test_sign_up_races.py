"""Tests of two acts on one sign-up request at the same time."""

import pytest

from tests.at_once import outcomes
from tests.sizes import size
from tournaments.models import EntryRequest
from tournaments.names.people import Person
from tournaments.sign_up.services import (
    accept_request,
    edit_sign_up,
    send_request,
    withdraw_request,
)

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]
PAIR = [Person("Paco"), Person("Luis")]


def _send(casino, code: str) -> EntryRequest:
    return send_request(tournament=casino, code=code, players=PAIR, phone="600123456")


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_two_helpers_accept_a_request_at_once(casino, pilar, chema, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    request = _send(casino, "ABCD2345")
    acceptances = [
        lambda author=author: accept_request(request=request, author=author)
        for author in (pilar, chema)
    ]
    assert sorted(outcomes(*acceptances)) == ["done", "request_decided"]
    assert casino.entries.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_form_sent_twice_at_once_makes_one_request(casino, pilar, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    assert outcomes(*[lambda: _send(casino, "ABCD2345")] * 2) == ["done", "done"]
    assert EntryRequest.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_player_withdraws_while_a_helper_accepts(casino, pilar, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    request = _send(casino, "ABCD2345")
    codes = outcomes(
        lambda: accept_request(request=request, author=pilar),
        lambda: withdraw_request(request=request),
    )
    playing = casino.entries.filter(state="entered").count()
    assert playing == 0 and codes[1] == "done"
