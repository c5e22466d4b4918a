"""Tests of sign-up by players: public page, code, limits, desk, waiting list and settings."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from scoring.people_data.selectors.stored import stored_entry_data
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.rounds.services.rounds import open_next_round
from tests.refusals import conflict_of, is_refused
from tests.scoring.prints.printed import BASE, sheet_pages
from tests.worlds import world
from tournaments.jobs.services.expiry import expire_files
from tournaments.models import AuditLine, Entry, EntryRequest, Tournament, Visibility
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import delete_entry, register_entry, withdraw
from tournaments.people.services.singles import pair_by_hand
from tournaments.setup.services.tournament import edit_tournament
from tournaments.sign_up.forms import new_ticket
from tournaments.sign_up.selectors import MAX_PENDING, max_pending, request_of
from tournaments.sign_up.services import (
    AUTOMATIC_PER_MINUTE,
    accept_request,
    accept_requests,
    edit_request,
    edit_sign_up,
    refuse_requests,
    send_request,
    withdraw_request,
)

PAGE = "/t/casino-de-calamocha/inscripcion/"
DESK = "/t/casino-de-calamocha/inscripciones/solicitudes/"
SETTINGS = "/t/casino-de-calamocha/ajustes/inscripcion/"
State = EntryRequest.State
TAROT = {
    "game_options": {"players": 4, "deals": 4},
    "format": "totals",
    "format_options": {"rounds": 4},
}


@world
def open_casino(casino, pilar):
    """The casino with its sign-up open."""
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    return casino


@pytest.fixture(autouse=True)
def _clear_throttle():
    cache.clear()


def form_fields(tournament, loaded_at: float | None = 0, **fields):
    """Return the fields of a filled-in form; by default it was loaded 30 seconds ago."""
    ticket = new_ticket(
        tournament, timezone.now().timestamp() - 30 if loaded_at == 0 else loaded_at
    )
    default_fields = {
        "player_1": "Paco Gil",
        "player_2": "Luis Sanz",
        "town": "Luco",
        "phone": "600 123 456",
    }
    return {"company": "together", "ticket": ticket, **default_fields, **fields}


def send(tournament, code: str, *names: str, **options) -> EntryRequest:
    players = [Person(name) for name in names or (f"Uno{code}", f"Dos{code}")]
    return send_request(
        tournament=tournament, code=code, players=players, phone="600123456", **options
    )


def text_of(answer) -> str:
    return answer.content.decode()


# --- Public page ----------------------------------------------------------------------------------
def test_pair_signs_up_and_follows_its_request_by_code(open_casino, client_as, pilar):
    browser = Client()
    assert 'href="/t/casino-de-calamocha/inscripcion/"' in text_of(
        browser.get("/t/casino-de-calamocha/")
    )
    page = text_of(browser.get(PAGE))
    assert "Cómo se juega" in page and "Envíe su solicitud" in page
    answer = browser.post(PAGE, form_fields(open_casino), follow=True)
    page = text_of(answer)
    request = EntryRequest.objects.get()
    code = answer.redirect_chain[-1][0].split("/")[-2]
    assert len(code) == 8 and code in page and "Recibida" in page
    assert code not in request.digest and request_of(open_casino, code.lower()) == request
    assert not Entry.objects.exists()
    desk = client_as(pilar)
    assert "1 solicitud por contestar" in text_of(desk.get("/t/casino-de-calamocha/inscripciones/"))
    desk.post(DESK, {"requests": [request.pk], "accept": "1"})
    entry = Entry.objects.get()
    assert entry.full_title_for(EVERYTHING) == "1 · Paco Gil · Luis Sanz" and entry.town == "Luco"
    assert "Aceptada: la pareja 1." in text_of(browser.get(f"{PAGE}solicitud/{code}/"))


def test_form_sent_twice_makes_one_request(open_casino):
    form = form_fields(open_casino)
    first_answer, second_answer = Client().post(PAGE, form), Client().post(PAGE, form)
    assert first_answer.url == second_answer.url and EntryRequest.objects.count() == 1


def test_code_is_accepted_in_small_letters_and_with_spaces(open_casino):
    send(open_casino, "ABCD2345")
    answer = Client().post(f"{PAGE}solicitud/", {"code": " abcd2345 "})
    assert answer.status_code == 302 and answer.url.endswith("/solicitud/abcd2345/")
    refusal = Client().post(f"{PAGE}solicitud/", {"code": "ZZZZ2345"}, follow=True)
    assert "No hay ninguna solicitud con ese código" in text_of(refusal)


def test_guessing_codes_is_throttled(open_casino):
    browser = Client()
    statuses = [
        browser.get(f"{PAGE}solicitud/ABCDEF{number:02}/").status_code for number in range(14)
    ]
    assert statuses[0] == 404 and statuses[-1] == 429
    assert AuditLine.objects.filter(act="slow_guesses").exists()


def test_partner_completes_a_request_by_its_link(open_casino):
    browser = Client()
    form = form_fields(open_casino, company="later", player_2="")
    page = browser.post(PAGE, form, follow=True)
    request = EntryRequest.objects.get()
    assert request.awaits_partner and "Comparta el enlace" in text_of(page)
    assert conflict_of(lambda: accept_request(request=request, author=None)) == "partner_missing"
    request_page = page.redirect_chain[-1][0]
    browser.post(request_page, form_fields(open_casino, player_2="Luis Sanz"))
    request.refresh_from_db()
    assert not request.awaits_partner
    assert accept_request(request=request, author=None).seats.count() == 2


def test_single_player_who_signs_up_is_paired_by_the_desk(open_casino, pilar):
    Client().post(PAGE, form_fields(open_casino, company="single", player_2=""))
    request = EntryRequest.objects.get()
    single = accept_request(request=request, author=pilar)
    ana = register_entry(tournament=open_casino, author=pilar, players=[Person("Ana")], single=True)
    pair_by_hand(first=ana, second=single, author=pilar)
    request.refresh_from_db()
    assert request.entry == ana and request.entry.seats.count() == 2
    assert conflict_of(lambda: withdraw_request(request=request)) == "has_partner"


def test_teams_and_individual_players_sign_up(make_tournament, pilar):
    teams = make_tournament(name="Equipos", squad=3)
    individual = make_tournament(name="Solos", game="tarot", **TAROT)
    for tournament, fields, title in (
        (teams, {"name": "Peña La Sota", "people": "Ana Yus\nEva Roche"}, "Peña La Sota"),
        (individual, {"player_1": "Ana Yus"}, "Ana Yus"),
    ):
        edit_sign_up(tournament=tournament, author=pilar, opened=True)
        page = f"/t/{tournament.slug}/inscripcion/"
        assert Client().get(page).status_code == 200
        form = {"ticket": form_fields(tournament)["ticket"], "phone": "600 123 456", **fields}
        answer = Client().post(page, form, follow=True)
        assert "Recibida" in text_of(answer) and title in text_of(answer)
        entry = accept_request(request=tournament.requests.get(), author=pilar)
        assert entry.title_for(EVERYTHING) == title


def test_minor_needs_the_name_of_an_adult(open_casino, pilar):
    answer = Client().post(PAGE, form_fields(open_casino, minor="on"))
    assert answer.status_code == 400 and "nombre del adulto" in text_of(answer)
    assert 'value="Paco Gil"' in text_of(answer)  # the form keeps the typed fields
    Client().post(PAGE, form_fields(open_casino, minor="on", guardian="Marta Gil"))
    assert EntryRequest.objects.get().guardian == "Marta Gil"
    edit_sign_up(tournament=open_casino, author=pilar, minors=False)
    answer = Client().post(PAGE, form_fields(open_casino))
    assert "solo juegan mayores de edad" in text_of(answer)


@pytest.mark.parametrize("phone", ["", "12", "llámeme", "600 123 456 789 012 345"])
def test_unreadable_phone_is_refused(open_casino, phone):
    answer = Client().post(PAGE, form_fields(open_casino, phone=phone))
    assert answer.status_code == 400 and not EntryRequest.objects.exists()


def test_holder_withdraws_a_request_or_its_entry(open_casino, pilar):
    request = send(open_casino, "ABCD2345")
    Client().post(f"{PAGE}solicitud/ABCD2345/retirar/")
    request.refresh_from_db()
    assert request.state == State.WITHDRAWN
    assert conflict_of(lambda: withdraw_request(request=request)) == "request_decided"
    accepted_request = send(open_casino, "ABCD2346")
    entry = accept_request(request=accepted_request, author=pilar)
    withdraw_request(request=accepted_request)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert AuditLine.objects.get(act="withdraw").author is None


def test_after_the_draw_only_the_desk_withdraws(open_casino, pairs, pilar):
    pairs(open_casino, 3)
    request = send(open_casino, "ABCD2345")
    accept_request(request=request, author=pilar)
    open_next_round(stage=open_casino.stage, author=pilar)
    assert conflict_of(lambda: withdraw_request(request=request)) == "entry_drawn"
    assert conflict_of(lambda: send(open_casino, "ABCD2346")) == "sign_up_drawn"


# --- Closed sign-up -------------------------------------------------------------------------------
def test_closed_or_full_sign_up_is_refused(open_casino, pilar, pairs):
    now = timezone.now()

    def refusal_code(**changes) -> str:
        edit_sign_up(tournament=open_casino, author=pilar, **changes)
        return conflict_of(lambda: send(open_casino, "ABCD2345"))

    assert refusal_code(opens_at=now + timedelta(hours=1)) == "sign_up_too_early"
    page = Client().get(PAGE)
    assert "La inscripción se abre el" in text_of(page) and "Envíe su solicitud" not in text_of(
        page
    )
    assert refusal_code(opens_at=None, closes_at=now - timedelta(hours=1)) == "sign_up_over"
    assert refusal_code(closes_at=None, opened=False) == "sign_up_shut"
    edit_tournament(tournament=open_casino, author=pilar, capacity=2)
    pairs(open_casino, 2)
    assert refusal_code(opened=True, waits=False) == "sign_up_full"
    assert not EntryRequest.objects.exists()
    assert (
        "inscripcion/"
        not in text_of(Client().get("/t/casino-de-calamocha/")).split("<main")[1][:900]
    )


def test_refused_late_form_keeps_the_typed_fields(open_casino, pilar):
    form = form_fields(open_casino)
    edit_sign_up(tournament=open_casino, author=pilar, opened=False)
    answer = Client().post(PAGE, form)
    assert answer.status_code == 409 and 'value="Paco Gil"' in text_of(answer)


def test_private_tournament_has_no_sign_up_page(open_casino, casino, pilar):
    edit_tournament(tournament=open_casino, author=pilar, visibility=Visibility.PRIVATE)
    send(open_casino, "ABCD2345")
    assert Client().get(PAGE).status_code == 404
    assert Client().get(f"{PAGE}solicitud/ABCD2345/").status_code == 404
    assert Client().post(PAGE, form_fields(open_casino)).status_code == 404


def test_sign_up_page_shows_fee_and_deposit_in_the_currency(open_casino):
    Tournament.objects.filter(pk=open_casino.pk).update(fee=20, deposit=10, currency="ARS")
    page = text_of(Client().get(PAGE)).replace("\N{NO-BREAK SPACE}", " ")
    assert "20,00 ARS" in page and "10,00 ARS" in page


def test_tournament_without_sign_up_settings_has_no_page(casino):
    assert Client().get(PAGE).status_code == 404


# --- Bots and limits ------------------------------------------------------------------------------
def test_forms_filled_in_by_a_program_are_refused(open_casino):
    browser = Client()
    for form in (
        form_fields(open_casino, web="http://compre.example"),
        form_fields(open_casino, loaded_at=timezone.now().timestamp()),
        form_fields(open_casino, loaded_at=timezone.now().timestamp() - 48 * 3_600),
        form_fields(open_casino, ticket="inventado"),
        {**form_fields(open_casino), "ticket": ""},
    ):
        answer = browser.post(PAGE, form)
        assert answer.status_code == 400 and 'value="Paco Gil"' in text_of(answer)
    assert not EntryRequest.objects.exists()


def test_ticket_of_another_tournament_is_refused(open_casino, make_tournament):
    other_tournament = make_tournament(name="Otro")
    assert (
        Client()
        .post(PAGE, form_fields(open_casino, ticket=form_fields(other_tournament)["ticket"]))
        .status_code
        == 400
    )


def test_one_address_may_send_forty_requests(open_casino):
    browser = Client()
    statuses = [
        browser.post(
            PAGE, form_fields(open_casino, player_1=f"Uno{number}", player_2=f"Dos{number}")
        ).status_code
        for number in range(42)
    ]
    assert statuses == [302] * 40 + [429] * 2 and EntryRequest.objects.count() == 40


def test_requests_from_many_addresses_stop_at_the_limit(
    open_casino, pilar, client_as, django_assert_max_num_queries
):
    """The desk's page then needs few queries, and one click refuses all the requests."""
    EntryRequest.objects.bulk_create(
        EntryRequest(
            tournament=open_casino, digest=f"{number:064}", players=[[f"Bot{number}", "", ""]] * 2
        )
        for number in range(max_pending(open_casino) - 1)
    )
    statuses = [
        Client(REMOTE_ADDR=f"10.0.0.{number}").post(PAGE, form_fields(open_casino)).status_code
        for number in range(4)
    ]
    assert statuses == [302, 409, 409, 409]
    assert EntryRequest.objects.count() == max_pending(open_casino) == MAX_PENDING
    desk = client_as(pilar)
    with django_assert_max_num_queries(20):
        desk.get(DESK)
    minute = re.search(r'name="flood" value="([^"]+)"', text_of(desk.get(DESK)))
    assert minute is not None
    answer = desk.post(DESK, {"flood": minute[1], "reason": "un programa"}, follow=True)
    assert "300 solicitudes rechazadas." in text_of(answer)
    assert AuditLine.objects.filter(act="refuse_requests").count() == 1
    assert Client(REMOTE_ADDR="10.0.1.1").post(PAGE, form_fields(open_casino)).status_code == 302


