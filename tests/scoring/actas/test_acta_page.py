"""The page of an acta: each kind of line, refusals beside their field, the preview, forfeits."""

import re

from scoring.models import Result
from tests.costs import count_queries
from tests.rows import cases, each
from tests.scoring.games.guinote import DEAL
from tests.scoring.seated_rounds import ACTA, LINES, PREVIEW, PUBLIC, lines, seat_round, write
from tests.worlds import world
from tournaments.models import Match

WITHDRAWAL = {"kind": "withdrawn", "effect": "lose"}


@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@world
def desk(match, chema, client_as):
    return client_as(chema)


# --- Saved lines ------------------------------------------------------------------------------
def test_in_the_vueltas_a_side_can_declare(desk, match, chema):
    write(match, chema, "62-58 uA A20o B40e")
    form = {"como": "deal", "number": "2", "cards_a": "9", "cards_b": "31", "declared": "A"}
    assert desk.post(ACTA, form).status_code == 302
    assert lines()[1] == "9-31 !A"


def test_after_a_line_is_saved_the_page_shows_the_new_score(desk):
    page = desk.post(
        ACTA, {"como": "coto", "number": "1", "partidas_a": "3", "partidas_b": "1"}, follow=True
    )
    assert "La pareja 1 gana el coto" in page.text
    assert "Cotos 1–0 · partidas 0–0" in page.text
    assert page.context["form"].kind == "coto"
    assert page.context["form"]["number"].value() == 2


def test_the_score_shows_tantos_in_malas_and_buenas(desk, match, chema):
    write(match, chema, "62-58 uB")
    sides = desk.get(ACTA).context["board"]["sides"]
    assert [(side["tantos"], side["half"]) for side in sides] == [(12, "buenas"), (18, "buenas")]


def test_after_the_last_line_the_link_to_the_desk_has_the_focus(desk, match, chema):
    write(match, chema, *LINES[:2])
    page = desk.post(
        ACTA, {"como": "coto", "number": "3", "partidas_a": "3", "partidas_b": "0"}, follow=True
    )
    button = re.search(r'<a [^>]*href="/t/casino-de-calamocha/control/"[^>]* autofocus', page.text)
    assert button is not None
    assert page.context["form"] is None
    assert Result.objects.get(match=match).winner == 0


def test_the_form_offers_to_declare_only_in_the_vueltas(desk, match, chema):
    assert "declared" not in desk.get(ACTA + "?como=deal").context["form"].fields
    write(match, chema, "62-58 uB")
    assert "declared" in desk.get(ACTA + "?como=deal").context["form"].fields


@cases(
    "earlier_lines, fields, next_kind",
    ([], {"como": "coto", "partidas_a": "3", "partidas_b": "1"}, "coto"),
    ([], {"como": "partida", "winner": "B"}, "partida"),
    ([], {"como": "notation", "text": "partida A"}, "notation"),
    (["coto 3-1"], {"como": "ruling", "ruling": "anula", "reason": "mezcla"}, "coto"),
    (["partida A"], {"como": "renuncio", "side": "A", "point": "5"}, "partida"),
    (["62-58 uB"], {"como": "ruling", "ruling": "anula", "reason": "mezcla"}, "deal"),
)
def test_the_form_of_the_next_line_is_of_the_kind_the_table_uses(
    desk, match, chema, earlier_lines, fields, next_kind
):
    write(match, chema, *earlier_lines)
    page = desk.post(ACTA, {"number": str(len(earlier_lines) + 1), **fields}, follow=True)
    assert page.context["form"].kind == next_kind
    assert desk.get(ACTA).context["form"].kind == (
        "partida" if next_kind == "notation" else next_kind
    )


