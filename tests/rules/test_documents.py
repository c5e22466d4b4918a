"""The examples of the documents are true."""

import json
import re
from pathlib import Path

import pytest

from rules import acta
from rules.core import RuleError, replay
from rules.guinote import GUINOTE

DOCS = Path(__file__).parent.parent.parent / "docs"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
PAGE = (DOCS / "games" / "guinote.md").read_text(encoding="utf-8")


def _blocks(text: str, language: str = "") -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for named, block in fenced if named == language]


def _rows(text: str, title: str) -> list[str]:
    """The first cell of every row of the table under a title."""
    section = text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)


def test_the_structured_lines():
    text = _blocks(NOTATION, "json")[0].replace(",\n ", ", ")
    hands = [GUINOTE.from_json(json.loads(line)) for line in text.splitlines()]
    assert [GUINOTE.from_json(GUINOTE.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 7


def test_the_acta_file():
    (text,) = [block for block in _blocks(NOTATION) if block.startswith("@juego")]
    record = acta.read(text)
    assert acta.rules_of(record)[1] == GUINOTE.Options(cotos=2, partidas=4)
    assert acta.steps(record)[-1].score.tallies[1] == (1, 0)


@pytest.mark.parametrize("cell", _rows(NOTATION, "Guiñote"))
def test_the_lines_of_the_notation(cell):
    line = cell.strip("`").replace("…", "60-60 uA")
    assert str(GUINOTE.parse(line)) == line


def test_the_coto_of_the_referees_page():
    lines = [re.split(r"  +", line)[0] for line in _blocks(PAGE)[0].splitlines()]
    assert replay(GUINOTE, GUINOTE.Options(), lines)[-1].score.state.cotos == ((3, 0),)


REFUSED = [line for cell in _rows(PAGE, "Qué se rechaza") for line in re.findall("`(.*?)`", cell)]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    before = ["partida A"] if line == "coto 3-1" else []
    line = line.replace("…", "60-60 uA")
    with pytest.raises(RuleError):
        replay(GUINOTE, GUINOTE.Options(), [*before, line])


def test_the_table_of_refusals_is_read():
    assert len(REFUSED) == 14
