"""Sign-up by the players: the public page, the code, the desk, the bot and the waiting list."""

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
def door(casino, pilar):
    """The casino with its sign-up open."""
    edit_sign_up(tournament=casino, author=pilar, opened=True)
    return casino


@pytest.fixture(autouse=True)
def _nobody_counted():
    cache.clear()


def typed(tournament, loaded: float | None = 0, **fields):
    """Return a filled-in form that was loaded a while ago."""
    ticket = new_ticket(tournament, timezone.now().timestamp() - 30 if loaded == 0 else loaded)
    usual = {
        "player_1": "Paco Gil",
        "player_2": "Luis Sanz",
        "town": "Luco",
        "phone": "600 123 456",
    }
    return {"company": "together", "ticket": ticket, **usual, **fields}


def sent(tournament, code: str, *names: str, **more) -> EntryRequest:
    players = [Person(name) for name in names or (f"Uno{code}", f"Dos{code}")]
    return send_request(
        tournament=tournament, code=code, players=players, phone="600123456", **more
    )


def text_of(answer) -> str:
    return answer.content.decode()


# --- Public page ----------------------------------------------------------------------------------
def test_a_pair_signs_up_and_follows_its_code(door, client_as, pilar):
    browser = Client()
    assert 'href="/t/casino-de-calamocha/inscripcion/"' in text_of(
        browser.get("/t/casino-de-calamocha/")
    )
    page = text_of(browser.get(PAGE))
    assert "Cómo se juega" in page and "Envíe su solicitud" in page
    answer = browser.post(PAGE, typed(door), follow=True)
    page = text_of(answer)
    request = EntryRequest.objects.get()
    code = answer.redirect_chain[-1][0].split("/")[-2]
    assert len(code) == 8 and code in page and "Recibida" in page
    assert code not in request.digest and request_of(door, code.lower()) == request
    assert not Entry.objects.exists()
    desk = client_as(pilar)
    assert "1 solicitud por contestar" in text_of(desk.get("/t/casino-de-calamocha/inscripciones/"))
    desk.post(DESK, {"requests": [request.pk], "accept": "1"})
    entry = Entry.objects.get()
    assert entry.full_title_for(EVERYTHING) == "1 · Paco Gil · Luis Sanz" and entry.town == "Luco"
    assert "Aceptada: la pareja 1." in text_of(browser.get(f"{PAGE}solicitud/{code}/"))


def test_the_same_form_twice_is_one_request(door):
    form = typed(door)
    first, second = Client().post(PAGE, form), Client().post(PAGE, form)
    assert first.url == second.url and EntryRequest.objects.count() == 1


def test_the_code_is_typed_as_it_is_read(door):
    sent(door, "ABCD2345")
    answer = Client().post(f"{PAGE}solicitud/", {"code": " abcd2345 "})
    assert answer.status_code == 302 and answer.url.endswith("/solicitud/abcd2345/")
    wrong = Client().post(f"{PAGE}solicitud/", {"code": "ZZZZ2345"}, follow=True)
    assert "No hay ninguna solicitud con ese código" in text_of(wrong)


def test_guessed_codes_are_slowed_down(door):
    browser = Client()
    codes = [browser.get(f"{PAGE}solicitud/ABCDEF{n:02}/").status_code for n in range(14)]
    assert codes[0] == 404 and codes[-1] == 429
    assert AuditLine.objects.filter(act="slow_guesses").exists()


def test_a_partner_completes_the_pair(door):
    browser = Client()
    form = typed(door, company="later", player_2="")
    page = browser.post(PAGE, form, follow=True)
    request = EntryRequest.objects.get()
    assert request.awaits_partner and "Comparta el enlace" in text_of(page)
    assert conflict_of(lambda: accept_request(request=request, author=None)) == "partner_missing"
    there = page.redirect_chain[-1][0]
    browser.post(there, typed(door, player_2="Luis Sanz"))
    request.refresh_from_db()
    assert not request.awaits_partner
    assert accept_request(request=request, author=None).seats.count() == 2


def test_a_person_alone_looks_for_a_partner(door, pilar):
    Client().post(PAGE, typed(door, company="single", player_2=""))
    request = EntryRequest.objects.get()
    single = accept_request(request=request, author=pilar)
    other = register_entry(tournament=door, author=pilar, players=[Person("Ana")], single=True)
    pair_by_hand(first=other, second=single, author=pilar)
    request.refresh_from_db()
    assert request.entry == other and request.entry.seats.count() == 2
    assert conflict_of(lambda: withdraw_request(request=request)) == "has_partner"


