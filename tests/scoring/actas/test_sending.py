"""Lines kept on a device: each received once, in its place, or laid beside the acta."""

from datetime import timedelta
from unittest.mock import Mock
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.db import IntegrityError
from django.utils import timezone

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.actas.services import lines as lines_services
from scoring.actas.services.corrections import move_acta
from scoring.actas.table_links import table_url
from scoring.models import Hand
from tests.api.conftest import Api
from tests.house import passed
from tests.rows import each
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.refusal import Conflict


@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


def mesa(match, end="enviar/"):
    return f"/t/{match.tournament.slug}/mesa/{match.code}/{end}"


def acta(match, end="enviar/"):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


@world
def phone(client_as, match):
    browser = client_as(None)
    browser.get(table_url("", match))
    return browser


def coto(number, a, b, **more):
    kept = {"como": "coto", "number": number, "partidas_a": a, "partidas_b": b, "version": 0}
    return {**kept, "uid": str(uuid4()), "lado": 0, **more}


def lines(match):
    return lines_written(live_acta(match))


# --- Received once, in order --------------------------------------------------------------------
def test_a_line_sent_twice_is_one_line(phone, match):
    line = coto(1, 3, 1)
    first, second = (phone.post(mesa(match), line) for _time in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["next"] == mesa(match, "?como=coto")
    assert (second.json()["number"], second.json()["version"]) == (2, 1)
    assert lines(match) == ["coto 3-1"]


@pytest.mark.parametrize("error", [Conflict("conflict", "Mire el acta."), IntegrityError])
def test_a_line_refused_when_half_of_it_is_written_leaves_nothing(
    client_as, chema, match, monkeypatch, error
):
    monkeypatch.setattr(lines_services, "note", Mock(side_effect=error))
    refused = client_as(chema).post(acta(match), coto(1, 3, 1))
    assert (refused.status_code, refused.json()["said"] != "") == (409, True)
    assert live_acta(match) is None


def test_a_line_received_is_acknowledged_even_when_its_form_would_not_read_it_any_more(
    phone, match, raul
):
    line = coto(1, 3, 1)
    phone.post(mesa(match), line)
    correct_acta(match=match, author=raul, lines=["coto 1-3"], reason="al revés")
    correct_acta(match=match, author=raul, lines=["coto 1-3"] * 2, reason="y acabó")
    assert phone.post(mesa(match), line).status_code == 200
    assert lines(match) == ["coto 1-3"] * 2


def test_a_mark_is_of_one_line_of_one_writer(phone, match):
    line = coto(1, 3, 1)
    phone.post(mesa(match), line)
    for change in (
        {"partidas_b": 2},
        {"partidas_a": 1, "partidas_b": 3},
        {"number": 2},
        {"lado": 1},
        {"como": "partida", "winner": "A"},
        {"partidas_a": ""},
    ):
        refused = phone.post(mesa(match), {**line, **change})
        assert refused.status_code == 409, change
        assert "«coto 3-1»" in refused.json()["said"], change
    assert phone.post(mesa(match), line).status_code == 200
    assert lines(match) == ["coto 3-1"]


def test_a_mark_of_another_account_is_a_conflict_on_every_road(
    client_as, match, chema, raul, phone
):
    line = coto(1, 3, 1)
    assert client_as(chema).post(acta(match), line).status_code == 200
    assert client_as(chema).post(acta(match), line).status_code == 200
    assert client_as(raul).post(acta(match), line).status_code == 409
    assert phone.post(mesa(match), line).status_code == 409
    page = client_as(raul).post(acta(match, ""), line)
    assert (page.status_code, "la 1, «coto 3-1»" in page.text) == (409, True)
    assert lines(match) == ["coto 3-1"]


def test_the_api_says_that_a_mark_is_taken(match, chema, raul):
    hands = f"tournaments/{match.tournament.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "coto 3-1", "uid": str(uuid4())}
    assert [Api(chema).post(hands, line).status_code for _time in range(2)] == [201, 201]
    others = [(chema, {"line": "coto 1-3"}), (chema, {"number": 2}), (raul, {})]
    for author, change in others:
        refused = Api(author).post(hands, {**line, **change})
        error = refused.json()["error"]
        assert (refused.status_code, error["code"], error["field"]) == (409, "uid_taken", "uid")
    assert lines(match) == ["coto 3-1"]


def test_a_line_passes_few_files(client_as, chema, match):
    browser, line = client_as(chema), {"como": "partida", "number": 1, "version": 0, "winner": "A"}
    browser.post(acta(match), line)  # without its mark: refused, and what is made once is made
    # Twenty that write it, and two that say which rounds its author knows of.
    assert passed(lambda: browser.post(acta(match), {**line, "uid": str(uuid4())})) <= 22
    assert lines(match) == ["partida A"]


def test_it_keeps_the_hour_in_which_it_was_written(phone, match):
    at = timezone.now() - timedelta(minutes=50)
    phone.post(mesa(match), coto(1, 3, 1, at=at.isoformat()))
    assert Hand.objects.get().created_at == at


def test_a_whole_match_kept_is_sent_in_order(phone, match):
    for number, (a, b) in enumerate([(3, 1), (2, 3), (3, 0)], 1):
        assert phone.post(mesa(match), coto(number, a, b)).status_code == 200
    assert lines(match) == ["coto 3-1", "coto 2-3", "coto 3-0"]
    assert live_acta(match).pending_since is not None


def test_a_line_out_of_order_waits(phone, match):
    answer = phone.post(mesa(match), coto(2, 3, 1))
    assert answer.status_code == 409
    assert "usted escribe la anotación 2" in answer.json()["said"]
    assert lines(match) == []


def test_the_same_line_by_the_other_side_confirms_the_end(phone, match, client_as):
    for number, (a, b) in enumerate([(3, 1), (3, 0)], 1):
        phone.post(mesa(match), coto(number, a, b))
    other_phone = client_as(None)
    other_phone.get(table_url("", match))
    assert other_phone.post(mesa(match), coto(2, 3, 0, lado=1)).status_code == 200
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED


# --- Refused, and in conflict --------------------------------------------------------------------
@each(
    "typed, said",
    ({"partidas_b": 3}, "3-3"),
    ({"partidas_a": ""}, "campo"),
    ({"uid": "no"}, "marca"),
    ({"uid": ""}, "marca"),
    ({"number": "0"}, "1"),
    ({"number": "9" * 30}, "100"),
    ({"version": "-1"}, "0"),
    ({"at": "ayer"}, "fecha"),
    ({"partidas_a": "\x00"}, ""),
)
def test_what_cannot_be_is_told_and_not_written(phone, match, typed, said):
    answer = phone.post(mesa(match), {**coto(1, 3, 1), **typed})
    assert answer.status_code == 400
    assert said in answer.json()["said"]
    assert lines(match) == []


def test_ten_megabytes_are_refused(phone, match):
    answer = phone.post(mesa(match), {**coto(1, 3, 1), "x": "x" * 10_000_000})
    assert answer.status_code == 413
    assert lines(match) == []


def test_a_line_written_on_an_older_version_is_not_applied(phone, match, raul):
    phone.post(mesa(match), coto(1, 3, 1))
    correct_acta(match=match, author=raul, lines=["coto 1-3"], reason="al revés")
    answer = phone.post(mesa(match), coto(2, 3, 0, version=1))
    assert answer.status_code == 409
    assert "ha corregido el acta" in answer.json()["said"]
    assert lines(match) == ["coto 1-3"]


def test_both_versions_are_shown_in_words(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    kept = [coto(1, 3, 1), coto(2, 3, 2)]
    assert phone.post(mesa(match), kept[0]).status_code == 409
    answer = phone.post(mesa(match, "comparar/"), {"linea": [urlencode(one) for one in kept]})
    shown = answer.json()
    assert shown["same"] is False
    for said in ("coto 0-3", "coto 3-1", "coto 3-2", "Dejar el acta como está", "Reclamar"):
        assert said in shown["html"]
    assert lines(match) == ["coto 0-3"]


def test_what_cannot_be_read_is_counted_and_nothing_breaks(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    kept = [urlencode(coto(1, 3, 1)), "%00=&&&;=%ff", "number=x"]
    shown = phone.post(mesa(match, "comparar/"), {"linea": kept}).json()
    assert "2 anotaciones no se pueden leer así" in shown["html"]
    assert phone.post(mesa(match, "comparar/")).json()["same"] is False


def test_kept_lines_that_the_acta_says_already_are_no_conflict(phone, match, raul):
    for number, line in enumerate(["coto 3-1", "coto 2-3"], 1):
        record_hand(match=match, author=raul, line=line, number=number)
    kept = [urlencode(coto(1, 3, 1)), urlencode(coto(2, 2, 3))]
    assert phone.post(mesa(match, "comparar/"), {"linea": kept}).json()["same"] is True


def test_players_dispute_with_the_lines_they_kept(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    phone.post(mesa(match, "lado/"), {"side": 0})
    sent = {"version": 1, "lines": "coto 3-1\ncoto 3-2", "reason": ""}
    assert phone.post(mesa(match, "discutir/"), sent).status_code == 302
    assert lines_written(match.actas.get(rival=True)) == ["coto 3-1", "coto 3-2"]
    nothing = phone.post(mesa(match, "discutir/"), {"version": 1, "lines": "", "reason": ""})
    assert nothing.status_code == 400


def test_who_helps_corrects_with_the_lines_kept(client_as, match, raul, chema):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    desk = client_as(chema)
    kept = {"linea": urlencode(coto(1, 3, 1))}
    assert "Corregir el acta" in desk.post(acta(match, "comparar/"), kept).json()["html"]
    page = desk.post(acta(match, "corregir/"), {"lines": "coto 3-1", "version": 1, "ver": "1"})
    assert page.status_code == 200
    assert "coto 3-1</textarea>" in page.content.decode()


# --- Who may -----------------------------------------------------------------------------------
def test_after_the_session_is_lost_the_link_is_enough(client_as, match):
    phone = client_as(None)
    assert phone.post(mesa(match), coto(1, 3, 1)).status_code == 403
    phone.get(table_url("", match))
    assert phone.post(mesa(match), coto(1, 3, 1, lado=1)).status_code == 200
    assert Hand.objects.get().side == 1


def test_without_a_side_it_waits_until_one_is_chosen(phone, match):
    for side in ("", "7", "x"):
        assert phone.post(mesa(match), coto(1, 3, 1, lado=side)).status_code == 403
    phone.post(mesa(match, "lado/"), {"side": 1})
    assert phone.post(mesa(match), coto(1, 3, 1, lado="")).status_code == 200


def test_a_revoked_link_writes_nothing(phone, match):
    Match.objects.filter(pk=match.pk).update(link_serial=2)
    assert phone.post(mesa(match), coto(1, 3, 1)).status_code == 403
    assert lines(match) == []


def test_a_line_of_another_account_is_not_taken_as_ones_own(client_as, match, raul, chema):
    line = {**coto(1, 3, 1), "quien": str(raul.pk)}
    assert client_as(chema).post(acta(match), line).status_code == 403
    assert client_as(raul).post(acta(match), line).status_code == 200
    assert Hand.objects.get().author == raul


def test_who_is_out_is_sent_to_log_in(client_as, match):
    assert client_as(None).post(acta(match), coto(1, 3, 1)).status_code == 302


# --- What a browser keeps ------------------------------------------------------------------------
@pytest.mark.slow
def test_the_worker_names_the_files_that_there_are(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    script = answer.content.decode()
    assert '"/static/js/queue' in script and "&quot;" not in script


def test_the_page_without_network_is_nobodys(client, client_as, pilar):
    assert "Sin conexión" in client.get("/sin-red/").content.decode()
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["name"] == "Tapete" and "maskable" in str(manifest["icons"])
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_a_mark_is_of_one_match(casino, pairs, chema, pilar):
    """Moved with its acta, it is still known where it was sent, and is not written there again."""
    entries = pairs(casino, 4)
    one, other = seat_round(casino, [entries[:2], entries[2:]]).matches.order_by("number")
    line = {"number": 1, "line": "coto 3-1", "uid": str(uuid4())}

    def sent(match):
        path = f"tournaments/{casino.slug}/matches/{match.code}/hands/"
        answer = Api(chema).post(path, line)
        return answer.status_code, answer.json().get("error", {}).get("code")

    assert [sent(one), sent(one), sent(other)] == [(201, None), (201, None), (409, "uid_taken")]
    move_acta(match=one, to=other, author=pilar, reason="otra mesa")
    assert sent(one) == (201, None)
    assert (lines(one), lines(other)) == ([], ["coto 3-1"])
