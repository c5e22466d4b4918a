"""The examples of the documents on cientos are true, and so are the whole matches kept as files."""

import re
from pathlib import Path

import pytest

from rules import acta
from rules.cientos import CIENTOS
from rules.cientos.codes import VOIDS
from rules.core import replay
from tests.rules.pages import first_column, notation, page, played, ticked

ACTAS = Path(__file__).parent.parent / "actas"
PAGE = page("cientos")


ONE = CIENTOS.presets["un_juego"]


def test_the_juego_of_the_referees_page():
    steps = replay(CIENTOS, ONE, played("cientos"))
    assert [step.score.points for step in steps] == [(50, 8), (12, 15), (15, 52), (20, 7)]
    assert [step.score.tallies[2] for step in steps[:3]] == [(50, 10), (60, 30), (80, 80)]
    assert steps[-1].score.state.juegos == ((0, False),)


def test_the_page_names_every_option_preset_and_void_hand():
    for name in (*CIENTOS.Options.__dataclass_fields__, *CIENTOS.presets):
        assert f"`{name}`" in PAGE, name
    assert {f"nula {cause}" for cause in VOIDS} <= set(re.findall(r"`(nula \w+)`", PAGE))


@pytest.mark.parametrize("line", ticked(first_column(notation("cientos"))))
def test_the_lines_of_the_notation(line):
    assert str(CIENTOS.parse(line)) == line


@pytest.mark.parametrize(
    ("name", "juegos", "cuartos"),
    [("cientos_dos_juegos", (2, 1), (12, 4)), ("cientos_calidades_dos_juegos", (2, 1), (26, 9))],
)
def test_whole_matches_kept_as_files(name, juegos, cuartos):
    record = acta.read((ACTAS / f"{name}.acta").read_text(encoding="utf-8"))
    options = CIENTOS.presets[record.header["modalidad"]]
    last = replay(CIENTOS, options, record.lines)[-1].score
    assert (last.over, last.tallies) == (True, (juegos, cuartos, (0, 0)))
