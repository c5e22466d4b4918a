"""The command line of the desk: Intro previews a result, then writes it; «?» opens the table."""

import re

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.selectors.typed_number import look_up
from scoring.actas.services import record_hand
from scoring.hall.forms.desk import read_desk_line
from scoring.models import Acta
from tests.rows import cases, each
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

SITE = "/t/casino-de-calamocha/"
DESK, LINE = SITE + "control/", SITE + "control/linea/"
HTMX = {"headers": {"HX-Request": "true"}}


@world
def first_round(casino, pairs):
    """Round 1 with twelve matches at eight tables; matches 9 to 12 wait."""
    entries = pairs(casino, 24)
    return seat_round(casino, [entries[first : first + 2] for first in range(0, 24, 2)])


@world
def desk(first_round, chema, client_as):
    return client_as(chema)


def lines_of(number):
    return lines_written(live_acta(Match.objects.get(number=number)))


def hidden_value(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page.text)[1]


def press_intro(desk, text, **fields):
    """Type `text` and press Intro."""
    return desk.post(LINE, {"linea": text, **fields}, **HTMX)


def press_intro_twice(desk, text, **fields):
    """Type `text` and press Intro twice."""
    preview = hidden_value(press_intro(desk, text, **fields), "visto")
    return press_intro(desk, text, visto=preview, **fields)


def test_the_first_intro_previews_and_the_second_writes(desk, first_round):
    page = press_intro(desk, "3 2-1")
    assert "Mesa 3 · Cotos 2–1 · partidas 6–3 · ganador: 5 ·" in page.text
    assert lines_of(3) == []
    page = press_intro(desk, "3 2-1", visto=hidden_value(page, "visto"))
    assert "Guardado:" in page.text
    assert lines_of(3) == ["coto B", "coto A", "coto A"]
    assert Match.objects.get(number=3).state == "finished"


def test_a_changed_result_is_previewed_again(desk, first_round):
    preview = hidden_value(press_intro(desk, "3 2-1"), "visto")
    assert "Guardado:" not in press_intro(desk, "3 2-0", visto=preview).text
    assert "Guardado:" not in press_intro(desk, "4 2-1", visto=preview).text
    assert lines_of(3) == lines_of(4) == []


def test_without_javascript_the_line_is_a_form_sent_twice(desk, first_round):
    page = desk.post(LINE, {"linea": "3 31 23 30"})
    assert (
        "<html" in page.text and "Otra vez Intro" in page.text and 'value="3 31 23 30"' in page.text
    )
    page = desk.post(
        LINE, {"linea": "3 31 23 30", "visto": hidden_value(page, "visto")}, follow=True
    )
    assert "ganador: 5 ·" in page.text
    assert lines_of(3) == ["coto 3-1", "coto 2-3", "coto 3-0"]


def test_a_table_without_a_result_offers_its_four_results(desk, first_round):
    page = press_intro(desk, "3")
    assert re.findall(r'name="elige" value="([^"]+)"', page.text) == [
        "cotos 2-0",
        "cotos 2-1",
        "cotos 1-2",
        "cotos 0-2",
    ]
    page = press_intro(desk, "3", elige="cotos 1-2", visto=hidden_value(page, "visto"))
    assert "Guardado:" in page.text
    assert lines_of(3) == ["coto A", "coto B", "coto B"]


def test_the_way_of_writing_chosen_at_one_table_is_used_at_the_next(desk, first_round):
    chosen_kind = hidden_value(press_intro_twice(desk, "3 3-1"), "como")
    assert chosen_kind == "coto"
    assert 'value="coto 3-2"' in press_intro(desk, "4", como=chosen_kind).text


@cases("text", "R1P003 2-0", "https://tapete.local/m/R1P003/x7Yq/ 2-0", "p3 2-0")
def test_the_code_of_the_sheet_works_like_its_table(desk, first_round, text):
    press_intro_twice(desk, text)
    assert lines_of(3) == ["coto A", "coto A"]


