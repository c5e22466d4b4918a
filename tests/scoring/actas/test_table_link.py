"""The link of a table: a phone that opens it can write that match and no other."""

import re
from datetime import timedelta
from html import unescape

from django.utils import timezone

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.actas.table_links import link_secret, table_url
from scoring.models import Result
from tests.rows import each
from tests.scoring.played_rounds import play, publish
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.accounts.devices import DEVICE_COOKIE
from tournaments.audit.services import note
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.site.page_cache import revision


def table_page_url(match, end=""):
    return f"/t/{match.tournament.slug}/mesa/{match.code}/{end}"


@world
def phone(client_as, match):
    """The phone of side A, after reading the QR of the first table."""
    browser = client_as(None)
    browser.get(table_url("", match))
    browser.post(table_page_url(match, "lado/"), {"side": 0})
    return browser


def coto_form(number, a, b, **extra_fields):
    return {"como": "coto", "number": number, "partidas_a": a, "partidas_b": b, **extra_fields}


def write_match(phone, match):
    for number, (a, b) in enumerate(([3, 1], [2, 3], [3, 0]), 1):
        assert phone.post(table_page_url(match), coto_form(number, a, b)).status_code == 302


@world
def unconfirmed_acta(phone, match):
    """A whole acta written on the phone of side A, not confirmed by side B."""
    write_match(phone, match)
    return live_acta(match)


@world
def phone_b(client_as, match):
    """The phone of side B, after reading the QR."""
    browser = client_as(None)
    browser.get(table_url("", match))
    browser.post(table_page_url(match, "lado/"), {"side": 1})
    return browser


# --- The link -----------------------------------------------------------------------------------
def test_the_link_opens_the_table_and_leaves_no_secret_in_the_address(client_as, match):
    browser = client_as(None)
    answer = browser.get(table_url("", match))
    assert (answer.status_code, answer.url) == (302, table_page_url(match))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "¿De qué pareja es usted?" in browser.get(table_page_url(match)).content.decode()


@each("secret", "aaaaaaaaaaaaaaaa", "x", "0")
def test_a_wrong_secret_opens_nothing(client_as, match, secret):
    browser = client_as(None)
    assert browser.get(f"/m/{match.code}/{secret}/").status_code == 404
    assert browser.get(table_page_url(match)).status_code == 403


def test_the_link_does_not_open_another_match(phone, client_as, match, other_match):
    assert phone.get(table_page_url(other_match)).status_code == 403
    assert phone.post(table_page_url(other_match), coto_form(1, 3, 1)).status_code == 403
    assert client_as(None).get(f"/m/{other_match.code}/{link_secret(match)}/").status_code == 404


def test_a_new_link_serial_revokes_the_link_at_once(phone, match):
    old_link = table_url("", match)
    Match.objects.filter(pk=match.pk).update(link_serial=2)
    assert phone.get(table_page_url(match)).status_code == 403
    assert phone.get(old_link).status_code == 404


def test_the_link_closes_hours_after_the_end_of_the_match(phone, match, unconfirmed_acta):
    phone.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    match.refresh_from_db()
    assert (phone.get(table_page_url(match)).status_code, match.state) == (200, "finished")
    long_ago = timezone.now() - timedelta(hours=13)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    assert phone.get(table_page_url(match)).status_code == 403


def test_the_link_of_a_match_of_a_draft_opens_nothing(client_as, casino, pairs):
    draft = seat_round(casino, [pairs(casino, 2)], published=False)
    match = draft.matches.get()
    answer = client_as(None).get(table_url("", match))
    assert (answer.status_code, client_as(None).get(table_page_url(match)).status_code) == (
        302,
        403,
    )


def test_the_link_takes_a_referee_to_the_acta(client_as, raul, match):
    answer = client_as(raul).get(table_url("", match))
    assert answer.url == f"/t/{match.tournament.slug}/acta/{match.code}/"


def test_a_role_does_not_open_the_page_of_the_players(client_as, pilar, match):
    assert client_as(pilar).get(table_page_url(match)).status_code == 403


