"""The examples of the documents are true."""

import json
import re
from pathlib import Path

import pytest

from rules.core import RuleError, fold, replay
from rules.zanga import ZANGA

DOCS = Path(__file__).parent.parent.parent / "docs"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8").split("## Zanga\n", 1)[1]
NOTATION = NOTATION.split("\n## ", 1)[0]
PAGE = (DOCS / "games" / "zanga.md").read_text(encoding="utf-8")


def _rows(text: str, title: str) -> list[str]:
    """The first cell of every row of the table under a title."""
    section = text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)


def _lines(cell: str) -> list[str]:
    return re.findall("`(.*?)`", cell)


@pytest.mark.parametrize("cell", re.findall(r"^\| (`.*?) \|", NOTATION, re.MULTILINE))
def test_the_lines_of_the_notation(cell):
    for line in _lines(cell):
        assert str(ZANGA.parse(line)) == line


def test_the_structured_lines():
    text = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)[0]
    hands = [ZANGA.from_json(json.loads(line)) for line in text.replace(",\n ", ", ").splitlines()]
    assert [ZANGA.from_json(ZANGA.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 7


def test_the_hands_of_the_referees_page():
    block = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    rows = [re.fullmatch(r"(.*?)  +.*\((.*)\)", line).groups() for line in block.splitlines()]
    steps = fold(ZANGA, ZANGA.Options(), [ZANGA.parse(line) for line, _ in rows])
    seen = ["{}-{}-{}".format(*step.score.tallies[1], step.score.state.middle) for step in steps]
    assert seen[:-1] == [table for _, table in rows[:-1]]
    assert (rows[-1][1], steps[-1].score.tallies[0]) == ("32-0-0", (1, 0))


BAZAS = {"t": "8-0", "r": "0-5"}  # with which some words can stand


@pytest.mark.parametrize("cell", _rows(PAGE, "Qué se anota"))
def test_the_voices_and_words_of_the_referees_page(cell):
    for word in _lines(cell):
        if word.startswith(("partida", "arbitro")):
            line = word
        elif set(word) <= set("pjsmozv"):
            line = f"{word} 5-3"
        else:
            line = f"j {BAZAS.get(word[0], '5-0')} {word}"
        assert str(ZANGA.parse(line)) == line


# What a row says in words besides its line: vales before, or who is mano.
BEFORE = {
    "pj 3-5": ["arbitro vales 4-28-0: x", "arbitro mano A1: x"],
    "pppz 3-5": ["arbitro vales 28-3-1: x", "arbitro mano A1: x"],
    "j 5-3": [],
    "j 5-3 mA2": ["j 5-3 mA1"],
}
REFUSED = [_lines(cell)[0] for cell in _rows(PAGE, "Qué se rechaza")]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    before = BEFORE.get(line, ["arbitro mano A1: x"])
    replay(ZANGA, ZANGA.Options(), before)
    with pytest.raises(RuleError) as refused:
        replay(ZANGA, ZANGA.Options(), [*before, line])
    assert refused.value.hand == len(before) + 1


def test_the_table_of_refusals_is_read():
    assert len(REFUSED) == 26
