"""Each act of an evening makes few database queries, as many in a large hall as in a small."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.services import record_hand
from scoring.refereeing.services.calls import call_free_entries
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.scoring.played_rounds import SWISS
from tests.worlds import world
from tournaments.models import Match, Stage

pytestmark = pytest.mark.each_database

ONE_LINE_MATCHES = {**SWISS, "game_options": {"cotos": 1, "partidas": 3}}
SIZES = (6, 40)
MOST_QUERIES = {"draw": 27, "publish": 33, "result": 17}


@world
def costs(make_tournament, pairs, pilar):
    """The highest number of queries of each act in two rounds, by number of pairs."""

    def play_two_rounds(size):
        tournament = make_tournament(name=f"Salón {size}", tables=2, **ONE_LINE_MATCHES)
        pairs(tournament, size)
        query_counts = {}
        for _round in range(2):
            stage = Stage.objects.select_related("tournament").get(tournament=tournament)
            round = run_counted(query_counts, "draw", open_next_round, stage=stage, author=pilar)
            run_counted(query_counts, "publish", publish_round, round=round, author=pilar)
            for pk in round.matches.order_by("number").values_list("pk", flat=True):
                match = Match.objects.select_related("round__stage", "tournament").get(pk=pk)
                line = {"line": "coto 3-1", "number": 1}
                run_counted(query_counts, "result", record_hand, match=match, author=pilar, **line)
        return query_counts

    return {size: play_two_rounds(size) for size in SIZES}


def run_counted(query_counts, act, service, **arguments):
    """Run the service and return its answer. `query_counts` keeps the highest count of the act."""
    with CaptureQueriesContext(connection) as queries:
        answer = service(**arguments)
    query_counts[act] = max(query_counts.get(act, 0), len(queries))
    return answer


@pytest.mark.slow
def test_the_acts_of_a_round_take_the_same_queries_in_a_hall_of_any_size(costs):
    small_counts, large_counts = (costs[size] for size in SIZES)
    assert small_counts == large_counts
    for act, limit in MOST_QUERIES.items():
        assert large_counts[act] <= limit, act


def test_calling_free_entries_takes_no_query_if_the_format_has_no_clock(
    make_tournament, pilar, django_assert_num_queries
):
    stage = make_tournament(**ONE_LINE_MATCHES).stage
    with django_assert_num_queries(0):
        assert call_free_entries(stage=stage, author=pilar) is None


def test_a_line_sent_from_the_desk_takes_few_queries_and_reads_no_player(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(tables=2, **SWISS)
    pairs(tournament, 4)
    publish_round(round=open_next_round(stage=tournament.stage, author=pilar), author=pilar)
    address = f"/t/{tournament.slug}/acta/{tournament.matches.get(number=1).code}/enviar/"
    browser = client_as(pilar)

    def send(number):
        form = {"como": "partida", "number": number, "version": 0, "winner": "A", "uid": uuid4()}
        assert browser.post(address, form).status_code == 200

    send(1)  # not counted, because the first line also creates the acta
    with CaptureQueriesContext(connection) as queries:
        send(2)
    statements = [query["sql"] for query in queries]
    assert len(statements) <= 13, statements
    assert not [sql for sql in statements if '"tournaments_player"' in sql]
