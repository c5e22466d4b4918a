"""Tallies that nobody wrote and that decide places: they are asked for, or it is said what
counts."""

import re

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import record_hand
from scoring.actas.table_links import table_url
from scoring.standings.selectors.counting import example_result, ranked_tallies
from scoring.standings.services import set_standings
from tests.rows import each
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.writer import Channel, Writer

SITE = "/t/casino-de-calamocha/"
LINE = SITE + "control/linea/"
HTMX = {"headers": {"HX-Request": "true"}}
COUNTED = "Si no se escribe, vale partidas: 0–3, 3–0, 3–0 (en todo el encuentro, 6–3)."
API = "/api/v1/tournaments/casino-de-calamocha/matches/R1P001/"


@world
def league(make_tournament, pairs):
    hall = make_tournament(format="league", format_options={"legs": 1})
    entries = pairs(hall, 6)
    seat_round(hall, [entries[n : n + 2] for n in range(0, 6, 2)])
    return hall


@pytest.fixture
def by_wins(league, pilar):
    """The same, where nothing but matches won ranks."""
    set_standings(stage=league.stage, author=pilar, chain=["wins", "lot"], counting={})
    return league


def say(desk, typed, **more):
    return desk.post(LINE, {"linea": typed, **more}, **HTMX)


def hidden(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page.text)[1]


def lines_of(number):
    return lines_written(live_acta(Match.objects.get(number=number)))


def test_the_desk_says_what_counts_of_partidas_that_were_not_typed(league, client_as, chema):
    desk = client_as(chema)
    page = say(desk, "1 2-1")
    assert COUNTED in page.text
    assert "Para escribirlo todo: «1 31 23 30»." in page.text
    assert lines_of(1) == []
    assert "Guardado:" in say(desk, "1 2-1", visto=hidden(page, "visto")).text
    assert "«12 31 23 30» anota" in desk.get(SITE + "control/").text


def test_partidas_that_were_typed_are_asked_for_no_more(league, client_as, chema):
    page = say(client_as(chema), "1 31 23 30")
    assert "Otra vez Intro" in page.text and "Si no se escribe" not in page.text


def test_one_key_says_it_before_it_is_written(league, client_as, chema):
    desk = client_as(chema)
    offered = say(desk, "2")
    first = say(desk, "2", elige="cotos 2-1", visto=hidden(offered, "visto"))
    assert COUNTED in first.text and lines_of(2) == []
    seen = {"visto": hidden(first, "visto"), "elige": hidden(first, "elige")}
    assert "Guardado:" not in say(desk, "3", **seen).text, "chosen at another table"
    assert lines_of(3) == []
    assert "Guardado:" in say(desk, "2", **seen).text
    assert lines_of(2) == ["coto B", "coto A", "coto A"]


def test_where_partidas_do_not_rank_nobody_asks_for_them(by_wins, client_as, chema):
    desk = client_as(chema)
    assert "Si no se escribe" not in say(desk, "1 2-1").text
    assert "«12 2-1» anota" in desk.get(SITE + "control/").text
    offered = say(desk, "2")
    assert "Guardado:" in say(desk, "2", elige="cotos 2-0", visto=hidden(offered, "visto")).text


def test_the_form_of_the_line_and_its_preview_ask_for_them(league, client_as, chema):
    desk, acta = client_as(chema), SITE + "acta/R1P001/"
    asked = "En la clasificación cuentan también: partidas. Escríbalo si lo sabe."
    assert asked in desk.get(f"{acta}?como=coto_winner").text
    assert asked not in desk.get(f"{acta}?como=coto").text
    typed = {"como": "coto_winner", "number": "1", "version": "0", "winner": "A"}
    page = desk.post(f"{acta}prueba/", typed, **HTMX)
    assert "Si no se escribe, vale partidas: 3–0 (en todo el encuentro, 3–0)." in page.text


def test_the_api_tells_the_tallies_and_what_counts_instead(league, client_as, chema):
    desk = client_as(chema)
    for address in ("preview/", "hands/"):
        body = {"number": 1, "line": "coto A"}
        told = desk.post(API + address, body, content_type="application/json").json()
        assert told["unstated"] == ["partidas"]
        assert "partidas: 3–0" in told["unstated_said"]
    body = {"number": 2, "line": "coto 3-1"}
    desk.post(API + "hands/", body, content_type="application/json")
    assert desk.get(API).json()["acta"]["unstated"] == ["partidas"]


def test_the_api_says_nothing_where_all_is_stated(league, client_as, chema):
    body = {"number": 1, "line": "coto 3-1"}
    told = client_as(chema).post(API + "hands/", body, content_type="application/json").json()
    assert (told["unstated"], told["unstated_said"]) == ([], "")


@each(
    "game, options, format, ranked, example",
    ("guinote", {"cotos": 2, "partidas": 4}, "league", {"partidas"}, "41 24 40"),
    ("guinote", {"cotos": 1, "partidas": 4}, "league", {"partidas"}, "2-1"),
    ("guinote", {"cotos": 2, "partidas": 3}, "swiss", {"cotos", "partidas"}, "31 23 30"),
    ("truco", {"chicos": 3}, "groups", {"chicos", "tantos"}, "30-24 18-30 30-20"),
    ("truco", {"chicos": 3}, "swiss", {"chicos"}, "2-1"),
    ("cientos", {"juegos": 4, "play_all": True}, "league", {"cuartos"}, "juego A doble"),
    ("cientos", {"juegos": 3}, "swiss", {"juegos"}, "2-1"),
    ("zanga", {"jornada": 5}, "league", {"partidas"}, "2-1"),
)
def test_what_ranks_and_the_example_of_the_desk_in_every_game(
    make_tournament, game, options, format, ranked, example
):
    format_options = {"rounds": 3} if format == "swiss" else {}
    hall = make_tournament(
        name=f"{game} {options} {format}",
        game=game,
        game_options=options,
        format=format,
        format_options=format_options,
    )
    assert ranked_tallies(hall.stage) == ranked
    assert example_result(hall.stage) == example


@each(
    "game, options, typed, said",
    ("truco", {"chicos": 3}, "1 2-1", "vale tantos: 0–30, 30–0, 30–0"),
    ("cientos", {"juegos": 3}, "1 3-1", "vale cuartos: "),
)
def test_chicos_and_juegos_alone_say_what_counts_too(
    make_tournament, pairs, client_as, chema, game, options, typed, said
):
    hall = make_tournament(
        name=f"De {game}", game=game, game_options=options, format="league", format_options={}
    )
    entries = pairs(hall, 2)
    seat_round(hall, [entries], letter=game[0].upper())
    page = client_as(chema).post(f"/t/{hall.slug}/control/linea/", {"linea": typed}, **HTMX)
    assert said in page.text


def test_the_other_side_reads_what_counts_before_it_confirms(league, client):
    """On the telephone of whoever has opened the table's QR."""
    match = league.matches.get(position=1)
    A = Writer(channel=Channel.TABLE, device="movil-a", side=0, name="La pareja 1")
    for number, line in enumerate(("coto B", "coto A", "coto A"), 1):
        record_hand(match=match, author=A, line=line, number=number)
    match = Match.objects.get(pk=match.pk)
    client.get(table_url("", match))
    table = f"{SITE}mesa/{match.code}/"
    client.post(f"{table}lado/", {"side": "1"})
    page = client.get(table).text
    assert "¿Están ustedes de acuerdo?" in page and COUNTED in page
