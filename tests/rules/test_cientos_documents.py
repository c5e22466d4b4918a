"""The examples of the documents on cientos are true, and so are the whole matches kept as files."""

import json
import re
from pathlib import Path

import pytest

from rules import acta
from rules.cientos import CIENTOS
from rules.cientos.codes import VOIDS
from rules.core import RuleError, replay

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "games" / "cientos.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
NOTATION = NOTATION.split("## Cientos\n", 1)[1].split("\n## ", 1)[0]
ONE = CIENTOS.presets["un_juego"]


def _rows(text: str) -> list[str]:
    return re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)


def _section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_juego_of_the_referees_page():
    block = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    lines = [re.split(r"  +", line)[0] for line in block.splitlines()]
    steps = replay(CIENTOS, ONE, lines)
    assert [step.score.points for step in steps] == [(50, 8), (12, 15), (15, 52), (20, 7)]
    assert [step.score.tallies[2] for step in steps[:3]] == [(50, 10), (60, 30), (80, 80)]
    assert steps[-1].score.state.juegos == ((0, False),)


REFUSED = [re.match(r"`(.*?)`", cell)[1] for cell in _rows(_section("Qué se rechaza"))]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    with pytest.raises(RuleError):
        replay(CIENTOS, ONE, [line])


def test_the_table_of_refusals_is_read():
    assert len(REFUSED) == 24


def test_the_page_names_every_option_preset_and_void_hand():
    for name in (*CIENTOS.Options.__dataclass_fields__, *CIENTOS.presets):
        assert f"`{name}`" in PAGE, name
    assert {f"nula {cause}" for cause in VOIDS} <= set(re.findall(r"`(nula \w+)`", PAGE))


@pytest.mark.parametrize("cell", _rows(NOTATION))
def test_the_lines_of_the_notation(cell):
    line = cell.strip("`")
    assert str(CIENTOS.parse(line)) == line


def test_the_structured_lines():
    text = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)[0]
    objects = [json.loads(line) for line in re.sub(r",\n +", ", ", text).splitlines()]
    assert len(objects) == 7
    hands = [CIENTOS.from_json(obj) for obj in objects]
    assert [CIENTOS.from_json(CIENTOS.to_json(hand)) for hand in hands] == hands


@pytest.mark.parametrize(
    ("name", "juegos", "cuartos"),
    [("cientos_dos_juegos", (2, 1), (12, 4)), ("cientos_calidades_dos_juegos", (2, 1), (26, 9))],
)
def test_whole_matches_kept_as_files(name, juegos, cuartos):
    record = acta.read((ROOT / "tests" / "actas" / f"{name}.acta").read_text(encoding="utf-8"))
    options = CIENTOS.presets[record.header["modalidad"]]
    last = replay(CIENTOS, options, record.lines)[-1].score
    assert (last.over, last.tallies) == (True, (juegos, cuartos, (0, 0)))