# --- Writing and confirming -----------------------------------------------------------------------
def test_one_side_writes_and_the_other_confirms_on_the_phone_handed_over(
    phone, match, unconfirmed_acta
):
    text = phone.get(table_page_url(match)).content.decode()
    assert "Pendiente de confirmar por la pareja" in text and "Estamos de acuerdo" not in text
    assert "Confirmar por" in text.partition("Nos pasamos el teléfono")[2]
    assert "Confirmar por" not in text.partition("Nos pasamos el teléfono")[0]
    assert not Result.objects.filter(match=match).exists()
    phone.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (Match.State.FINISHED, 0)
    signature = live_acta(match).signatures.get()
    assert (signature.side, signature.device) == (1, phone.cookies[DEVICE_COOKIE].value)


def test_the_side_that_wrote_the_acta_cannot_confirm_it(phone, match, unconfirmed_acta):
    phone.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 0})
    assert not Result.objects.filter(match=match).exists()


def test_a_refused_coto_stays_typed_on_the_page(phone, match):
    answer = phone.post(table_page_url(match), coto_form(1, 3, 3))
    assert answer.status_code == 400
    assert 'value="3"' in answer.content.decode()


def test_players_cannot_write_forfeits_or_notation(phone, match):
    text = phone.get(table_page_url(match)).content.decode()
    assert "como=forfeit" not in text and "como=notation" not in text
    phone.post(
        table_page_url(match), {"como": "forfeit", "number": 1, "loser": "B", "reason": "yo gano"}
    )
    phone.post(
        table_page_url(match), {"como": "notation", "number": 1, "text": "pierde B: yo gano"}
    )
    assert live_acta(match) is None


def test_an_unknown_side_is_refused(phone, match):
    assert phone.post(table_page_url(match, "lado/"), {"side": 7}).status_code == 400
    assert (
        phone.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 7}).status_code
        == 400
    )


def test_a_side_takes_back_its_last_line(phone, match):
    phone.post(table_page_url(match), coto_form(1, 3, 1))
    phone.post(table_page_url(match, "borrar/"), {"number": 1})
    assert lines_written(live_acta(match)) == []
    phone.post(table_page_url(match, "borrar/"), {"number": "x"})


def test_the_other_side_disputes_the_acta_and_the_referee_decides(
    phone, client_as, match, raul, phone_b, unconfirmed_acta
):
    too_many_lines = {"version": 1, "reason": "así", "lines": "\n".join(["partida A"] * 2000)}
    answer = phone_b.post(table_page_url(match, "discutir/"), too_many_lines)
    assert answer.status_code == 400
    assert "Un acta tiene como mucho 500 anotaciones." in answer.content.decode()
    assert (
        phone_b.post(table_page_url(match, "discutir/"), {"version": 1, "reason": ""}).status_code
        == 400
    )
    answer = phone_b.post(
        table_page_url(match, "discutir/"), {"version": 1, "reason": "el primero, 1-3"}
    )
    assert answer.status_code == 302
    assert "Lo decide el árbitro" in phone.get(table_page_url(match)).content.decode()
    referee = client_as(raul)
    acta = f"/t/{match.tournament.slug}/acta/{match.code}/"
    text = referee.get(acta).content.decode()
    assert "el primero, 1-3" in text and "Dar por buena esta versión" in text
    referee.post(f"{acta}decidir/", {"keep": 1, "reason": ""})
    assert not Result.objects.filter(match=match).exists()
    referee.post(f"{acta}decidir/", {"keep": 1, "reason": "hay testigos"})
    assert Result.objects.get(match=match).winner == 0


def test_a_side_that_has_disputed_is_not_offered_a_second_dispute(
    phone, match, phone_b, unconfirmed_acta
):
    dispute_page, notice = table_page_url(match, "discutir/"), "El árbitro ya tiene su aviso"
    assert dispute_page in phone_b.get(table_page_url(match)).text
    phone_b.post(dispute_page, {"version": 1, "reason": "el primero, 1-3"})
    text_b = phone_b.get(table_page_url(match)).text
    assert dispute_page not in text_b and notice in text_b
    assert phone_b.get(dispute_page).url == table_page_url(match)
    assert (
        dispute_page in phone.get(table_page_url(match)).text
        and notice not in phone.get(table_page_url(match)).text
    )
    # The lines written offline arrive later and replace the first dispute.
    phone_b.post(dispute_page, {"version": 1, "lines": "coto 1-3", "reason": ""})
    assert lines_written(match.actas.get(rival=True)) == ["coto 1-3"]


def test_the_desk_confirms_a_result_written_by_a_player(
    phone, client_as, match, chema, unconfirmed_acta
):
    desk = client_as(chema)
    acta = f"/t/{match.tournament.slug}/acta/{match.code}/"
    assert "Pendiente de confirmar" in desk.get(acta).content.decode()
    desk.post(f"{acta}confirmar/", {"version": 1})
    assert Result.objects.get(match=match).winner == 0


