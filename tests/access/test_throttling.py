"""Guesses are throttled and logged; a hall behind one address is not throttled."""

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
from tournaments.audit.words import audit_line_in_words
from tournaments.models import AuditLine, Tournament

LOGIN = "/cuenta/login/"


def log_in(browser, login, password="no es esta"):
    return browser.post(LOGIN, {"login": login, "password": password})


def test_guesses_of_a_password_are_throttled_and_logged(pilar, chema, caplog):
    statuses = [log_in(Client(), "pilar").status_code for _try in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    # Even the right password is throttled: another status would reveal it.
    throttled_answer = log_in(Client(), "PILAR", PASSWORD)
    assert throttled_answer.status_code == 429
    assert 0 < int(throttled_answer.headers["Retry-After"]) <= 300
    text = throttled_answer.content.decode()
    wait = int(throttled_answer.headers["Retry-After"])
    assert f"Espere {(wait + 59) // 60} min, o entre con" in text
    assert log_in(Client(), "chema", PASSWORD).status_code == 302
    messages = [
        record.getMessage() for record in caplog.records if record.name == "tapete.security"
    ]
    assert sum("wrong secret: login" in message for message in messages) == 10
    assert "slowed: login, by its key" in messages
    assert not any("pilar" in message.lower() or "no es esta" in message for message in messages)


def test_pages_and_api_count_the_same_account(pilar):
    for _try in range(5):
        log_in(Client(), "pilar")
        Api(None).post("token/", {"username": "pilar", "password": "no es esta"})
    answer = Api(None).post("token/", {"username": "pilar", "password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) == answer.json()["error"]["params"]["wait"]
    assert log_in(Client(), "pilar", PASSWORD).status_code == 429


def test_the_administration_has_the_same_login_page(admin_client):
    assert Client().post("/admin/login/", {"username": "x", "password": "y"}).url.startswith(LOGIN)
    assert admin_client.get("/admin/").status_code == 200


def test_a_device_that_tries_many_accounts_is_throttled_and_the_hall_is_not(pilar):
    thief = Client()
    statuses = [log_in(thief, f"cuenta-{n}").status_code for n in range(20)]
    assert statuses == [200] * 15 + [429] * 5
    cookie = thief.cookies["tapete_device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert log_in(Client(), "pilar", PASSWORD).status_code == 302


@pytest.fixture
def limit(monkeypatch):
    """The limit of wrong tries from one network address, lowered in a short run."""
    real_limit = RATES["address"][0]
    assert real_limit > 10 * RATES["device"][0]
    limit = size(40, long=real_limit)
    monkeypatch.setitem(RATES, "address", (limit, RATES["address"][1]))
    return limit


@pytest.mark.slow
def test_an_address_is_throttled_only_after_many_wrong_tries(pilar, limit):
    statuses = {log_in(Client(), f"cuenta-{n}").status_code for n in range(limit)}
    assert statuses == {200}
    assert log_in(Client(), "otra").status_code == 429
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert log_in(elsewhere, "pilar", PASSWORD).status_code == 302


@pytest.mark.slow
def test_all_the_telephones_of_a_hall_open_links_and_pages(casino, pilar, limit):
    _invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    for path, status in ((f"/invitacion/{secret}/", 302), ("/t/casino-de-calamocha/", 200)):
        statuses = {Client().get(path).status_code for _phone in range(limit + limit // 2)}
        assert statuses == {status}


def test_guesses_of_an_invitation_are_throttled(casino, pilar, vecino, client_as, caplog):
    _invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    near = secret[:6] + "x" * 26
    statuses = [Client().get(f"/invitacion/{near}/").status_code for _try in range(12)]
    assert statuses == [404] * 10 + [429] * 2
    throttled_answer = Client().get(f"/invitacion/{near}/")
    assert throttled_answer.status_code == 429 and "Retry-After" in throttled_answer.headers
    assert secret not in caplog.text and near not in caplog.text
    assert Client().get(f"/invitacion/{secret}/").status_code == 302  # the right link always opens


@pytest.mark.slow
def test_guesses_of_the_link_of_a_table_are_throttled(places):
    match = Tournament.objects.get(name="Casino de Calamocha").matches.get(number=1)
    wrong, right = f"/m/{match.code}/{'a' * 16}/", f"/m/{match.code}/{link_secret(match)}/"
    statuses = [Client().get(wrong).status_code for _try in range(42)]
    assert statuses == [404] * 40 + [429] * 2
    assert Client().get(right).status_code == 302  # the right link always opens
    acts = AuditLine.objects.filter(act="slow_guesses")
    expected = ["probaba: enlaces de mesa; frenado por: el dato probado"]
    assert [audit_line_in_words(line).after for line in acts] == expected


def test_guesses_of_an_invitation_by_the_api_are_throttled(casino, vecino):
    statuses = [
        Api(vecino).post("invitations/accept/", {"secret": f"{n:06}xxxxxx"}).status_code
        for n in range(17)
    ]
    assert statuses == [404] * 15 + [429] * 2


@pytest.fixture
def some_link(casino):
    """Return a function that opens a view decorated with `throttle_guesses`."""

    @throttle_guesses("invitation", place="secret")
    def view(request, secret):
        if secret != "right-secret":
            raise WrongSecret(casino)
        return HttpResponse("ok")

    def open_link(secret, address="10.0.0.1"):
        from django.contrib.auth.models import AnonymousUser

        request = RequestFactory().get("/", REMOTE_ADDR=address)
        request.user = AnonymousUser()
        return view(request, secret=secret)

    return open_link


def test_throttled_guesses_are_written_once_in_the_audit(casino, some_link, caplog):
    acts = AuditLine.objects.filter(tournament=casino, act="slow_guesses")
    for number in range(10):
        assert not acts.exists()
        with pytest.raises(WrongSecret):
            some_link(f"right-{number}")
    expected = [(None, {"guessed": "invitation", "slowed_by": "key"})]
    assert [(line.author, line.after) for line in acts] == expected
    with is_refused(status=429):
        some_link("right-11")
    assert some_link("right-secret").content == b"ok"
    assert acts.count() == 1
    assert caplog.records and {record.levelno for record in caplog.records} == {logging.WARNING}


def test_a_right_link_is_never_throttled(some_link):
    assert {some_link("right-secret").content for _try in range(300)} == {b"ok"}


def test_any_text_may_be_sent_as_a_login(db):
    for login in ("\x00", "\ud800", "x" * 5000, "🃏", "a\nb"):
        answer = Api(None).post("token/", {"username": login, "password": "x"})
        assert answer.status_code in (400, 429)


def test_the_message_for_too_many_sign_ups_uses_usted(db):
    from config.errors import too_many_requests

    request = RequestFactory().post("/cuenta/signup/")
    request.session, request.htmx = {}, False
    answer = too_many_requests(request)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Espere un minuto y vuelva a intentarlo" in answer.content.decode()