# --- Desk -----------------------------------------------------------------------------------------
def test_request_is_accepted_once(open_casino, pilar):
    request = send(open_casino, "ABCD2345")
    accept_request(request=request, author=pilar)
    assert conflict_of(lambda: accept_request(request=request, author=pilar)) == "request_decided"
    assert open_casino.entries.count() == 1


def test_request_that_cannot_be_accepted_stays_with_its_reason(open_casino, pilar, client_as):
    send(open_casino, "ABCD2345", "Paco", "Luis")
    send(open_casino, "ABCD2346", "PACO", "Ana")  # Paco is also in the first request
    send(open_casino, "ABCD2347", "Eva", "Sol")
    page = text_of(client_as(pilar).get(DESK))
    assert page.count("Alguien está también en otra solicitud.") == 2
    ids = list(EntryRequest.objects.values_list("pk", flat=True))
    answer = client_as(pilar).post(DESK, {"requests": ids, "accept": "1"})
    assert answer.status_code == 409 and "Paco ya juega con el número 1" in text_of(answer)
    states = EntryRequest.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["accepted", "sent", "accepted"] and open_casino.entries.count() == 2


def test_holder_sees_the_reason_of_a_refusal(open_casino, pilar):
    request = send(open_casino, "ABCD2345")
    ids = [request.pk]
    assert (
        refuse_requests(tournament=open_casino, author=pilar, requests=ids, reason="Solo socios")
        == 1
    )
    assert refuse_requests(tournament=open_casino, author=pilar, requests=ids) == 0
    page = text_of(Client().get(f"{PAGE}solicitud/ABCD2345/"))
    assert "Rechazada." in page and "Solo socios" in page
    line = AuditLine.objects.get(act="refuse_requests")
    assert line.after == {"requests": 1} and "Uno" not in str(line.after)


