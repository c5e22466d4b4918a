"""A phone that misbehaves stops nobody else: bodies that never end, and bodies without end."""

import json
import time
from contextlib import suppress

import pytest

from config.middleware import MOST_BODY
from tests.attacks.phones import LOGIN, asks, files_open, hears, sockets, status
from tests.faults.web import Web
from tests.rows import cases

pytestmark = pytest.mark.faults
LARGE = 400_000_000


@pytest.mark.parametrize("number", [8, 40])
def test_bodies_that_are_promised_and_never_come_hold_nobody_up(site: Web, number: int):
    with sockets(site, number, asks(length=100_000) + b"login="):
        assert status(site) == 200


def test_headers_that_come_letter_by_letter_hold_nobody_up(site: Web):
    head = asks()[:-2]
    with sockets(site, 40, head[:1]) as phones:
        for letter in head[1:12]:
            for one in phones:
                one.sendall(bytes([letter]))
            assert status(site) == 200


def test_bodies_that_come_letter_by_letter_hold_nobody_up(site: Web):
    with sockets(site, 40, asks(length=100_000)) as phones:
        for _letter in range(8):
            for one in phones:
                one.sendall(b"a")
            assert status(site) == 200


@cases(
    "path, cookie, kind, said",
    (LOGIN, "", b"text/html", "Lo enviado ocupa demasiado"),
    (LOGIN, "django_language=en", b"text/html", "What you sent is too large"),
    ("/api/v1/tournaments/", "", b"application/json", "too_big"),
)
def test_what_is_too_large_is_refused_in_words(site, path, cookie, kind, said):
    photo = b"a" * (MOST_BODY + 1)
    with sockets(site, 1, asks(path, len(photo), Cookie=cookie, Connection="close")) as (one,):
        one.sendall(photo)
        told = hears(one)
    head, _blank, page = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ") and kind in head
    assert said in page.decode()
    if kind == b"application/json":
        assert json.loads(page)["error"]["code"] == "too_big"
    assert files_open(site) == set()


@cases("path", LOGIN, "/api/v1/tournaments/")
def test_what_the_proxy_keeps_to_itself_is_refused_in_the_same_words(site: Web, path: str):
    head = asks(path, 0, **{"X-Too-Large": "1", "Connection": "close"})
    with sockets(site, 1, head) as (one,):
        told = hears(one)
    assert told.startswith(b"HTTP/1.1 413 ")
    assert "ocupa demasiado" in told.decode() or "too_big" in told.decode()


def test_what_is_far_too_large_is_refused_before_a_byte_of_it(site: Web):
    with sockets(site, 1, asks(length=LARGE)) as (one,):
        assert hears(one).startswith(b"HTTP/1.1 413 ")  # nothing of the body has been sent
        assert files_open(site) == set()


def test_pieces_without_end_are_cut_at_the_limit_of_the_server(site: Web):
    piece = b"100000\r\n" + b"a" * 0x100000 + b"\r\n"  # 1 MiB
    chunked = {"Transfer-Encoding": "chunked", "Content-Type": "text/plain"}
    with sockets(site, 1, asks(**chunked)) as (one,), suppress(OSError):
        for _each in range(100):
            one.sendall(piece)
        pytest.fail("it took a hundred megabytes")
    end = time.monotonic() + 10
    while files_open(site) and time.monotonic() < end:
        time.sleep(0.05)  # what it took is let go with the connection
    assert files_open(site) == set()
    assert status(site) == 200


def test_headers_without_end_are_cut(site: Web):
    with sockets(site, 1, asks()[:-2]) as (one,), suppress(OSError):
        for _each in range(100):
            one.sendall(b"X-More: " + b"a" * 1000 + b"\r\n")
            time.sleep(0.01)
        pytest.fail("it took a hundred thousand letters")
    assert status(site) == 200
