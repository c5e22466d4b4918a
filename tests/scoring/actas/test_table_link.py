"""The link of a table: who holds it writes that match, and nothing else."""

import re
from datetime import timedelta
from html import unescape

from django.utils import timezone

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.actas.table_links import link_secret, table_url
from scoring.models import Result
from tests.rows import each
from tests.scoring.days import play, publish
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.accounts.devices import DEVICE_COOKIE
from tournaments.audit.services import note
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.site.page_cache import revision


def page(match, end=""):
    return f"/t/{match.tournament.slug}/mesa/{match.code}/{end}"


@world
def phone(client_as, match):
    """A phone that has read the QR of the first table and plays on side A."""
    browser = client_as(None)
    browser.get(table_url("", match))
    browser.post(page(match, "lado/"), {"side": 0})
    return browser


def coto(number, a, b, **more):
    return {"como": "coto", "number": number, "partidas_a": a, "partidas_b": b, **more}


def write(phone, match):
    for number, (a, b) in enumerate(([3, 1], [2, 3], [3, 0]), 1):
        assert phone.post(page(match), coto(number, a, b)).status_code == 302


@world
def over(phone, match):
    """Its three lines are written on the phone of side A: it waits for the other side."""
    write(phone, match)
    return live_acta(match)


@world
def theirs(client_as, match):
    """The phone of side B."""
    browser = client_as(None)
    browser.get(table_url("", match))
    browser.post(page(match, "lado/"), {"side": 1})
    return browser


# --- The link -----------------------------------------------------------------------------------
def test_the_link_opens_the_table_and_leaves_no_secret_in_the_address(client_as, match):
    browser = client_as(None)
    answer = browser.get(table_url("", match))
    assert (answer.status_code, answer.url) == (302, page(match))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "¿De qué pareja es usted?" in browser.get(page(match)).content.decode()


@each("secret", "aaaaaaaaaaaaaaaa", "x", "0")
def test_a_wrong_secret_opens_nothing(client_as, match, secret):
    browser = client_as(None)
    assert browser.get(f"/m/{match.code}/{secret}/").status_code == 404
    assert browser.get(page(match)).status_code == 403


def test_it_is_good_for_no_other_match(phone, client_as, match, other):
    assert phone.get(page(other)).status_code == 403
    assert phone.post(page(other), coto(1, 3, 1)).status_code == 403
    assert client_as(None).get(f"/m/{other.code}/{link_secret(match)}/").status_code == 404


def test_another_serial_revokes_it_at_once(phone, match):
    old = table_url("", match)
    Match.objects.filter(pk=match.pk).update(link_serial=2)
    assert phone.get(page(match)).status_code == 403
    assert phone.get(old).status_code == 404