def test_a_team_and_a_person_sign_up_too(make_tournament, pilar):
    teams = make_tournament(name="Equipos", squad=3)
    one = make_tournament(name="Solos", game="tarot", **TAROT)
    for tournament, fields, title in (
        (teams, {"name": "Peña La Sota", "people": "Ana Yus\nEva Roche"}, "Peña La Sota"),
        (one, {"player_1": "Ana Yus"}, "Ana Yus"),
    ):
        edit_sign_up(tournament=tournament, author=pilar, opened=True)
        page = f"/t/{tournament.slug}/inscripcion/"
        assert Client().get(page).status_code == 200
        form = {"ticket": typed(tournament)["ticket"], "phone": "600 123 456", **fields}
        there = Client().post(page, form, follow=True)
        assert "Recibida" in text_of(there) and title in text_of(there)
        entry = accept_request(request=tournament.requests.get(), author=pilar)
        assert entry.title_for(EVERYTHING) == title


def test_a_minor_needs_the_name_of_an_adult(door, pilar):
    answer = Client().post(PAGE, typed(door, minor="on"))
    assert answer.status_code == 400 and "nombre del adulto" in text_of(answer)
    assert 'value="Paco Gil"' in text_of(answer)  # nothing typed is lost
    Client().post(PAGE, typed(door, minor="on", guardian="Marta Gil"))
    assert EntryRequest.objects.get().guardian == "Marta Gil"
    edit_sign_up(tournament=door, author=pilar, minors=False)
    answer = Client().post(PAGE, typed(door))
    assert "solo juegan mayores de edad" in text_of(answer)


@pytest.mark.parametrize("phone", ["", "12", "llámeme", "600 123 456 789 012 345"])
def test_an_unreadable_phone_is_refused(door, phone):
    answer = Client().post(PAGE, typed(door, phone=phone))
    assert answer.status_code == 400 and not EntryRequest.objects.exists()


def test_the_holder_withdraws(door, pilar):
    request = sent(door, "ABCD2345")
    Client().post(f"{PAGE}solicitud/ABCD2345/retirar/")
    request.refresh_from_db()
    assert request.state == State.WITHDRAWN
    assert conflict_of(lambda: withdraw_request(request=request)) == "request_decided"
    other = sent(door, "ABCD2346")
    entry = accept_request(request=other, author=pilar)
    withdraw_request(request=other)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert AuditLine.objects.get(act="withdraw").author is None


def test_after_the_draw_only_the_desk_withdraws(door, pairs, pilar):
    pairs(door, 3)
    request = sent(door, "ABCD2345")
    accept_request(request=request, author=pilar)
    open_next_round(stage=door.stage, author=pilar)
    assert conflict_of(lambda: withdraw_request(request=request)) == "entry_drawn"
    assert conflict_of(lambda: sent(door, "ABCD2346")) == "sign_up_drawn"


# --- Closed door ----------------------------------------------------------------------------------
def test_the_door_is_closed(door, pilar, pairs):
    now = timezone.now()

    def refused(**changes) -> str:
        edit_sign_up(tournament=door, author=pilar, **changes)
        return conflict_of(lambda: sent(door, "ABCD2345"))

    assert refused(opens_at=now + timedelta(hours=1)) == "sign_up_too_early"
    page = Client().get(PAGE)
    assert "La inscripción se abre el" in text_of(page) and "Envíe su solicitud" not in text_of(
        page
    )
    assert refused(opens_at=None, closes_at=now - timedelta(hours=1)) == "sign_up_over"
    assert refused(closes_at=None, opened=False) == "sign_up_shut"
    edit_tournament(tournament=door, author=pilar, capacity=2)
    pairs(door, 2)
    assert refused(opened=True, waits=False) == "sign_up_full"
    assert not EntryRequest.objects.exists()
    assert (
        "inscripcion/"
        not in text_of(Client().get("/t/casino-de-calamocha/")).split("<main")[1][:900]
    )


