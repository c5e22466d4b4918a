"""Tests of the cache of `deploy/nginx.conf`: public answers for a second, personal ones never."""

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.conf import settings

from config.front import PERSONAL
from tests.deploy.machine import nginx
from tests.deploy.proxy import serve
from tests.programs import skip_or_fail
from tests.rows import each
from tournaments.site.pages import COOKIE

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _needs_nginx() -> None:
    if nginx() is None:
        skip_or_fail("nginx is missing: ./dev test --full fetches it")


class Site(ThreadingHTTPServer):
    """A stand-in for the site.

    `answers` has the status and headers of a path; by default nginx may cache an answer for a
    second. `requests` has the paths and headers so far. An answer takes `delay` seconds.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, Message]] = []
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.delay = 0.0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        self.server.requests.append((self.path, self.headers))
        body = f"answer {len(self.server.requests)}".encode()
        time.sleep(self.server.delay)
        status, headers = self.server.answers.get(self.path, (200, {"X-Accel-Expires": "1"}))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_words: Any) -> None:
        pass


class Proxy:
    """nginx at `url`, in front of `site`."""

    def __init__(self, site: Site, url: str) -> None:
        self.site, self.url = site, url

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str, Message]:
        headers_sent = {name.replace("_", "-"): text for name, text in headers.items()}
        request = urllib.request.Request(self.url + path, headers=headers_sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def passes_on(self, path: str, method: str = "GET", **headers: str) -> bool:
        """Make this request; return whether it reaches the site."""
        count_before = len(self.site.requests)
        self.ask(path, method, **headers)
        return len(self.site.requests) > count_before


@pytest.fixture(scope="module")
def shared_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    site = Site()
    threading.Thread(target=site.serve_forever, daemon=True).start()
    with serve(tmp_path_factory.mktemp("nginx"), site.server_address[1]) as url:
        yield Proxy(site, url)
    site.shutdown()
    site.server_close()


@pytest.fixture
def proxy(shared_proxy: Proxy) -> Proxy:
    shared_proxy.site.requests = []
    shared_proxy.site.answers = {}
    shared_proxy.site.delay = 0.0
    return shared_proxy


_number = iter(range(1_000_000))


@pytest.fixture
def page() -> str:
    """An address without earlier requests."""
    return f"/t/casino/{next(_number)}/"


def test_one_request_of_a_crowd_reaches_the_site(proxy, page):
    proxy.site.delay = 0.3
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda _phone: proxy.ask(page)[1], range(20)))
    assert (set(answers), len(proxy.site.requests)) == ({"answer 1"}, 1)


def test_a_crowd_gets_the_old_answer_while_one_request_fetches_the_new_one(proxy, page):
    proxy.ask(page)
    time.sleep(2.1)
    proxy.site.delay = 0.5
    with ThreadPoolExecutor(10) as crowd:
        answers = list(crowd.map(lambda _phone: proxy.ask(page)[1], range(10)))
    assert sorted(answers) == ["answer 1"] * 9 + ["answer 2"] and len(proxy.site.requests) == 2


def test_a_404_replaces_the_cached_answer(proxy, page):
    proxy.ask(page)
    proxy.site.answers[page] = 404, {"X-Accel-Expires": "1"}
    time.sleep(2.1)
    assert [proxy.ask(page)[0] for _time in range(2)] == [404, 404]


@each(
    "headers",
    {},
    {"Cache-Control": "public, max-age=600"},
    {"X-Accel-Expires": "1", "Set-Cookie": "csrftoken=1"},
)
def test_an_answer_without_an_expiry_for_nginx_or_with_a_cookie_is_never_cached(
    proxy, page, headers
):
    proxy.site.answers[page] = 200, headers
    assert proxy.passes_on(page) and proxy.passes_on(page)


def test_nginx_caches_an_answer_that_is_private_for_browsers(proxy, page):
    sent = {"Cache-Control": "private, no-cache", "Vary": "Cookie", "X-Accel-Expires": "1"}
    proxy.site.answers[page] = 200, sent
    _status, _body, headers = proxy.ask(page)
    assert not proxy.passes_on(page)
    assert headers["Cache-Control"] == "private, no-cache" and headers["X-Accel-Expires"] is None


@each("cookie", *sorted(PERSONAL), settings.CSRF_COOKIE_NAME, COOKIE)
def test_a_request_with_a_personal_cookie_reaches_the_site_with_all_its_cookies(
    proxy, page, cookie
):
    proxy.ask(page)
    assert proxy.passes_on(page, Cookie=f"a=b; {cookie}=7; c=d")
    assert proxy.site.requests[-1][1]["Cookie"] == f"a=b; {cookie}=7; c=d"
    assert not proxy.passes_on(page) and proxy.ask(page)[1] == "answer 1"


@each("query", "n=7", "q=gil")
def test_a_request_for_a_followed_number_or_a_search_is_passed_on(proxy, page, query):
    assert proxy.passes_on(f"{page}?{query}") and proxy.passes_on(f"{page}?{query}")


def test_a_form_reaches_the_site_with_its_cookies(proxy, page):
    for _time in range(2):
        assert proxy.passes_on(page, "POST", Cookie="a=b")
        assert proxy.site.requests[-1][1]["Cookie"] == "a=b"


def test_each_variant_of_a_page_is_cached_apart(proxy, page):
    variants = (
        (page, {}),
        (page, {"HX_Request": "true"}),
        (page, {"Accept_Encoding": "gzip"}),
        (page, {"Cookie": "django_language=en"}),
        (f"{page}?page=2", {}),
        (f"{page}?v=4&d=a", {"HX_Request": "true"}),
    )
    first_statuses = [proxy.ask(path, **headers)[1] for path, headers in variants]
    assert len(set(first_statuses)) == len(variants) == len(proxy.site.requests)
    assert [proxy.ask(path, **headers)[1] for path, headers in variants] == first_statuses


@each(
    "sent, received",
    ({"Accept_Encoding": "deflate, GZIP;q=0.5, br"}, {"Accept-Encoding": "gzip"}),
    ({"Accept_Encoding": "gzip;q=0"}, {"Accept-Encoding": None}),
    ({"Accept_Encoding": "gzip; q=0.000, br"}, {"Accept-Encoding": None}),
    ({"Accept_Encoding": "xgzip"}, {"Accept-Encoding": None}),
    ({"HX_Request": "1"}, {"HX-Request": None}),
    ({"HX_Request": "true"}, {"HX-Request": "true"}),
    ({"Cookie": "django_language=xx; otra=1"}, {"Cookie": None}),
    ({"Cookie": "otra=1; django_language=en"}, {"Cookie": "django_language=en"}),
)
def test_nginx_passes_on_only_the_headers_of_its_cache_key(proxy, page, sent, received):
    proxy.ask(page, **sent)
    (_path, headers) = proxy.site.requests[-1]
    assert {name: headers[name] for name in received} == received


def test_only_pages_of_tournaments_are_cached(proxy):
    for path in ("/", "/cuenta/login/", "/m/abc/", "/api/v1/tournaments/"):
        assert proxy.passes_on(path) and proxy.passes_on(path), path
