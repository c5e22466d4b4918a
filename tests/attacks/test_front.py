"""Answers given again before Django is asked: the same to all who look on, and nothing else."""

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
from scoring.public import cards as held
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_standings
from tests.scoring.days import PUBLIC, play, publish
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
    """The site as a server asks it, from the outermost middleware inwards. `asked` is how often
    the rest of it was."""

    def __init__(self, *, front=True):
        before = [f"{__name__}.Known", f"{__name__}.Counted"] if front else []
        with override_settings(MIDDLEWARE=[*before, *settings.MIDDLEWARE]):
            self.django = WSGIHandler()
        self.front, self.counted = Known.last, Counted.last

    @property
    def asked(self):
        return self.counted.asked

    def get(self, path, cookies="", **headers):
        """The status, the headers and the body as it goes out."""
        headers = {"HTTP_ACCEPT_ENCODING": "gzip", **headers}
        environ = RequestFactory().get(path, **headers).environ | {"HTTP_COOKIE": cookies}
        told = []

        def start(status, headers, *_error):
            told[:] = [int(status[:3]), dict(headers)]

        body = b"".join(self.django(environ, start))
        return told[0], told[1], body


class Known(front.Front):
    """The middleware, where a test finds it."""

    last = None

    def __init__(self, get_response):
        super().__init__(get_response)
        Known.last = self


class Counted:
    """Counts what is asked of Django, and notes the parameters that it reads; `sets` a cookie."""

    last, sets = None, ""

    def __init__(self, get_response):
        self.get_response, self.asked, Counted.last = get_response, 0, self

    def __call__(self, request):
        self.asked += 1
        request.GET = Noted(request.META["QUERY_STRING"])
        response = self.get_response(request)
        self.read = request.GET.read
        if self.sets:
            response.set_cookie(self.sets, "de-otro")
        return response


class Noted(QueryDict):
    """`dict()` and `items()` tell every name; they are read by name afterwards."""

    def __init__(self, *words, **named):
        self.read = set()
        super().__init__(*words, **named)
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
    """The addresses of a tournament, with what their pages say that they read."""
    for name, ways in get_resolver().reverse_dict.items():
        if not isinstance(name, str):
            continue
        pattern = ways[0][0][0].replace("%(", "{").replace(")s", "}")
        if pattern.startswith("t/{slug}/"):
            told = getattr(name_of(name), "refreshes", None)
            yield Address(name, f"/{pattern}", told and told[0])


def name_of(name):
    """The view of that name."""
    return next(view for view in _views() if view.name == name).callback


def _views(patterns=None):
    for one in patterns or get_resolver().url_patterns:
        if hasattr(one, "url_patterns"):
            yield from _views(one.url_patterns)
        else:
            yield one


@pytest.fixture
def server(monkeypatch):
    """It looks each time; the connection of the test is left open, as Django's own client does."""
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Server()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def watched(hall, server):
    """The server once it watches the tournament: from its second answer on it keeps them."""
    server.get(HOME)
    server.counted.asked = 0
    return server


def answers():
    """What is kept, by key."""
    return {key: pickle.loads(text) for key, text in caches["front"]._cache.items()}


