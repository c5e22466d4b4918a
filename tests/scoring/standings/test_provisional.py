"""Standings that show what nobody has confirmed yet: marked, and nowhere else."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.selectors.actas import provisional_of
from scoring.actas.services import record_hand, sign_acta
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Channel, Writer

PAGE = "/t/casino-de-calamocha/clasificacion/"
API = "/api/v1/tournaments/casino-de-calamocha/standings/"


def table(side):
    return Writer(channel=Channel.TABLE, side=side, name=f"Lado {side}")


@world
def hall(make_tournament, pairs):
    shown = {"format": "swiss", "format_options": {"rounds": 3}}
    casino = make_tournament(confirmations=1, provisional=True, **shown)
    four = pairs(casino, 4)
    return seat_round(casino, [four[:2], four[2:]])


@world
def stage(hall):
    return hall.tournament.stage


def write(match, lines=LINES):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=table(0), line=line, number=number)


def hide(hall):
    Tournament.objects.filter(pk=hall.tournament_id).update(provisional=False)


def won(answer):
    return {one["entry"]: (one["won"], one["provisional"]) for one in answer.json()["results"]}


def test_what_waits_is_counted_and_marked(hall, stage, client):
    write(hall.matches.get(position=1))
    page = client.get(PAGE).text
    assert "Cuenta también 1 resultado pendiente de confirmar" in page
    assert page.count(">provisional") == 2 * 2  # of two rows: in the row, and in what it unfolds
    assert won(client.get(API)) == {1: (1, 1), 2: (0, 1), 3: (0, 0), 4: (0, 0)}
    assert won(client.get(API, {"confirmed": "true"})) == dict.fromkeys([1, 2, 3, 4], (0, 0))
    assert client.get(API, {"confirmed": "quizá"}).status_code == 400


def test_without_the_option_nothing_of_it_is_seen(hall, stage, client):
    hide(hall)
    write(hall.matches.get(position=1))
    assert "provisional" not in client.get(PAGE).text
    assert set(won(client.get(API)).values()) == {(0, 0)}


def test_draws_and_what_is_settled_never_count_it(hall, stage):
    write(hall.matches.get(position=1))
    assert not stage_situation(stage, EVERYTHING).points
    assert {line.won for line in stage_standings(stage, EVERYTHING)} == {0}
    assert {
        line.won
        for line in stage_standings(stage, EVERYTHING, provisional_of(stage, EVERYTHING).supposed)
    } == {0, 1}


def test_confirmed_it_counts_and_is_no_longer_marked(hall, client):
    match = hall.matches.get(position=1)
    write(match)
    sign_acta(match=match, author=table(1), version=1)
    assert ">provisional" not in client.get(PAGE).text
    assert won(client.get(API))[1] == (1, 0)


def test_an_acta_that_is_not_over_is_not_provisional(hall, stage):
    write(hall.matches.get(position=1), LINES[:2])
    assert provisional_of(stage, EVERYTHING).count == 0


def test_the_print_says_it(hall):
    write(hall.matches.get(position=1))
    (chunk,) = SHEETS["standings"].pieces(hall.tournament, PrintAsk("standings"))
    assert chunk.context["provisional"] == 1
    assert [line["provisional"] for line in chunk.context["tables"][0]["lines"]].count(1) == 2


def test_it_costs_the_same_with_one_and_with_many(make_tournament, pairs):
    costs = []
    for count in (1, 12):
        made = make_tournament(name=f"Casino {count}", confirmations=1, provisional=True)
        entries = pairs(made, 2 * count)
        drawn = seat_round(
            made, [entries[n : n + 2] for n in range(0, 2 * count, 2)], letter="AB"[count > 1]
        )
        for match in drawn.matches.all():
            write(match)
        stage = Tournament.objects.get(pk=made.pk).stage
        with CaptureQueriesContext(connection) as queries:
            assert provisional_of(stage, EVERYTHING).count == count
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 5
