"""Lines stored on a phone and sent later: accepted once, in order, or compared with the acta."""

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
from tests.house import count_files_run
from tests.rows import each
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.refusal import Conflict


@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


def table_page_url(match, end="enviar/"):
    return f"/t/{match.tournament.slug}/mesa/{match.code}/{end}"


def acta_page_url(match, end="enviar/"):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


@world
def phone(client_as, match):
    browser = client_as(None)
    browser.get(table_url("", match))
    return browser


def coto_form(number, a, b, **extra_fields):
    line = {"como": "coto", "number": number, "partidas_a": a, "partidas_b": b, "version": 0}
    return {**line, "uid": str(uuid4()), "lado": 0, **extra_fields}


def lines(match):
    return lines_written(live_acta(match))


# --- Lines accepted once, in order --------------------------------------------------------------
def test_a_line_sent_twice_is_written_once(phone, match):
    line = coto_form(1, 3, 1)
    first, second = (phone.post(table_page_url(match), line) for _time in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["next"] == table_page_url(match, "?como=coto")
    assert (second.json()["number"], second.json()["version"]) == (2, 1)
    assert lines(match) == ["coto 3-1"]


@pytest.mark.parametrize("error", [Conflict("conflict", "Mire el acta."), IntegrityError])
def test_a_line_refused_halfway_leaves_no_acta(client_as, chema, match, monkeypatch, error):
    monkeypatch.setattr(lines_services, "note", Mock(side_effect=error))
    answer = client_as(chema).post(acta_page_url(match), coto_form(1, 3, 1))
    assert (answer.status_code, answer.json()["said"] != "") == (409, True)
    assert live_acta(match) is None


def test_a_repeated_line_is_acknowledged_after_the_match_has_ended(phone, match, raul):
    line = coto_form(1, 3, 1)
    phone.post(table_page_url(match), line)
    correct_acta(match=match, author=raul, lines=["coto 1-3"], reason="al revés")
    correct_acta(match=match, author=raul, lines=["coto 1-3"] * 2, reason="y acabó")
    assert phone.post(table_page_url(match), line).status_code == 200
    assert lines(match) == ["coto 1-3"] * 2


def test_a_line_with_a_used_uid_is_refused_if_anything_else_changed(phone, match):
    line = coto_form(1, 3, 1)
    phone.post(table_page_url(match), line)
    for change in (
        {"partidas_b": 2},
        {"partidas_a": 1, "partidas_b": 3},
        {"number": 2},
        {"lado": 1},
        {"como": "partida", "winner": "A"},
        {"partidas_a": ""},
    ):
        answer = phone.post(table_page_url(match), {**line, **change})
        assert answer.status_code == 409, change
        assert "«coto 3-1»" in answer.json()["said"], change
    assert phone.post(table_page_url(match), line).status_code == 200
    assert lines(match) == ["coto 3-1"]


def test_a_uid_used_by_another_account_is_a_conflict_on_every_channel(
    client_as, match, chema, raul, phone
):
    line = coto_form(1, 3, 1)
    assert client_as(chema).post(acta_page_url(match), line).status_code == 200
    assert client_as(chema).post(acta_page_url(match), line).status_code == 200
    assert client_as(raul).post(acta_page_url(match), line).status_code == 409
    assert phone.post(table_page_url(match), line).status_code == 409
    page = client_as(raul).post(acta_page_url(match, ""), line)
    assert (page.status_code, "la 1, «coto 3-1»" in page.text) == (409, True)
    assert lines(match) == ["coto 3-1"]


def test_the_api_refuses_a_used_uid(match, chema, raul):
    hands = f"tournaments/{match.tournament.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "coto 3-1", "uid": str(uuid4())}
    assert [Api(chema).post(hands, line).status_code for _time in range(2)] == [201, 201]
    conflicts = [(chema, {"line": "coto 1-3"}), (chema, {"number": 2}), (raul, {})]
    for author, change in conflicts:
        answer = Api(author).post(hands, {**line, **change})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["field"]) == (409, "uid_taken", "uid")
    assert lines(match) == ["coto 3-1"]


