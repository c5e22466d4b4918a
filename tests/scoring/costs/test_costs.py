"""Queries of the acts of an evening: little, and the same in a hall of any size."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.services import record_hand
from scoring.refereeing.services.calls import call_the_free
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.scoring.days import SWISS
from tests.worlds import world
from tournaments.models import Match, Stage

pytestmark = pytest.mark.each_database

ONE_LINE = {**SWISS, "game_options": {"cotos": 1, "partidas": 3}}
SIZES = (6, 40)
MOST = {"draw": 27, "publish": 33, "result": 17}


@world
def costs(make_tournament, pairs, pilar):
    """The queries of each act of the second round, by the size of the hall."""

    def second_round(size):
        hall = make_tournament(name=f"Salón {size}", tables=2, **ONE_LINE)
        pairs(hall, size)
        found = {}
        for _round in range(2):
            stage = Stage.objects.select_related("tournament").get(tournament=hall)
            drawn = counted(found, "draw", open_next_round, stage=stage, author=pilar)
            counted(found, "publish", publish_round, round=drawn, author=pilar)
            for pk in drawn.matches.order_by("number").values_list("pk", flat=True):
                match = Match.objects.select_related("round__stage", "tournament").get(pk=pk)
                line = {"line": "coto 3-1", "number": 1}
                counted(found, "result", record_hand, match=match, author=pilar, **line)
        return found

    return {size: second_round(size) for size in SIZES}


def counted(found, act, work, **told):
    """Keep the most that the act has cost."""
    with CaptureQueriesContext(connection) as queries:
        answer = work(**told)
    found[act] = max(found.get(act, 0), len(queries))
    return answer


@pytest.mark.slow
def test_the_acts_of_a_round_cost_the_same_in_a_hall_of_any_size(costs):
    small, large = (costs[size] for size in SIZES)
    assert small == large
    for act, most in MOST.items():
        assert large[act] <= most, act


def test_where_nobody_is_called_by_the_clock_nothing_is_asked(
    make_tournament, pilar, django_assert_num_queries
):
    stage = make_tournament(**ONE_LINE).stage
    with django_assert_num_queries(0):
        assert call_the_free(stage=stage, author=pilar) is None


def test_a_line_sent_from_the_desk_asks_little_and_for_nobody(
    make_tournament, pairs, pilar, client_as
):
    hall = make_tournament(tables=2, **SWISS)
    pairs(hall, 4)
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    address = f"/t/{hall.slug}/acta/{hall.matches.get(number=1).code}/enviar/"
    browser = client_as(pilar)

    def send(number):
        typed = {"como": "partida", "number": number, "version": 0, "winner": "A", "uid": uuid4()}
        assert browser.post(address, typed).status_code == 200

    send(1)  # the acta begins with it
    with CaptureQueriesContext(connection) as queries:
        send(2)
    asked = [query["sql"] for query in queries]
    assert len(asked) <= 13, asked
    assert not [one for one in asked if '"tournaments_player"' in one]
