"""The examples on the referee's page of tarot agree with the rules."""

import re

import pytest

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import Options
from tests.rules.pages import first_column, first_match, page, section

PAGE = page("tarot")


def cells(title: str) -> list[str]:
    """Return the first cell of each row of the table under a title, without its backquotes."""
    rows = section(PAGE, title).split("\n#", 1)[0]
    return [cell.strip("`") for cell in first_column(rows)[1:]]


DEAL, OTHERS = cells("Un reparto"), cells("Otras líneas")


@pytest.mark.parametrize("cell", [*DEAL, *OTHERS])
def test_the_words_and_lines_of_the_page_are_written_as_they_are_read(cell):
    is_line = " " in cell or cell in ("paso", "fin")
    line = cell if is_line else f"B guardia 49 2o {cell}"
    assert str(TAROT.parse(line)) == line


def test_the_first_match_of_the_page_has_its_final_score():
    end = fold(TAROT, Options(), first_match("tarot"))[-1].score
    assert (end.tallies[1], end.winner) == ((200, 214, -204, -210), 1)


def test_the_tables_of_the_page_have_every_row():
    assert (len(DEAL), len(OTHERS)) == (12, 10)


def test_the_page_of_tarot_names_every_option_and_preset():
    names = {name for cell in cells("Opciones") for name in re.findall(r"\w+", cell)}
    assert names == set(Options().__dataclass_fields__)
    assert all(f"`{preset}`" in PAGE for preset in TAROT.presets)
