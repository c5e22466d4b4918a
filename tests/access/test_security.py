"""Tests of security headers, of the life of a session, and of a form whose page has expired."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.programs import run_python
from tests.rows import each
from tests.worlds import world
from tournaments.models import Entry

CASINO = "/t/casino-de-calamocha/"
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE
)


def check_nothing_runs(answer: Any, referrer: str = "same-origin") -> None:
    """Check the security headers of a page, and that it has no inline script or style."""
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy and "base-uri 'self'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert INLINE.search(answer.content.decode()) is None
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == referrer


@each("page", "/cuenta/login/", "/cuenta/signup/", "/cuenta/password/reset/", "/no-existe/")
def test_pages_of_libraries_have_security_headers_and_no_inline_script(db, page):
    """`test_walk` checks the site's own pages."""
    answer = Client().get(page)
    assert answer.status_code == (404 if page == "/no-existe/" else 200)
    check_nothing_runs(answer)


def test_scripts_cannot_read_the_session_cookie(pilar):
    browser = Client()
    browser.get("/cuenta/login/")
    browser.post("/cuenta/login/", {"login": "pilar", "password": "tapete-2026"})
    cookie = browser.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert browser.cookies["csrftoken"]["samesite"] == "Lax"


def test_with_https_cookies_and_pages_need_https(tmp_path):
    """A new process reads the settings of a server."""
    process = run_python(
        "-c",
        "from config import settings as s; print(s.SESSION_COOKIE_SECURE, "
        "s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 0, "
        "s.ALLAUTH_TRUSTED_PROXY_COUNT)",
        env={"TAPETE_HTTPS": "1", "TAPETE_PROXIES": "1", "TAPETE_VAR": str(tmp_path)},
    )
    assert process.stdout.split() == ["True", "True", "True", "True", "1"]


# --- Sessions -----------------------------------------------------------------------------------
def test_a_session_in_use_does_not_expire(casino, client_as, pilar):
    browser = client_as(pilar)
    row = Session.objects.get()
    soon = timezone.now() + timedelta(hours=1)
    Session.objects.update(expire_date=soon)
    pilar.last_login = timezone.now() - timedelta(days=29)
    pilar.save(update_fields=["last_login"])
    answer = browser.get(f"{CASINO}panel/")
    assert answer.status_code == 200
    row.refresh_from_db()
    assert row.expire_date > timezone.now() + timedelta(days=29)
    assert answer.cookies["sessionid"]["max-age"] == settings.SESSION_COOKIE_AGE


def test_a_session_is_not_written_at_each_request(casino, client_as, pilar):
    browser = client_as(pilar)
    for last_login in (timezone.now(), timezone.now() - timedelta(days=3)):
        pilar.last_login = last_login
        pilar.save(update_fields=["last_login"])
        browser.get(f"{CASINO}panel/")
        with CaptureQueriesContext(connection) as queries:
            browser.get(f"{CASINO}panel/")
        writes = [
            query["sql"]
            for query in queries
            if "session" in query["sql"] and "SELECT" not in query["sql"]
        ]
        assert writes == []


# --- A form whose page has expired --------------------------------------------------------------
TYPED_VALUES = {"player_1": "Ana <b>Yus</b>", "town": "Luco", "password": "secreta"}


@world
def csrf_browser(client_as, pilar):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(pilar)
    return browser


def test_typed_values_can_be_sent_again_without_the_password(casino, csrf_browser):
    answer = csrf_browser.post(
        f"{CASINO}inscripciones/nueva/", TYPED_VALUES, headers={"Origin": "http://testserver"}
    )
    page = answer.content.decode()
    assert answer.status_code == 403 and "secreta" not in page and "<b>" not in page
    values = {
        name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)
    }
    token = values.pop("csrfmiddlewaretoken")
    assert values == {"player_1": "Ana <b>Yus</b>", "town": "Luco"}
    form = {**values, "player_1": "Ana Yus", "player_2": "Eva Gil", "csrfmiddlewaretoken": token}
    answer = csrf_browser.post(f"{CASINO}inscripciones/nueva/", form)
    assert answer.status_code in (200, 302) and Entry.objects.count() == 1


@each("origin", "https://malo.example", "null", None, "http://testserver.malo")
def test_a_form_of_another_site_is_not_offered_again(casino, csrf_browser, origin):
    headers = {"Origin": origin} if origin else {}
    answer = csrf_browser.post(f"{CASINO}inscripciones/nueva/", TYPED_VALUES, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 403 and "Luco" not in page and "caducado" in page
    assert Entry.objects.count() == 0
