"""A guesser is slowed and logged; a hall behind one address is not."""

import logging

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from scoring.actas.table_links import link_secret
from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.refusals import is_refused
from tests.sizes import size
from tournaments.accounts.services.roles import invite
from tournaments.accounts.throttling import RATES, WrongSecret, throttle_guesses
from tournaments.audit.words import audit_line_in_words as told_line
from tournaments.models import AuditLine, Tournament

LOGIN = "/cuenta/login/"


def enter(browser, login, password="no es esta"):
    return browser.post(LOGIN, {"login": login, "password": password})


def test_a_password_is_not_guessed(pilar, chema, caplog):
    told = [enter(Client(), "pilar").status_code for _try in range(12)]
    assert told == [200] * 10 + [429] * 2
    slowed = enter(Client(), "PILAR", PASSWORD)  # the right one neither: it would be an answer
    assert slowed.status_code == 429
    assert 0 < int(slowed.headers["Retry-After"]) <= 300
    said = slowed.content.decode()
    wait = int(slowed.headers["Retry-After"])
    assert f"Espere {(wait + 59) // 60} min, o entre con" in said
    assert enter(Client(), "chema", PASSWORD).status_code == 302
    records = [one.getMessage() for one in caplog.records if one.name == "tapete.security"]
    assert sum("wrong secret: login" in one for one in records) == 10
    assert "slowed: login, by its key" in records
    assert not any("pilar" in one.lower() or "no es esta" in one for one in records)


def test_pages_and_api_count_the_same_account(pilar):
    for _try in range(5):
        enter(Client(), "pilar")
        Api(None).post("token/", {"username": "pilar", "password": "no es esta"})
    answer = Api(None).post("token/", {"username": "pilar", "password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) == answer.json()["error"]["params"]["wait"]
    assert enter(Client(), "pilar", PASSWORD).status_code == 429


def test_the_administration_has_the_same_door(admin_client):
    assert Client().post("/admin/login/", {"username": "x", "password": "y"}).url.startswith(LOGIN)
    assert admin_client.get("/admin/").status_code == 200


def test_a_device_that_tries_many_accounts_is_slowed_and_the_hall_is_not(pilar):
    thief = Client()
    told = [enter(thief, f"cuenta-{n}").status_code for n in range(20)]
    assert told == [200] * 15 + [429] * 5
    cookie = thief.cookies["tapete_device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert enter(Client(), "pilar", PASSWORD).status_code == 302


@pytest.fixture
def limit(monkeypatch):
    """The wrong tries that an address may make, in small fewer than they are."""
    real = RATES["address"][0]
    assert real > 10 * RATES["device"][0]
    limit = size(40, long=real)
    monkeypatch.setitem(RATES, "address", (limit, RATES["address"][1]))
    return limit


@pytest.mark.slow
def test_an_address_is_slowed_only_by_far_more_wrong_tries(pilar, limit):
    told = {enter(Client(), f"cuenta-{n}").status_code for n in range(limit)}
    assert told == {200}
    assert enter(Client(), "otra").status_code == 429
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert enter(elsewhere, "pilar", PASSWORD).status_code == 302


@pytest.mark.slow
def test_all_the_telephones_of_one_hall_pass(casino, pilar, limit):
    _invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    for path, status in ((f"/invitacion/{secret}/", 302), ("/t/casino-de-calamocha/", 200)):
        told = {Client().get(path).status_code for _phone in range(limit + limit // 2)}
        assert told == {status}


def test_links_are_not_guessed(casino, pilar, vecino, client_as, caplog):
    _invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    near = secret[:6] + "x" * 26
    told = [Client().get(f"/invitacion/{near}/").status_code for _try in range(12)]
    assert told == [404] * 10 + [429] * 2
    slowed = Client().get(f"/invitacion/{near}/")
    assert slowed.status_code == 429 and "Retry-After" in slowed.headers
    assert secret not in caplog.text and near not in caplog.text
    assert Client().get(f"/invitacion/{secret}/").status_code == 302  # nobody guesses it


@pytest.mark.slow
def test_the_link_of_a_table_is_not_guessed(places):
    match = Tournament.objects.get(name="Casino de Calamocha").matches.get(number=1)
    wrong, right = f"/m/{match.code}/{'a' * 16}/", f"/m/{match.code}/{link_secret(match)}/"
    told = [Client().get(wrong).status_code for _try in range(42)]
    assert told == [404] * 40 + [429] * 2
    assert Client().get(right).status_code == 302  # nor this one: it opens for who was given it
    acts = AuditLine.objects.filter(act="slow_guesses")
    wanted = ["probaba: enlaces de mesa; frenado por: el dato probado"]
    assert [told_line(one).after for one in acts] == wanted


def test_links_are_not_guessed_by_the_api(casino, vecino):
    told = [
        Api(vecino).post("invitations/accept/", {"secret": f"{n:06}xxxxxx"}).status_code
        for n in range(17)
    ]
    assert told == [404] * 15 + [429] * 2


@pytest.fixture
def some_link(casino):
    """A view of a link of this tournament, as the decorator is meant to be used."""

    @throttle_guesses("invitation", place="secret")
    def view(request, secret):
        if secret != "right-secret":
            raise WrongSecret(casino)
        return HttpResponse("ok")

    def opened(secret, address="10.0.0.1"):
        from django.contrib.auth.models import AnonymousUser

        request = RequestFactory().get("/", REMOTE_ADDR=address)
        request.user = AnonymousUser()
        return view(request, secret=secret)

    return opened


def test_the_tournament_remembers_that_somebody_was_slowed_once(casino, some_link, caplog):
    acts = AuditLine.objects.filter(tournament=casino, act="slow_guesses")
    for number in range(10):
        assert not acts.exists()
        with pytest.raises(WrongSecret):
            some_link(f"right-{number}")
    wanted = [(None, {"guessed": "invitation", "slowed_by": "key"})]
    assert [(one.author, one.after) for one in acts] == wanted
    with is_refused(status=429):
        some_link("right-11")
    assert some_link("right-secret").content == b"ok"
    assert acts.count() == 1
    assert caplog.records and {one.levelno for one in caplog.records} == {logging.WARNING}


def test_a_right_link_counts_nothing(some_link):
    assert {some_link("right-secret").content for _try in range(300)} == {b"ok"}


def test_anything_may_be_typed(db):
    for login in ("\x00", "\ud800", "x" * 5000, "🃏", "a\nb"):
        answer = Api(None).post("token/", {"username": login, "password": "x"})
        assert answer.status_code in (400, 429)


def test_signing_up_too_fast_says_usted(db):
    from config.errors import too_many_requests

    request = RequestFactory().post("/cuenta/signup/")
    request.session, request.htmx = {}, False
    answer = too_many_requests(request)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Espere un minuto y vuelva a intentarlo" in answer.content.decode()
