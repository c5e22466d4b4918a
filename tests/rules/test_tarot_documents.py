"""The examples of the referees' page of tarot are true, and so are its whole matches as files."""

import json
import re
from pathlib import Path

import pytest

from rules import acta
from rules.core import RuleError, replay
from rules.tarot import TAROT
from rules.tarot.options import Options

HERE = Path(__file__).parent.parent
PAGE = (HERE.parent / "docs" / "games" / "tarot.md").read_text(encoding="utf-8")
NOTATION = (HERE.parent / "docs" / "notation.md").read_text(encoding="utf-8")
NOTATION = NOTATION.split("## Tarot\n", 1)[1].split("\n## ", 1)[0]


def _blocks(language: str = "") -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [block for named, block in fenced if named == language]


def _cells(title: str) -> list[str]:
    """The first cell of every row of the table under a title, without the ticks."""
    section = re.split(rf"^##+ {title}\n", PAGE, flags=re.MULTILINE)[1].split("\n#", 1)[0]
    return [cell for row in re.findall(r"^\| (`.*?) \|", section, re.M) for cell in [row[1:-1]]]


def test_the_structured_lines():
    text = _blocks("json")[0].replace(",\n ", ", ")
    hands = [TAROT.from_json(json.loads(line)) for line in text.splitlines()]
    assert [TAROT.from_json(TAROT.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 9


@pytest.mark.parametrize("cell", [*_cells("Un reparto"), *_cells("Otras líneas")])
def test_the_lines_of_the_notation(cell):
    whole = " " in cell or cell in ("paso", "fin")
    line = cell if whole else f"B guardia 49 2o {cell}"
    assert str(TAROT.parse(line)) == line


@pytest.mark.parametrize("cell", re.findall(r"^\| `(.*?)` \|", NOTATION, re.MULTILINE))
def test_the_lines_of_the_common_page(cell):
    line = cell.replace("…", "B guardia 49 2o")
    assert str(TAROT.parse(line)) == line


def test_the_structured_lines_of_the_common_page():
    (text,) = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)
    hands = [TAROT.from_json(json.loads(line)) for line in text.replace(",\n ", ", ").splitlines()]
    assert [TAROT.from_json(TAROT.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 7


def test_the_match_of_the_page():
    lines = [re.split(r"  +", line)[0] for line in _blocks()[0].splitlines()]
    end = replay(TAROT, Options(), lines)[-1].score
    assert (end.tallies[1], end.winner) == ((200, 214, -204, -210), 1)


@pytest.mark.parametrize("line", _cells("Qué se rechaza"))
def test_what_the_page_says_is_refused(line):
    with pytest.raises(RuleError):
        replay(TAROT, Options(), [line])


def test_the_tables_are_read():
    assert (len(_cells("Un reparto")), len(_cells("Otras líneas"))) == (12, 9)
    assert len(_cells("Qué se rechaza")) == 27


def test_every_option_and_preset_is_on_the_page():
    named = {name for cell in _cells("Opciones") for name in re.findall(r"\w+", cell)}
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
    record = acta.read((HERE / "actas" / name).read_text(encoding="utf-8"))
    steps = acta.steps(record)
    score = steps[-1].score
    assert (score.tallies[1], score.winner) == MATCHES[name]
    assert score.over
    assert [str(step.hand) for step in steps] == list(record.lines)


def test_every_file_is_in_the_table_above():
    assert {path.name for path in (HERE / "actas").glob("tarot*.acta")} == set(MATCHES)
