"""The page that corrects an acta, and the public page of the match with its versions."""

import pytest

from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.models import Acta, Result
from tests.costs import count_queries
from tests.rows import each
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING

CORRECT = "/t/casino-de-calamocha/acta/R1P001/corregir/"
PUBLIC = "/t/casino-de-calamocha/partida/R1P001/"
VALID_FORM = {"lines": "coto 1-3\r\ncoto 2-3\r\n", "reason": "los bandos cambiados", "version": "1"}


@world
def first_round(casino, pairs, chema):
    """Round 1 with two matches, both played."""
    entries = pairs(casino, 4)
    round = seat_round(casino, [entries[:2], entries[2:]])
    for match in round.matches.all():
        for number, line in enumerate(LINES, 1):
            record_hand(match=match, author=chema, line=line, number=number)
    return round


@world
def desk(match, raul, client_as):
    return client_as(raul)


def test_the_form_has_the_lines_of_the_acta(desk):
    page = desk.get(CORRECT, {"texto": "1"})
    assert page.context["form"]["lines"].value() == "\n".join(LINES)
    assert page.context["form"]["version"].value() == 1
    assert "62-58 uA A20o B40e" in page.text  # an example of the notation


def test_a_correction_is_saved_as_a_new_version_with_its_reason(desk, match):
    page = desk.post(CORRECT, VALID_FORM, follow=True)
    assert "Acta corregida" in page.text
    acta = live_acta(match)
    assert (acta.version, acta.reason, lines_written(acta)) == (
        2,
        "los bandos cambiados",
        ["coto 1-3", "coto 2-3"],
    )
    assert Result.objects.get(match=match).winner == 1


def test_a_correction_without_lines_reopens_the_match(desk, match):
    assert desk.post(CORRECT, {**VALID_FORM, "lines": ""}).status_code == 302
    assert Match.objects.get(pk=match.pk).state == Match.State.PLAYING
    assert not Result.objects.filter(match=match).exists()


@pytest.mark.slow
@each(
    "changes, status, field, message",
    ({"lines": "coto 3-1\ncoto 3-3"}, 400, "lines", "Anotación 2. Un coto no puede acabar 3-3"),
    ({"lines": "\n\ncoto 3-1\n\nnada"}, 400, "lines", "Anotación 2. No se entiende «nada»"),
    ({"lines": "coto 3-1\ncoto 3-1\npartida A"}, 409, "lines", "Anotación 3."),
    ({"lines": "62-58 uA\0"}, 400, "lines", "nulo"),
    ({"lines": "\n".join(LINES)}, 400, "lines", "queda igual"),
    ({"lines": "partida A\n" * 501}, 400, "lines", "500"),
    ({"lines": "x" * 1_400_000}, 400, "lines", "Anotación 1."),
    ({"reason": ""}, 400, "reason", "obligatorio"),
    ({"reason": "   "}, 400, "reason", "obligatorio"),
    ({"reason": "x" * 151}, 400, "reason", "151"),
    ({"reason": "nulo \0"}, 400, "reason", "nulo"),
    ({"reason": "del\u202erevés"}, 400, "reason", "imprimir"),
    ({"version": "7"}, 409, "lines", "versión 1"),
    ({"version": "x"}, 400, "version", "entero"),
)
def test_an_invalid_correction_is_refused_and_stays_typed(
    desk, match, changes, status, field, message
):
    page = desk.post(CORRECT, {**VALID_FORM, **changes})
    assert page.status_code == status
    assert message in " ".join(page.context["form"].errors[field])
    assert page.context["form"]["lines"].value() == {**VALID_FORM, **changes}["lines"]
    assert [acta.version for acta in Acta.objects.filter(match=match)] == [1]


def test_a_paste_of_nine_megabytes_is_refused(desk, match):
    assert desk.post(CORRECT, {**VALID_FORM, "lines": "x" * 9_000_000}).status_code == 400
    assert live_acta(match).version == 1


def test_a_match_without_an_acta_cannot_be_corrected(casino, pairs, chema, client_as):
    seat_round(casino, [pairs(casino, 2)])
    page = client_as(chema).post(CORRECT, VALID_FORM)
    assert page.status_code == 409
    assert "no tiene acta" in page.text