def test_it_closes_by_itself_hours_after_the_end(phone, match, over):
    phone.post(page(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    match.refresh_from_db()
    assert (phone.get(page(match)).status_code, match.state) == (200, "finished")
    long_ago = timezone.now() - timedelta(hours=13)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    assert phone.get(page(match)).status_code == 403


def test_before_the_round_is_published_it_opens_nothing(client_as, casino, pairs):
    draft = seat_round(casino, [pairs(casino, 2)], published=False)
    match = draft.matches.get()
    answer = client_as(None).get(table_url("", match))
    assert (answer.status_code, client_as(None).get(page(match)).status_code) == (302, 403)


def test_who_helps_goes_on_to_the_acta(client_as, raul, match):
    answer = client_as(raul).get(table_url("", match))
    assert answer.url == f"/t/{match.tournament.slug}/acta/{match.code}/"


def test_no_role_opens_the_page_of_the_players(client_as, pilar, match):
    assert client_as(pilar).get(page(match)).status_code == 403


# --- Writing and confirming -----------------------------------------------------------------------
def test_one_side_writes_and_the_other_confirms_on_the_phone_handed_over(phone, match, over):
    asked = phone.get(page(match)).content.decode()
    assert "Pendiente de confirmar por la pareja" in asked and "Estamos de acuerdo" not in asked
    assert "Confirmar por" in asked.partition("Nos pasamos el teléfono")[2]  # and nowhere before
    assert "Confirmar por" not in asked.partition("Nos pasamos el teléfono")[0]
    assert not Result.objects.filter(match=match).exists()
    phone.post(page(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (Match.State.FINISHED, 0)
    signature = live_acta(match).signatures.get()
    assert (signature.side, signature.device) == (1, phone.cookies[DEVICE_COOKIE].value)


def test_the_writer_cannot_confirm_alone(phone, match, over):
    phone.post(page(match, "confirmar/"), {"version": 1, "side": 0})
    assert not Result.objects.filter(match=match).exists()


def test_a_wrong_number_stays_on_the_page_with_its_sentence(phone, match):
    answer = phone.post(page(match), coto(1, 3, 3))
    assert answer.status_code == 400
    assert 'value="3"' in answer.content.decode()


def test_what_a_referee_rules_is_not_for_the_players(phone, match):
    shown = phone.get(page(match)).content.decode()
    assert "como=forfeit" not in shown and "como=notation" not in shown
    phone.post(page(match), {"como": "forfeit", "number": 1, "loser": "B", "reason": "yo gano"})
    phone.post(page(match), {"como": "notation", "number": 1, "text": "pierde B: yo gano"})
    assert live_acta(match) is None


def test_a_side_that_does_not_exist_is_refused(phone, match):
    assert phone.post(page(match, "lado/"), {"side": 7}).status_code == 400
    assert phone.post(page(match, "confirmar/"), {"version": 1, "side": 7}).status_code == 400


def test_a_line_is_taken_back(phone, match):
    phone.post(page(match), coto(1, 3, 1))
    phone.post(page(match, "borrar/"), {"number": 1})
    assert lines_written(live_acta(match)) == []
    phone.post(page(match, "borrar/"), {"number": "x"})


def test_the_other_phone_says_that_it_is_wrong_and_the_referee_decides(
    phone, client_as, match, raul, theirs, over
):
    thousands = {"version": 1, "reason": "así", "lines": "\n".join(["partida A"] * 2000)}
    answer = theirs.post(page(match, "discutir/"), thousands)
    assert answer.status_code == 400
    assert "Un acta tiene como mucho 500 anotaciones." in answer.content.decode()
    assert theirs.post(page(match, "discutir/"), {"version": 1, "reason": ""}).status_code == 400
    answer = theirs.post(page(match, "discutir/"), {"version": 1, "reason": "el primero, 1-3"})
    assert answer.status_code == 302
    assert "Lo decide el árbitro" in phone.get(page(match)).content.decode()
    referee = client_as(raul)
    acta = f"/t/{match.tournament.slug}/acta/{match.code}/"
    shown = referee.get(acta).content.decode()
    assert "el primero, 1-3" in shown and "Dar por buena esta versión" in shown
    referee.post(f"{acta}decidir/", {"keep": 1, "reason": ""})
    assert not Result.objects.filter(match=match).exists()
    referee.post(f"{acta}decidir/", {"keep": 1, "reason": "hay testigos"})
    assert Result.objects.get(match=match).winner == 0


def test_a_side_that_has_disputed_is_not_asked_to_dispute_again(phone, match, theirs, over):
    offer, told = page(match, "discutir/"), "El árbitro ya tiene su aviso"
    assert offer in theirs.get(page(match)).text
    theirs.post(offer, {"version": 1, "reason": "el primero, 1-3"})
    mine = theirs.get(page(match)).text
    assert offer not in mine and told in mine
    assert theirs.get(offer).url == page(match)
    assert offer in phone.get(page(match)).text and told not in phone.get(page(match)).text
    theirs.post(offer, {"version": 1, "lines": "coto 1-3", "reason": ""})  # kept without network
    assert lines_written(match.actas.get(rival=True)) == ["coto 1-3"]


def test_the_desk_confirms_what_waits(phone, client_as, match, chema, over):
    desk = client_as(chema)
    acta = f"/t/{match.tournament.slug}/acta/{match.code}/"
    assert "Pendiente de confirmar" in desk.get(acta).content.decode()
    desk.post(f"{acta}confirmar/", {"version": 1})
    assert Result.objects.get(match=match).winner == 0


def test_an_old_page_does_not_write_on_a_corrected_acta(phone, match, chema):
    record_hand(match=match, author=chema, line=LINES[0], number=1)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    answer = phone.post(page(match), coto(2, 3, 1, version=1))
    assert answer.status_code == 409
    assert "ha corregido el acta" in answer.content.decode()


def test_the_players_call_the_referee_from_their_phone(phone, client_as, match):
    assert "Llamar al árbitro" in phone.get(page(match)).text
    assert phone.post(page(match, "arbitro/")).status_code == 302
    call = match.referee_calls.get()
    assert (call.side, call.author, call.author_name) == (0, None, "la pareja 1")
    assert "El árbitro está avisado" in phone.get(page(match)).text
    assert client_as(None).post(page(match, "arbitro/")).status_code == 403


# --- After the last line --------------------------------------------------------------------------
def asked_again(browser, match):
    """The address where the end of the match asks again, and what it is answered."""
    shown = browser.get(page(match)).content.decode()
    address = unescape(re.search(r'final-de-partida.*?hx-get="([^"]+)"', shown, re.DOTALL)[1])
    return browser.get(address, headers={"HX-Request": "true"})


def test_the_end_asks_again_and_changes_when_the_other_side_signs(phone, match, theirs, over):
    waiting = page(match) + "?v=0&d=0"
    assert asked_again(phone, match).status_code == 204
    assert "Estamos de acuerdo" in theirs.get(page(match)).content.decode()
    theirs.post(page(match, "confirmar/"), {"version": 1, "side": 1})
    answer = phone.get(waiting, headers={"HX-Request": "true"})
    told = answer.content.decode()
    assert "Encuentro terminado" in told and "Su próxima mesa saldrá aquí" in told
    assert "<html" not in told
    assert asked_again(phone, match).status_code == 204


def test_the_end_offers_to_erase_the_last_line_until_it_is_confirmed(phone, match, theirs, over):
    shown, erase = phone.get(page(match)).text, "Borrar la última anotación"
    piece = shown.split('id="final-de-partida"')[1].split("</section>")[0]
    assert erase in piece and shown.count(erase) == 1  # it goes with the piece
    theirs.post(page(match, "confirmar/"), {"version": 1, "side": 1})
    answer = phone.get(page(match) + "?v=0&d=0", headers={"HX-Request": "true"})
    assert "Encuentro terminado" in answer.text and erase not in answer.text


def test_the_end_that_is_gone_asks_for_the_whole_page(phone, match, over):
    phone.post(page(match, "borrar/"), {"number": 3})
    answer = phone.get(page(match) + "?v=0&d=0", headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_a_phone_that_still_writes_is_told_of_the_line_of_another(phone, match, theirs):
    opened = theirs.get(page(match)).content.decode()
    address = unescape(re.search(r'otra-linea.*?hx-get="([^"]+)"', opened, re.DOTALL)[1])
    assert theirs.get(address, headers={"HX-Request": "true"}).status_code == 204
    note(match.tournament, None, "draw_round")
    nothing_of_it = theirs.get(address, headers={"HX-Request": "true"})
    assert nothing_of_it.status_code == 204
    assert nothing_of_it.headers["X-Tapete-Shown"] == str(revision(match.tournament, EVERYTHING))
    write(phone, match)
    told = theirs.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "se ha anotado algo en esta mesa" in told and "<html" not in told
    assert "otra-linea" not in theirs.get(page(match)).content.decode()  # its end asks for itself


def test_who_has_finished_is_told_the_next_table(phone, match, pilar, chema, over):
    phone.post(page(match, "confirmar/"), {"version": 1, "side": 1, "handed_over": 1})
    for other in Match.objects.filter(tournament=match.tournament, state="playing"):
        play(other, chema)
    publish(match.tournament, pilar)
    told = phone.get(page(match)).content.decode()
    assert "Ahora juega en la <strong>mesa" in told and "contra" in told
    assert f'/mesa/?q={match.entries[0].number}#respuesta"' in told
