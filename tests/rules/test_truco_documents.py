"""The examples of the referees' page of truco are true."""

import json
import re
from pathlib import Path

import pytest

from rules.core import RuleError, replay
from rules.truco import TRUCO

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "games" / "truco.md").read_text("utf-8")
NOTATION = (DOCS / "notation.md").read_text("utf-8").split("## Truco\n", 1)[1].split("\n## ", 1)[0]
PAREJAS = TRUCO.presets["parejas"]


def _section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def _block(title: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```$", _section(title), re.M | re.S)[0].splitlines()


def _cells(title: str) -> list[str]:
    return re.findall(r"^\| (`.*?) \|", _section(title), re.M)


def test_the_chico_of_the_referees_page():
    lines = [re.split(r"  +", line)[0] for line in _block("Un chico, mano a mano")]
    options = TRUCO.presets["mano_a_mano"]
    steps = replay(TRUCO, options, lines)
    assert [step.score.tallies[2] for step in steps] == [(7, 0), (9, 0), (9, 4), (0, 0)]
    assert steps[-1].score.state.chicos == ((9, 30),)


def test_the_structured_lines():
    hands = [TRUCO.from_json(json.loads(line)) for line in _block("En JSON")]
    assert [TRUCO.from_json(TRUCO.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 9


def test_every_line_and_word_of_the_first_tables_is_read():
    words = [word for cell in _cells("Qué se anota") for word in re.findall("`(.*?)`", cell)]
    for word in words:
        line = word.replace("motivo", "porque sí")
        if re.fullmatch(r"[sx+idg][ABC]2?", line):  # goes with a hand
            line = f"AA {line}"
        assert str(TRUCO.parse(line)) == line
    assert len(words) == 30


def test_the_lines_of_the_notation():
    cells = re.findall(r"^\| (`.*?`) \|(.*)\|$", NOTATION, re.M)
    lines = [line for line, _means in cells]
    lines += [line for _line, means in cells for line in re.findall("`(arbitro .*?)`", means)]
    for line in lines:
        line = line.strip("`").replace("motivo", "porque sí")
        assert str(TRUCO.parse(line)) == line
    assert len(lines) == 20


REFUSED = [line for cell in _cells("Qué se rechaza") for line in re.findall("`(.*?)`", cell)]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    before = ["AA"] if line == "chico 30-24" else []
    with pytest.raises(RuleError):
        replay(TRUCO, PAREJAS, [*before, line])


def test_the_table_of_refusals_is_read():
    assert len(REFUSED) == 35


TABLE = re.findall(r"^\| ([a-z, ]*envido) \| (\w+) \| (\d) \|$", _section("Cuánto vale"), re.M)
SIGNS = {"envido": "e", "real envido": "re", "falta envido": "fe"}


@pytest.mark.parametrize(("chants", "wanted", "unwanted"), TABLE)
def test_the_table_of_the_envido(chants, wanted, unwanted):
    run = [SIGNS[chant] for chant in chants.split(", ")]
    line = " ".join("AB"[turn % 2] + chant for turn, chant in enumerate(run))
    score = replay(TRUCO, PAREJAS, [f"{line} n AA"])[-1].score
    assert sum(score.points) == int(unwanted) + 1
    if wanted != "falta":
        score = replay(TRUCO, PAREJAS, [f"{line} q 31-b AA"])[-1].score
        assert score.points == (int(wanted) + 1, 0)


def test_the_eleven_chants_are_in_the_table():
    assert len(TABLE) == 11