@each(
    "text, address",
    ("3?", "control/?mesa=3"),
    ("3 ?", "control/?mesa=3"),
    ("r1p003?", "control/?mesa=3"),
    ("p11?", "acta/R1P011/"),  # this match waits for a table
    ("R1P011", None),
)
def test_a_question_mark_opens_the_table_or_the_acta(desk, first_round, text, address):
    page = desk.post(LINE, {"linea": text})
    assert (page.url if page.status_code == 302 else None) == (address and SITE + address)


def test_a_free_table_means_the_match_that_ended_there(desk, first_round, chema):
    for number, line in enumerate(LINES, 1):
        record_hand(match=first_round.matches.get(number=3), author=chema, line=line, number=number)
    assert "ganador: 17 ·" in press_intro(desk, "3 2-0").text  # match 9 was called to table 3
    Match.objects.filter(number=9).update(state="waiting", table=None)
    page = press_intro(desk, "3 2-0")
    assert (page.status_code, "El encuentro 3 ya ha terminado" in page.text) == (409, True)


@each(
    "text, message",
    ("3 gana 8", "No se entiende «gana 8». Escriba la mesa y, detrás, los números"),
    ("3 nada", "por ejemplo «3 2-1»"),
    ("3 coto", "por ejemplo «3 2-1»"),
    ("3 1-1-1", "El resultado «1-1-1» no puede ser. Puede ser: 2-0, 2-1, 1-2, 0-2."),
    ("3 pierde A", "por ejemplo «3 pierde A: no se presenta»"),
    ("5 gana a 6", "escriba también el resultado, por ejemplo «3 2-1»"),
    ("gana 6 a 5", "escriba también el resultado, por ejemplo «3 1-2»"),
    ("6 pierde con 5", "por ejemplo «3 2-1»"),
    ("la pareja 6 gana a la 5", "Mesa 3 · 5 · "),
    ("18 ha ganado a 17", "por ejemplo «p9 1-2»"),
)
def test_an_unreadable_line_is_answered_with_an_example(desk, first_round, text, message):
    page = press_intro(desk, text)
    assert message in page.text and "data-refused" in page.text
    assert "uA A20o" not in page.text
    for example in re.findall(r"por ejemplo «([^»]+)»", page.text):
        assert 'name="visto"' in press_intro(desk, example).text
    assert not Acta.objects.exists()


@pytest.mark.slow
@each(
    "text, status, message",
    ("3 5-1", 400, "puede acabar 3-0, 3-1, 3-2"),
    ("3 nada", 400, "nada"),
    ("99 2-1", 404, "Mesas en juego: 1–8. Encuentros: 1–12."),
    ("mesa 9 2-1", 404, "Mesas en juego: 1–8."),
    ("ZZZZZZ", 404, "«ZZZZZZ»"),
    ("", 400, "por ejemplo 12"),
    ("doce", 400, "por ejemplo 12"),
    ("-3", 400, "por ejemplo 12"),
    ("٣", 400, "por ejemplo 12"),
    ("9" * 5000, 400, "por ejemplo 12"),
    ("3 " + "1" * 5000, 400, "puede acabar 3-0"),
    ("3 2-1\0", 400, "2-1"),
)
def test_a_refused_line_stays_in_the_field_with_the_reason(
    desk, first_round, text, status, message
):
    page = desk.post(LINE, {"linea": text})
    assert page.status_code == status
    assert message in page.text
    assert 'aria-invalid="true"' in page.text
    assert press_intro(desk, text).status_code == 200
    assert not Acta.objects.exists()


def test_a_second_desk_learns_that_the_match_is_already_written(
    desk, first_round, pilar, client_as
):
    other_desk = client_as(pilar)
    preview = hidden_value(press_intro(desk, "3 2-1"), "visto")
    press_intro_twice(other_desk, "3 2-0")
    Match.objects.filter(number=9).update(state="waiting", table=None)
    page = press_intro(desk, "3 2-1", visto=preview)
    assert page.status_code == 409
    assert 'data-typed="3 2-1"' in page.text
    assert lines_of(3) == ["coto A", "coto A"]


