"""The page of a correction: its consequences, the form of each line, older versions."""

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta
from scoring.models import Acta
from tests.rows import each, phrases, words
from tests.scoring.corrections import (
    A_WINS,
    entry_numbers,
    opposite_lines,
    preview_correction,
    write,
)


# --- Consequences and remedies ------------------------------------------------------------------
def correction_url(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/corregir/"


def form(match, **extra_fields):
    """Return the form that gives the match to the other side."""
    return {
        "lines": "\n".join(opposite_lines(match)),
        "reason": "al revés",
        "version": "1",
        **extra_fields,
    }


@each("headers", {"HX-Request": "true"}, {})
def test_the_preview_shows_the_consequences(bracket, first_match, pilar, client_as, headers):
    page = client_as(pilar).post(
        correction_url(first_match), form(first_match, ver="1"), headers=headers
    )
    for phrase in phrases(
        "Cambia el ganador del encuentro.; En la clasificación; Encuentros posteriores; Estaría",
        "en la mesa, sin nada escrito; Guardar y cambiarlos de sitio",
    ):
        assert phrase in page.text
    assert live_acta(first_match).version == 1


@pytest.mark.slow
def test_the_page_shows_the_redraw_only_on_request(swiss, first_match, pilar, client_as):
    """The redraw may change the byes, and so the places."""
    browser = client_as(pilar)
    fields = form(first_match, ver="1")
    preview = browser.post(correction_url(first_match), fields, headers={"HX-Request": "true"}).text
    assert "Ver la ronda que saldría" in preview
    assert "Así saldría" not in preview
    seed, codes = swiss.seed, set(swiss.matches.values_list("code", flat=True))
    page_text = browser.post(correction_url(first_match), {**fields, "ver": "rehecho"}).text
    assert "Así saldría la ronda 2" in page_text
    assert "Si además se rehacen las rondas, la clasificación" in page_text
    assert "Guardar y rehacer las rondas" in page_text
    swiss.refresh_from_db()
    assert (swiss.seed, set(swiss.matches.values_list("code", flat=True))) == (seed, codes)
    assert live_acta(first_match).version == 1


@pytest.mark.slow
def test_the_page_saves_a_correction_with_its_exchange(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    winner, loser = entry_numbers(first_match)
    seen = preview_correction(first_match).seen
    page = browser.post(
        correction_url(first_match), form(first_match, remedy="1", seen=seen), follow=True
    )
    assert f"El {winner} y el {loser} han cambiado de sitio desde la ronda 2." in page.text
    assert entry_numbers(first_match)[1] in entry_numbers(bracket.matches.get(position=1))
    public_page = browser.get(f"/t/{first_match.tournament.slug}/ronda/{bracket.serial}/")
    assert "Después de una corrección" in public_page.text


def test_a_correction_without_its_remedy_leaves_the_draw(bracket, first_match, pilar, client_as):
    old_seats = entry_numbers(bracket.matches.get(position=1))
    assert client_as(pilar).post(correction_url(first_match), form(first_match)).status_code == 302
    assert entry_numbers(bracket.matches.get(position=1)) == old_seats
    assert live_acta(first_match).version == 2


def test_an_old_page_is_a_conflict_and_keeps_the_typed_reason(
    bracket, first_match, pilar, client_as
):
    page = client_as(pilar).post(
        correction_url(first_match), form(first_match, remedy="1", seen="otra cosa")
    )
    assert page.status_code == 409
    assert "Mírelas otra vez" in page.text
    assert page.context["form"]["reason"].value() == "al revés"


# --- One line -----------------------------------------------------------------------------------
def line_form(match, **extra_fields):
    """Return the form of one line, as the page sends it."""
    acta = live_acta(match)
    return {
        "acta-lines": "\n".join(lines_written(acta)),
        "acta-version": acta.version,
        "acta-what": "change",
        "acta-reason": "mal copiado",
        "como": "coto",
        **extra_fields,
    }


def test_the_page_changes_voids_or_inserts_one_line(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    page = browser.get(correction_url(first_match))
    for link in ("?corregir=1", "?anular=2", "?insertar=1"):
        assert link in page.text
    last_line = page.context["line_form"]  # the last line, if the link has no number
    assert (last_line.kind, last_line["partidas_a"].value(), last_line["partidas_b"].value()) == (
        "coto",
        "3",
        "0",
    )
    assert (
        browser.get(correction_url(first_match) + "?anular=2").context["form"]["lines"].value()
        == "coto 3-1"
    )
    changed_line = line_form(first_match, **{"acta-at": "2"}, partidas_a="3", partidas_b="2")
    assert browser.post(correction_url(first_match), changed_line).status_code == 302
    assert lines_written(live_acta(first_match)) == ["coto 3-1", "coto 3-2"]
    blank = {"acta-lines": "\n\ncoto 3-1\n\ncoto 3-2"}  # blank rows are ignored
    page = browser.post(
        correction_url(first_match),
        line_form(first_match, **blank, **{"acta-at": "2"}, partidas_a="3", partidas_b="3"),
    )
    assert page.context["line_form"]["partidas_b"].value() == "3" and page.status_code == 400
    hand = live_acta(first_match).hands.get(number=2)
    inserted_line = line_form(
        first_match, **{"acta-what": "insert", "acta-at": "1"}, partidas_a="1", partidas_b="3"
    )
    answer = browser.post(correction_url(first_match), inserted_line)
    assert answer.status_code == 302, answer.context["form"].errors
    assert lines_written(live_acta(first_match)) == ["coto 1-3", "coto 3-1", "coto 3-2"]
    assert (
        live_acta(first_match).hands.get(number=3).uid == hand.uid
    )  # the same line, moved from 2 to 3


def test_an_invalid_line_is_refused_beside_its_field(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    for fields, status, message in (
        ({"partidas_a": "3", "partidas_b": "3"}, 400, "Un coto no puede acabar 3-3"),
        ({"partidas_a": "3", "partidas_b": ""}, 400, "obligatorio"),
        ({"partidas_a": "1", "partidas_b": "3"}, 302, ""),  # valid: reopens the match
    ):
        page = browser.post(
            correction_url(first_match), line_form(first_match, **{"acta-at": "2"}, **fields)
        )
        assert page.status_code == status
        if status == 400:
            assert message in str(page.context["line_form"].errors)
            assert page.context["line_form"]["partidas_a"].value() == "3"
    assert lines_written(live_acta(first_match)) == ["coto 3-1", "coto 1-3"]


def test_a_line_can_be_changed_to_another_kind(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    page = browser.get(correction_url(first_match) + "?corregir=2&como=coto_winner")
    assert page.context["line_form"].kind == "coto_winner"
    fields = line_form(first_match, **{"acta-at": "2"}, como="coto_winner", winner="A")
    assert browser.post(correction_url(first_match), fields).status_code == 302
    assert lines_written(live_acta(first_match)) == ["coto 3-1", "coto A"]


def test_a_button_exchanges_the_sides_after_a_confirmation(bracket, first_match, pilar, client_as):
    page = client_as(pilar).get(correction_url(first_match))
    assert "Lados cambiados" in page.text
    fields = {"version": "1", "reason": "Estaban cambiados los lados"}
    button = correction_url(first_match).replace("corregir", "lados")
    # The page asks first, because the semifinals were drawn from this result.
    confirmation = client_as(pilar).post(button, fields)
    assert "Cambiar los lados" in confirmation.text
    assert lines_written(live_acta(first_match)) == A_WINS
    client_as(pilar).post(button, {**fields, "sabido": "1"})
    assert lines_written(live_acta(first_match)) == ["coto 1-3", "coto 0-3"]


@each("headers", {"HX-Request": "true"}, {})
def test_the_form_of_one_line_has_a_preview(bracket, first_match, pilar, client_as, headers):
    fields = line_form(first_match, **{"acta-at": "2"}, partidas_a="0", partidas_b="3", ver="1")
    page = client_as(pilar).post(correction_url(first_match), fields, headers=headers)
    assert "vuelve a estar en juego" in page.text
    assert live_acta(first_match).version == 1


@pytest.mark.slow
@each("query", *words("?corregir=9 ?corregir=x ?insertar=0 ?corregir=99999999999 ?corregir=-1"))
def test_a_link_to_an_unknown_line_opens_the_last_line(
    bracket, first_match, pilar, client_as, query
):
    page = client_as(pilar).get(correction_url(first_match) + query)
    assert page.status_code == 200
    assert page.context["form"]["at"].value() == 2


@each("query", *words("?anular=x ?volver=9 ?anular=-1 ?anular=9"))
def test_a_link_to_an_unknown_line_or_version_leaves_the_lines_unchanged(
    bracket, first_match, pilar, client_as, query
):
    page = client_as(pilar).get(correction_url(first_match) + query + "&texto=1")
    assert page.status_code == 200
    assert page.context["form"]["lines"].value() == "\n".join(A_WINS)


def test_an_invalid_act_or_line_number_is_refused(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    for invalid_fields in (
        {"what": "otra"},
        {"what": "change", "at": "0"},
        {"what": "change", "at": "x"},
    ):
        assert (
            browser.post(
                correction_url(first_match), {**form(first_match), **invalid_fields}
            ).status_code
            == 400
        )
    assert live_acta(first_match).version == 1


# --- Older versions and permissions -------------------------------------------------------------
def test_restoring_an_older_version_is_another_correction(bracket, first_match, pilar, client_as):
    browser = client_as(pilar)
    correct_acta(
        match=first_match, author=pilar, lines=opposite_lines(first_match), reason="al revés"
    )
    page = browser.get(correction_url(first_match) + "?volver=1")
    assert "Volver a esta versión" in page.text
    lines = page.context["form"]["lines"].value()
    assert lines == "\n".join(A_WINS)
    fields = {"lines": lines, "reason": "era la buena", "version": "2"}
    assert browser.post(correction_url(first_match), fields).status_code == 302
    assert live_acta(first_match).version == 3
    assert [
        acta.version for acta in Acta.objects.filter(match=first_match).order_by("version")
    ] == [1, 2, 3]


def test_the_referee_sees_the_consequences_but_may_not_remedy(bracket, raul, client_as):
    """A referee may correct in the round in play, from which no round is drawn yet."""
    match = bracket.matches.get(position=1)
    write(match, raul)
    page = client_as(raul).post(correction_url(match), form(match), headers={"HX-Request": "true"})
    assert "En la clasificación" in page.text
    assert "Guardar y" not in page.text
    page = client_as(raul).post(correction_url(match), form(match, remedy="1"))
    assert page.status_code == 403
    assert "Solo la organización puede rehacer las rondas" in page.text
