"""The examples of the documents are true."""

import json
import re
from pathlib import Path

import pytest

from rules import acta
from rules.core import RuleError, replay
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "games" / "marcador.md").read_text(encoding="utf-8")
NOTATION = (
    (DOCS / "notation.md")
    .read_text(encoding="utf-8")
    .split("## Marcador libre\n", 1)[1]
    .split("\n## ")[0]
)
ACTAS = Path(__file__).parent.parent / "actas"
# file → cuenta, juegos, winner
MATCHES = {
    "marcador_mus.acta": ((2, 3), (2, 3), 1),
    "marcador_botifarra_por_tiempo.acta": ((63, 63), (0, 0), None),
    "marcador_mesa_de_cuatro.acta": ((0, 0, 0, 0), (0, 0, 0, 0), None),
}
MUS = PRESETS["mus_tres_juegos"]


def _section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def _lines(text: str, column: int = 0) -> list[str]:
    """What stands between backquotes in a column of the tables."""
    rows = re.findall(r"^\| (?!---)(.*) \|$", text, re.MULTILINE)
    return [line for row in rows for line in re.findall("`(.*?)`", row.split(" | ")[column])]


WRITTEN, JUDGED = _section("Qué se anota").split("**El árbitro.**")
REFUSED = _lines(_section("Qué se rechaza"))


@pytest.mark.parametrize("line", [*_lines(WRITTEN, 2), *_lines(JUDGED), *_lines(NOTATION)])
def test_every_line_of_the_tables_is_kept_as_it_is_written(line):
    assert str(MARCADOR.parse(line)) == line


def test_the_juego_of_the_referees_page():
    block = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    steps = replay(MARCADOR, MUS, [re.split(r"  +", line)[0] for line in block.splitlines()])
    assert [step.score.tallies[3] for step in steps] == [
        (12, 5),
        (30, 25),
        (30, 20),
        (0, 0),
        (0, 0),
    ]
    assert [step.score.tallies[2] for step in steps][-2:] == [(1, 0), (1, 1)]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_referees_page_says_is_refused(line):
    with pytest.raises(RuleError):
        replay(MARCADOR, MUS, [line])


def test_the_tables_are_read():
    assert (len(_lines(WRITTEN, 2)), len(_lines(JUDGED)), len(REFUSED)) == (7, 9, 12)


def test_the_table_of_options_and_the_list_of_presets():
    section = _section("Opciones")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", section, re.MULTILINE)
    told = {
        name: value
        for names, values in rows
        for name, value in zip(
            re.findall("`(.*?)`", names), values.replace("`", "").split(", "), strict=True
        )
    }
    plain = {False: "no"}
    defaults = {name: getattr(Options(), name) for name in Options.__slots__}
    assert told == {
        name: plain.get(value, str(value)) if isinstance(value, bool) else str(value)
        for name, value in defaults.items()
    }
    assert all(f"`{preset}`" in section for preset in PRESETS)


def test_the_structured_lines():
    text = re.findall(r"^```json\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)[0]
    objects = [json.loads(line) for line in text.splitlines()]
    assert [MARCADOR.to_json(MARCADOR.from_json(obj)) for obj in objects] == objects
    assert len(objects) == 11


@pytest.mark.parametrize("name", MATCHES)
def test_the_acta_files(name):
    record = acta.read((ACTAS / name).read_text(encoding="utf-8"))
    steps = acta.steps(record)
    score = steps[-1].score
    assert (score.tallies[0], score.tallies[2], score.winner) == MATCHES[name]
    assert score.over
    assert [str(step.hand) for step in steps] == list(record.lines)


def test_every_acta_file_is_in_the_table_above():
    assert {path.name for path in ACTAS.glob("marcador*.acta")} == set(MATCHES)
