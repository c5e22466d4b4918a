"""Tests of `./dev run --hall` from a second host of the network."""

import base64
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno
from pypdf import PdfReader

from config.home.screen import terminal_qr
from tests.home.network import LAPTOP, PHONE, Cable, cable_problem
from tests.home.running import PATIENCE, Home, environment, refusal
from tests.programs import run_python
from tournaments.site.qr import qr_svg

pytestmark = pytest.mark.faults
URL = f"http://{LAPTOP}:8000"


@pytest.fixture(scope="module")
def cable() -> Iterator[Cable]:
    if reason := cable_problem():
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with Cable() as connected:
        yield connected


def run_on_phone(cable: Cable, act: str, *words: str) -> dict[str, Any]:
    """Run an act of `tests.home.phone` on the host of the phone; return what the phone saw."""
    completed = run_python(
        "-m",
        "tests.home.phone",
        act,
        *words,
        before=cable.phone,
        env=environment(Path("/nonexistent")),
        timeout=PATIENCE,
    )
    facts: dict[str, Any] = json.loads(completed.stdout)
    return facts


def test_hall_without_a_network_is_refused_with_advice(cable: Cable, tmp_path: Path):
    message = refusal(tmp_path, "--hall", before=cable.laptop)
    assert message.startswith("No hay ninguna red") and "sin --hall" in message
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_machine_is_refused(cable: Cable, tmp_path: Path):
    cable.plug_in()
    message = refusal(tmp_path, "--hall", "--address", PHONE, before=cable.laptop)
    assert f"no tiene la dirección {PHONE}. Tiene: {LAPTOP}." in message


def test_a_phone_of_the_hall_opens_the_site_and_prints_its_address(cable: Cable, start):
    cable.plug_in()
    home: Home = start("--hall", before=cable.laptop)
    home.wait()
    # The terminal shows the address, as text and as a QR code.
    assert f"Tapete está en marcha: {URL}/" in home.screen
    assert terminal_qr(f"{URL}/").splitlines()[3] in home.screen
    assert "Imprimir" in home.screen
    # The site answers to its own address and refuses a foreign host name.
    statuses = run_on_phone(cable, "look", URL)
    assert (statuses["status"], statuses["other name"]) == (200, 400)
    # The page of sheets and the poster carry the address.
    password = (home.var / "demo_password").read_text()
    poster = run_on_phone(cable, "sheet", URL, password, "poster")
    assert URL in poster["page"] and qr_svg(f"{URL}/") in poster["page"]
    (page,) = PdfReader(io.BytesIO(base64.b64decode(poster["pdf"]))).pages
    assert f"{URL}/" in page.extract_text()
    # The terminal reports that the network goes down, and that it is back.
    cable.pull_out()
    home.wait("se ha quedado sin red")
    cable.plug_in()
    home.wait("La red ha vuelto")
    # Closing the terminal ends everything, as Ctrl+C does.
    assert home.exit_code_after(home.close_terminal) == 0


def test_the_qr_code_of_the_terminal_holds_the_address():
    """Each character draws two modules of the code, one above the other, light (1) or dark (0)."""
    lines = terminal_qr(f"{URL}/").splitlines()
    modules = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[modules[char][half] for char in line] for line in lines for half in (0, 1)]
    code = segno.make(f"{URL}/", error="m", micro=False)
    expected = [[1 - bool(dark) for dark in row] for row in code.matrix_iter(border=2)]
    assert rows[: len(expected)] == expected
