"""The examples of the referees' page of truco are true."""

import re

import pytest

from rules.core import fold
from rules.truco import TRUCO
from tests.rules.pages import first_column, notation, page, played, section, ticked

PAGE = page("truco")
NOTATION = notation("truco")


PAREJAS = TRUCO.presets["parejas"]


def test_the_chico_of_the_referees_page():
    steps = fold(TRUCO, TRUCO.presets["mano_a_mano"], played("truco"))
    assert [step.score.tallies[2] for step in steps] == [(7, 0), (9, 0), (9, 4), (0, 0)]
    assert steps[-1].score.state.chicos == ((9, 30),)


def test_every_line_and_word_of_the_first_tables_is_read():
    words = ticked(first_column(section(PAGE, "Qué se anota")))
    for word in words:
        line = word.replace("motivo", "porque sí")
        if re.fullmatch(r"[sx+idg][ABC]2?", line):  # goes with a hand
            line = f"AA {line}"
        assert str(TRUCO.parse(line)) == line
    assert len(words) == 31


def test_the_lines_of_the_notation():
    cells = re.findall(r"^\| (`.*?`) \|(.*)\|$", NOTATION, re.M)
    lines = [line for line, _means in cells]
    lines += [line for _line, means in cells for line in re.findall("`(arbitro .*?)`", means)]
    for line in lines:
        line = line.strip("`").replace("motivo", "porque sí")
        assert str(TRUCO.parse(line)) == line
    assert len(lines) == 20


TABLE = re.findall(r"^\| ([a-z, ]*envido) \| (\w+) \| (\d) \|$", section(PAGE, "Cuánto vale"), re.M)
SIGNS = {"envido": "e", "real envido": "re", "falta envido": "fe"}


@pytest.mark.parametrize(("chants", "wanted", "unwanted"), TABLE)
def test_the_table_of_the_envido(chants, wanted, unwanted):
    run = [SIGNS[chant] for chant in chants.split(", ")]
    line = " ".join("AB"[turn % 2] + chant for turn, chant in enumerate(run))
    score = fold(TRUCO, PAREJAS, [f"{line} n AA"])[-1].score
    assert sum(score.points) == int(unwanted) + 1
    if wanted != "falta":
        score = fold(TRUCO, PAREJAS, [f"{line} q 31-b AA"])[-1].score
        assert score.points == (int(wanted) + 1, 0)


def test_the_eleven_chants_are_in_the_table():
    assert len(TABLE) == 11
