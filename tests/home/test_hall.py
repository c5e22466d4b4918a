"""`./dev run --hall`, tried from a second host."""

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
from tests.home.network import LAPTOP, PHONE, Cable, why_not
from tests.home.running import PATIENCE, Home, environment, refused
from tests.programs import run_python
from tournaments.site.qr import qr_svg

pytestmark = pytest.mark.faults
URL = f"http://{LAPTOP}:8000"


@pytest.fixture(scope="module")
def cable() -> Iterator[Cable]:
    if reason := why_not():
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with Cable() as laid:
        yield laid


def phone(cable: Cable, act: str, *words: str) -> dict[str, Any]:
    told = run_python(
        "-m",
        "tests.home.phone",
        act,
        *words,
        before=cable.phone,
        env=environment(Path("/nonexistent")),
        timeout=PATIENCE,
    )
    seen: dict[str, Any] = json.loads(told.stdout)
    return seen


def test_without_a_network_it_says_so_and_what_to_do(cable: Cable, tmp_path: Path):
    told = refused(tmp_path, "--hall", before=cable.laptop)
    assert told.startswith("No hay ninguna red") and "sin --hall" in told
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_machine_is_refused(cable: Cable, tmp_path: Path):
    cable.plug_in()
    told = refused(tmp_path, "--hall", "--address", PHONE, before=cable.laptop)
    assert f"no tiene la dirección {PHONE}. Tiene: {LAPTOP}." in told


def test_the_phones_of_the_hall_come_in_and_print_its_address(cable: Cable, start):
    cable.plug_in()
    home: Home = start("--hall", before=cable.laptop)
    home.wait()
    # The terminal says the address, and draws it as a code that telephones read.
    assert f"Tapete está en marcha: {URL}/" in home.screen
    assert terminal_qr(f"{URL}/").splitlines()[3] in home.screen
    assert "Imprimir" in home.screen
    # This host and no other.
    seen = phone(cable, "look", URL)
    assert (seen["status"], seen["other name"]) == (200, 400)
    # The page of sheets and the poster carry the address.
    password = (home.var / "demo_password").read_text()
    made = phone(cable, "sheet", URL, password, "poster")
    assert URL in made["page"] and qr_svg(f"{URL}/") in made["page"]
    (page,) = PdfReader(io.BytesIO(base64.b64decode(made["pdf"]))).pages
    assert f"{URL}/" in page.extract_text()
    # The network goes, and is back.
    cable.pull_out()
    home.wait("se ha quedado sin red")
    cable.plug_in()
    home.wait("La red ha vuelto")
    # Closing the terminal ends everything, as Ctrl+C does.
    assert home.ends(home.close_terminal) == 0


def test_the_code_of_the_terminal_is_the_address():
    """Each character is two modules, one above the other, light or dark."""
    drawn = terminal_qr(f"{URL}/").splitlines()
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[light[one][half] for one in line] for line in drawn for half in (0, 1)]
    code = segno.make(f"{URL}/", error="m", micro=False)
    expected = [[1 - bool(dark) for dark in row] for row in code.matrix_iter(border=2)]
    assert rows[: len(expected)] == expected
