"""The examples of the referees' page of tarot are true, and so are its whole matches as files."""

import re
from pathlib import Path

import pytest

from rules import acta
from rules.core import replay
from rules.tarot import TAROT
from rules.tarot.options import Options
from tests.rules.pages import first_column, notation, page, played, section, ticked

ACTAS = Path(__file__).parent.parent / "actas"
PAGE = page("tarot")


def cells(title: str) -> list[str]:
    """The first cell of every row of the table under a title, without the ticks."""
    rows = section(PAGE, title).split("\n#", 1)[0]
    return [cell.strip("`") for cell in first_column(rows)[1:]]


DEAL, OTHERS = cells("Un reparto"), cells("Otras líneas")


@pytest.mark.parametrize("cell", [*DEAL, *OTHERS])
def test_the_lines_of_the_notation(cell):
    whole = " " in cell or cell in ("paso", "fin")
    line = cell if whole else f"B guardia 49 2o {cell}"
    assert str(TAROT.parse(line)) == line


@pytest.mark.parametrize("cell", ticked(first_column(notation("tarot"))))
def test_the_lines_of_the_common_page(cell):
    line = cell.replace("…", "B guardia 49 2o")
    assert str(TAROT.parse(line)) == line


def test_the_match_of_the_page():
    end = replay(TAROT, Options(), played("tarot"))[-1].score
    assert (end.tallies[1], end.winner) == ((200, 214, -204, -210), 1)


def test_the_tables_are_read():
    assert (len(DEAL), len(OTHERS)) == (12, 9)


def test_every_option_and_preset_is_on_the_page():
    named = {name for cell in cells("Opciones") for name in re.findall(r"\w+", cell)}
    assert named == set(Options().__dataclass_fields__)
    assert all(f"`{preset}`" in PAGE for preset in TAROT.presets)


# file → points and winner
MATCHES = {
    "tarot_cuatro.acta": ((200, 214, -204, -210), 1),
    "tarot_cinco_naipes.acta": ((-6, 211, -141, 107, -171), 1),
    "tarot_mesa_de_cinco.acta": ((-26, -476, 527, -148, 123), 2),
    "tarot_por_tiempo.acta": ((-321, 241, 80), 1),
}


@pytest.mark.parametrize("name", MATCHES)
def test_whole_matches(name):
    record = acta.read((ACTAS / name).read_text(encoding="utf-8"))
    steps = acta.steps(record)
    score = steps[-1].score
    assert (score.tallies[1], score.winner) == MATCHES[name]
    assert score.over
    assert [str(step.hand) for step in steps] == list(record.lines)


def test_every_file_is_in_the_table_above():
    assert {path.name for path in ACTAS.glob("tarot*.acta")} == set(MATCHES)
