"""The examples on the referee's page of a free score agree with the rules."""

import pytest

from rules.core import fold
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS
from tests.rules.pages import backquoted, first_column, first_match, page, section

PAGE = page("marcador")


MUS = PRESETS["mus_tres_juegos"]


LINES_PART, RULINGS_PART = section(PAGE, "Qué se anota").split("**El árbitro.**")
LINES, RULINGS = backquoted(first_column(LINES_PART, 2)), backquoted(first_column(RULINGS_PART))


@pytest.mark.parametrize("line", [*LINES, *RULINGS])
def test_every_line_in_the_tables_of_the_page_is_written_as_it_is_read(line):
    assert str(MARCADOR.parse(line)) == line


def test_the_first_match_of_the_page_gives_a_juego_to_each_side():
    steps = fold(MARCADOR, MUS, first_match("marcador"))
    tantos = [step.score.tallies[3] for step in steps]
    assert tantos == [(12, 5), (30, 25), (30, 20), (0, 0), (0, 0)]
    assert [step.score.tallies[2] for step in steps][-2:] == [(1, 0), (1, 1)]


def test_the_tables_of_the_page_have_every_row():
    assert (len(LINES), len(RULINGS)) == (7, 10)