def test_requests_of_another_tournament_are_not_changed(open_casino, make_tournament, pilar):
    other_tournament = make_tournament(name="Otro")
    request = send(open_casino, "ABCD2345")
    assert refuse_requests(tournament=other_tournament, author=pilar, requests=[request.pk]) == 0
    outcome = accept_requests(tournament=other_tournament, author=pilar, requests=[request.pk])
    assert not outcome.entries and not outcome.failures


def test_requests_are_accepted_automatically_up_to_ten_a_minute(open_casino, pilar):
    with is_refused("alone_needs_capacity"):
        edit_sign_up(tournament=open_casino, author=pilar, accepts=True)
    edit_tournament(tournament=open_casino, author=pilar, capacity=30)
    edit_sign_up(tournament=open_casino, author=pilar, accepts=True)
    states = [
        send(open_casino, f"ABCD23{number:02}".replace("0", "Z").replace("1", "Y")).state
        for number in range(12)
    ]
    assert states == [State.ACCEPTED] * AUTOMATIC_PER_MINUTE + [State.SENT] * 2
    assert AuditLine.objects.filter(act="register_entry", author=None).count() == 10


def test_completed_request_is_accepted_automatically(open_casino, pilar):
    edit_tournament(tournament=open_casino, author=pilar, capacity=30)
    edit_sign_up(tournament=open_casino, author=pilar, accepts=True)
    incomplete_request = send(open_casino, "ABCD2345", "Paco")
    assert incomplete_request.state == State.SENT
    completed_request = edit_request(
        request=incomplete_request, players=[Person("Paco"), Person("Luis")], phone="600123456"
    )
    assert completed_request.state == State.ACCEPTED
    assert (
        conflict_of(lambda: edit_request(request=incomplete_request, players=[]))
        == "request_decided"
    )


