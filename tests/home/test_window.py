"""Tests of the window of a Tapete started from a menu, with a script in place of zenity."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.home import prepare, window
from tests.home.running import Home, environment
from tests.programs import free_port, run_python

# A script in place of zenity. The user closes the first window by mistake and answers no; then
# opens the browser, chooses «Cerrar Tapete» and answers yes.
ZENITY = """#!/bin/sh
echo "$1 $3" >>"$CALLS"
case $1:$(grep -c -e "$1" "$CALLS") in
--info:1 | --question:1) sleep 1.1; exit 1 ;;
--info:2) exit 0 ;;
--info:*) echo "Cerrar Tapete"; exit 1 ;;
esac
"""
PARENT = """
import os, sys
from config.home.parts import Part, keep_running
from config.home.window import keep_open
keep_running([Part("window", lambda: keep_open("<Tapete> & you", "http://10.0.0.5:8000/"))])
print("closed")
"""


@pytest.fixture
def display(tmp_path) -> dict[str, str]:
    """The environment of a desktop session; its zenity and xdg-open log to the file `calls`."""
    programs = {"zenity": ZENITY, "xdg-open": '#!/bin/sh\necho "browser $1" >>"$CALLS"\n'}
    for name, script in programs.items():
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    return {"PATH": path, "DISPLAY": ":0", "CALLS": str(tmp_path / "calls")}


@pytest.fixture(autouse=True)
def _spanish(monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")


@pytest.mark.slow
def test_the_window_opens_the_browser_and_closes_tapete_only_if_the_user_confirms(
    display, tmp_path
):
    completed = run_python("-c", PARENT, env=environment(tmp_path, **display), timeout=60)
    assert completed.stdout == "closed\n"
    calls = (tmp_path / "calls").read_text().splitlines()
    # The browser runs beside the windows: its line may come after the line of the next window.
    assert [call.split()[0] for call in calls if not call.startswith("browser")] == [
        *("--info", "--question"),  # the window closed by mistake
        *("--info", "--info", "--question"),
    ]
    assert "browser http://10.0.0.5:8000/" in calls


def test_the_window_shows_the_address_the_logins_and_the_folder_of_the_data(tmp_path):
    text = window.describe("http://10.0.0.5:8000/", True, ("mesa", "una-clave"), tmp_path)
    for words in ("http://10.0.0.5:8000/", "Imprimir", "mesa — contraseña: una-clave"):
        assert words in text
    assert str(tmp_path) in text


def test_the_window_without_a_network_says_so_and_shows_no_logins(tmp_path):
    text = window.describe("http://127.0.0.1:8000/", False, None, tmp_path)
    assert "no está en ninguna red" in text and "Usuarios" not in text


def test_closing_ends_the_tapete_that_serves_the_folder(tmp_path):
    script = "import sys, time; held = open(sys.argv[1], 'w'); print(flush=True); time.sleep(60)"
    words = [sys.executable, "-c", script, tmp_path / "in_use"]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert window.close_running(tmp_path)
        assert process.poll() is not None
    assert not window.close_running(tmp_path)


def test_a_database_with_data_is_backed_up_before_it_is_migrated(
    monkeypatch, db, settings, tmp_path
):
    acts: list[str] = []
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(prepare.MigrationExecutor, "migration_plan", lambda *_: ["a migration"])
    monkeypatch.setattr(prepare, "make_backup", lambda file: acts.append(file.name))
    monkeypatch.setattr(prepare, "call_command", lambda name, **_: acts.append(name))
    prepare._migrate()
    backup, command = acts
    assert backup.startswith("before-upgrade-") and command == "migrate"


@pytest.mark.faults
def test_a_second_start_from_the_menu_opens_the_first_tapete_in_the_browser(
    first_home: Home, display, tmp_path
):
    completed = run_python(
        *("-m", "config.home", "--desktop", "--port", str(free_port())),
        env=environment(first_home.var, **display),
    )
    assert "ya está en marcha" in completed.stdout
    url = f"http://127.0.0.1:{first_home.port}/"
    calls = Path(display["CALLS"])
    for _try in range(100):
        if calls.exists() and url in calls.read_text():
            break
        subprocess.run(["sleep", "0.1"], check=True)
    assert calls.read_text() == f"browser {url}\n"
