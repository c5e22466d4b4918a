"""Tests of `config.front`: cached answers for anonymous visitors, and for nobody else."""

import gzip
import pickle
import re
import time
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends import locmem
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, close_old_connections
from django.http import QueryDict
from django.test import RequestFactory, override_settings
from django.urls import get_resolver

from config import front
from scoring.public import cards
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_standings
from tests.scoring.played_rounds import PUBLIC, play, publish
from tests.worlds import world
from tournaments import permissions
from tournaments.models import Tournament, Visibility
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_paid
from tournaments.setup.services.tournament import edit_tournament
from tournaments.site import watching
from tournaments.site.live import COMMON_PARAMETERS

HOME = "/t/casino-de-calamocha/"
HTMX = {"HTTP_HX_REQUEST": "true"}


class Server:
    """The whole site with its front middleware; `request_count` counts requests that pass it."""

    def __init__(self, *, front=True):
        middleware = (
            [f"{__name__}.RememberedFront", f"{__name__}.CountingMiddleware"] if front else []
        )
        with override_settings(MIDDLEWARE=[*middleware, *settings.MIDDLEWARE]):
            self.django = WSGIHandler()
        self.front, self.counted = RememberedFront.last, CountingMiddleware.last

    @property
    def request_count(self):
        return self.counted.request_count

    def get(self, path, cookies="", **headers):
        """Return the status, the headers and the sent body of an answer."""
        headers = {"HTTP_ACCEPT_ENCODING": "gzip", **headers}
        environ = RequestFactory().get(path, **headers).environ | {"HTTP_COOKIE": cookies}
        head = []

        def start(status, headers, *_error):
            head[:] = [int(status[:3]), dict(headers)]

        body = b"".join(self.django(environ, start))
        return head[0], head[1], body


class RememberedFront(front.Front):
    """The front middleware; `last` is the newest instance."""

    last = None

    def __init__(self, get_response):
        super().__init__(get_response)
        RememberedFront.last = self


class CountingMiddleware:
    """Count the requests behind the front, record the parameters read, set the cookie `sets`."""

    last, sets = None, ""

    def __init__(self, get_response):
        self.get_response = get_response
        self.request_count = 0
        CountingMiddleware.last = self

    def __call__(self, request):
        self.request_count += 1
        request.GET = RecordingQuery(request.META["QUERY_STRING"])
        response = self.get_response(request)
        self.read = request.GET.read
        if self.sets:
            response.set_cookie(self.sets, "de-otro")
        return response


class RecordingQuery(QueryDict):
    """A query that records the names read from it; `dict()` and `items()` read all names."""

    def __init__(self, *arguments, **options):
        self.read = set()
        super().__init__(*arguments, **options)
        self.read.clear()

    def __contains__(self, name):
        self.read.add(name)
        return super().__contains__(name)

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


class Address(NamedTuple):
    name: str
    pattern: str
    parameters: tuple[str, ...] | None


def _addresses():
    """Yield the addresses of a tournament, with the parameters that their views declare."""
    for name, routes in get_resolver().reverse_dict.items():
        if not isinstance(name, str):
            continue
        pattern = routes[0][0][0].replace("%(", "{").replace(")s", "}")
        if pattern.startswith("t/{slug}/"):
            refreshes = getattr(view_named(name), "refreshes", None)
            yield Address(name, f"/{pattern}", refreshes and refreshes[0])


def view_named(name):
    """Return the view with this URL name."""
    return next(view for view in _url_patterns() if view.name == name).callback


def _url_patterns(patterns=None):
    for pattern in patterns or get_resolver().url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _url_patterns(pattern.url_patterns)
        else:
            yield pattern


@pytest.fixture
def server(monkeypatch):
    """A server that checks versions on every request and keeps the test's database connection."""
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Server()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def watching_server(hall, server):
    """A server that already watches the tournament, so that it caches the next answers."""
    server.get(HOME)
    server.counted.request_count = 0
    return server


def cached_answers():
    """Return the cached answers by key."""
    return {key: pickle.loads(text) for key, text in caches["front"]._cache.items()}