# --- Waiting list ---------------------------------------------------------------------------------
@world
def full_casino(open_casino, pairs, pilar):
    """Room for two pairs: two play and two wait."""
    edit_tournament(tournament=open_casino, author=pilar, capacity=2)
    pairs(open_casino, 2)
    for code in ("ABCD2345", "ABCD2346"):
        accept_request(request=send(open_casino, code), author=pilar)
    return open_casino


def _states(tournament) -> str:
    entries = tournament.entries.order_by("number")
    return "".join(state[0] for state in entries.values_list("state", flat=True))


def test_holder_sees_the_place_on_the_waiting_list(full_casino):
    assert "En lista de espera, n.º 2." in text_of(Client().get(f"{PAGE}solicitud/ABCD2346/"))


def test_first_waiting_entry_gets_a_freed_place(full_casino, pilar):
    assert _states(full_casino) == "eeww"
    withdraw(entry=full_casino.entries.get(number=1), author=pilar, reason="no viene")
    assert _states(full_casino) == "weew"
    assert AuditLine.objects.get(act="promote").author is None
    edit_tournament(tournament=full_casino, author=pilar, capacity=3)
    assert _states(full_casino) == "weee"


def test_first_waiting_entry_gets_the_place_of_a_deleted_entry(full_casino, pilar):
    delete_entry(entry=full_casino.entries.get(number=2), author=pilar)
    assert _states(full_casino) == "eew"


