"""A phone that misbehaves stops nobody else: bodies that never end, and bodies without end."""

import json
import time

import pytest

from tests.attacks.phones import LOGIN, asks, files_open, hears, sockets, status
from tests.faults.cluster import children
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


@cases(
    "path, cookie, kind, said",
    (LOGIN, "", b"text/html", "Es demasiado grande"),
    (LOGIN, "django_language=en", b"text/html", "It is too large"),
    ("/api/v1/tournaments/", "", b"application/json", "too_big"),
)
def test_what_is_too_large_is_refused_in_words_before_a_byte_of_it(site, path, cookie, kind, said):
    with sockets(site, 1, asks(path, LARGE, Cookie=cookie)) as (one,):
        told = hears(one)  # nothing of the body has been sent
    head, _blank, page = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ") and kind in head
    assert said in page.decode()
    if kind == b"application/json":
        assert json.loads(page)["error"]["code"] == "too_big"


def test_it_is_heard_out_for_a_while_that_the_browser_may_see_the_page(site: Web):
    """And none of it is kept, in memory or on the disk."""
    piece = b"a" * 1_000_000
    with sockets(site, 1, asks(length=LARGE)) as (one,):
        for _each in range(20):
            one.sendall(piece)
        assert files_open(site) == set()
        assert b" 413 " in one.recv(100)


def test_an_invitation_to_go_on_is_not_given_to_what_is_too_large(site: Web):
    with sockets(site, 1, asks(length=LARGE, Expect="100-continue")) as (one,):
        assert hears(one).startswith(b"HTTP/1.1 413 ")


def test_pieces_without_end_are_cut_at_the_same_size(site: Web):
    piece = b"100000\r\n" + b"a" * 0x100000 + b"\r\n"  # 1 MiB
    chunked = {"Transfer-Encoding": "chunked", "Content-Type": "text/plain"}
    with sockets(site, 1, asks(**chunked)) as (one,):
        for _each in range(11):
            one.sendall(piece)
        assert b" 413 " in one.recv(100)
    end = time.monotonic() + 10
    while files_open(site) and time.monotonic() < end:
        time.sleep(0.05)  # the ten that it took are let go with the connection
    assert files_open(site) == set()
    assert status(site) == 200


def test_the_process_that_answers_comes_back_however_often_it_dies(site: Web):
    assert site.process is not None
    killed = set()
    end = time.monotonic() + 60
    while len(killed) < 6 and time.monotonic() < end:
        for pid in set(children(site.process.pid)) - killed:
            killed.add(pid)
            site.kill_worker()
        time.sleep(0.01)
    assert len(killed) == 6
    assert status(site, patience=30) == 200  # it waits on the socket, and is not turned away
