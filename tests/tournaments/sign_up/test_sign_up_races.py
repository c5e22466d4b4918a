"""Two helpers, or two players, at the same request at once."""

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


def _sent(casino, code: str) -> EntryRequest:
    return send_request(tournament=casino, code=code, players=PAIR, phone="600123456")


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_two_helpers_accept_at_once(casino, pilar, chema, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    request = _sent(casino, "ABCD2345")
    acts = [
        lambda author=author: accept_request(request=request, author=author)
        for author in (pilar, chema)
    ]
    assert sorted(outcomes(*acts)) == ["done", "request_decided"]
    assert casino.entries.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_a_form_sent_twice_at_once_is_one_request(casino, pilar, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    assert outcomes(*[lambda: _sent(casino, "ABCD2345")] * 2) == ["done", "done"]
    assert EntryRequest.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 4)))
def test_a_helper_accepts_while_the_player_withdraws(casino, pilar, turn):
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    request = _sent(casino, "ABCD2345")
    answers = outcomes(
        lambda: accept_request(request=request, author=pilar),
        lambda: withdraw_request(request=request),
    )
    live = casino.entries.filter(state="entered").count()
    assert live == 0 and answers[1] == "done"
