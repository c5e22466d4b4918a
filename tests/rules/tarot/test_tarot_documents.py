"""The examples of the referees' page of tarot are true."""

import re

import pytest

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import Options
from tests.rules.pages import first_column, page, played, section

PAGE = page("tarot")


def cells(title: str) -> list[str]:
    """Return the first cell of every row of the table under a title, without the ticks."""
    rows = section(PAGE, title).split("\n#", 1)[0]
    return [cell.strip("`") for cell in first_column(rows)[1:]]


DEAL, OTHERS = cells("Un reparto"), cells("Otras líneas")


@pytest.mark.parametrize("cell", [*DEAL, *OTHERS])
def test_the_lines_of_the_notation(cell):
    whole = " " in cell or cell in ("paso", "fin")
    line = cell if whole else f"B guardia 49 2o {cell}"
    assert str(TAROT.parse(line)) == line


def test_the_match_of_the_page():
    end = fold(TAROT, Options(), played("tarot"))[-1].score
    assert (end.tallies[1], end.winner) == ((200, 214, -204, -210), 1)


def test_the_tables_are_read():
    assert (len(DEAL), len(OTHERS)) == (12, 10)


def test_every_option_and_preset_is_on_the_page():
    named = {name for cell in cells("Opciones") for name in re.findall(r"\w+", cell)}
    assert named == set(Options().__dataclass_fields__)
    assert all(f"`{preset}`" in PAGE for preset in TAROT.presets)
