"""Tests of `./dev run`: its first screen, its refusals, and starts after a crash."""

import re
import time
from pathlib import Path

import pytest

from tests.home.running import PARTS, Home, read_page, refusal
from tests.programs import free_port
from tests.rows import cases

pytestmark = pytest.mark.faults
NOISE = re.compile(
    r"Traceback|Warning|WARNING|Killing|Reverting|celery|waitress|superuser|No directory", re.I
)


def test_the_first_start_shows_the_address_and_the_logins(first_home: Home):
    url = f"http://127.0.0.1:{first_home.port}/"
    assert f"Tapete está en marcha: {url}" in first_home.screen
    assert "./dev run --hall" in first_home.screen
    password = (first_home.var / "demo_password").read_text()
    assert f"organizacion, mesa, arbitro — contraseña: {password}" in first_home.screen
    assert "Maratón de demostración" in read_page(url)
    assert NOISE.search(first_home.screen) is None, first_home.screen


def test_without_hall_the_site_listens_to_this_machine_only(first_home: Home):
    addresses = [
        connection.laddr
        for process in first_home.parts()
        for connection in process.net_connections("inet")
        if connection.status == "LISTEN"
    ]
    assert {(address.ip, address.port) for address in addresses} == {("127.0.0.1", first_home.port)}


@cases("language, words", ("es_ES.UTF-8", "ya está en marcha"), ("en_GB.UTF-8", "already running"))
def test_a_second_start_on_the_same_data_is_refused(first_home: Home, language: str, words: str):
    message = refusal(first_home.var, "--port", str(free_port()), LANG=language)
    assert words in message and f"http://127.0.0.1:{first_home.port}/" in message
    assert "--port 8001" in message and "TAPETE_VAR=" in message


def test_a_second_start_on_the_same_port_is_refused(first_home: Home, tmp_path: Path):
    message = refusal(tmp_path, "--port", str(first_home.port))
    assert f"El puerto {first_home.port} ya está ocupado" in message
    assert f"--port {first_home.port + 1}" in message


def test_a_start_without_a_writable_folder_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    message = refusal(tmp_path / "file" / "var", "--port", str(free_port()))
    assert "No se puede escribir en" in message and "TAPETE_VAR=" in message


def test_a_killed_process_restarts_and_the_screen_reports_it(first_home: Home):
    for part in (before := first_home.parts()):
        part.kill()
    assert "Maratón" in read_page(f"http://127.0.0.1:{first_home.port}/")
    first_home.wait("El reloj de los trabajos se ha cerrado solo y vuelve a empezar")
    end = time.monotonic() + 60
    while len(first_home.parts()) < PARTS and time.monotonic() < end:
        time.sleep(0.05)
    pids = {part.pid for part in first_home.parts()}
    assert len(pids) == PARTS and not pids & {part.pid for part in before}
    assert NOISE.search(first_home.screen) is None, first_home.screen


def test_the_start_after_a_power_cut_reports_that_no_data_are_lost(start):
    port = free_port()
    home = start("--port", str(port))
    home.wait_until_ready()
    home.kill()
    again = Home(home.var, "--port", str(port))
    try:
        again.wait_until_ready()
        assert "no se cerró bien" in again.screen and "está entera" in again.screen
        assert again.exit_code_after(again.type_ctrl_c) == 0
    finally:
        again.kill()
    third = Home(home.var, "--port", str(port))
    try:
        third.wait_until_ready()
        assert "no se cerró bien" not in third.screen
    finally:
        third.kill()


def test_a_damaged_database_is_not_served_after_a_power_cut(start):
    home = start("--port", str(port := free_port()))
    home.wait_until_ready()
    home.kill()
    database = home.var / "tapete.sqlite3"
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (database.stat().st_size - 8192))
    message = refusal(home.var, "--port", str(port))
    assert "No se ha podido preparar Tapete" in message and "recupere la última copia" in message


def test_ctrl_c_ends_every_process_without_an_error(start):
    port = free_port()
    home = start("--port", str(port))
    seconds = home.wait_until_ready()
    print(f"second start: {seconds:.1f} s")
    assert "Maratón" in read_page(f"http://127.0.0.1:{port}/")
    # The first start has prepared the database and played the demo.
    assert "Preparando" not in home.screen and "Jugando" not in home.screen
    assert home.exit_code_after(home.type_ctrl_c) == 0
    assert "Cerrando Tapete" in home.screen
    assert NOISE.search(home.screen) is None, home.screen
    logs = "".join(log.read_text() for log in home.var.glob("*.log"))
    assert "Reverting" not in logs and "Traceback" not in logs, logs