def test_waiting_list_stays_if_automatic_advance_is_off(full_casino, pilar):
    edit_sign_up(tournament=full_casino, author=pilar, advances=False)
    withdraw(entry=full_casino.entries.get(number=1), author=pilar, reason="no viene")
    assert _states(full_casino) == "weww"
    edit_sign_up(tournament=full_casino, author=pilar, advances=True)
    assert _states(full_casino) == "weew"


def test_waiting_list_stays_after_the_draw(full_casino, pilar):
    open_next_round(stage=full_casino.stage, author=pilar)
    edit_tournament(tournament=full_casino, author=pilar, capacity=3)
    assert _states(full_casino) == "eeww"


# --- Settings -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"closes_at": "2026-01-01T10:00", "opens_at": "2026-01-02T10:00"}, "cerrarse después"),
        ({"minimum": "40"}, "El mínimo no puede pasar"),
        ({"notice": "x" * 1_001}, "1000"),
    ],
)
def test_wrong_sign_up_settings_are_refused(open_casino, pilar, client_as, fields, sentence):
    edit_tournament(tournament=open_casino, author=pilar, capacity=30)
    answer = client_as(pilar).post(SETTINGS, {"opened": "on", **fields})
    assert answer.status_code == 400 and sentence in text_of(answer)


def test_sign_up_settings_are_saved_and_audited(casino, pilar, client_as):
    form = {
        "opened": "on",
        "minimum": "8",
        "notice": "Jamón al primero.\nCena a las 21.",
        "waits": "on",
    }
    answer = client_as(pilar).post(SETTINGS, form, follow=True)
    assert "Cambios guardados." in text_of(answer)
    page = text_of(Client().get(PAGE))
    assert "Jamón al primero." in page and "8 parejas. Si no se llega" in page
    audit = text_of(client_as(pilar).get("/t/casino-de-calamocha/historial/"))
    assert "Cambió la inscripción por la página pública" in audit


# --- Personal data --------------------------------------------------------------------------------
def test_public_pages_show_no_data_of_a_request(open_casino, pilar):
    send(open_casino, "ABCD2345", "Zacarías Zutano", "Zoilo")
    for address in ("", "inscripcion/", "clasificacion/", "emparejamientos/"):
        page = text_of(Client().get(f"/t/casino-de-calamocha/{address}"))
        assert "Zutano" not in page and "600123456" not in page