def test_a_late_form_comes_back_with_what_was_typed(door, pilar):
    form = typed(door)
    edit_sign_up(tournament=door, author=pilar, opened=False)
    answer = Client().post(PAGE, form)
    assert answer.status_code == 409 and 'value="Paco Gil"' in text_of(answer)


def test_a_hidden_tournament_has_no_page(door, casino, pilar):
    edit_tournament(tournament=door, author=pilar, visibility=Visibility.PRIVATE)
    sent(door, "ABCD2345")
    assert Client().get(PAGE).status_code == 404
    assert Client().get(f"{PAGE}solicitud/ABCD2345/").status_code == 404
    assert Client().post(PAGE, typed(door)).status_code == 404


def test_the_page_says_the_fee_and_the_deposit_in_the_currency(door):
    Tournament.objects.filter(pk=door.pk).update(fee=20, deposit=10, currency="ARS")
    page = text_of(Client().get(PAGE)).replace("\N{NO-BREAK SPACE}", " ")
    assert "20,00 ARS" in page and "10,00 ARS" in page


def test_without_settings_there_is_no_page(casino):
    assert Client().get(PAGE).status_code == 404


# --- Bot ------------------------------------------------------------------------------------------
def test_a_program_gives_itself_away(door):
    browser = Client()
    for form in (
        typed(door, web="http://compre.example"),
        typed(door, loaded=timezone.now().timestamp()),
        typed(door, loaded=timezone.now().timestamp() - 48 * 3_600),
        typed(door, ticket="inventado"),
        {**typed(door), "ticket": ""},
    ):
        answer = browser.post(PAGE, form)
        assert answer.status_code == 400 and 'value="Paco Gil"' in text_of(answer)
    assert not EntryRequest.objects.exists()


def test_a_ticket_of_another_tournament_is_refused(door, make_tournament):
    other = make_tournament(name="Otro")
    assert Client().post(PAGE, typed(door, ticket=typed(other)["ticket"])).status_code == 400


def test_one_address_sends_forty_in_ten_minutes(door):
    browser = Client()
    codes = [
        browser.post(PAGE, typed(door, player_1=f"Uno{n}", player_2=f"Dos{n}")).status_code
        for n in range(42)
    ]
    assert codes == [302] * 40 + [429] * 2 and EntryRequest.objects.count() == 40


def test_many_addresses_leave_at_most_the_cap(
    door, pilar, client_as, django_assert_max_num_queries
):
    """A flood from everywhere stops at the cap; the desk's page stays short; a click clears it."""
    EntryRequest.objects.bulk_create(
        EntryRequest(tournament=door, digest=f"{n:064}", players=[[f"Bot{n}", "", ""]] * 2)
        for n in range(max_pending(door) - 1)
    )
    codes = [
        Client(REMOTE_ADDR=f"10.0.0.{n}").post(PAGE, typed(door)).status_code for n in range(4)
    ]
    assert codes == [302, 409, 409, 409]
    assert EntryRequest.objects.count() == max_pending(door) == MAX_PENDING
    desk = client_as(pilar)
    with django_assert_max_num_queries(20):
        desk.get(DESK)
    minute = re.search(r'name="flood" value="([^"]+)"', text_of(desk.get(DESK)))
    assert minute is not None
    answer = desk.post(DESK, {"flood": minute[1], "reason": "un programa"}, follow=True)
    assert "300 solicitudes rechazadas." in text_of(answer)
    assert AuditLine.objects.filter(act="refuse_requests").count() == 1
    assert Client(REMOTE_ADDR="10.0.1.1").post(PAGE, typed(door)).status_code == 302


# --- Desk -----------------------------------------------------------------------------------------
def test_two_helpers_accept_once(door, pilar):
    request = sent(door, "ABCD2345")
    accept_request(request=request, author=pilar)
    assert conflict_of(lambda: accept_request(request=request, author=pilar)) == "request_decided"
    assert door.entries.count() == 1


def test_what_is_refused_says_why_and_stays(door, pilar, client_as):
    sent(door, "ABCD2345", "Paco", "Luis")
    sent(door, "ABCD2346", "PACO", "Ana")  # a person twice
    sent(door, "ABCD2347", "Eva", "Sol")
    page = text_of(client_as(pilar).get(DESK))
    assert page.count("Alguien está también en otra solicitud.") == 2
    keys = list(EntryRequest.objects.values_list("pk", flat=True))
    answer = client_as(pilar).post(DESK, {"requests": keys, "accept": "1"})
    assert answer.status_code == 409 and "Paco ya juega con el número 1" in text_of(answer)
    states = EntryRequest.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["accepted", "sent", "accepted"] and door.entries.count() == 2


