"""The examples of the documents are true."""

import re
from pathlib import Path

import pytest

from rules import acta
from rules.core import replay
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from tests.rules.pages import first_column, notation, page, played, section, ticked

PAGE = page("marcador")


ACTAS = Path(__file__).parent.parent / "actas"
# file → cuenta, juegos, winner
MATCHES = {
    "marcador_mus.acta": ((2, 3), (2, 3), 1),
    "marcador_botifarra_por_tiempo.acta": ((63, 63), (0, 0), None),
    "marcador_mesa_de_cuatro.acta": ((0, 0, 0, 0), (0, 0, 0, 0), None),
}
MUS = PRESETS["mus_tres_juegos"]


WRITTEN, JUDGED = section(PAGE, "Qué se anota").split("**El árbitro.**")
LINES, RULINGS = ticked(first_column(WRITTEN, 2)), ticked(first_column(JUDGED))


@pytest.mark.parametrize("line", [*LINES, *RULINGS, *ticked(first_column(notation("marcador")))])
def test_every_line_of_the_tables_is_kept_as_it_is_written(line):
    assert str(MARCADOR.parse(line)) == line


def test_the_juego_of_the_referees_page():
    steps = replay(MARCADOR, MUS, played("marcador"))
    tantos = [step.score.tallies[3] for step in steps]
    assert tantos == [(12, 5), (30, 25), (30, 20), (0, 0), (0, 0)]
    assert [step.score.tallies[2] for step in steps][-2:] == [(1, 0), (1, 1)]


def test_the_tables_are_read():
    assert (len(LINES), len(RULINGS)) == (7, 9)


def test_the_table_of_options_and_the_list_of_presets():
    options = section(PAGE, "Opciones")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", options, re.MULTILINE)
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
    assert all(f"`{preset}`" in options for preset in PRESETS)


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
