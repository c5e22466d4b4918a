"""The examples of the documents are true."""

import pytest

from rules.core import fold
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS
from tests.rules.pages import first_column, page, played, section, ticked

PAGE = page("marcador")


MUS = PRESETS["mus_tres_juegos"]


WRITTEN, JUDGED = section(PAGE, "Qué se anota").split("**El árbitro.**")
LINES, RULINGS = ticked(first_column(WRITTEN, 2)), ticked(first_column(JUDGED))


@pytest.mark.parametrize("line", [*LINES, *RULINGS])
def test_every_line_of_the_tables_is_kept_as_it_is_written(line):
    assert str(MARCADOR.parse(line)) == line


def test_the_juego_of_the_referees_page():
    steps = fold(MARCADOR, MUS, played("marcador"))
    tantos = [step.score.tallies[3] for step in steps]
    assert tantos == [(12, 5), (30, 25), (30, 20), (0, 0), (0, 0)]
    assert [step.score.tallies[2] for step in steps][-2:] == [(1, 0), (1, 1)]


def test_the_tables_are_read():
    assert (len(LINES), len(RULINGS)) == (7, 10)
