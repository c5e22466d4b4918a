"""Tallies that decide places but are not written: Tapete asks for them or shows their default."""

import re

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import record_hand
from scoring.actas.table_links import table_url
from scoring.standings.selectors.counting import example_result, ranked_tallies
from scoring.standings.services import set_standings
from tests.rows import each
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.writer import Channel, Writer

SITE = "/t/casino-de-calamocha/"
LINE_URL = SITE + "control/linea/"
HTMX = {"headers": {"HX-Request": "true"}}
DEFAULT_SENTENCE = "Si no se escribe, vale partidas: 0–3, 3–0, 3–0 (en todo el encuentro, 6–3)."
API = "/api/v1/tournaments/casino-de-calamocha/matches/R1P001/"


@world
def league(make_tournament, pairs):
    """A league of guiñote with round 1 at three tables; partidas decide places."""
    tournament = make_tournament(format="league", format_options={"legs": 1})
    entries = pairs(tournament, 6)
    seat_round(tournament, [entries[n : n + 2] for n in range(0, 6, 2)])
    return tournament


@pytest.fixture
def league_by_wins(league, pilar):
    """The league ranked by matches won only."""
    set_standings(stage=league.stage, author=pilar, chain=["wins", "lot"], counting={})
    return league


def type_line(desk, text, **fields):
    """Send `text` as typed on the command line of the desk."""
    return desk.post(LINE_URL, {"linea": text, **fields}, **HTMX)


def hidden_value(page, name):
    """Return the value of a hidden field."""
    return re.search(rf'name="{name}" value="([^"]*)"', page.text)[1]


def lines_of(number):
    return lines_written(live_acta(Match.objects.get(number=number)))


def test_the_desk_line_shows_the_partidas_that_count_if_they_are_not_typed(
    league, client_as, chema
):
    desk = client_as(chema)
    page = type_line(desk, "1 2-1")
    assert DEFAULT_SENTENCE in page.text
    assert "Para escribirlo todo: «1 31 23 30»." in page.text
    assert lines_of(1) == []
    assert "Guardado:" in type_line(desk, "1 2-1", visto=hidden_value(page, "visto")).text
    assert "«12 31 23 30» anota" in desk.get(SITE + "control/").text


def test_the_desk_line_does_not_ask_for_typed_partidas(league, client_as, chema):
    page = type_line(client_as(chema), "1 31 23 30")
    assert "Otra vez Intro" in page.text and "Si no se escribe" not in page.text


def test_a_result_chosen_with_one_key_shows_the_partidas_before_it_is_saved(
    league, client_as, chema
):
    desk = client_as(chema)
    choices = type_line(desk, "2")
    page = type_line(desk, "2", elige="cotos 2-1", visto=hidden_value(choices, "visto"))
    assert DEFAULT_SENTENCE in page.text and lines_of(2) == []
    choice = {"visto": hidden_value(page, "visto"), "elige": hidden_value(page, "elige")}
    assert "Guardado:" not in type_line(desk, "3", **choice).text, "the choice was for table 2"
    assert lines_of(3) == []
    assert "Guardado:" in type_line(desk, "2", **choice).text
    assert lines_of(2) == ["coto B", "coto A", "coto A"]


def test_the_desk_line_does_not_ask_for_partidas_that_rank_nobody(league_by_wins, client_as, chema):
    desk = client_as(chema)
    assert "Si no se escribe" not in type_line(desk, "1 2-1").text
    assert "«12 2-1» anota" in desk.get(SITE + "control/").text
    choices = type_line(desk, "2")
    assert (
        "Guardado:"
        in type_line(desk, "2", elige="cotos 2-0", visto=hidden_value(choices, "visto")).text
    )


def test_the_acta_form_and_its_preview_ask_for_the_partidas(league, client_as, chema):
    desk, acta = client_as(chema), SITE + "acta/R1P001/"
    request = "En la clasificación cuentan también: partidas. Escríbalo si lo sabe."
    assert request in desk.get(f"{acta}?como=coto_winner").text
    assert request not in desk.get(f"{acta}?como=coto").text
    form = {"como": "coto_winner", "number": "1", "version": "0", "winner": "A"}
    page = desk.post(f"{acta}prueba/", form, **HTMX)
    assert "Si no se escribe, vale partidas: 3–0 (en todo el encuentro, 3–0)." in page.text


