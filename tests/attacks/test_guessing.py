"""A stranger who guesses passwords, codes and links is throttled, and nobody else is."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from scoring.actas.table_links import link_secret
from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.rows import cases
from tournaments.accounts import devices
from tournaments.accounts.throttling import RATES, SPECIAL_RATES, _address
from tournaments.models import Tournament
from tournaments.site.page_cache import PAGES

HALL, HOTEL = "192.0.2.7", "198.51.100.4"
TABLE_LIMIT = SPECIAL_RATES["table", "key"][0]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that advances the clock of the browsers' cookies by some seconds."""

    def advance(seconds: int) -> None:
        now = devices.time.time()
        monkeypatch.setattr(devices.time, "time", lambda: now + seconds)

    return advance


def log_in(
    browser: Client, login: str, password: str = "no es esta", **options: str
) -> HttpResponse:
    return browser.post("/cuenta/login/", {"login": login, "password": password}, **options)


def phone(address: str = HALL) -> Client:
    return Client(REMOTE_ADDR=address)


def guess(times: int, login: str, address: str = HALL) -> list[int]:
    """Try wrong passwords from new browsers; return the status of each try."""
    return [log_in(phone(address), login).status_code for _try in range(times)]


def test_a_full_page_cache_does_not_delete_the_count_of_wrong_tries(pilar):
    assert guess(11, "pilar")[-1] == 429
    for number in range(3_000):
        PAGES.set(f"page/{number}", "<p>…</p>")
    assert guess(1, "pilar") == [429]


# --- The owner ----------------------------------------------------------------------------------
def test_a_stranger_blocks_nobody_at_another_address(pilar):
    assert guess(11, "pilar", HOTEL) == [200] * 10 + [429]
    assert log_in(phone(HALL), "pilar", PASSWORD).status_code == 302


def test_the_owners_browser_is_not_blocked_by_guesses_from_the_same_address(pilar):
    owner = phone()
    assert log_in(owner, "pilar", PASSWORD).status_code == 302
    owner.post("/cuenta/logout/")
    assert guess(12, "pilar")[-1] == 429  # a stranger in the same hall, at the same address
    assert log_in(owner, "pilar").status_code == 200  # the owner mistypes once
    assert log_in(owner, "PILAR", PASSWORD).status_code == 302


def test_a_known_browser_may_log_in_by_mail_address_too(pilar):
    pilar.email = "pilar@example.org"
    pilar.save()
    owner = phone()
    log_in(owner, "pilar", PASSWORD)
    owner.post("/cuenta/logout/")
    assert guess(12, "pilar@example.org")[-1] == 429
    assert log_in(owner, "pilar@example.org", PASSWORD).status_code == 302


def test_a_known_browser_is_throttled_for_the_accounts_of_others(pilar, chema):
    thief = phone()
    assert log_in(thief, "chema", PASSWORD).status_code == 302
    thief.post("/cuenta/logout/")
    statuses = [log_in(thief, "pilar").status_code for _try in range(11)]
    assert statuses[-1] == 429


def test_a_known_browser_has_no_more_tries_than_a_stranger(pilar):
    owner = phone()
    log_in(owner, "pilar", PASSWORD)
    owner.post("/cuenta/logout/")
    assert [log_in(owner, "pilar").status_code for _try in range(11)] == [200] * 10 + [429]


def test_the_cookie_of_a_known_browser_cannot_be_forged(pilar):
    thief = phone()
    thief.cookies[devices.KNOWN_COOKIE] = f'{{"mark": "x", "accounts": [{pilar.pk}], "since": 1}}'
    assert [log_in(thief, "pilar").status_code for _try in range(11)][-1] == 429
    late_login = log_in(phone(), "pilar", PASSWORD)  # the address is blocked already
    assert late_login.status_code == 429


def test_scripts_cannot_read_the_cookie_of_a_known_browser(pilar):
    owner = phone()
    log_in(owner, "pilar", PASSWORD)
    cookie = owner.cookies[devices.KNOWN_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "pilar" not in cookie.value and PASSWORD not in cookie.value


@pytest.mark.slow
def test_guesses_from_many_addresses_are_throttled_together_and_the_owner_is_not(
    pilar, monkeypatch
):
    monkeypatch.setitem(RATES, "everywhere", (30, 3_600))
    owner = phone()
    log_in(owner, "pilar", PASSWORD)
    owner.post("/cuenta/logout/")
    statuses = [log_in(phone(f"203.0.113.{n}"), "pilar").status_code for n in range(31)]
    assert statuses == [200] * 30 + [429]
    assert log_in(owner, "pilar", PASSWORD).status_code == 302


def test_a_program_that_guesses_blocks_no_page_at_another_address(pilar):
    thief = Api(None)
    thief.browser = phone(HOTEL)
    for _try in range(12):
        answer = thief.post("token/", {"username": "pilar", "password": "no es esta"})
    assert answer.status_code == 429
    assert log_in(phone(HALL), "pilar", PASSWORD).status_code == 302


# --- The hall -----------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_stranger_who_guesses_does_not_block_the_whole_hall(
    places, pilar, chema, later, monkeypatch
):
    monkeypatch.setitem(RATES, "address", (20, 600))
    tournament = Tournament.objects.get(name="Casino de Calamocha")
    match = tournament.matches.get(number=1)
    link = f"/m/{match.code}/{link_secret(match)}/"
    known_browser, old_phone = phone(), phone()
    log_in(known_browser, "pilar", PASSWORD)
    known_browser.post("/cuenta/logout/")
    old_phone.get(link)  # a phone that has opened its table
    old_phone.get(f"/t/{tournament.slug}/mesa/{match.code}/")
    later(devices.OLD_AFTER + 1)
    limit = RATES["address"][0]
    statuses = [log_in(phone(), f"cuenta-{n}").status_code for n in range(limit + 1)]
    assert statuses == [200] * limit + [429]
    assert {phone().get(link).status_code for _phone in range(60)} == {302}
    assert log_in(known_browser, "pilar", PASSWORD).status_code == 302
    assert log_in(old_phone, "chema", PASSWORD).status_code == 302


@pytest.mark.slow
def test_forty_wrong_links_block_no_table(places):
    match = Tournament.objects.get(name="Casino de Calamocha").matches.get(number=1)
    wrong, right = f"/m/{match.code}/{'a' * 16}/", f"/m/{match.code}/{link_secret(match)}/"
    statuses = [phone().get(wrong).status_code for _try in range(TABLE_LIMIT + 2)]
    assert statuses == [404] * TABLE_LIMIT + [429] * 2
    assert phone().get(right).status_code == 302
    assert phone(HOTEL).get(wrong).status_code == 404


@cases(
    "address, counted_address",
    ("192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("unix", "unix"),
)
def test_the_addresses_of_a_house_are_counted_as_one(address, counted_address, monkeypatch):
    monkeypatch.setattr("tournaments.accounts.usernames.Accounts.get_client_ip", lambda *_: address)
    assert _address(RequestFactory().get("/")) == counted_address
