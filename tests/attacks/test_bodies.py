"""Tests of request bodies that stop, arrive slowly or never end: nobody else has to wait."""

import json
import time
from contextlib import suppress

import pytest

from config.middleware import MAX_BODY_BYTES
from tests.attacks.phones import LOGIN, files_open, read_all, request_head, sockets, status
from tests.faults.web import Web
from tests.rows import cases

pytestmark = pytest.mark.faults
LARGE = 400_000_000


@pytest.mark.parametrize("number", [8, 40])
def test_bodies_that_are_announced_but_never_sent_delay_nobody(site: Web, number: int):
    with sockets(site, number, request_head(length=100_000) + b"login="):
        assert status(site) == 200


def test_headers_sent_letter_by_letter_delay_nobody(site: Web):
    head = request_head()[:-2]
    with sockets(site, 40, head[:1]) as phones:
        for letter in head[1:12]:
            for phone in phones:
                phone.sendall(bytes([letter]))
            assert status(site) == 200


def test_bodies_sent_letter_by_letter_delay_nobody(site: Web):
    with sockets(site, 40, request_head(length=100_000)) as phones:
        for _letter in range(8):
            for phone in phones:
                phone.sendall(b"a")
            assert status(site) == 200


@cases(
    "path, cookie, content_type, sentence",
    (LOGIN, "", b"text/html", "Lo enviado ocupa demasiado"),
    (LOGIN, "django_language=en", b"text/html", "What you sent is too large"),
    ("/api/v1/tournaments/", "", b"application/json", "too_big"),
)
def test_a_body_over_the_limit_is_refused_with_a_sentence(
    site, path, cookie, content_type, sentence
):
    photo = b"a" * (MAX_BODY_BYTES + 1)
    with sockets(site, 1, request_head(path, len(photo), Cookie=cookie, Connection="close")) as (
        phone,
    ):
        phone.sendall(photo)
        answer = read_all(phone)
    head, _blank, page = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ") and content_type in head
    assert sentence in page.decode()
    if content_type == b"application/json":
        assert json.loads(page)["error"]["code"] == "too_big"
    assert files_open(site) == set()


@cases("path", LOGIN, "/api/v1/tournaments/")
def test_a_body_dropped_by_the_proxy_is_refused_with_the_same_sentence(site: Web, path: str):
    head = request_head(path, 0, **{"X-Too-Large": "1", "Connection": "close"})
    with sockets(site, 1, head) as (phone,):
        answer = read_all(phone)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert "ocupa demasiado" in answer.decode() or "too_big" in answer.decode()


def test_a_far_too_large_body_is_refused_before_it_is_sent(site: Web):
    with sockets(site, 1, request_head(length=LARGE)) as (phone,):
        assert read_all(phone).startswith(b"HTTP/1.1 413 ")  # only the head was sent
        assert files_open(site) == set()


def test_chunks_without_end_are_cut_at_the_limit_of_the_server(site: Web):
    chunk = b"100000\r\n" + b"a" * 0x100000 + b"\r\n"  # 1 MiB
    chunked_headers = {"Transfer-Encoding": "chunked", "Content-Type": "text/plain"}
    with sockets(site, 1, request_head(**chunked_headers)) as (phone,), suppress(OSError):
        for _number in range(100):
            phone.sendall(chunk)
        pytest.fail("the server accepted a hundred megabytes")
    end = time.monotonic() + 10
    while files_open(site) and time.monotonic() < end:
        time.sleep(0.05)  # until the server has dropped the received chunks
    assert files_open(site) == set()
    assert status(site) == 200


def test_headers_without_end_are_cut_off(site: Web):
    with sockets(site, 1, request_head()[:-2]) as (phone,), suppress(OSError):
        for _number in range(100):
            phone.sendall(b"X-More: " + b"a" * 1000 + b"\r\n")
            time.sleep(0.01)
        pytest.fail("the server accepted a hundred thousand letters")
    assert status(site) == 200
