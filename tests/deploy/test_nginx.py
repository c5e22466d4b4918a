"""What nginx keeps of the site for a second, by `deploy/nginx.conf`: what is for everybody."""

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
    """Stands for the site. It answers what `answers` has for a path, and notes what it is asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.asked: list[tuple[str, Message]] = []
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.takes = 0.0


class Asked(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers))
        body = f"answer {len(self.server.asked)}".encode()
        time.sleep(self.server.takes)
        status, headers = self.server.answers.get(self.path, (200, {"X-Accel-Expires": "1"}))
        self.send_response(status)
        for name, said in headers.items():
            self.send_header(name, said)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_words: Any) -> None:
        pass


class Proxy:
    def __init__(self, site: Site, url: str) -> None:
        self.site, self.url = site, url

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str, Message]:
        said = {name.replace("_", "-"): text for name, text in headers.items()}
        asked = urllib.request.Request(self.url + path, headers=said, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def passes_on(self, path: str, method: str = "GET", **headers: str) -> bool:
        """Whether this request reaches the site."""
        before = len(self.site.asked)
        self.ask(path, method, **headers)
        return len(self.site.asked) > before


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    site = Site()
    threading.Thread(target=site.serve_forever, daemon=True).start()
    with serve(tmp_path_factory.mktemp("nginx"), site.server_address[1]) as url:
        yield Proxy(site, url)
    site.shutdown()
    site.server_close()


@pytest.fixture
def proxy(served: Proxy) -> Proxy:
    served.site.asked, served.site.answers, served.site.takes = [], {}, 0.0
    return served


_number = iter(range(1_000_000))


@pytest.fixture
def page() -> str:
    """An address that nobody has asked for."""
    return f"/t/casino/{next(_number)}/"


def test_of_a_crowd_that_asks_at_once_one_is_passed_on(proxy, page):
    proxy.site.takes = 0.3
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda _phone: proxy.ask(page)[1], range(20)))
    assert (set(answers), len(proxy.site.asked)) == ({"answer 1"}, 1)


def test_a_crowd_gets_what_was_there_while_one_asks_anew(proxy, page):
    proxy.ask(page)
    time.sleep(2.1)
    proxy.site.takes = 0.5
    with ThreadPoolExecutor(10) as crowd:
        answers = list(crowd.map(lambda _phone: proxy.ask(page)[1], range(10)))
    assert sorted(answers) == ["answer 1"] * 9 + ["answer 2"] and len(proxy.site.asked) == 2


def test_what_has_gone_takes_the_place_of_what_was_there(proxy, page):
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
def test_what_the_site_does_not_allow_is_never_kept(proxy, page, headers):
    proxy.site.answers[page] = 200, headers
    assert proxy.passes_on(page) and proxy.passes_on(page)


def test_the_site_says_private_to_browsers_and_nginx_keeps_it(proxy, page):
    said = {"Cache-Control": "private, no-cache", "Vary": "Cookie", "X-Accel-Expires": "1"}
    proxy.site.answers[page] = 200, said
    _status, _body, headers = proxy.ask(page)
    assert not proxy.passes_on(page)
    assert headers["Cache-Control"] == "private, no-cache" and headers["X-Accel-Expires"] is None


@each("cookie", *sorted(PERSONAL), settings.CSRF_COOKIE_NAME, COOKIE)
def test_whoever_has_something_of_his_own_is_passed_on_as_he_is(proxy, page, cookie):
    proxy.ask(page)
    assert proxy.passes_on(page, Cookie=f"a=b; {cookie}=7; c=d")
    assert proxy.site.asked[-1][1]["Cookie"] == f"a=b; {cookie}=7; c=d"
    assert not proxy.passes_on(page) and proxy.ask(page)[1] == "answer 1"


@each("query", "n=7", "q=gil")
def test_what_one_looks_for_is_passed_on(proxy, page, query):
    assert proxy.passes_on(f"{page}?{query}") and proxy.passes_on(f"{page}?{query}")


def test_what_is_saved_is_passed_on_with_its_cookies(proxy, page):
    for _time in range(2):
        assert proxy.passes_on(page, "POST", Cookie="a=b")
        assert proxy.site.asked[-1][1]["Cookie"] == "a=b"


def test_each_face_of_a_page_is_kept_apart(proxy, page):
    faces = (
        (page, {}),
        (page, {"HX_Request": "true"}),
        (page, {"Accept_Encoding": "gzip"}),
        (page, {"Cookie": "django_language=en"}),
        (f"{page}?page=2", {}),
        (f"{page}?v=4&d=a", {"HX_Request": "true"}),
    )
    first = [proxy.ask(path, **said)[1] for path, said in faces]
    assert len(set(first)) == len(faces) == len(proxy.site.asked)
    assert [proxy.ask(path, **said)[1] for path, said in faces] == first


@each(
    "said, heard",
    ({"Accept_Encoding": "deflate, GZIP;q=0.5, br"}, {"Accept-Encoding": "gzip"}),
    ({"Accept_Encoding": "gzip;q=0"}, {"Accept-Encoding": None}),
    ({"Accept_Encoding": "gzip; q=0.000, br"}, {"Accept-Encoding": None}),
    ({"Accept_Encoding": "xgzip"}, {"Accept-Encoding": None}),
    ({"HX_Request": "1"}, {"HX-Request": None}),
    ({"HX_Request": "true"}, {"HX-Request": "true"}),
    ({"Cookie": "django_language=xx; otra=1"}, {"Cookie": None}),
    ({"Cookie": "otra=1; django_language=en"}, {"Cookie": "django_language=en"}),
)
def test_the_site_hears_of_a_stranger_what_is_in_the_key(proxy, page, said, heard):
    proxy.ask(page, **said)
    (_path, headers) = proxy.site.asked[-1]
    assert {name: headers[name] for name in heard} == heard


def test_only_pages_of_tournaments_are_kept(proxy):
    for path in ("/", "/cuenta/login/", "/m/abc/", "/api/v1/tournaments/"):
        assert proxy.passes_on(path) and proxy.passes_on(path), path
