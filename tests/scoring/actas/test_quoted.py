"""A refused line is quoted as it was typed, by whatever page or call it came."""

from uuid import uuid4

import pytest

from scoring.actas.services import record_hand
from tests.api.conftest import Api
from tests.scoring.halls import seat_round
from tests.worlds import world

TYPED, WRONG = "mc", "«c»"  # «mazo» of a side that a truco of two sides has not


@world
def match(make_tournament, pairs):
    truco = make_tournament(game="truco", game_options={})
    return seat_round(truco, [pairs(truco, 2)]).matches.get()


def _address(match, end=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


def _written(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": TYPED}
    return client_as(user).post(_address(match), form).text


def _tried(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": TYPED}
    return client_as(user).post(_address(match, "prueba/"), form).text


def _sent(match, client_as, user):
    form = {"como": "notation", "number": 1, "text": TYPED, "uid": str(uuid4()), "version": 0}
    return client_as(user).post(_address(match, "enviar/"), form).json()["said"]


def _corrected(match, client_as, user):
    record_hand(match=match, author=user, line="chico 30-24", number=1)
    form = {"lines": TYPED, "reason": "se apuntó mal", "version": 1}
    return client_as(user).post(_address(match, "corregir/"), form).text


def _asked(match, client_as, user):
    path = f"tournaments/{match.tournament.slug}/matches/{match.code}/hands/"
    return Api(user).post(path, {"number": 1, "line": TYPED}).text


@pytest.mark.parametrize("way", [_written, _tried, _sent, _corrected, _asked])
def test_a_line_that_cannot_be_played_is_quoted_as_it_was_typed(way, match, client_as, pilar):
    answer = way(match, client_as, pilar)
    assert WRONG in answer and "«C»" not in answer, answer[:3000]