def test_sending_a_line_runs_few_source_files(client_as, chema, match):
    browser, line = client_as(chema), {"como": "partida", "number": 1, "version": 0, "winner": "A"}
    browser.post(acta_page_url(match), line)  # refused for lack of a uid, but fills the caches
    # The code that writes the line is in 20 files; 2 more find the rounds that its author sees.
    assert (
        count_files_run(lambda: browser.post(acta_page_url(match), {**line, "uid": str(uuid4())}))
        <= 22
    )
    assert lines(match) == ["partida A"]


def test_a_line_sent_late_keeps_the_time_it_was_written(phone, match):
    written_at = timezone.now() - timedelta(minutes=50)
    phone.post(table_page_url(match), coto_form(1, 3, 1, at=written_at.isoformat()))
    assert Hand.objects.get().created_at == written_at


def test_a_whole_match_stored_on_the_phone_is_sent_in_order(phone, match):
    for number, (a, b) in enumerate([(3, 1), (2, 3), (3, 0)], 1):
        assert phone.post(table_page_url(match), coto_form(number, a, b)).status_code == 200
    assert lines(match) == ["coto 3-1", "coto 2-3", "coto 3-0"]
    assert live_acta(match).pending_since is not None


def test_a_line_out_of_order_is_a_conflict(phone, match):
    answer = phone.post(table_page_url(match), coto_form(2, 3, 1))
    assert answer.status_code == 409
    assert "usted escribe la anotación 2" in answer.json()["said"]
    assert lines(match) == []


def test_the_same_last_line_from_the_other_side_confirms_the_result(phone, match, client_as):
    for number, (a, b) in enumerate([(3, 1), (3, 0)], 1):
        phone.post(table_page_url(match), coto_form(number, a, b))
    other_phone = client_as(None)
    other_phone.get(table_url("", match))
    assert other_phone.post(table_page_url(match), coto_form(2, 3, 0, lado=1)).status_code == 200
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED


