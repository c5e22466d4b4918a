"""A refusal quotes the line as it was typed, on every page and in the API."""

from uuid import uuid4

import pytest

from scoring.actas.services import record_hand
from tests.api.conftest import Api
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world

LINE, WRONG_PART = "mc", "«c»"  # «mazo» of side C, which a truco of two sides does not have


@world
def match(make_tournament, pairs):
    tournament = make_tournament(game="truco", game_options={})
    return seat_round(tournament, [pairs(tournament, 2)]).matches.get()


def _address(match, end=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


def _write_on_acta_page(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": LINE}
    return client_as(user).post(_address(match), form).text


def _preview(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": LINE}
    return client_as(user).post(_address(match, "prueba/"), form).text


def _send_from_device(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": LINE, "uid": str(uuid4()), "version": 0}
    return client_as(user).post(_address(match, "enviar/"), form).json()["said"]


def _correct_acta(match, client_as, user):
    record_hand(match=match, author=user, line="chico 30-24", number=1)
    form = {"lines": LINE, "reason": "se apuntó mal", "version": 1}
    return client_as(user).post(_address(match, "corregir/"), form).text


def _post_to_api(match, client_as, user):
    path = f"tournaments/{match.tournament.slug}/matches/{match.code}/hands/"
    return Api(user).post(path, {"number": 1, "line": LINE}).text


@pytest.mark.parametrize(
    "send", [_write_on_acta_page, _preview, _send_from_device, _correct_acta, _post_to_api]
)
def test_a_refusal_quotes_an_impossible_line_as_it_was_typed(send, match, client_as, pilar):
    answer = send(match, client_as, pilar)
    assert WRONG_PART in answer and "«C»" not in answer, answer[:3000]
