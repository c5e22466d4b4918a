"""Answers given again before Django is asked: the same to all who look on, and nothing else."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, close_old_connections
from django.test import RequestFactory

from config import ready_answers
from config.ready_answers import ReadyAnswers
from scoring.services.draws.rounds import open_next_round, publish_round
from tests.scoring.days import PUBLIC, play, publish
from tests.worlds import world
from tournaments.embedding import PARAMETER as EMBEDDED
from tournaments.live import OWN_PARAMETERS, PARAMETERS
from tournaments.models import Tournament, Visibility
from tournaments.pages import LANGUAGE_PARAMETER
from tournaments.services.setup.tournament import edit_tournament

HOME = "/t/casino-de-calamocha/"
HTMX = {"HTTP_HX_REQUEST": "true"}


class Server:
    """The site as a server asks it. `asked` is how often Django was."""

    def __init__(self):
        self.ready = ReadyAnswers(self.ask_django)
        self.django, self.asked = WSGIHandler(), 0

    def ask_django(self, environ, start):
        self.asked += 1
        return self.django(environ, start)

    def environ(self, path, cookies="", **headers):
        """Return the environment that a server asks with."""
        headers = {"HTTP_ACCEPT_ENCODING": "gzip", **headers}
        environ = RequestFactory().get(path, **headers).environ
        return environ | {"HTTP_COOKIE": cookies}

    def is_at_hand(self, path, cookies="", **headers):
        return self.ready.is_at_hand(self.environ(path, cookies, **headers))

    def get(self, path, cookies="", **headers):
        """The status, the headers and the body as it goes out."""
        told, environ = [], self.environ(path, cookies, **headers)

        def start(status, headers, *_error):
            told[:] = [int(status[:3]), dict(headers)]

        body = b"".join(self.ready(environ, start))
        return told[0], told[1], body


@pytest.fixture
def server(monkeypatch):
    """It looks each time; the connection of the test is left open, as Django's own client does."""
    monkeypatch.setattr(ready_answers, "LOOK_SECONDS", 0)
    monkeypatch.setattr(ready_answers, "close_old_connections", lambda: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Server()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


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


@pytest.mark.parametrize("path", [one for one in PUBLIC if one not in ("mesa/", "mesa/?q=gil")])
def test_the_second_who_asks_gets_the_same_bytes_and_django_is_not_asked(hall, server, path):
    first, second = server.get(HOME + path), server.get(HOME + path)
    assert (server.asked, first[0], second[0]) == (1, 200, 200)
    assert first[2] == second[2] and first[1].get("ETag") == second[1].get("ETag")
    status, _headers, body = server.get(HOME + path, HTTP_IF_NONE_MATCH=first[1]["ETag"])
    assert (status, body, server.asked) == (304, b"", 1)


def test_who_asks_again_is_told_of_an_act_and_of_nothing_else(hall, server, pilar):
    asked = live(server.get(HOME + "emparejamientos/")[2])
    server.get(asked, **HTMX)
    before = server.asked
    assert server.get(asked, **HTMX)[0] == 204 and server.asked == before
    publish_round(round=draw(hall, pilar), author=pilar)
    assert server.get(asked, **HTMX)[0] == 200 and server.asked == before + 1
    assert server.get(asked, **HTMX)[0] == 200 and server.asked == before + 1


def test_what_is_kept_is_at_hand_until_the_database_has_to_be_looked_at(
    hall, server, pilar, client_as, monkeypatch, django_assert_num_queries
):
    for name in ("LOOK_SECONDS", "JUST_NOW"):
        monkeypatch.setattr(ready_answers, name, 60)
    page = HOME + "clasificacion/"
    assert not server.is_at_hand(page)
    again = live(server.get(page)[2])
    server.get(again, **HTMX)
    server.get(page)  # it looks
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    with django_assert_num_queries(0):
        assert server.is_at_hand(page) and server.is_at_hand(again, **HTMX)
        assert server.is_at_hand(again, mine, **HTMX)  # nothing has happened for her either
        assert not server.is_at_hand(page, mine)
        assert not server.is_at_hand(HOME + "emparejamientos/")
        monkeypatch.setattr(ready_answers, "JUST_NOW", 0)
        assert not server.is_at_hand(page)


def test_a_draft_is_not_shown_to_who_looks_on(hall, server, pilar, client_as):
    """Nor by the organiser who looks at the same pages meanwhile."""
    drawn = draw(hall, pilar)
    path = f"{HOME}ronda/{drawn.serial}/"
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    assert server.get(f"{HOME}rondas/{drawn.serial}/", mine)[0] == 200
    assert server.get(path)[0] == 404 and server.get(path, mine)[0] != 500
    assert server.get(path)[0] == 404 and not any("ronda" in key[3] for key in server.ready.answers)
    publish_round(round=drawn, author=pilar)
    assert server.get(path)[0] == 200


def test_nobody_gets_the_page_of_who_has_logged_in(hall, server, pilar, client_as):
    session = client_as(pilar).cookies[settings.SESSION_COOKIE_NAME].value
    mine = f"{settings.SESSION_COOKIE_NAME}={session}"
    own, others = server.get(HOME, mine), server.get(HOME)
    assert server.asked == 2 and len(server.ready.answers) == 1
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


def test_in_a_crowd_who_asks_again_waits_and_who_comes_does_not(hall, server, pilar):
    asked = live(server.get(HOME + "emparejamientos/")[2])
    publish_round(round=draw(hall, pilar), author=pilar)
    server.ready.asking = ready_answers.MOST_ASKING
    assert server.get(asked, **HTMX)[0] == 204
    assert server.get(HOME + "emparejamientos/")[0] == 200
    server.ready.asking = 0
    assert server.get(asked, **HTMX)[0] == 200


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


def test_each_language_number_and_address_has_its_own(hall, server):
    faces = (
        {},
        {"cookies": "django_language=en"},
        {"cookies": "numero=3"},
        {"HTTP_HOST": "localhost"},
        {"HTTP_HX_REQUEST": "true"},
    )
    for _turn in range(2):
        assert [server.get(HOME + "clasificacion/", **more)[0] for more in faces] == [200] * 5
    assert server.asked == len(faces)
    assert server.get(HOME, HTTP_HOST="malo.example")[0] == 400
    assert server.get(HOME, HTTP_HOST="malo.example")[0] == 400


def test_an_answer_with_a_token_is_never_kept(hall, server):
    def ask(environ, start):
        response = server.django(environ, start)
        response.set_cookie("csrftoken", "de-otro")
        return response

    server.ready.application = ask
    server.get(HOME)
    assert not server.ready.answers


def test_without_the_database_nothing_is_given_as_if_it_were_new(hall, server, monkeypatch):
    def away(_slug):
        raise DatabaseError

    server.get(HOME)
    monkeypatch.setattr(ready_answers, "watched", away)
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


def test_an_unknown_word_is_answered_with_what_is_kept_and_keeps_nothing(hall, server):
    wanted = server.get(HOME)[2]
    answers = [
        server.get(f"{HOME}?zz={n}&utm_source=x&idioma=xx{n}&v={n}&d={n}")[2] for n in range(20)
    ]
    cookies = [
        server.get(HOME, f"csrftoken={n}; numero=x{n}; django_language=xx{n}")[2] for n in range(9)
    ]
    assert {*answers, *cookies} == {wanted}
    assert (server.asked, len(server.ready.answers)) == (1, 1)


def test_an_unknown_word_of_the_first_who_asks_reaches_nobody_else(hall, server):
    for _time in range(2):
        _status, _headers, body = server.get(f"{HOME}?zz=malo", "csrftoken=" + "a" * 32)
    assert b"zz=malo" not in gzip.decompress(body)
    assert b"zz=malo" not in gzip.decompress(server.get(HOME)[2])


def test_what_is_kept_has_an_end_by_number_and_by_bytes(hall, server, monkeypatch):
    page = len(server.get(HOME)[2])
    for n in range(60):
        server.get(f"{HOME}?v=9999&q={n}", f"numero={n}; otra=" + "a" * 30_000, **HTMX)
    kept = server.ready.answers
    assert server.ready.bytes == sum(answer.size(key) for key, answer in kept.items())
    assert server.ready.bytes < page + len(kept) * 5_000  # 204s are counted, cookies are not kept
    monkeypatch.setattr(ready_answers, "MOST_ANSWERS", 20)
    for n in range(60, 70):
        server.get(f"{HOME}?v=9999&q={n}", **HTMX)
        server.get(HOME)
    assert len(kept) == 20 and any("q=69" in key for key in kept)
    asked = server.asked
    server.get(HOME)
    assert server.asked == asked  # what everybody asks for is not thrown away
    monkeypatch.setattr(ready_answers, "MOST_BYTES", 3 * page)
    server.get(f"{HOME}?q=70", **HTMX)
    assert server.ready.bytes <= 3 * page


def test_thousands_of_large_requests_leave_the_memory_as_it_was(hall, server, monkeypatch):
    monkeypatch.setattr(ready_answers, "LOOK_SECONDS", 60)
    server.get(HOME)
    server.get(HOME + "?v=99999", **HTMX)
    before = server.ready.bytes
    for n in range(3_000):
        cookie = f"numero=x{n}; a={n}" + "a" * 30_000
        assert server.get(f"{HOME}?v={n + 10_000}&z={n}", cookie, **HTMX)[0] == 204
        assert server.get(f"{HOME}?zz={n}", cookie)[0] == 200
    assert (server.ready.bytes, len(server.ready.answers), server.asked) == (before, 2, 2)


def test_every_parameter_that_a_page_for_everybody_reads_is_known():
    read = r"GET\.get\(\"(\w+)\"|GET\[\"(\w+)\"\]|\"(\w+)\" (?:not )?in request\.GET"
    root = Path(settings.BASE_DIR)
    sources = [
        *root.glob("scoring/views/public/**/*.py"),
        root / "tournaments" / "pages.py",
        root / "tournaments" / "permissions.py",
        root / "tournaments" / "live.py",
    ]
    names = {
        name
        for source in sources
        for match in re.findall(read, source.read_text())
        for name in match
        if name
    }
    assert names and names <= {*PARAMETERS, *OWN_PARAMETERS, LANGUAGE_PARAMETER}
    assert EMBEDDED in PARAMETERS


def test_what_is_kept_is_what_django_answers_to_each_parameter(hall, server):
    def plain(body):
        body = gzip.decompress(body).decode()
        return re.sub(r"v=\d+|nonce=\S+", "", body)

    for said in ("n=1", "page=2", "por=apellido", "fase=1", "marco=1", "idioma=en", "n=2&page=1"):
        address = f"{HOME}emparejamientos/?{said}"
        kept = [server.get(address)[2] for _time in range(2)]
        straight = Server()
        straight.ready = straight.django
        assert {plain(body) for body in kept} == {plain(straight.get(address)[2])}, address