def test_the_api_returns_the_unstated_tallies_and_their_defaults(league, client_as, chema):
    desk = client_as(chema)
    for address in ("preview/", "hands/"):
        body = {"number": 1, "line": "coto A"}
        answer = desk.post(API + address, body, content_type="application/json").json()
        assert answer["unstated"] == ["partidas"]
        assert "partidas: 3–0" in answer["unstated_said"]
    body = {"number": 2, "line": "coto 3-1"}
    desk.post(API + "hands/", body, content_type="application/json")
    assert desk.get(API).json()["acta"]["unstated"] == ["partidas"]


def test_the_api_returns_no_unstated_tally_if_all_are_written(league, client_as, chema):
    body = {"number": 1, "line": "coto 3-1"}
    answer = client_as(chema).post(API + "hands/", body, content_type="application/json").json()
    assert (answer["unstated"], answer["unstated_said"]) == ([], "")


@each(
    "game, options, format, tallies, example",
    ("guinote", {"cotos": 2, "partidas": 4}, "league", {"partidas"}, "41 24 40"),
    ("guinote", {"cotos": 1, "partidas": 4}, "league", {"partidas"}, "2-1"),
    ("guinote", {"cotos": 2, "partidas": 3}, "swiss", {"cotos", "partidas"}, "31 23 30"),
    ("truco", {"chicos": 3}, "groups", {"chicos", "tantos"}, "30-24 18-30 30-20"),
    ("truco", {"chicos": 3}, "swiss", {"chicos"}, "2-1"),
    ("cientos", {"juegos": 4, "play_all": True}, "league", {"cuartos"}, "juego A doble"),
    ("cientos", {"juegos": 3}, "swiss", {"juegos"}, "2-1"),
    ("zanga", {"jornada": 5}, "league", {"partidas"}, "2-1"),
)
def test_each_game_and_format_has_its_ranked_tallies_and_desk_example(
    make_tournament, game, options, format, tallies, example
):
    format_options = {"rounds": 3} if format == "swiss" else {}
    tournament = make_tournament(
        name=f"{game} {options} {format}",
        game=game,
        game_options=options,
        format=format,
        format_options=format_options,
    )
    assert ranked_tallies(tournament.stage) == tallies
    assert example_result(tournament.stage) == example


@each(
    "game, options, text, message",
    ("truco", {"chicos": 3}, "1 2-1", "vale tantos: 0–30, 30–0, 30–0"),
    ("cientos", {"juegos": 3}, "1 3-1", "vale cuartos: "),
)
def test_a_result_in_chicos_or_juegos_shows_the_tallies_that_count(
    make_tournament, pairs, client_as, chema, game, options, text, message
):
    tournament = make_tournament(
        name=f"De {game}", game=game, game_options=options, format="league", format_options={}
    )
    entries = pairs(tournament, 2)
    seat_round(tournament, [entries], letter=game[0].upper())
    page = client_as(chema).post(f"/t/{tournament.slug}/control/linea/", {"linea": text}, **HTMX)
    assert message in page.text


def test_the_other_side_sees_the_partidas_that_count_before_it_confirms(league, client):
    """Side B opens the QR of the table on its phone."""
    match = league.matches.get(position=1)
    A = Writer(channel=Channel.TABLE, device="movil-a", side=0, name="La pareja 1")
    for number, line in enumerate(("coto B", "coto A", "coto A"), 1):
        record_hand(match=match, author=A, line=line, number=number)
    match = Match.objects.get(pk=match.pk)
    client.get(table_url("", match))
    table = f"{SITE}mesa/{match.code}/"
    client.post(f"{table}lado/", {"side": "1"})
    page = client.get(table).text
    assert "¿Están ustedes de acuerdo?" in page and DEFAULT_SENTENCE in page