def test_incidents_are_offered_behind_a_button(desk):
    page = desk.get(ACTA)
    assert page.context["in_sight"] == ["coto", "partida", "deal", "whole_result"]
    hidden_part = page.text.split("pages__more")[1].split("</details>")[0]
    assert re.findall(r"como=(\w+)", hidden_part) == [
        "coto_winner",
        "renuncio",
        "ruling",
        "forfeit",
        "stop",
        "notation",
    ]
    assert "Otra cosa" in hidden_part
    button = desk.get(ACTA + "?como=renuncio").text.split("pages__more")[1].split("</summary>")[0]
    assert 'aria-current="page"' in button and "Renuncio" in button


# --- Wrong fields -----------------------------------------------------------------------------
def test_the_wrong_field_has_its_error_linked_and_the_focus(desk):
    page = desk.post(ACTA, {"number": "1", "como": "coto", "partidas_a": "3", "partidas_b": "3"})
    field = re.search(r'<input[^>]*name="partidas_a"[^>]*>', page.text)[0]
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="apunte_partidas_a_error"' in field
    assert "autofocus" in field
    assert 'id="apunte_partidas_a_error"' in page.text
    assert 'href="#apunte_partidas_a"' in page.text


def test_a_line_of_ten_megabytes_is_refused(desk):
    page = desk.post(ACTA, {"number": "1", "como": "notation", "text": "x" * 10_000_000})
    assert page.status_code == 413
    assert lines() == []


@each("number", "", "x", "0", "-1", "9" * 50)
def test_an_invalid_line_number_is_refused(desk, number):
    page = desk.post(ACTA, {"como": "coto", "partidas_a": "3", "partidas_b": "1", "number": number})
    assert page.status_code == 400
    assert lines() == []


def test_an_unknown_kind_of_line_is_read_as_the_usual_kind(desk):
    assert desk.post(ACTA, {"como": "x' OR 1=1"}).status_code == 400
    assert desk.get(ACTA, {"como": "nada"}).status_code == 200


# --- Matches of two players ---------------------------------------------------------------------
def test_players_are_called_by_their_names(seated, client_as):
    hands = ["51-69 uA A40o B20c B20e dB", "29-91 uB A40o A20c A20e"]
    page = seated("guinote", "mano_a_mano_dos_cotos_de_3", *hands).get(ACTA).text
    assert (
        "Paco Gil gana la partida: los dos bandos llegan a 101 y hace las diez de últimas (101-109)"
        in page
    )
    assert "los dos bandos llegan a 101, pero Paco Gil no tiene 30 tantos sin cantes" in page
    assert not re.search(r"\bparejas?\b", client_as(None).get(PUBLIC).text, re.IGNORECASE)


# --- Repeated, late and conflicting posts -----------------------------------------------------
def test_two_identical_posts_write_one_line(desk):
    form = {"como": "coto", "number": "1", "partidas_a": "3", "partidas_b": "1"}
    assert [desk.post(ACTA, form).status_code for _ in range(2)] == [302, 302]
    assert lines() == ["coto 3-1"]


def test_a_different_line_with_a_used_number_is_a_conflict_that_shows_both(desk, match, raul):
    write(match, raul, "coto 3-1")
    page = desk.post(ACTA, {"como": "coto", "number": "1", "partidas_a": "1", "partidas_b": "3"})
    assert page.status_code == 409
    assert "«coto 3-1», de raul" in page.text
    assert "«coto 1-3»" in page.text
    assert page.context["form"]["partidas_a"].value() == "1"
    assert lines() == ["coto 3-1"]


def test_a_line_after_the_end_of_the_match_is_a_conflict(desk, match, chema):
    write(match, chema, *LINES)
    page = desk.post(ACTA, {"como": "partida", "number": "4", "winner": "B"})
    assert page.status_code == 409
    assert "ya ha terminado" in page.text
    assert lines() == LINES


def test_the_pages_of_a_match_of_a_draft_are_not_found(casino, pairs, chema, client_as):
    seat_round(casino, [pairs(casino, 2)], published=False)
    browser = client_as(chema)
    for page in ("", "prueba/", "corregir/", "mesa/", "incomparecencia/"):
        assert browser.post(ACTA + page).status_code == 404
    assert browser.get("/t/casino-de-calamocha/partida/R1P001/").status_code == 404
    assert browser.get("/a/R1P001/").status_code == 404