def test_an_old_page_cannot_write_on_a_corrected_acta(phone, match, chema):
    record_hand(match=match, author=chema, line=LINES[0], number=1)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    answer = phone.post(table_page_url(match), coto_form(2, 3, 1, version=1))
    assert answer.status_code == 409
    assert "ha corregido el acta" in answer.content.decode()


def test_the_players_call_the_referee_from_their_phone(phone, client_as, match):
    assert "Llamar al árbitro" in phone.get(table_page_url(match)).text
    assert phone.post(table_page_url(match, "arbitro/")).status_code == 302
    call = match.referee_calls.get()
    assert (call.side, call.author, call.author_name) == (0, None, "la pareja 1")
    assert "El árbitro está avisado" in phone.get(table_page_url(match)).text
    assert client_as(None).post(table_page_url(match, "arbitro/")).status_code == 403


# --- After the last line --------------------------------------------------------------------------
def poll_end(browser, match):
    """Request the address that the fragment «final-de-partida» polls. Return the answer."""
    text = browser.get(table_page_url(match)).content.decode()
    address = unescape(re.search(r'final-de-partida.*?hx-get="([^"]+)"', text, re.DOTALL)[1])
    return browser.get(address, headers={"HX-Request": "true"})


def test_the_end_of_the_match_changes_on_the_phone_when_the_other_side_confirms(
    phone, match, phone_b, unconfirmed_acta
):
    old_address = table_page_url(match) + "?v=0&d=0"
    assert poll_end(phone, match).status_code == 204
    assert "Estamos de acuerdo" in phone_b.get(table_page_url(match)).content.decode()
    phone_b.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 1})
    answer = phone.get(old_address, headers={"HX-Request": "true"})
    fragment = answer.content.decode()
    assert "Encuentro terminado" in fragment and "Su próxima mesa saldrá aquí" in fragment
    assert "<html" not in fragment
    assert poll_end(phone, match).status_code == 204


def test_the_end_offers_to_erase_the_last_line_until_it_is_confirmed(
    phone, match, phone_b, unconfirmed_acta
):
    text, button_text = phone.get(table_page_url(match)).text, "Borrar la última anotación"
    fragment = text.split('id="final-de-partida"')[1].split("</section>")[0]
    assert button_text in fragment and text.count(button_text) == 1
    phone_b.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 1})
    answer = phone.get(table_page_url(match) + "?v=0&d=0", headers={"HX-Request": "true"})
    assert "Encuentro terminado" in answer.text and button_text not in answer.text


def test_the_phone_reloads_the_page_if_the_last_line_is_erased(phone, match, unconfirmed_acta):
    phone.post(table_page_url(match, "borrar/"), {"number": 3})
    answer = phone.get(table_page_url(match) + "?v=0&d=0", headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_an_open_page_announces_a_line_written_on_another_phone(phone, match, phone_b):
    text = phone_b.get(table_page_url(match)).content.decode()
    address = unescape(re.search(r'otra-linea.*?hx-get="([^"]+)"', text, re.DOTALL)[1])
    assert phone_b.get(address, headers={"HX-Request": "true"}).status_code == 204
    note(match.tournament, None, "draw_round")
    unchanged_answer = phone_b.get(address, headers={"HX-Request": "true"})
    assert unchanged_answer.status_code == 204
    assert unchanged_answer.headers["X-Tapete-Shown"] == str(revision(match.tournament, EVERYTHING))
    write_match(phone, match)
    fragment = phone_b.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "se ha anotado algo en esta mesa" in fragment and "<html" not in fragment
    # Once the match has ended, the page polls the fragment of the end instead.
    assert "otra-linea" not in phone_b.get(table_page_url(match)).content.decode()


def test_the_phone_shows_the_next_table_after_a_finished_match(
    phone, match, pilar, chema, unconfirmed_acta
):
    phone.post(table_page_url(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    for other_match in Match.objects.filter(tournament=match.tournament, state="playing"):
        play(other_match, chema)
    publish(match.tournament, pilar)
    text = phone.get(table_page_url(match)).content.decode()
    assert "Ahora juega en la <strong>mesa" in text and "contra" in text
    assert f'/mesa/?q={match.entries[0].number}#respuesta"' in text