# --- Refused lines and conflicts -----------------------------------------------------------------
@each(
    "changes, message",
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
def test_an_invalid_line_is_refused_with_its_reason_and_not_written(phone, match, changes, message):
    answer = phone.post(table_page_url(match), {**coto_form(1, 3, 1), **changes})
    assert answer.status_code == 400
    assert message in answer.json()["said"]
    assert lines(match) == []


def test_a_line_of_ten_megabytes_is_refused(phone, match):
    answer = phone.post(table_page_url(match), {**coto_form(1, 3, 1), "x": "x" * 10_000_000})
    assert answer.status_code == 413
    assert lines(match) == []


def test_a_line_written_on_an_older_version_is_a_conflict(phone, match, raul):
    phone.post(table_page_url(match), coto_form(1, 3, 1))
    correct_acta(match=match, author=raul, lines=["coto 1-3"], reason="al revés")
    answer = phone.post(table_page_url(match), coto_form(2, 3, 0, version=1))
    assert answer.status_code == 409
    assert "ha corregido el acta" in answer.json()["said"]
    assert lines(match) == ["coto 1-3"]


def test_the_comparison_shows_both_versions_in_words(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    stored_lines = [coto_form(1, 3, 1), coto_form(2, 3, 2)]
    assert phone.post(table_page_url(match), stored_lines[0]).status_code == 409
    answer = phone.post(
        table_page_url(match, "comparar/"), {"linea": [urlencode(line) for line in stored_lines]}
    )
    comparison = answer.json()
    assert comparison["same"] is False
    for text in ("coto 0-3", "coto 3-1", "coto 3-2", "Dejar el acta como está", "Reclamar"):
        assert text in comparison["html"]
    assert lines(match) == ["coto 0-3"]


def test_the_comparison_counts_the_unreadable_lines(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    stored_lines = [urlencode(coto_form(1, 3, 1)), "%00=&&&;=%ff", "number=x"]
    comparison = phone.post(table_page_url(match, "comparar/"), {"linea": stored_lines}).json()
    assert "2 anotaciones no se pueden leer así" in comparison["html"]
    assert phone.post(table_page_url(match, "comparar/")).json()["same"] is False


def test_stored_lines_equal_to_those_of_the_acta_are_no_conflict(phone, match, raul):
    for number, line in enumerate(["coto 3-1", "coto 2-3"], 1):
        record_hand(match=match, author=raul, line=line, number=number)
    stored_lines = [urlencode(coto_form(1, 3, 1)), urlencode(coto_form(2, 2, 3))]
    assert (
        phone.post(table_page_url(match, "comparar/"), {"linea": stored_lines}).json()["same"]
        is True
    )


def test_players_dispute_with_the_lines_stored_on_their_phone(phone, match, raul):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    phone.post(table_page_url(match, "lado/"), {"side": 0})
    dispute = {"version": 1, "lines": "coto 3-1\ncoto 3-2", "reason": ""}
    assert phone.post(table_page_url(match, "discutir/"), dispute).status_code == 302
    assert lines_written(match.actas.get(rival=True)) == ["coto 3-1", "coto 3-2"]
    empty_dispute = phone.post(
        table_page_url(match, "discutir/"), {"version": 1, "lines": "", "reason": ""}
    )
    assert empty_dispute.status_code == 400


def test_the_desk_corrects_the_acta_with_its_stored_lines(client_as, match, raul, chema):
    record_hand(match=match, author=raul, line="coto 0-3", number=1)
    desk = client_as(chema)
    stored_lines = {"linea": urlencode(coto_form(1, 3, 1))}
    assert (
        "Corregir el acta"
        in desk.post(acta_page_url(match, "comparar/"), stored_lines).json()["html"]
    )
    page = desk.post(
        acta_page_url(match, "corregir/"), {"lines": "coto 3-1", "version": 1, "ver": "1"}
    )
    assert page.status_code == 200
    assert "coto 3-1</textarea>" in page.content.decode()


# --- Permissions -------------------------------------------------------------------------------
def test_a_phone_that_lost_its_session_writes_after_opening_the_link_again(client_as, match):
    phone = client_as(None)
    assert phone.post(table_page_url(match), coto_form(1, 3, 1)).status_code == 403
    phone.get(table_url("", match))
    assert phone.post(table_page_url(match), coto_form(1, 3, 1, lado=1)).status_code == 200
    assert Hand.objects.get().side == 1


def test_a_line_without_a_side_is_refused_until_the_phone_chooses_one(phone, match):
    for side in ("", "7", "x"):
        assert phone.post(table_page_url(match), coto_form(1, 3, 1, lado=side)).status_code == 403
    phone.post(table_page_url(match, "lado/"), {"side": 1})
    assert phone.post(table_page_url(match), coto_form(1, 3, 1, lado="")).status_code == 200


def test_a_revoked_link_writes_nothing(phone, match):
    Match.objects.filter(pk=match.pk).update(link_serial=2)
    assert phone.post(table_page_url(match), coto_form(1, 3, 1)).status_code == 403
    assert lines(match) == []


def test_a_line_typed_by_another_account_is_refused(client_as, match, raul, chema):
    line = {**coto_form(1, 3, 1), "quien": str(raul.pk)}
    assert client_as(chema).post(acta_page_url(match), line).status_code == 403
    assert client_as(raul).post(acta_page_url(match), line).status_code == 200
    assert Hand.objects.get().author == raul


def test_a_visitor_who_sends_a_line_is_redirected_to_the_login(client_as, match):
    assert client_as(None).post(acta_page_url(match), coto_form(1, 3, 1)).status_code == 302


# --- The service worker and its pages ------------------------------------------------------------
@pytest.mark.slow
def test_the_service_worker_lists_the_real_static_files(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    script = answer.content.decode()
    assert '"/static/js/queue' in script and "&quot;" not in script


def test_visitors_get_the_offline_page_and_the_manifest_icons(client, client_as, pilar):
    assert "Sin conexión" in client.get("/sin-red/").content.decode()
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["name"] == "Tapete" and "maskable" in str(manifest["icons"])
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_a_uid_belongs_to_one_match(casino, pairs, chema, pilar):
    """The first match acknowledges a line moved to another match, and does not write it again."""
    entries = pairs(casino, 4)
    first, second = seat_round(casino, [entries[:2], entries[2:]]).matches.order_by("number")
    line = {"number": 1, "line": "coto 3-1", "uid": str(uuid4())}

    def send(match):
        path = f"tournaments/{casino.slug}/matches/{match.code}/hands/"
        answer = Api(chema).post(path, line)
        return answer.status_code, answer.json().get("error", {}).get("code")

    assert [send(first), send(first), send(second)] == [
        (201, None),
        (201, None),
        (409, "uid_taken"),
    ]
    move_acta(match=first, to=second, author=pilar, reason="otra mesa")
    assert send(first) == (201, None)
    assert (lines(first), lines(second)) == ([], ["coto 3-1"])
