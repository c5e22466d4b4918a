"""The examples of the referees' page are true."""

import json
import re
from pathlib import Path

import pytest

from rules.core import RuleError, replay
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS, FORMS

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "games" / "malilla.md").read_text("utf-8")
NOTATION = (DOCS / "notation.md").read_text("utf-8").split("## Malilla\n", 1)[1]
NOTATION = NOTATION.split("\n## ", 1)[0]


def _block(language: str = "") -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (block,) = [text for named, text in fenced if named == language]
    return block.splitlines()


def _refused() -> list[str]:
    section = PAGE.split("## Qué se rechaza\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `(.*?)`", section, re.MULTILINE)


def test_the_vuelta_of_the_page():
    lines = [re.split(r"  +", line)[0] for line in _block()]
    steps = replay(MALILLA, MALILLA.Options(), lines)
    assert [step.score.points[0] for step in steps] == [7, 72, 15, -4]
    assert steps[-1].score.state.vueltas == ((90, -90),)
    assert "A +90 y B −90" in PAGE


def test_the_structured_lines():
    objects = [json.loads(line) for line in _block("json")]
    assert [MALILLA.to_json(MALILLA.from_json(obj)) for obj in objects] == objects
    assert len(objects) == 9


def test_the_table_of_refusals_is_read():
    assert len(_refused()) == 14


@pytest.mark.parametrize("line", _refused())
def test_what_the_page_says_is_refused(line):
    with pytest.raises(RuleError):
        replay(MALILLA, MALILLA.Options(), [line])


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("24-24-24 4o", MALILLA.Options("coja")),
        ("40-27", MALILLA.Options("cubiertas")),
        ("40-27 s6", MALILLA.Options("cubiertas")),
        ("40-32 A/cargar", MALILLA.Options("vistas")),
        ("72-0", MALILLA.Options("vistas")),
        ("18-18-18-18 A/servir", MALILLA.Options("barrotada")),
        ("vuelta +3-3", MALILLA.Options(mariperez=True)),
    ],
)
def test_what_the_page_says_is_refused_in_each_form(line, options):
    with pytest.raises(RuleError):
        replay(MALILLA, options, [line])


def test_the_page_names_every_option_preset_form_and_fault():
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert set(MALILLA.Options.__dataclass_fields__) <= named
    assert {*MALILLA.presets, *FORMS, *FAULTS} <= named


# --- The notation -----------------------------------------------------------------------------
@pytest.mark.parametrize("line", re.findall(r"^\| `(.*?)` \|", NOTATION, re.MULTILINE))
def test_the_lines_of_the_notation(line):
    assert str(MALILLA.parse(line)) == line


def test_the_notation_names_every_fault():
    assert {*FAULTS} <= set(re.findall(r"`(\w+)`", NOTATION))


def test_the_structured_lines_of_the_notation():
    (block,) = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)
    hands = [
        MALILLA.from_json(json.loads(line)) for line in block.replace(",\n ", ", ").splitlines()
    ]
    assert [MALILLA.from_json(MALILLA.to_json(hand)) for hand in hands] == hands
    assert len(hands) == 10