def test_the_preview_folds_the_typed_lines(desk, match):
    page = desk.post(CORRECT, VALID_FORM, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert "Cambia el ganador del encuentro." in page.text
    assert "La pareja 2 gana el encuentro" in page.text
    page = desk.post(CORRECT, {**VALID_FORM, "lines": LINES[0]}, headers={"HX-Request": "true"})
    assert "vuelve a estar en juego" in page.text
    page = desk.post(CORRECT, {**VALID_FORM, "lines": "coto 9"}, headers={"HX-Request": "true"})
    assert "Anotación 1. No se entiende «coto 9»" in page.text
    assert live_acta(match).version == 1


def test_without_javascript_the_preview_keeps_the_typed_values(desk, match):
    page = desk.post(CORRECT, {**VALID_FORM, "ver": "1"})
    assert page.status_code == 200
    assert "Así quedará" in page.text
    assert page.context["form"]["reason"].value() == VALID_FORM["reason"]
    assert live_acta(match).version == 1


def test_the_page_lists_the_rounds_drawn_from_the_result(
    casino, first_round, match, pilar, client_as
):
    winner, other_entry = match.entries[0], first_round.matches.get(position=2).entries[0]
    seat_round(casino, [[winner, other_entry]])
    page = client_as(pilar).get(CORRECT)
    assert "Rondas preparadas con este resultado" in page.text
    assert "/t/casino-de-calamocha/partida/R2P001/" in page.text
    assert [later.code for later in page.context["later_draws"].matches] == ["R2P001"]


def test_only_the_organiser_corrects_a_closed_round(
    casino, first_round, match, desk, pilar, client_as
):
    seat_round(casino, [[match.entries[0], first_round.matches.get(position=2).entries[0]]])
    page = desk.get(CORRECT)
    assert page.status_code == 403
    assert "solo la organización" in page.text
    assert desk.post(CORRECT, VALID_FORM).status_code == 403
    assert live_acta(match).version == 1
    assert client_as(pilar).post(CORRECT, VALID_FORM).status_code == 302
    assert live_acta(match).version == 2


# --- The public page --------------------------------------------------------------------------
def test_the_public_page_shows_both_versions_and_the_reason(match, raul, client_as):
    correct_acta(match=match, author=raul, lines=[*LINES[:2], "coto 3-2"], reason="mal copiado")
    page = client_as(None).get(PUBLIC)
    assert page.status_code == 200
    for text in ("La pareja 1 gana el encuentro", "«mal copiado»", "raul", "chema", "Versión 1"):
        assert text in page.text
    assert "La pareja 1 gana el coto (3-2)" in page.text
    assert "<code>coto 3-0</code>" in page.text
    assert "<code>coto 3-2</code>" in page.text
    assert "Abrir el acta" not in page.text


def test_the_public_page_of_a_match_without_lines_and_of_a_bye(casino, pairs, client_as):
    seat_round(casino, [pairs(casino, 2), pairs(casino, 1)])
    browser = client_as(None)
    assert "Todavía no hay nada escrito." in browser.get(PUBLIC).text
    bye = browser.get("/t/casino-de-calamocha/partida/R1P002/")
    assert "descansa en esta ronda" in bye.text


def test_the_public_page_hides_a_draft_drawn_from_the_result(casino, match, client_as):
    seat_round(casino, [match.entries], published=False)
    assert "R2P001" not in client_as(None).get(PUBLIC).text


@each(
    "username, page",
    ("chema", "acta"),
    ("pilar", "acta"),
    ("vecino", "partida"),
    ("nobody", "partida"),
)
def test_the_code_of_the_paper_opens_the_acta_or_the_public_page(
    request, match, client_as, username, page
):
    user = None if username == "nobody" else request.getfixturevalue(username)
    assert client_as(user).get("/a/r1p001/").url == f"/t/casino-de-calamocha/{page}/R1P001/"


def test_the_public_page_takes_few_queries_with_seven_versions(match, raul, client_as):
    for number in range(6):
        lines = [*LINES[:2], f"coto 3-{number % 2 + 1}"]
        correct_acta(match=match, author=raul, lines=lines, reason="repaso")
    assert count_queries(client_as(None), PUBLIC) <= 18


def test_a_changed_line_is_described_by_its_own_words_if_another_line_is_equal(match, pilar):
    """Lines 1 and 3 were equal, but only line 3 ended the match."""
    for lines in (["coto 3-1", "coto 1-3", "coto 3-1"], ["coto 3-0", "coto 1-3", "coto 3-1"]):
        correct_acta(match=match, author=pilar, lines=lines, reason="mal copiado")
    newest, *_older = acta_words.versions_in_words(
        match, list(match.actas.order_by("-version")), EVERYTHING
    )
    (change,) = newest.changes
    sentences = ("La pareja 1 gana el coto (3-1).", "La pareja 1 gana el coto (3-0).")
    assert (change.old_sentence, change.new_sentence) == sentences