def test_request_is_exported_and_erased_with_its_entry(open_casino, pilar, pairs):
    pairs(open_casino, 1)
    request = send(open_casino, "ABCD2345", "Paco", "Luis")
    entry = accept_request(request=request, author=pilar)
    pending_request = send(open_casino, "ABCD2346")
    exported_requests = stored_entry_data(entry)["requests"]
    assert [row["phone"] for row in exported_requests] == ["600123456"]
    anonymise_entries(tournament=open_casino, author=pilar, numbers=[entry.number])
    assert list(EntryRequest.objects.all()) == [pending_request]
    anonymise_entries(tournament=open_casino, author=pilar)
    assert not EntryRequest.objects.exists()


def test_requests_without_an_entry_are_deleted_after_the_tournament(open_casino, pilar):
    send(open_casino, "ABCD2345")
    entry = accept_request(request=send(open_casino, "ABCD2346"), author=pilar)
    type(open_casino).objects.update(starts_at=timezone.now() - timedelta(days=29))
    assert expire_files(days=30).requests == 0
    type(open_casino).objects.update(starts_at=timezone.now() - timedelta(days=31))
    assert expire_files(days=30).requests == 1
    assert EntryRequest.objects.get().entry == entry


# --- API ------------------------------------------------------------------------------------------
def test_api_of_the_desk_accepts_and_refuses_requests(open_casino, pilar, client_as):
    first_request, second_request = send(open_casino, "ABCD2345"), send(open_casino, "ABCD2346")
    desk, api = client_as(pilar), "/api/v1/tournaments/casino-de-calamocha/requests/"
    rows = desk.get(api).json()["results"]
    assert [(row["id"], row["state"], row["entry"]) for row in rows] == [
        (first_request.pk, "sent", None),
        (second_request.pk, "sent", None),
    ]
    assert "digest" not in rows[0] and rows[0]["phone"] == "600123456"
    assert desk.post(f"{api}{first_request.pk}/accept/").json()["number"] == 1
    second_answer = desk.post(f"{api}{first_request.pk}/accept/")
    assert (second_answer.status_code, second_answer.json()["error"]["code"]) == (
        409,
        "request_decided",
    )
    refusal = desk.post(
        f"{api}{second_request.pk}/refuse/", {"reason": "Completo"}, content_type="application/json"
    )
    assert (refusal.json()["state"], refusal.json()["reason"]) == ("refused", "Completo")
    assert [row["entry"] for row in desk.get(f"{api}?state=accepted").json()["results"]] == [1]
    assert Client().get(api).status_code == 401


# --- Poster ---------------------------------------------------------------------------------------
def test_poster_is_converted_to_jpeg_and_public(
    open_casino, pilar, client_as, django_capture_on_commit_callbacks
):
    picture = BytesIO()
    Image.new("RGB", (300, 400), "white").save(picture, "PNG")
    desk = client_as(pilar)
    with django_capture_on_commit_callbacks(execute=True):
        upload = SimpleUploadedFile("cartel.png", picture.getvalue())
        desk.post(f"{SETTINGS}cartel/poner/", {"poster": upload})
    answer = Client().get(f"{PAGE}cartel.jpg")
    assert b"".join(answer.streaming_content).startswith(b"\xff\xd8\xff")
    assert "cartel.jpg" in text_of(Client().get(PAGE))
    refusal = desk.post(
        f"{SETTINGS}cartel/poner/", {"poster": SimpleUploadedFile("a.png", b"<svg>")}
    )
    assert refusal.status_code == 400 and "valen las JPEG, PNG y WebP" in text_of(refusal)
    desk.post(f"{SETTINGS}cartel/quitar/")
    assert Client().get(f"{PAGE}cartel.jpg").status_code == 404


# --- Printed poster -------------------------------------------------------------------------------
def test_printed_poster_links_to_an_open_sign_up(open_casino, pilar):
    edit_sign_up(tournament=open_casino, author=pilar, notice="Jamón al primero.")
    (page,) = sheet_pages(open_casino, "poster")
    assert f"{BASE}{PAGE}" in page and "Jamón al primero." in page
    edit_sign_up(tournament=open_casino, author=pilar, opened=False)
    (page,) = sheet_pages(open_casino, "poster")
    assert "wifi" in page and PAGE not in page
