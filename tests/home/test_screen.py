"""Tests of the messages of `./dev run` in its terminal."""

import pytest

from config.home import network, screen
from tests.faults.web import ROOT
from tests.programs import run_python
from tests.rows import each

HALL = "http://192.168.1.20:8000/"
# A program with one part, which sends its parent the signal of Ctrl+C and takes 0.2 s to end.
SLOW_TO_END = """
import os, signal, time
from config.home.parts import Part, keep_running

def act():
    signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.2), os._exit(0)))
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(60)

def closing():
    print("closing", part.process.is_alive())
    pids.append(part.process.pid)

part, pids = Part("slow", act), []
keep_running([part], on_closing=closing)
print("closed", os.path.exists(f"/proc/{pids[0]}"))
"""


@pytest.fixture(autouse=True)
def _spanish(monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")


@pytest.fixture
def welcome(monkeypatch, capsys):
    """Return a function that prints the welcome of a machine with these addresses."""

    def print_welcome(url: str, *addresses: str) -> str:
        monkeypatch.setattr(network, "addresses", lambda: list(addresses))
        screen.print_welcome(url, True, None)
        return str(capsys.readouterr().out)

    return print_welcome


def test_the_welcome_of_a_hall_shows_its_address_as_a_qr_code(welcome):
    page = welcome(HALL, "192.168.1.20", "10.0.0.5")
    assert screen.terminal_qr(HALL) in page
    assert "--address 10.0.0.5" in page


@each("url", "http://localhost:8000/", "http://127.0.0.1:8000/", "http://0.0.0.0:8000/")
def test_a_local_address_has_no_qr_code_and_the_welcome_explains_how_to_set_another(welcome, url):
    page = welcome(url, "172.17.0.2")
    assert url in page and "█" not in page
    assert "TAPETE_PUBLIC_URL=http://192.168.1.20:8000/" in page
    assert "172.17.0.2" not in page


def test_the_welcome_of_a_container_offers_only_the_address_of_its_settings(welcome):
    page = welcome(HALL, "172.17.0.2")
    assert screen.terminal_qr(HALL) in page
    assert "172.17.0.2" not in page


def test_the_default_address_of_the_container_has_no_qr_code(welcome):
    (line,) = [
        line
        for line in (ROOT / "Dockerfile").read_text().splitlines()
        if line.startswith("ENV TAPETE_PUBLIC_URL=")
    ]
    assert "█" not in welcome(line.partition("=")[2])


def test_the_closing_message_comes_before_the_parts_end():
    completed = run_python("-u", "-c", SLOW_TO_END, status=None)
    assert completed.stdout.splitlines() == ["closing True", "closed False"], completed.stderr


def test_the_closing_message_is_printed(capsys):
    screen.print_closing()
    assert "Cerrando Tapete" in capsys.readouterr().out
