"""`./dev run`: what a newcomer sees, and what the site does while somebody is not looking."""

import re
import time
from pathlib import Path

import pytest

from tests.faults.cluster import free_port
from tests.home.running import PARTS, Home, answer, refused
from tests.rows import cases

pytestmark = pytest.mark.faults
NOISE = re.compile(
    r"Traceback|Warning|WARNING|Killing|Reverting|celery|waitress|superuser|No directory", re.I
)


def test_the_first_start_says_where_to_go_and_who_may_enter(first: Home):
    url = f"http://127.0.0.1:{first.port}/"
    assert f"Tapete está en marcha: {url}" in first.screen
    assert "./dev run --hall" in first.screen
    password = (first.var / "demo_password").read_text()
    assert f"organizacion, mesa, arbitro — contraseña: {password}" in first.screen
    assert "Maratón de demostración" in answer(url)
    assert NOISE.search(first.screen) is None, first.screen


def test_it_listens_to_this_machine_alone(first: Home):
    heard = [
        one.laddr
        for process in first.parts()
        for one in process.net_connections("inet")
        if one.status == "LISTEN"
    ]
    assert {(one.ip, one.port) for one in heard} == {("127.0.0.1", first.port)}


@cases("language, says", ("es_ES.UTF-8", "ya está en marcha"), ("en_GB.UTF-8", "already running"))
def test_a_second_one_on_the_same_data_is_refused(first: Home, language: str, says: str):
    told = refused(first.var, "--port", str(free_port()), LANG=language)
    assert says in told and f"http://127.0.0.1:{first.port}/" in told
    assert "--port 8001" in told and "TAPETE_VAR=" in told


def test_a_second_one_on_the_same_port_is_refused(first: Home, tmp_path: Path):
    told = refused(tmp_path, "--port", str(first.port))
    assert f"El puerto {first.port} ya está ocupado" in told
    assert f"--port {first.port + 1}" in told


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    told = refused(tmp_path / "file" / "var", "--port", str(free_port()))
    assert "No se puede escribir en" in told and "TAPETE_VAR=" in told


def test_a_part_that_dies_comes_back_and_the_screen_says_it(first: Home):
    for part in (before := first.parts()):
        part.kill()
    assert "Maratón" in answer(f"http://127.0.0.1:{first.port}/")
    first.wait("El reloj de los trabajos se ha cerrado solo y vuelve a empezar")
    end = time.monotonic() + 60
    while len(first.parts()) < PARTS and time.monotonic() < end:
        time.sleep(0.05)
    now = {part.pid for part in first.parts()}
    assert len(now) == PARTS and not now & {part.pid for part in before}
    assert NOISE.search(first.screen) is None, first.screen


def test_after_a_power_cut_the_next_start_says_that_nothing_is_lost(start):
    port = free_port()
    home = start("--port", str(port))
    home.ready()
    home.kill()
    again = Home(home.var, "--port", str(port))
    try:
        again.ready()
        assert "no se cerró bien" in again.screen and "está entera" in again.screen
        assert again.ends(again.type_ctrl_c) == 0
    finally:
        again.kill()
    third = Home(home.var, "--port", str(port))
    try:
        third.ready()
        assert "no se cerró bien" not in third.screen
    finally:
        third.kill()


def test_a_damaged_database_is_not_served_after_a_power_cut(start):
    home = start("--port", str(port := free_port()))
    home.ready()
    home.kill()
    data = home.var / "tapete.sqlite3"
    with data.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (data.stat().st_size - 8192))
    told = refused(home.var, "--port", str(port))
    assert "No se ha podido preparar Tapete" in told and "recupere la última copia" in told


def test_ctrl_c_ends_everything(start):
    port = free_port()
    home = start("--port", str(port))
    seconds = home.ready()
    print(f"second start: {seconds:.1f} s")
    assert "Maratón" in answer(f"http://127.0.0.1:{port}/")
    assert "Preparando" not in home.screen and "Jugando" not in home.screen  # it was done before
    assert home.ends(home.type_ctrl_c) == 0
    assert "Cerrando Tapete" in home.screen
    assert NOISE.search(home.screen) is None, home.screen
    logs = "".join(log.read_text() for log in home.var.glob("*.log"))
    assert "Reverting" not in logs and "Traceback" not in logs, logs