@each("code", "NADA", "R1P999", "%00", "x" * 500)
def test_an_unknown_code_is_not_found(desk, code):
    assert desk.get(f"/t/casino-de-calamocha/acta/{code}/").status_code == 404
    assert desk.get(f"/a/{code}/").status_code == 404


# --- The preview ------------------------------------------------------------------------------
def post_preview(browser, **fields):
    return browser.post(PREVIEW, {"number": "1", **fields}, headers={"HX-Request": "true"})


def test_the_preview_shows_the_reason_of_a_refusal(desk):
    assert (
        "no puede acabar 3-3"
        in post_preview(desk, como="coto", partidas_a="3", partidas_b="3").text
    )


def test_the_preview_of_an_incomplete_line_is_empty(desk):
    assert post_preview(desk, como="coto", partidas_a="3", partidas_b="").text.strip() == ""
    assert post_preview(desk, **{**DEAL, "last": ""}).text.strip() == ""


def test_the_preview_announces_the_end_of_the_match(desk, match, chema):
    write(match, chema, *LINES[:2])
    page = post_preview(desk, como="coto", number="3", partidas_a="3", partidas_b="0")
    assert "Con esta anotación termina el encuentro." in page.text
    assert Match.objects.get().state == Match.State.PLAYING


def test_without_javascript_the_preview_is_a_page_that_keeps_the_typed_values(desk):
    page = desk.post(PREVIEW, DEAL)
    assert page.status_code == 200
    assert "Quedará así:" in page.text
    assert page.context["form"]["cards_a"].value() == "62"
    assert desk.post(PREVIEW, {**DEAL, "cards_a": "1"}).status_code == 400
    assert lines() == []


# --- Forfeits and withdrawals -----------------------------------------------------------------
def test_a_forfeit_gives_the_match_to_the_rival(desk, match):
    loser = match.entries[0]
    answer = desk.post(ACTA + "incomparecencia/", {"loser": loser.pk, "reason": "no se presenta"})
    assert answer.url == ACTA
    assert lines() == ["pierde A: no se presenta"]
    assert Result.objects.get(match=match).winner == 1


@each(
    "fields", {"loser": "999999"}, {"loser": "x"}, {"loser": ""}, {"reason": ""}, {"reason": "\0"}
)
def test_an_invalid_forfeit_is_refused(desk, match, fields):
    valid_form = {"loser": match.entries[0].pk, "reason": "no se presenta"}
    assert desk.post(ACTA + "incomparecencia/", {**valid_form, **fields}).status_code == 400
    assert lines() == []


def test_the_withdrawal_page_lists_the_match_that_the_pair_will_forfeit(desk, match, chema):
    url = "/t/casino-de-calamocha/inscripciones/1/retirar/"
    assert "Mesa 1 · encuentro 1" in desk.get(url).text
    assert desk.post(url, {"reason": ""}).status_code == 400
    assert desk.post(url, {**WITHDRAWAL, "reason": "se marchan"}).status_code == 302
    assert lines() == ["pierde A: se marchan"]
    assert desk.post(url, {**WITHDRAWAL, "reason": "otra vez"}).status_code == 409
    assert desk.get("/t/casino-de-calamocha/inscripciones/99/retirar/").status_code == 404


def test_the_page_takes_the_same_queries_with_one_line_and_with_five(desk, match, chema):
    write(match, chema, "partida A")
    desk.get(ACTA)
    query_counts = []
    for new_lines in ([], ["partida B", "62-58 uA", "renuncio A 1", "partida B"]):
        write(match, chema, *new_lines)
        query_counts.append(count_queries(desk, ACTA))
    assert query_counts[0] == query_counts[1] <= 23