def test_a_refusal_gives_its_reason_to_the_holder(door, pilar):
    request = sent(door, "ABCD2345")
    keys = [request.pk]
    assert refuse_requests(tournament=door, author=pilar, requests=keys, reason="Solo socios") == 1
    assert refuse_requests(tournament=door, author=pilar, requests=keys) == 0
    page = text_of(Client().get(f"{PAGE}solicitud/ABCD2345/"))
    assert "Rechazada." in page and "Solo socios" in page
    line = AuditLine.objects.get(act="refuse_requests")
    assert line.after == {"requests": 1} and "Uno" not in str(line.after)


def test_requests_of_another_tournament_stay(door, make_tournament, pilar):
    other = make_tournament(name="Otro")
    request = sent(door, "ABCD2345")
    assert refuse_requests(tournament=other, author=pilar, requests=[request.pk]) == 0
    done = accept_requests(tournament=other, author=pilar, requests=[request.pk])
    assert not done.entries and not done.refused


def test_requests_accept_themselves_up_to_ten_a_minute(door, pilar):
    with is_refused("alone_needs_capacity"):
        edit_sign_up(tournament=door, author=pilar, accepts=True)
    edit_tournament(tournament=door, author=pilar, capacity=30)
    edit_sign_up(tournament=door, author=pilar, accepts=True)
    states = [
        sent(door, f"ABCD23{n:02}".replace("0", "Z").replace("1", "Y")).state for n in range(12)
    ]
    assert states == [State.ACCEPTED] * AUTOMATIC_PER_MINUTE + [State.SENT] * 2
    assert AuditLine.objects.filter(act="register_entry", author=None).count() == 10


def test_a_corrected_request_accepts_itself(door, pilar):
    edit_tournament(tournament=door, author=pilar, capacity=30)
    edit_sign_up(tournament=door, author=pilar, accepts=True)
    half = sent(door, "ABCD2345", "Paco")
    assert half.state == State.SENT
    whole = edit_request(request=half, players=[Person("Paco"), Person("Luis")], phone="600123456")
    assert whole.state == State.ACCEPTED
    assert conflict_of(lambda: edit_request(request=half, players=[])) == "request_decided"


# --- Waiting list ---------------------------------------------------------------------------------
@world
def full(door, pairs, pilar):
    """Room for two pairs; two play and two wait."""
    edit_tournament(tournament=door, author=pilar, capacity=2)
    pairs(door, 2)
    for code in ("ABCD2345", "ABCD2346"):
        accept_request(request=sent(door, code), author=pilar)
    return door


def _states(tournament) -> str:
    order = tournament.entries.order_by("number")
    return "".join(state[0] for state in order.values_list("state", flat=True))


def test_the_holder_sees_the_place_in_the_line(full):
    assert "En lista de espera, n.º 2." in text_of(Client().get(f"{PAGE}solicitud/ABCD2346/"))


def test_the_waiting_list_advances_by_itself(full, pilar):
    assert _states(full) == "eeww"
    withdraw(entry=full.entries.get(number=1), author=pilar, reason="no viene")
    assert _states(full) == "weew"
    assert AuditLine.objects.get(act="promote").author is None
    edit_tournament(tournament=full, author=pilar, capacity=3)
    assert _states(full) == "weee"


def test_a_deleted_entry_gives_its_place(full, pilar):
    delete_entry(entry=full.entries.get(number=2), author=pilar)
    assert _states(full) == "eew"


def test_the_list_waits_for_the_desk_if_the_organiser_wants(full, pilar):
    edit_sign_up(tournament=full, author=pilar, advances=False)
    withdraw(entry=full.entries.get(number=1), author=pilar, reason="no viene")
    assert _states(full) == "weww"
    edit_sign_up(tournament=full, author=pilar, advances=True)
    assert _states(full) == "weew"


def test_once_drawn_nobody_moves_up_alone(full, pilar):
    open_next_round(stage=full.stage, author=pilar)
    edit_tournament(tournament=full, author=pilar, capacity=3)
    assert _states(full) == "eeww"


