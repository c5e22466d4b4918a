"""A stranger who guesses passwords, codes and links slows himself, and shuts nobody else out."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from scoring.actas.table_links import link_secret
from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.rows import cases
from tournaments.accounts import devices
from tournaments.accounts.throttling import RATES, RATES_OF, _address
from tournaments.models import Tournament
from tournaments.site.page_cache import PAGES

HALL, HOTEL = "192.0.2.7", "198.51.100.4"
FORTY = RATES_OF["table", "key"][0]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let some seconds pass for what the browsers keep."""

    def pass_by(seconds: int) -> None:
        now = devices.time.time()
        monkeypatch.setattr(devices.time, "time", lambda: now + seconds)

    return pass_by


def enter(browser: Client, login: str, password: str = "no es esta", **more: str) -> HttpResponse:
    return browser.post("/cuenta/login/", {"login": login, "password": password}, **more)


def phone(address: str = HALL) -> Client:
    return Client(REMOTE_ADDR=address)


def guess(times: int, login: str, address: str = HALL) -> list[int]:
    """Tries of somebody who throws his cookies away each time."""
    return [enter(phone(address), login).status_code for _try in range(times)]


def test_asking_for_many_pages_does_not_make_it_forget_wrong_tries(pilar):
    assert guess(11, "pilar")[-1] == 429
    for number in range(3_000):
        PAGES.set(f"page/{number}", "<p>…</p>")
    assert guess(1, "pilar") == [429]


# --- The owner ----------------------------------------------------------------------------------
def test_a_stranger_shuts_nobody_out_of_another_address(pilar):
    assert guess(11, "pilar", HOTEL) == [200] * 10 + [429]
    assert enter(phone(HALL), "pilar", PASSWORD).status_code == 302


def test_the_browser_of_the_owner_goes_on_beside_the_one_who_guesses(pilar):
    mine = phone()
    assert enter(mine, "pilar", PASSWORD).status_code == 302
    mine.post("/cuenta/logout/")
    assert guess(12, "pilar")[-1] == 429  # in the same hall, behind the same address
    assert enter(mine, "pilar").status_code == 200  # mistyped
    assert enter(mine, "PILAR", PASSWORD).status_code == 302


def test_the_owner_who_enters_by_mail_is_known_too(pilar):
    pilar.email = "pilar@example.org"
    pilar.save()
    mine = phone()
    enter(mine, "pilar", PASSWORD)
    mine.post("/cuenta/logout/")
    assert guess(12, "pilar@example.org")[-1] == 429
    assert enter(mine, "pilar@example.org", PASSWORD).status_code == 302


def test_a_known_browser_is_known_for_its_own_accounts_alone(pilar, chema):
    thief = phone()
    assert enter(thief, "chema", PASSWORD).status_code == 302
    thief.post("/cuenta/logout/")
    told = [enter(thief, "pilar").status_code for _try in range(11)]
    assert told[-1] == 429


def test_a_known_browser_guesses_no_more_than_a_stranger(pilar):
    mine = phone()
    enter(mine, "pilar", PASSWORD)
    mine.post("/cuenta/logout/")
    assert [enter(mine, "pilar").status_code for _try in range(11)] == [200] * 10 + [429]


def test_the_proof_of_a_known_browser_is_not_written_by_hand(pilar):
    thief = phone()
    thief.cookies[devices.KNOWN_COOKIE] = f'{{"mark": "x", "accounts": [{pilar.pk}], "since": 1}}'
    assert [enter(thief, "pilar").status_code for _try in range(11)][-1] == 429
    cookie = enter(phone(), "pilar", PASSWORD)  # too late, from the same address
    assert cookie.status_code == 429


def test_the_cookie_is_out_of_reach_of_scripts(pilar):
    mine = phone()
    enter(mine, "pilar", PASSWORD)
    cookie = mine.cookies[devices.KNOWN_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "pilar" not in cookie.value and PASSWORD not in cookie.value


@pytest.mark.slow
def test_a_thousand_addresses_are_slowed_together_and_the_owner_is_not(pilar, monkeypatch):
    monkeypatch.setitem(RATES, "everywhere", (30, 3_600))
    mine = phone()
    enter(mine, "pilar", PASSWORD)
    mine.post("/cuenta/logout/")
    told = [enter(phone(f"203.0.113.{n}"), "pilar").status_code for n in range(31)]
    assert told == [200] * 30 + [429]
    assert enter(mine, "pilar", PASSWORD).status_code == 302


def test_the_program_that_guesses_does_not_shut_the_pages_of_another_address(pilar):
    thief = Api(None)
    thief.browser = phone(HOTEL)
    for _try in range(12):
        answer = thief.post("token/", {"username": "pilar", "password": "no es esta"})
    assert answer.status_code == 429
    assert enter(phone(HALL), "pilar", PASSWORD).status_code == 302


# --- The hall -----------------------------------------------------------------------------------
@pytest.mark.slow
def test_one_who_guesses_does_not_shut_a_whole_hall(places, pilar, chema, later, monkeypatch):
    monkeypatch.setitem(RATES, "address", (20, 600))
    tournament = Tournament.objects.get(name="Casino de Calamocha")
    match = tournament.matches.get(number=1)
    link = f"/m/{match.code}/{link_secret(match)}/"
    known, seen = phone(), phone()
    enter(known, "pilar", PASSWORD)
    known.post("/cuenta/logout/")
    seen.get(link)  # a phone that has read the QR of its table, and then the next page
    seen.get(f"/t/{tournament.slug}/mesa/{match.code}/")
    later(devices.OLD + 1)
    limit = RATES["address"][0]
    told = [enter(phone(), f"cuenta-{n}").status_code for n in range(limit + 1)]
    assert told == [200] * limit + [429]
    assert {phone().get(link).status_code for _phone in range(60)} == {302}
    assert enter(known, "pilar", PASSWORD).status_code == 302
    assert enter(seen, "chema", PASSWORD).status_code == 302


@pytest.mark.slow
def test_forty_wrong_papers_shut_no_table(places):
    match = Tournament.objects.get(name="Casino de Calamocha").matches.get(number=1)
    wrong, right = f"/m/{match.code}/{'a' * 16}/", f"/m/{match.code}/{link_secret(match)}/"
    told = [phone().get(wrong).status_code for _try in range(FORTY + 2)]
    assert told == [404] * FORTY + [429] * 2
    assert phone().get(right).status_code == 302
    assert phone(HOTEL).get(wrong).status_code == 404


@cases(
    "told, counted",
    ("192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("unix", "unix"),
)
def test_a_house_with_many_addresses_is_one(told, counted, monkeypatch):
    monkeypatch.setattr("tournaments.accounts.usernames.Accounts.get_client_ip", lambda *_: told)
    assert _address(RequestFactory().get("/")) == counted