def test_the_same_result_typed_at_the_desk_confirms_the_acta_of_the_players(
    desk, first_round, casino, chema
):
    match = first_round.matches.get(number=3)
    for number, line in enumerate(LINES, 1):
        record_hand(match=match, author=chema, line=line, number=number)
    Match.objects.filter(number=9).update(state="waiting", table=None)
    Match.objects.filter(number=3).update(state="playing")
    Acta.objects.filter(match=match).update(pending_since="2026-11-24T10:00Z", author=None)
    match.shown_acta = live_acta(match)
    match.shown_acta.hands.update(author=None, side=0, road="table", author_name="la pareja 5")
    match.result.delete()
    Tournament.objects.update(confirmations=1)
    assert press_intro(desk, "3 2-0").status_code == 409
    assert "Guardado:" in press_intro_twice(desk, "3 2-1").text
    assert Match.objects.get(number=3).state == "finished"


def test_the_desk_undoes_the_result_it_has_just_written(desk, first_round):
    record_hand(match=Match.objects.get(number=3), author=None, line="coto 3-1", number=1)
    undo = hidden_value(press_intro_twice(desk, "3 2-0"), "undo")
    assert Match.objects.get(number=3).state == "finished"
    page = desk.post(DESK + "deshacer/", {"undo": undo}, follow=True)
    assert "Deshecho" in page.text
    assert lines_of(3) == ["coto 3-1"]
    assert "versión 2" in desk.post(DESK + "deshacer/", {"undo": undo}, follow=True).text
    assert desk.post(DESK + "deshacer/", {"undo": "nada"}).status_code == 302


def test_nobody_undoes_a_result_that_another_user_wrote(desk, first_round, pilar, client_as):
    undo = hidden_value(press_intro_twice(desk, "3 2-0"), "undo")
    page = client_as(pilar).post(DESK + "deshacer/", {"undo": undo}, follow=True)
    assert "Otra persona" in page.text
    assert lines_of(3) == ["coto A", "coto A"]


def test_a_number_means_the_table_and_p_means_the_match(desk, first_round):
    Match.objects.filter(number=2).update(table=None, state="waiting")
    Match.objects.filter(number=10).update(table=2, state="playing")
    assert [match.number for match in look_up(first_round.tournament, "2")] == [10, 2]
    assert "ganador: 19 ·" in press_intro(desk, "2 2-0").text  # a bare number is a table
    assert "ganador: 3 ·" in press_intro(desk, "p2 2-0").text


def test_looking_up_a_table_costs_at_most_five_queries(
    casino, first_round, django_assert_max_num_queries
):
    with django_assert_max_num_queries(5):
        assert len(look_up(casino, "3")) == 1


def test_a_reason_keeps_its_question_mark():
    assert read_desk_line("12 pierde A: ¿se marchan?").result == "pierde A: ¿se marchan?"


def test_a_match_whose_table_has_another_match_opens_its_acta(desk, first_round, chema):
    for number, line in enumerate(LINES, 1):
        record_hand(match=first_round.matches.get(number=2), author=chema, line=line, number=number)
    assert Match.objects.get(number=9).table == 2  # match 9 was called to that table
    response = desk.post(LINE, {"linea": "partida 2?"})
    assert response.url == f"{SITE}acta/R1P002/"
    assert desk.post(LINE, {"linea": "partida 9?"}).url == f"{DESK}?mesa=2"


def test_the_preview_of_an_unfinished_match_names_both_sides(desk, first_round):
    sides = Match.objects.get(number=3).entries
    first, second = (side.full_title_for(EVERYTHING) for side in sides)
    page = press_intro(desk, "3 1-0")
    assert "sigue en juego" in page.text
    assert f"{first} – {second}" in page.text
