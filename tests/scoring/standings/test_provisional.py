"""Tests of provisional standings: unconfirmed results are counted, marked, and used in no draw."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.selectors.actas import provisional_of
from scoring.actas.services import record_hand, sign_acta
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Channel, Writer

PAGE = "/t/casino-de-calamocha/clasificacion/"
API = "/api/v1/tournaments/casino-de-calamocha/standings/"


def table_phone(side):
    return Writer(channel=Channel.TABLE, side=side, name=f"Lado {side}")


@world
def first_round(make_tournament, pairs):
    swiss = {"format": "swiss", "format_options": {"rounds": 3}}
    casino = make_tournament(confirmations=1, provisional=True, **swiss)
    entries = pairs(casino, 4)
    return seat_round(casino, [entries[:2], entries[2:]])


@world
def stage(first_round):
    return first_round.tournament.stage


def write(match, lines=LINES):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=table_phone(0), line=line, number=number)


def hide_provisional(first_round):
    Tournament.objects.filter(pk=first_round.tournament_id).update(provisional=False)


def wins_by_entry(answer):
    return {row["entry"]: (row["won"], row["provisional"]) for row in answer.json()["results"]}


def test_an_unconfirmed_result_is_counted_and_marked(first_round, stage, client):
    write(first_round.matches.get(position=1))
    page = client.get(PAGE).text
    assert "Cuenta también 1 resultado pendiente de confirmar" in page
    assert page.count(">provisional") == 2 * 2  # in two rows and in their details
    assert wins_by_entry(client.get(API)) == {1: (1, 1), 2: (0, 1), 3: (0, 0), 4: (0, 0)}
    assert wins_by_entry(client.get(API, {"confirmed": "true"})) == dict.fromkeys(
        [1, 2, 3, 4], (0, 0)
    )
    assert client.get(API, {"confirmed": "quizá"}).status_code == 400


def test_without_the_option_unconfirmed_results_are_hidden(first_round, stage, client):
    hide_provisional(first_round)
    write(first_round.matches.get(position=1))
    assert "provisional" not in client.get(PAGE).text
    assert set(wins_by_entry(client.get(API)).values()) == {(0, 0)}


def test_draws_and_confirmed_standings_ignore_unconfirmed_results(first_round, stage):
    write(first_round.matches.get(position=1))
    assert not stage_situation(stage, EVERYTHING).points
    assert {line.won for line in stage_standings(stage, EVERYTHING)} == {0}
    assert {
        line.won
        for line in stage_standings(stage, EVERYTHING, provisional_of(stage, EVERYTHING).supposed)
    } == {0, 1}


def test_a_confirmed_result_is_no_longer_marked(first_round, client):
    match = first_round.matches.get(position=1)
    write(match)
    sign_acta(match=match, author=table_phone(1), version=1)
    assert ">provisional" not in client.get(PAGE).text
    assert wins_by_entry(client.get(API))[1] == (1, 0)


def test_an_unfinished_acta_is_not_provisional(first_round, stage):
    write(first_round.matches.get(position=1), LINES[:2])
    assert provisional_of(stage, EVERYTHING).count == 0


def test_the_printed_standings_mark_unconfirmed_results(first_round):
    write(first_round.matches.get(position=1))
    (chunk,) = SHEETS["standings"].pieces(first_round.tournament, PrintAsk("standings"))
    assert chunk.context["provisional"] == 1
    assert [line["provisional"] for line in chunk.context["tables"][0]["lines"]].count(1) == 2


def test_twelve_provisional_results_cost_as_many_queries_as_one(make_tournament, pairs):
    costs = []
    for count in (1, 12):
        tournament = make_tournament(name=f"Casino {count}", confirmations=1, provisional=True)
        entries = pairs(tournament, 2 * count)
        round = seat_round(
            tournament,
            [entries[first : first + 2] for first in range(0, 2 * count, 2)],
            letter="AB"[count > 1],
        )
        for match in round.matches.all():
            write(match)
        stage = Tournament.objects.get(pk=tournament.pk).stage
        with CaptureQueriesContext(connection) as queries:
            assert provisional_of(stage, EVERYTHING).count == count
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 5
