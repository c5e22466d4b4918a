"""The page of a correction: what changes, the lines one by one, older versions."""

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta
from scoring.models import Acta
from tests.rows import each, phrases, words
from tests.scoring.corrections import A_WINS, seats, turned, what_if, write


# --- The page -----------------------------------------------------------------------------------
def address(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/corregir/"


def form(match, **more):
    return {"lines": "\n".join(turned(match)), "reason": "al revés", "version": "1", **more}


@each("headers", {"HX-Request": "true"}, {})
def test_the_preview_tells_what_changes(bracket, first, pilar, client_as, headers):
    page = client_as(pilar).post(address(first), form(first, ver="1"), headers=headers)
    for said in phrases(
        "Cambia el ganador del encuentro.; En la clasificación; Encuentros posteriores; Estaría",
        "en la mesa, sin nada escrito; Guardar y cambiarlos de sitio",
    ):
        assert said in page.text
    assert live_acta(first).version == 1


@pytest.mark.slow
def test_the_page_shows_the_draw_that_would_come_out(swiss, first, pilar, client_as):
    """Only for who asks; who rests, and so the places, may be others in a round drawn again."""
    browser = client_as(pilar)
    sent = form(first, ver="1")
    plain = browser.post(address(first), sent, headers={"HX-Request": "true"}).text
    assert "Ver la ronda que saldría" in plain
    assert "Así saldría" not in plain
    seed, codes = swiss.seed, set(swiss.matches.values_list("code", flat=True))
    told = browser.post(address(first), {**sent, "ver": "rehecho"}).text
    assert "Así saldría la ronda 2" in told
    assert "Si además se rehacen las rondas, la clasificación" in told
    assert "Guardar y rehacer las rondas" in told
    swiss.refresh_from_db()
    assert (swiss.seed, set(swiss.matches.values_list("code", flat=True))) == (seed, codes)
    assert live_acta(first).version == 1


@pytest.mark.slow
def test_saved_with_the_exchange_from_the_page(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    one, other = seats(first)
    seen = what_if(first).seen
    page = browser.post(address(first), form(first, remedy="1", seen=seen), follow=True)
    assert f"El {one} y el {other} han cambiado de sitio desde la ronda 2." in page.text
    assert seats(first)[1] in seats(bracket.matches.get(position=1))
    public = browser.get(f"/t/{first.tournament.slug}/ronda/{bracket.serial}/")
    assert "Después de una corrección" in public.text


def test_saving_alone_moves_nobody(bracket, first, pilar, client_as):
    there = seats(bracket.matches.get(position=1))
    assert client_as(pilar).post(address(first), form(first)).status_code == 302
    assert seats(bracket.matches.get(position=1)) == there
    assert live_acta(first).version == 2


def test_a_stale_page_is_409_and_keeps_what_was_typed(bracket, first, pilar, client_as):
    page = client_as(pilar).post(address(first), form(first, remedy="1", seen="otra cosa"))
    assert page.status_code == 409
    assert "Mírelas otra vez" in page.text
    assert page.context["form"]["reason"].value() == "al revés"


def boxes(match, **more):
    """One line in its boxes, as the page sends it."""
    acta = live_acta(match)
    return {
        "acta-lines": "\n".join(lines_written(acta)),
        "acta-version": acta.version,
        "acta-what": "change",
        "acta-reason": "mal copiado",
        "como": "coto",
        **more,
    }


def test_one_line_is_changed_voided_or_inserted(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    page = browser.get(address(first))
    for link in ("?corregir=1", "?anular=2", "?insertar=1"):
        assert link in page.text
    shown = page.context["line_form"]  # the last one, if the link does not say which
    assert (shown.kind, shown["partidas_a"].value(), shown["partidas_b"].value()) == (
        "coto",
        "3",
        "0",
    )
    assert browser.get(address(first) + "?anular=2").context["form"]["lines"].value() == "coto 3-1"
    two = boxes(first, **{"acta-at": "2"}, partidas_a="3", partidas_b="2")
    assert browser.post(address(first), two).status_code == 302
    assert lines_written(live_acta(first)) == ["coto 3-1", "coto 3-2"]
    blank = {"acta-lines": "\n\ncoto 3-1\n\ncoto 3-2"}  # a blank row is no line
    page = browser.post(
        address(first), boxes(first, **blank, **{"acta-at": "2"}, partidas_a="3", partidas_b="3")
    )
    assert page.context["line_form"]["partidas_b"].value() == "3" and page.status_code == 400
    hand = live_acta(first).hands.get(number=2)
    before = boxes(first, **{"acta-what": "insert", "acta-at": "1"}, partidas_a="1", partidas_b="3")
    answer = browser.post(address(first), before)
    assert answer.status_code == 302, answer.context["form"].errors
    assert lines_written(live_acta(first)) == ["coto 1-3", "coto 3-1", "coto 3-2"]
    assert live_acta(first).hands.get(number=3).uid == hand.uid  # the same line, one further on


def test_a_line_that_cannot_be_is_said_in_its_boxes(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    for typed, status, said in (
        ({"partidas_a": "3", "partidas_b": "3"}, 400, "Un coto no puede acabar 3-3"),
        ({"partidas_a": "3", "partidas_b": ""}, 400, "obligatorio"),
        ({"partidas_a": "1", "partidas_b": "3"}, 302, ""),  # the match is open again
    ):
        page = browser.post(address(first), boxes(first, **{"acta-at": "2"}, **typed))
        assert page.status_code == status
        if status == 400:
            assert said in str(page.context["line_form"].errors)
            assert page.context["line_form"]["partidas_a"].value() == "3"
    assert lines_written(live_acta(first)) == ["coto 3-1", "coto 1-3"]


def test_a_line_becomes_one_of_another_kind(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    page = browser.get(address(first) + "?corregir=2&como=coto_winner")
    assert page.context["line_form"].kind == "coto_winner"
    sent = boxes(first, **{"acta-at": "2"}, como="coto_winner", winner="A")
    assert browser.post(address(first), sent).status_code == 302
    assert lines_written(live_acta(first)) == ["coto 3-1", "coto A"]


def test_the_sides_are_exchanged_with_one_button(bracket, first, pilar, client_as):
    page = client_as(pilar).get(address(first))
    assert "Lados cambiados" in page.text
    sent = {"version": "1", "reason": "Estaban cambiados los lados"}
    button = address(first).replace("corregir", "lados")
    asked = client_as(pilar).post(button, sent)  # the semifinals were drawn from this result
    assert "Cambiar los lados" in asked.text
    assert lines_written(live_acta(first)) == A_WINS
    client_as(pilar).post(button, {**sent, "sabido": "1"})
    assert lines_written(live_acta(first)) == ["coto 1-3", "coto 0-3"]


@each("headers", {"HX-Request": "true"}, {})
def test_the_boxes_say_what_they_would_change(bracket, first, pilar, client_as, headers):
    sent = boxes(first, **{"acta-at": "2"}, partidas_a="0", partidas_b="3", ver="1")
    page = client_as(pilar).post(address(first), sent, headers=headers)
    assert "vuelve a estar en juego" in page.text
    assert live_acta(first).version == 1


@pytest.mark.slow
@each("asked", *words("?corregir=9 ?corregir=x ?insertar=0 ?corregir=99999999999 ?corregir=-1"))
def test_links_to_what_is_not_there_show_the_last_line(bracket, first, pilar, client_as, asked):
    page = client_as(pilar).get(address(first) + asked)
    assert page.status_code == 200
    assert page.context["form"]["at"].value() == 2


@each("asked", *words("?anular=x ?volver=9 ?anular=-1 ?anular=9"))
def test_links_to_what_is_not_there_ask_nothing(bracket, first, pilar, client_as, asked):
    page = client_as(pilar).get(address(first) + asked + "&texto=1")
    assert page.status_code == 200
    assert page.context["form"]["lines"].value() == "\n".join(A_WINS)


def test_bad_numbers_of_a_line_are_400(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    for wrong in ({"what": "otra"}, {"what": "change", "at": "0"}, {"what": "change", "at": "x"}):
        assert browser.post(address(first), {**form(first), **wrong}).status_code == 400
    assert live_acta(first).version == 1


def test_back_to_an_older_version_is_another_correction(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    page = browser.get(address(first) + "?volver=1")
    assert "Volver a esta versión" in page.text
    lines = page.context["form"]["lines"].value()
    assert lines == "\n".join(A_WINS)
    sent = {"lines": lines, "reason": "era la buena", "version": "2"}
    assert browser.post(address(first), sent).status_code == 302
    assert live_acta(first).version == 3
    assert [one.version for one in Acta.objects.filter(match=first).order_by("version")] == [
        1,
        2,
        3,
    ]


def test_the_referee_sees_what_changes_and_no_more(bracket, raul, client_as):
    """In the round in play, in which he may correct: nothing has been drawn from it yet."""
    match = bracket.matches.get(position=1)
    write(match, raul)
    page = client_as(raul).post(address(match), form(match), headers={"HX-Request": "true"})
    assert "En la clasificación" in page.text
    assert "Guardar y" not in page.text
    page = client_as(raul).post(address(match), form(match, remedy="1"))
    assert page.status_code == 403
    assert "Solo la organización puede rehacer las rondas" in page.text
