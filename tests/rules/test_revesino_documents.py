"""The examples of the documents are true."""

import json
import re
from pathlib import Path

import pytest

from rules.core import RuleError, replay
from rules.revesino import REVESINO
from rules.revesino.options import Options

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "games" / "revesino.md").read_text(encoding="utf-8")
NOTATION = (
    (DOCS / "notation.md")
    .read_text(encoding="utf-8")
    .split("## Revesino\n", 1)[1]
    .split("\n## ")[0]
)
HAND = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC"


def _section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def _cells(text: str, column: int = 0) -> list[str]:
    rows = re.findall(r"^\| (?!---)(.*) \|$", text, re.MULTILINE)
    return [row.split(" | ")[column] for row in rows]


def _lines(cells: list[str]) -> list[str]:
    return [line for cell in cells for line in re.findall("`(.*?)`", cell)]


@pytest.mark.parametrize(
    "line",
    [
        *_lines(_cells(_section("Qué se anota").split("**Una mano")[0], 2)),
        *_lines(_cells(_section("Qué se anota").split("**Las faltas")[1])),
    ],
)
def test_every_line_of_the_first_tables_is_kept_as_it_is_written(line):
    assert str(REVESINO.parse(line)) == line


def test_the_words_of_the_pay_cards():
    words = [cell for cell in _lines(_cells(_section("Qué se anota"))) if "=" in cell]
    assert sorted(words) == ["ab=Cj", "ac=BsD", "ae=d", "ao=AvC"]
    assert all(word in HAND for word in words)


def test_the_vuelta_of_the_referees_page():
    block = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    rows = [re.fullmatch(r"(.*?)  +([-\d ]+): .*", row).groups() for row in block.splitlines()]
    steps = replay(REVESINO, Options(), [line for line, _ in rows])
    assert [" ".join(map(str, step.score.points)) for step in steps] == [paid for _, paid in rows]
    assert steps[-1].score.tallies[0] == (11, -31, 9, 11)
    assert "A 11, B -31, C 9, D 11" in PAGE


def test_the_table_of_options():
    told = dict(zip(_lines(_cells(_section("Opciones"))), _cells(_section("Opciones"), 1)[1:]))  # noqa: B905
    defaults = {
        name: {False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        for name, value in ((name, getattr(Options(), name)) for name in Options.__slots__)
    }
    assert told == defaults
    assert all(f"`{preset}`" in PAGE for preset in REVESINO.presets)


REFUSED = _lines(_cells(_section("Qué se rechaza")))


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    with pytest.raises(RuleError):
        replay(REVESINO, Options(), [line])


def test_the_table_of_refusals_is_read():
    assert len(REFUSED) == 21


@pytest.mark.parametrize("cell", _cells(NOTATION)[1:])
def test_the_lines_of_the_notation(cell):
    for line in re.findall("`(.*?)`", cell):
        line = line.replace("…", "4 -4 0 0: motivo")
        assert str(REVESINO.parse(line)) == line


def test_the_structured_lines():
    text = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)[0]
    hands = [
        REVESINO.from_json(json.loads(line)) for line in text.replace(",\n ", ", ").splitlines()
    ]
    assert [REVESINO.from_json(REVESINO.to_json(hand)) for hand in hands] == hands
    assert str(hands[0]) == f"{HAND} dD"
    assert len(hands) == 11
