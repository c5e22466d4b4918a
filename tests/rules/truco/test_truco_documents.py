"""The examples on the referee's page of truco and in its notation agree with the rules."""

import re

import pytest

from rules.core import fold
from rules.truco import TRUCO
from tests.rules.pages import backquoted, first_column, first_match, notation, page, section

PAGE = page("truco")
NOTATION = notation("truco")


PAREJAS = TRUCO.presets["parejas"]


def test_the_first_match_of_the_page_ends_a_chico_at_30():
    steps = fold(TRUCO, TRUCO.presets["mano_a_mano"], first_match("truco"))
    assert [step.score.tallies[2] for step in steps] == [(7, 0), (9, 0), (9, 4), (0, 0)]
    assert steps[-1].score.state.chicos == ((9, 30),)


def test_every_line_and_word_in_the_tables_of_the_page_is_read():
    words = backquoted(first_column(section(PAGE, "Qué se anota")))
    for word in words:
        line = word.replace("motivo", "porque sí")
        if re.fullmatch(r"[sx+idg][ABC]2?", line):  # a word that needs a hand
            line = f"AA {line}"
        assert str(TRUCO.parse(line)) == line
    assert len(words) == 31


def test_every_line_in_the_notation_of_truco_is_read():
    cells = re.findall(r"^\| (`.*?`) \|(.*)\|$", NOTATION, re.M)
    lines = [line for line, _meaning in cells]
    lines += [line for _line, meaning in cells for line in re.findall("`(arbitro .*?)`", meaning)]
    for line in lines:
        line = line.strip("`").replace("motivo", "porque sí")
        assert str(TRUCO.parse(line)) == line
    assert len(lines) == 20


TABLE = re.findall(r"^\| ([a-z, ]*envido) \| (\w+) \| (\d) \|$", section(PAGE, "Cuánto vale"), re.M)
SIGNS = {"envido": "e", "real envido": "re", "falta envido": "fe"}


@pytest.mark.parametrize(("chants", "tantos_wanted", "tantos_unwanted"), TABLE)
def test_the_page_gives_the_points_of_each_series_of_chants(chants, tantos_wanted, tantos_unwanted):
    run = [SIGNS[chant] for chant in chants.split(", ")]
    line = " ".join("AB"[turn % 2] + chant for turn, chant in enumerate(run))
    score = fold(TRUCO, PAREJAS, [f"{line} n AA"])[-1].score
    assert sum(score.points) == int(tantos_unwanted) + 1
    if tantos_wanted != "falta":
        score = fold(TRUCO, PAREJAS, [f"{line} q 31-b AA"])[-1].score
        assert score.points == (int(tantos_wanted) + 1, 0)


def test_the_page_has_eleven_series_of_chants():
    assert len(TABLE) == 11