@world
def hall(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    return casino


def draw_next(hall, pilar):
    """Play the current round and draw the next, as a draft that only the organiser sees."""
    for match in hall.matches.filter(state="playing"):
        play(match, pilar)
    return open_next_round(stage=hall.stage, author=pilar)


def polled_address(body):
    """Return the address that this page polls."""
    addresses = re.findall(r'hx-get="([^"]+)"', gzip.decompress(body).decode())
    return next(address for address in addresses if "/cuantos/" not in address).replace(
        "&amp;", "&"
    )


@pytest.mark.parametrize("path", [page for page in PUBLIC if not page.startswith("mesa/")])
def test_the_second_visitor_gets_the_same_bytes_without_django(hall, watching_server, path):
    first, second = watching_server.get(HOME + path), watching_server.get(HOME + path)
    assert (watching_server.request_count, first[0], second[0]) == (1, 200, 200)
    assert first[2] == second[2] and first[1].get("ETag") == second[1].get("ETag")
    status, _headers, body = watching_server.get(HOME + path, HTTP_IF_NONE_MATCH=first[1]["ETag"])
    assert (status, body, watching_server.request_count) == (304, b"", 1)


def test_a_polling_page_is_answered_only_after_an_act(hall, server, pilar):
    poll = polled_address(server.get(HOME + "emparejamientos/")[2])
    server.get(poll, **HTMX)
    before = server.request_count
    assert server.get(poll, **HTMX)[0] == 204 and server.request_count == before
    publish_round(round=draw_next(hall, pilar), author=pilar)
    assert server.get(poll, **HTMX)[0] == 200 and server.request_count == before + 1
    assert server.get(poll, **HTMX)[0] == 200 and server.request_count == before + 1


def test_a_draft_is_not_shown_to_visitors(hall, server, pilar, client_as):
    """A draft stays hidden even if the organiser opens the same pages meanwhile."""
    draft = draw_next(hall, pilar)
    path = f"{HOME}ronda/{draft.serial}/"
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    cookie_of_pilar = f"{settings.SESSION_COOKIE_NAME}={session}"
    assert server.get(f"{HOME}rondas/{draft.serial}/", cookie_of_pilar)[0] == 200
    assert server.get(path)[0] == 404 and server.get(path, cookie_of_pilar)[0] != 500
    assert server.get(path)[0] == 404 and not cached_answers()
    publish_round(round=draft, author=pilar)
    assert server.get(path)[0] == 200


def test_the_page_of_a_logged_in_user_reaches_nobody_else(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    cookie_of_pilar = f"{settings.SESSION_COOKIE_NAME}={session}"
    own, others = server.get(HOME, cookie_of_pilar), server.get(HOME)
    assert server.request_count == 2 and len(cached_answers()) == 1
    assert own[2] != others[2] and server.get(HOME, cookie_of_pilar)[2] != others[2]
    for cookie in ("sessionid=forged", "messages=forged"):
        before = server.request_count
        assert server.get(HOME, cookie)[0] == 200 and server.request_count == before + 1


def test_polling_of_a_logged_in_user_gets_204_without_django(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    cookie_of_pilar = f"{settings.SESSION_COOKIE_NAME}={session}"
    poll = polled_address(server.get(HOME, cookie_of_pilar)[2])
    before = server.request_count
    assert server.get(poll, cookie_of_pilar, **HTMX)[0] == 204 and server.request_count == before
    assert server.get(f"{HOME}equipo/?v=99999", **HTMX)[0] != 204  # this page does not poll


def test_visitors_may_get_an_old_version_for_a_moment_but_the_organiser_never(
    hall, server, pilar, client_as, monkeypatch
):
    page = HOME + "emparejamientos/"
    poll = polled_address(server.get(page)[2])
    server.get(poll, **HTMX)
    monkeypatch.setattr(watching, "LOOK_SECONDS", 60)
    monkeypatch.setattr(watching, "OLDEST_LOOK", 60)
    publish_round(round=draw_next(hall, pilar), author=pilar)
    assert server.get(poll, **HTMX)[0] == 204 and polled_address(server.get(page)[2]) == poll
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    cookie_of_pilar = f"{settings.SESSION_COOKIE_NAME}={session}"
    opened_poll = polled_address(server.get(page, cookie_of_pilar)[2])
    # The organiser's page never goes back to the old version.
    assert opened_poll != poll and server.get(opened_poll, cookie_of_pilar, **HTMX)[0] == 204
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0)
    assert polled_address(server.get(poll, **HTMX)[2]) == opened_poll


def test_visitors_share_the_standings_made_while_results_arrive(hall, server, pilar, monkeypatch):
    """Visitors share the version of the tournament at the last check, even after later writes."""
    server.get(HOME + "clasificacion/?n=1")
    monkeypatch.setattr(watching, "LOOK_SECONDS", 60)
    monkeypatch.setattr(watching, "OLDEST_LOOK", 60)
    standings_made = []
    monkeypatch.setattr(
        cards,
        "stage_standings",
        lambda stage: standings_made.append(1) or stage_standings(stage, EVERYTHING),
    )
    for number in (2, 3, 4):
        set_paid(entry=hall.entries.get(number=number), author=pilar, paid=False)
        assert server.get(f"{HOME}clasificacion/?n={number}")[0] == 200
    assert len(standings_made) <= 1


def test_in_a_crowd_polling_pages_wait_and_new_visitors_do_not(hall, server, pilar):
    poll = polled_address(server.get(HOME + "emparejamientos/")[2])
    publish_round(round=draw_next(hall, pilar), author=pilar)
    for _asking in range(front.MOST_POLLS):
        server.front.poll_slots.acquire()
    assert server.get(poll, **HTMX)[0] == 204
    assert server.get(HOME + "emparejamientos/")[0] == 200
    server.front.poll_slots.release()
    assert [server.get(poll, **HTMX)[0] for _time in range(4)] == [200] * 4


@pytest.mark.parametrize("change", ["private", "renamed"])
def test_a_private_or_renamed_tournament_is_not_answered_from_the_cache(
    hall, server, pilar, change
):
    poll = polled_address(server.get(HOME)[2])
    server.get(poll, **HTMX)
    if change == "private":
        edit_tournament(tournament=hall, author=pilar, visibility=Visibility.PRIVATE)
    else:
        Tournament.objects.filter(pk=hall.pk).update(slug="otro")
    assert server.get(HOME)[0] == 404
    assert server.get(poll, **HTMX)[0] == 404


def test_changes_without_an_act_are_shown(hall, server):
    """A shell, a command or a data migration writes without an act."""
    first = server.get(HOME)[2]
    hall.entries.update(town="Torrijo")
    Tournament.objects.filter(pk=hall.pk).update(venue="Pabellón")
    assert server.get(HOME)[2] != first and b"Pabell" in gzip.decompress(server.get(HOME)[2])


def test_each_language_followed_entry_host_and_fragment_has_its_own_answer(hall, watching_server):
    requests = (
        {},
        {"cookies": "django_language=en"},
        {"cookies": "numero=3"},
        {"HTTP_HOST": "localhost"},
        {"HTTP_HX_REQUEST": "true"},
    )
    for _turn in range(2):
        assert [
            watching_server.get(HOME + "clasificacion/", **request)[0] for request in requests
        ] == [200] * 5
    assert watching_server.request_count == len(requests)
    assert watching_server.get(HOME, HTTP_HOST="malo.example")[0] == 400
    assert watching_server.get(HOME, HTTP_HOST="malo.example")[0] == 400


def test_an_answer_that_sets_a_cookie_is_never_cached(hall, server):
    """nginx may not cache it either: it has a token, a chosen language or a followed entry."""
    for page in ("mesa/?q=1", "?idioma=en"):
        status, headers, _body = server.get(HOME + page)
        assert (status, "X-Accel-Expires" in headers, cached_answers()) == (200, False, {})
    server.counted.sets = "csrftoken"
    assert "X-Accel-Expires" not in server.get(HOME)[1] and not cached_answers()


def test_nginx_may_cache_only_answers_for_everybody(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    cookie_of_pilar = f"{settings.SESSION_COOKIE_NAME}={session}"
    poll = polled_address(server.get(HOME)[2])
    for page, cookies, allowed in (
        (HOME, "", True),
        (HOME, "numero=3", True),
        (HOME, cookie_of_pilar, False),
        (HOME, "messages=forged", False),
        (f"{HOME}ronda/99/", "", True),  # a 404 may be cached too
        (f"{HOME}?z={'a' * 300}", "", False),
        (f"{HOME}panel/", "", False),
        ("/", "", False),
        (f"{HOME}pantalla/", "", False),  # this page has a clock
    ):
        assert ("X-Accel-Expires" in server.get(page, cookies)[1]) is allowed, page
    assert "X-Accel-Expires" in server.get(poll, **HTMX)[1]
    assert "X-Accel-Expires" not in server.get(poll, cookie_of_pilar, **HTMX)[1]


def test_a_cached_screen_has_the_current_time(hall, server):
    page = HOME + "pantalla/"
    first = int(server.get(page)[1]["X-Tapete-Now"])
    poll = polled_address(server.get(page)[2])
    count = server.request_count
    all_headers = [server.get(page)[1], server.get(poll, **HTMX)[1]]
    assert server.request_count == count and all(
        int(headers["X-Tapete-Now"]) > first for headers in all_headers
    )


def test_a_page_that_an_act_does_not_change_gets_204(hall, server, chema):
    for page in ("clasificacion/", "mesa/?q=1"):
        poll = polled_address(server.get(HOME + page)[2])
        set_paid(entry=hall.entries.get(number=3), author=chema, paid=page == "mesa/?q=1")
        status, headers, _body = server.get(poll, **HTMX)
        assert status == 204, page
        before = server.request_count
        poll = re.sub(r"v=\d+", f"v={headers['X-Tapete-Shown']}", poll)
        assert server.get(poll, **HTMX)[0] == 204 and server.request_count == before


def test_a_cached_answer_expires(hall, server, monkeypatch):
    server.get(HOME)
    monkeypatch.setattr(locmem, "time", SimpleNamespace(time=lambda: time.time() + 30))
    server.get(HOME)
    assert server.request_count == 2


def test_one_query_reads_the_versions_of_all_tournaments(
    hall, make_tournament, server, django_assert_num_queries
):
    slugs = [hall.slug, *(make_tournament(name=f"Liga {n}").slug for n in range(5))]
    polls = [polled_address(server.get(f"/t/{slug}/")[2]) for slug in slugs]
    with django_assert_num_queries(1):
        assert {server.get(polls[0], **HTMX)[0]} == {204}
    watch = server.front.watch
    assert set(watch.versions) == set(slugs)
    with django_assert_num_queries(0):
        watch.read_at = time.monotonic() + 60
        assert {server.get(poll, **HTMX)[0] for poll in polls} == {204}


def test_a_tournament_without_requests_is_not_watched(hall, make_tournament, server, monkeypatch):
    server.get(HOME)
    monkeypatch.setattr(watching, "MOST_WATCHED", 1)
    for name in ("Liga", "Copa"):
        server.get(f"/t/{make_tournament(name=name).slug}/")
    server.get("/t/no-existe/?v=9", **HTMX)
    watch = server.front.watch
    assert set(watch.requested_at) == {hall.slug}
    watch.requested_at[hall.slug] -= 61
    server.get("/t/no-existe/")
    assert watch.look("no-existe") is None and watch.requested_at == {}


def test_without_the_database_no_cached_answer_is_given(hall, server, monkeypatch):
    def fail(_slug):
        raise DatabaseError

    server.get(HOME)
    monkeypatch.setattr(watching, "watched_versions", fail)
    server.get(HOME)
    assert server.request_count == 2


# --- Hostile requests ----------------------------------------------------------------------------
@pytest.mark.parametrize("query", ["?d=1", "?v=", "?d=1&v=", "?V=1&d=2", "?zz=1&d=1", ""])
def test_a_fragment_is_never_a_whole_page(hall, server, query):
    path = HOME + "clasificacion/"
    poll = polled_address(Server().get(path)[2])  # asked elsewhere: `server` has no cache yet
    old_poll = re.sub(r"v=\d+&d=\w+", "v=0&d=0", poll)  # a page loaded at another version
    server.get(path + query, **HTMX)
    fragment, page = server.get(old_poll, **HTMX), server.get(path)
    assert (fragment[0], page[0]) == (200, 200)
    assert b"<html" not in gzip.decompress(fragment[2]) and b"<html" in gzip.decompress(page[2])


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5, br", True),
        ("x-gzip", True),
        ("xgzip", False),
        ("gzipped", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, identity", False),
        ("br", False),
        ("identity", False),
        ("", False),
        ("*", False),
    ],
)
@pytest.mark.parametrize("first", ["gzip", "xgzip", "gzip;q=0", "identity"])
def test_each_browser_gets_an_encoding_that_it_accepts(hall, server, first, accepted, packed):
    server.get(HOME, HTTP_ACCEPT_ENCODING=first)
    for _time in range(2):
        _status, headers, body = server.get(HOME, HTTP_ACCEPT_ENCODING=accepted)
        assert (headers.get("Content-Encoding") == "gzip") == packed
        assert b"<html" in (gzip.decompress(body) if packed else body)
    assert server.request_count <= 2


def test_unknown_parameters_and_cookies_get_the_cached_answer_and_cache_no_other(
    hall, watching_server
):
    expected = watching_server.get(HOME)[2]
    pages = [
        watching_server.get(f"{HOME}?zz={n}&utm_source=x&idioma=xx{n}&v={n}&d={n}")[2]
        for n in range(20)
    ]
    cookies = [
        watching_server.get(HOME, f"csrftoken={n}; numero=x{n}; django_language=xx{n}")[2]
        for n in range(9)
    ]
    assert {*pages, *cookies} == {expected}
    assert (watching_server.request_count, len(cached_answers())) == (1, 1)


def test_an_unknown_parameter_of_the_first_visitor_reaches_nobody_else(hall, server):
    for _time in range(2):
        _status, _headers, body = server.get(f"{HOME}?zz=malo", "csrftoken=" + "a" * 32)
    assert b"zz=malo" not in gzip.decompress(body)
    assert b"zz=malo" not in gzip.decompress(server.get(HOME)[2])


def test_the_cache_is_limited_in_answers_and_in_bytes(hall, server, monkeypatch):
    monkeypatch.setattr(caches["front"], "_max_entries", 20)
    for n in range(1, 40):
        server.get(f"{HOME}clasificacion/?n={n}", f"numero={n}; otra=" + "a" * 30_000)
        server.get(HOME)
    assert len(cached_answers()) <= 20 and {len(key) for key in caches["front"]._cache} == {
        len(":1:") + 64
    }
    count = server.request_count
    server.get(HOME)
    assert server.request_count == count  # a page that many visitors open stays cached
    caches["front"].clear()
    monkeypatch.setattr(front, "MAX_BYTES", 100)
    assert server.get(HOME)[0] == 200 and cached_answers() == {}


def test_hundreds_of_large_requests_leave_the_cache_as_it_was(hall, watching_server):
    watching_server.get(HOME)
    watching_server.get(HOME + "?v=1", **HTMX)
    keys, count = set(cached_answers()), watching_server.request_count
    for n in range(100):  # the answers are cached for ten seconds
        cookie = f"numero=x{n}; a={n}" + "a" * 30_000
        assert watching_server.get(f"{HOME}?v={n + 10_000_000}&z={n}", cookie, **HTMX)[0] == 204
        assert watching_server.get(f"{HOME}?zz={n}", cookie)[0] == 200
    assert (set(cached_answers()), watching_server.request_count) == (keys, count)


@pytest.mark.slow
def test_a_page_reads_only_the_parameters_that_it_declares(hall, server):
    """Without a session, the front removes any other parameter, and the page would ignore it."""
    number = hall.screens.create(number=1, name="Entrada").number
    parameters = {"code": hall.matches.first().code, "number": 1, "screen": number}
    pages = [page for page in _addresses() if page.parameters is not None]
    assert len(pages) >= 12
    everything = {*COMMON_PARAMETERS, *(name for page in pages for name in page.parameters)}
    queries = ["", *(f"{name}={value}" for name in sorted(everything) for value in ("1", "gil"))]
    for page in pages:
        if page.name == "table":  # this page needs a session
            continue
        path = page.pattern.format(slug=hall.slug, **parameters)
        for query in queries:
            server.get(f"{path}?{query}")
            extra = server.counted.read - {*page.parameters, "v", "d"}
            assert not extra, (path, query, extra)


def test_cached_answers_equal_djangos_answers_for_each_parameter(hall, server):
    def plain(body):
        body = gzip.decompress(body).decode()
        return re.sub(r"v=\d+|nonce=\S+", "", body)

    for query in ("n=1", "page=2", "por=apellido", "fase=1", "marco=1", "idioma=en", "n=2&page=1"):
        address = f"{HOME}emparejamientos/?{query}"
        answers = [server.get(address)[2] for _time in range(2)]
        direct = Server(front=False)
        assert {plain(body) for body in answers} == {plain(direct.get(address)[2])}, address


def test_names_hidden_while_the_first_page_is_being_made_are_not_cached(
    hall, server, pilar, monkeypatch
):
    """The organiser hides the names after the page has read the tournament."""
    audience_of = permissions.audience_of

    def audience_and_then_hide(tournament, role):
        audience = audience_of(tournament, role)
        hidden = Tournament.objects.filter(pk=tournament.pk).exclude(public_names="numbers")
        hidden.update(public_names="numbers")
        return audience

    monkeypatch.setattr(permissions, "audience_of", audience_and_then_hide)
    name = hall.entries.first().seats.first().player.surname
    first, second = (
        gzip.decompress(server.get(f"{HOME}clasificacion/")[2]).decode() for _time in range(2)
    )
    assert (name in first, name in second) == (True, False)