# --- Settings -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed_there", "sentence"),
    [
        ({"closes_at": "2026-01-01T10:00", "opens_at": "2026-01-02T10:00"}, "cerrarse después"),
        ({"minimum": "40"}, "El mínimo no puede pasar"),
        ({"notice": "x" * 1_001}, "1000"),
    ],
)
def test_settings_that_cannot_be(door, pilar, client_as, typed_there, sentence):
    edit_tournament(tournament=door, author=pilar, capacity=30)
    answer = client_as(pilar).post(SETTINGS, {"opened": "on", **typed_there})
    assert answer.status_code == 400 and sentence in text_of(answer)


def test_settings_are_saved_and_noted(casino, pilar, client_as):
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
def test_nothing_of_a_request_is_public(door, pilar):
    sent(door, "ABCD2345", "Zacarías Zutano", "Zoilo")
    for address in ("", "inscripcion/", "clasificacion/", "emparejamientos/"):
        page = text_of(Client().get(f"/t/casino-de-calamocha/{address}"))
        assert "Zutano" not in page and "600123456" not in page


def test_a_request_is_handed_over_and_erased_with_its_entry(door, pilar, pairs):
    pairs(door, 1)
    request = sent(door, "ABCD2345", "Paco", "Luis")
    entry = accept_request(request=request, author=pilar)
    refused = sent(door, "ABCD2346")
    stored = stored_entry_data(entry)["requests"]
    assert [row["phone"] for row in stored] == ["600123456"]
    anonymise_entries(tournament=door, author=pilar, numbers=[entry.number])
    assert list(EntryRequest.objects.all()) == [refused]
    anonymise_entries(tournament=door, author=pilar)
    assert not EntryRequest.objects.exists()


def test_requests_without_an_entry_go_after_the_tournament(door, pilar):
    sent(door, "ABCD2345")
    entry = accept_request(request=sent(door, "ABCD2346"), author=pilar)
    assert expire_files(days=30).requests == 0
    type(door).objects.update(starts_at=timezone.now() - timedelta(days=31))
    assert expire_files(days=30).requests == 1
    assert EntryRequest.objects.get().entry == entry


# --- API ------------------------------------------------------------------------------------------
def test_a_program_of_the_desk_answers(door, pilar, client_as):
    first, second = sent(door, "ABCD2345"), sent(door, "ABCD2346")
    desk, api = client_as(pilar), "/api/v1/tournaments/casino-de-calamocha/requests/"
    rows = desk.get(api).json()["results"]
    assert [(row["id"], row["state"], row["entry"]) for row in rows] == [
        (first.pk, "sent", None),
        (second.pk, "sent", None),
    ]
    assert "digest" not in rows[0] and rows[0]["phone"] == "600123456"
    assert desk.post(f"{api}{first.pk}/accept/").json()["number"] == 1
    again = desk.post(f"{api}{first.pk}/accept/")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "request_decided")
    refused = desk.post(
        f"{api}{second.pk}/refuse/", {"reason": "Completo"}, content_type="application/json"
    )
    assert (refused.json()["state"], refused.json()["reason"]) == ("refused", "Completo")
    assert [row["entry"] for row in desk.get(f"{api}?state=accepted").json()["results"]] == [1]
    assert Client().get(api).status_code == 401


# --- Poster ---------------------------------------------------------------------------------------
def test_the_poster_is_redrawn_and_public(
    door, pilar, client_as, django_capture_on_commit_callbacks
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
    bad = desk.post(f"{SETTINGS}cartel/poner/", {"poster": SimpleUploadedFile("a.png", b"<svg>")})
    assert bad.status_code == 400 and "valen las JPEG, PNG y WebP" in text_of(bad)
    desk.post(f"{SETTINGS}cartel/quitar/")
    assert Client().get(f"{PAGE}cartel.jpg").status_code == 404


# --- Paper ----------------------------------------------------------------------------------------
def test_the_poster_of_the_wall_leads_to_the_open_sign_up(door, pilar):
    edit_sign_up(tournament=door, author=pilar, notice="Jamón al primero.")
    (page,) = sheet_pages(door, "poster")
    assert f"{BASE}{PAGE}" in page and "Jamón al primero." in page
    edit_sign_up(tournament=door, author=pilar, opened=False)
    (page,) = sheet_pages(door, "poster")
    assert "wifi" in page and PAGE not in page