@world
def hall(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    return casino


def draw(hall, pilar):
    """A draft of the next round, which only the organiser has seen."""
    for match in hall.matches.filter(state="playing"):
        play(match, pilar)
    return open_next_round(stage=hall.stage, author=pilar)


def live(body):
    """The address with which this page asks again."""
    found = re.findall(r'hx-get="([^"]+)"', gzip.decompress(body).decode())
    return next(one for one in found if "/cuantos/" not in one).replace("&amp;", "&")


@pytest.mark.parametrize("path", [page for page in PUBLIC if not page.startswith("mesa/")])
def test_the_second_who_asks_gets_the_same_bytes_and_django_is_not_asked(hall, watched, path):
    first, second = watched.get(HOME + path), watched.get(HOME + path)
    assert (watched.asked, first[0], second[0]) == (1, 200, 200)
    assert first[2] == second[2] and first[1].get("ETag") == second[1].get("ETag")
    status, _headers, body = watched.get(HOME + path, HTTP_IF_NONE_MATCH=first[1]["ETag"])
    assert (status, body, watched.asked) == (304, b"", 1)


def test_who_asks_again_is_told_of_an_act_and_of_nothing_else(hall, server, pilar):
    asked = live(server.get(HOME + "emparejamientos/")[2])
    server.get(asked, **HTMX)
    before = server.asked
    assert server.get(asked, **HTMX)[0] == 204 and server.asked == before
    publish_round(round=draw(hall, pilar), author=pilar)
    assert server.get(asked, **HTMX)[0] == 200 and server.asked == before + 1
    assert server.get(asked, **HTMX)[0] == 200 and server.asked == before + 1


def test_a_draft_is_not_shown_to_who_looks_on(hall, server, pilar, client_as):
    """Nor by the organiser who looks at the same pages meanwhile."""
    drawn = draw(hall, pilar)
    path = f"{HOME}ronda/{drawn.serial}/"
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    assert server.get(f"{HOME}rondas/{drawn.serial}/", mine)[0] == 200
    assert server.get(path)[0] == 404 and server.get(path, mine)[0] != 500
    assert server.get(path)[0] == 404 and not answers()
    publish_round(round=drawn, author=pilar)
    assert server.get(path)[0] == 200


def test_nobody_gets_the_page_of_who_has_logged_in(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    own, others = server.get(HOME, mine), server.get(HOME)
    assert server.asked == 2 and len(answers()) == 1
    assert own[2] != others[2] and server.get(HOME, mine)[2] != others[2]
    for cookie in ("sessionid=forged", "messages=forged"):
        before = server.asked
        assert server.get(HOME, cookie)[0] == 200 and server.asked == before + 1


def test_who_has_logged_in_is_told_that_nothing_has_happened_without_django(
    hall, server, pilar, client_as
):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    asked = live(server.get(HOME, mine)[2])
    before = server.asked
    assert server.get(asked, mine, **HTMX)[0] == 204 and server.asked == before
    assert server.get(f"{HOME}equipo/?v=99999", **HTMX)[0] != 204  # not a page that refreshes


def test_who_looks_on_may_be_told_a_moment_later_and_who_has_acted_never(
    hall, server, pilar, client_as, monkeypatch
):
    page = HOME + "emparejamientos/"
    asked = live(server.get(page)[2])
    server.get(asked, **HTMX)
    monkeypatch.setattr(watching, "LOOK_SECONDS", 60)
    monkeypatch.setattr(watching, "OLDEST_LOOK", 60)
    publish_round(round=draw(hall, pilar), author=pilar)
    assert server.get(asked, **HTMX)[0] == 204 and live(server.get(page)[2]) == asked
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    opened = live(server.get(page, mine)[2])
    assert opened != asked and server.get(opened, mine, **HTMX)[0] == 204  # never back
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0)
    assert live(server.get(asked, **HTMX)[2]) == opened


def test_all_who_look_on_share_what_is_made_while_results_come(hall, server, pilar, monkeypatch):
    """Of the version that was asked last, though more has been written since."""
    server.get(HOME + "clasificacion/?n=1")
    monkeypatch.setattr(watching, "LOOK_SECONDS", 60)
    monkeypatch.setattr(watching, "OLDEST_LOOK", 60)
    made = []
    monkeypatch.setattr(
        held, "stage_standings", lambda stage: made.append(1) or stage_standings(stage, EVERYTHING)
    )
    for number in (2, 3, 4):
        set_paid(entry=hall.entries.get(number=number), author=pilar, paid=False)
        assert server.get(f"{HOME}clasificacion/?n={number}")[0] == 200
    assert len(made) <= 1


def test_in_a_crowd_who_asks_again_waits_and_who_comes_does_not(hall, server, pilar):
    asked = live(server.get(HOME + "emparejamientos/")[2])
    publish_round(round=draw(hall, pilar), author=pilar)
    for _asking in range(front.MOST_ASKING):
        server.front.room.acquire()
    assert server.get(asked, **HTMX)[0] == 204
    assert server.get(HOME + "emparejamientos/")[0] == 200
    server.front.room.release()
    assert [server.get(asked, **HTMX)[0] for _time in range(4)] == [200] * 4


@pytest.mark.parametrize("how", ["private", "gone"])
def test_what_is_not_shown_any_more_is_not_given_again(hall, server, pilar, how):
    asked = live(server.get(HOME)[2])
    server.get(asked, **HTMX)
    if how == "private":
        edit_tournament(tournament=hall, author=pilar, visibility=Visibility.PRIVATE)
    else:
        Tournament.objects.filter(pk=hall.pk).update(slug="otro")
    assert server.get(HOME)[0] == 404
    assert server.get(asked, **HTMX)[0] == 404


def test_what_an_orm_changes_is_shown(hall, server):
    """Without any act: a shell, a command, a data migration."""
    first = server.get(HOME)[2]
    hall.entries.update(town="Torrijo")
    Tournament.objects.filter(pk=hall.pk).update(venue="Pabellón")
    assert server.get(HOME)[2] != first and b"Pabell" in gzip.decompress(server.get(HOME)[2])


def test_each_language_number_and_address_has_its_own(hall, watched):
    faces = (
        {},
        {"cookies": "django_language=en"},
        {"cookies": "numero=3"},
        {"HTTP_HOST": "localhost"},
        {"HTTP_HX_REQUEST": "true"},
    )
    for _turn in range(2):
        assert [watched.get(HOME + "clasificacion/", **more)[0] for more in faces] == [200] * 5
    assert watched.asked == len(faces)
    assert watched.get(HOME, HTTP_HOST="malo.example")[0] == 400
    assert watched.get(HOME, HTTP_HOST="malo.example")[0] == 400


def test_an_answer_that_sets_a_cookie_is_never_kept(hall, server):
    """Nor told to nginx: a token, the language that was asked for, the number that is followed."""
    for page in ("mesa/?q=1", "?idioma=en"):
        status, headers, _body = server.get(HOME + page)
        assert (status, "X-Accel-Expires" in headers, answers()) == (200, False, {})
    server.counted.sets = "csrftoken"
    assert "X-Accel-Expires" not in server.get(HOME)[1] and not answers()


def test_nginx_is_allowed_what_is_for_everybody_and_nothing_else(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    again = live(server.get(HOME)[2])
    for page, cookies, allowed in (
        (HOME, "", True),
        (HOME, "numero=3", True),
        (HOME, mine, False),
        (HOME, "messages=forged", False),
        (f"{HOME}ronda/99/", "", True),  # what is gone takes the place of what was there
        (f"{HOME}?z={'a' * 300}", "", False),
        (f"{HOME}panel/", "", False),
        ("/", "", False),
        (f"{HOME}pantalla/", "", False),  # it tells the time
    ):
        assert ("X-Accel-Expires" in server.get(page, cookies)[1]) is allowed, page
    assert "X-Accel-Expires" in server.get(again, **HTMX)[1]
    assert "X-Accel-Expires" not in server.get(again, mine, **HTMX)[1]


def test_a_screen_is_told_what_time_it_is_by_what_is_kept_too(hall, server):
    page = HOME + "pantalla/"
    first = int(server.get(page)[1]["X-Tapete-Now"])
    again = live(server.get(page)[2])
    asked = server.asked
    told = [server.get(page)[1], server.get(again, **HTMX)[1]]
    assert server.asked == asked and all(int(one["X-Tapete-Now"]) > first for one in told)


def test_who_sees_the_same_after_an_act_is_told_nothing(hall, server, chema):
    for page in ("clasificacion/", "mesa/?q=1"):
        asked = live(server.get(HOME + page)[2])
        set_paid(entry=hall.entries.get(number=3), author=chema, paid=page == "mesa/?q=1")
        status, headers, _body = server.get(asked, **HTMX)
        assert status == 204, page
        before = server.asked
        asked = re.sub(r"v=\d+", f"v={headers['X-Tapete-Shown']}", asked)
        assert server.get(asked, **HTMX)[0] == 204 and server.asked == before


def test_what_is_kept_ends_by_itself(hall, server, monkeypatch):
    server.get(HOME)
    monkeypatch.setattr(locmem, "time", SimpleNamespace(time=lambda: time.time() + 30))
    server.get(HOME)
    assert server.asked == 2


def test_one_question_tells_the_versions_of_all_tournaments(
    hall, make_tournament, server, django_assert_num_queries
):
    slugs = [hall.slug, *(make_tournament(name=f"Liga {n}").slug for n in range(5))]
    asked = [live(server.get(f"/t/{slug}/")[2]) for slug in slugs]
    with django_assert_num_queries(1):
        assert {server.get(asked[0], **HTMX)[0]} == {204}
    watch = server.front.watch
    assert set(watch.seen) == set(slugs)
    with django_assert_num_queries(0):
        watch.looked = time.monotonic() + 60
        assert {server.get(one, **HTMX)[0] for one in asked} == {204}


def test_who_is_not_asked_for_is_not_watched(hall, make_tournament, server, monkeypatch):
    server.get(HOME)
    monkeypatch.setattr(watching, "MOST_WATCHED", 1)
    for name in ("Liga", "Copa"):
        server.get(f"/t/{make_tournament(name=name).slug}/")
    server.get("/t/no-existe/?v=9", **HTMX)
    watch = server.front.watch
    assert set(watch.asked) == {hall.slug}
    watch.asked[hall.slug] -= 61
    server.get("/t/no-existe/")
    assert watch.look("no-existe") is None and watch.asked == {}


def test_without_the_database_nothing_is_given_as_if_it_were_new(hall, server, monkeypatch):
    def away(_slug):
        raise DatabaseError

    server.get(HOME)
    monkeypatch.setattr(watching, "watched_versions", away)
    server.get(HOME)
    assert server.asked == 2


# --- What strangers say --------------------------------------------------------------------------
@pytest.mark.parametrize("asked", ["?d=1", "?v=", "?d=1&v=", "?V=1&d=2", "?zz=1&d=1", ""])
def test_nobody_gets_a_whole_page_inside_his_page(hall, server, asked):
    path = HOME + "clasificacion/"
    shown = live(Server().get(path)[2])  # by another process: here nothing is kept
    again = re.sub(r"v=\d+&d=\w+", "v=0&d=0", shown)  # somebody who saw another moment
    server.get(path + asked, **HTMX)
    piece, page = server.get(again, **HTMX), server.get(path)
    assert (piece[0], page[0]) == (200, 200)
    assert b"<html" not in gzip.decompress(piece[2]) and b"<html" in gzip.decompress(page[2])


@pytest.mark.parametrize(
    ("said", "packed"),
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
def test_each_browser_gets_what_it_can_unpack_whoever_asked_first(
    hall, server, first, said, packed
):
    server.get(HOME, HTTP_ACCEPT_ENCODING=first)
    for _time in range(2):
        _status, headers, body = server.get(HOME, HTTP_ACCEPT_ENCODING=said)
        assert (headers.get("Content-Encoding") == "gzip") == packed
        assert b"<html" in (gzip.decompress(body) if packed else body)
    assert server.asked <= 2


def test_an_unknown_word_is_answered_with_what_is_kept_and_keeps_nothing(hall, watched):
    wanted = watched.get(HOME)[2]
    pages = [
        watched.get(f"{HOME}?zz={n}&utm_source=x&idioma=xx{n}&v={n}&d={n}")[2] for n in range(20)
    ]
    cookies = [
        watched.get(HOME, f"csrftoken={n}; numero=x{n}; django_language=xx{n}")[2] for n in range(9)
    ]
    assert {*pages, *cookies} == {wanted}
    assert (watched.asked, len(answers())) == (1, 1)


def test_an_unknown_word_of_the_first_who_asks_reaches_nobody_else(hall, server):
    for _time in range(2):
        _status, _headers, body = server.get(f"{HOME}?zz=malo", "csrftoken=" + "a" * 32)
    assert b"zz=malo" not in gzip.decompress(body)
    assert b"zz=malo" not in gzip.decompress(server.get(HOME)[2])


def test_what_is_kept_has_an_end_by_number_and_by_bytes(hall, server, monkeypatch):
    monkeypatch.setattr(caches["front"], "_max_entries", 20)
    for n in range(1, 40):
        server.get(f"{HOME}clasificacion/?n={n}", f"numero={n}; otra=" + "a" * 30_000)
        server.get(HOME)
    assert len(answers()) <= 20 and {len(key) for key in caches["front"]._cache} == {
        len(":1:") + 64
    }
    asked = server.asked
    server.get(HOME)
    assert server.asked == asked  # what everybody asks for is not thrown away
    caches["front"].clear()
    monkeypatch.setattr(front, "MOST_BYTES", 100)
    assert server.get(HOME)[0] == 200 and answers() == {}


def test_hundreds_of_large_requests_leave_the_memory_as_it_was(hall, watched):
    watched.get(HOME)
    watched.get(HOME + "?v=1", **HTMX)
    known, asked = set(answers()), watched.asked
    for n in range(300):
        cookie = f"numero=x{n}; a={n}" + "a" * 30_000
        assert watched.get(f"{HOME}?v={n + 10_000_000}&z={n}", cookie, **HTMX)[0] == 204
        assert watched.get(f"{HOME}?zz={n}", cookie)[0] == 200
    assert (set(answers()), watched.asked) == (known, asked)


@pytest.mark.slow
def test_a_page_reads_no_parameter_that_it_does_not_say(hall, server):
    """With a session it would be obeyed, and without one it would not."""
    number = hall.screens.create(number=1, name="Entrada").number
    ours = {"code": hall.matches.first().code, "number": 1, "screen": number}
    pages = [page for page in _addresses() if page.parameters is not None]
    assert len(pages) >= 12
    everything = {*COMMON_PARAMETERS, *(one for page in pages for one in page.parameters)}
    queries = ["", *(f"{name}={said}" for name in sorted(everything) for said in ("1", "gil"))]
    for page in pages:
        if page.name == "table":  # it opens with a session alone
            continue
        path = page.pattern.format(slug=hall.slug, **ours)
        for query in queries:
            server.get(f"{path}?{query}")
            extra = server.counted.read - {*page.parameters, "v", "d"}
            assert not extra, (path, query, extra)


def test_what_is_kept_is_what_django_answers_to_each_parameter(hall, server):
    def plain(body):
        body = gzip.decompress(body).decode()
        return re.sub(r"v=\d+|nonce=\S+", "", body)

    for said in ("n=1", "page=2", "por=apellido", "fase=1", "marco=1", "idioma=en", "n=2&page=1"):
        address = f"{HOME}emparejamientos/?{said}"
        kept = [server.get(address)[2] for _time in range(2)]
        straight = Server(front=False)
        assert {plain(body) for body in kept} == {plain(straight.get(address)[2])}, address


def test_names_hidden_while_the_first_page_of_a_tournament_is_made_are_not_given_again(
    hall, server, pilar, monkeypatch
):
    """The page has read the tournament with its names when the organiser hides them."""
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
