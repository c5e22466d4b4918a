"""The examples on the referee's page of zanga agree with the rules."""

import re

import pytest

from rules.core import fold
from rules.zanga import ZANGA
from tests.rules.pages import backquoted, blocks, first_column, page, section

PAGE = page("zanga")


def test_the_hands_of_the_page_leave_its_vales():
    block = blocks(PAGE)[0]
    rows = [re.fullmatch(r"(.*?)  +.*\((.*)\)", line).groups() for line in block.splitlines()]
    steps = fold(ZANGA, ZANGA.Options(), [ZANGA.parse(line) for line, _ in rows])
    vales = ["{}-{}-{}".format(*step.score.tallies[1], step.score.state.middle) for step in steps]
    assert vales[:-1] == [table for _, table in rows[:-1]]
    assert (rows[-1][1], steps[-1].score.tallies[0]) == ("32-0-0", (1, 0))


BAZAS = {"t": "8-0", "r": "0-5"}  # by first letter of a word: the bazas that it needs


@pytest.mark.parametrize("cell", first_column(section(PAGE, "Qué se anota")))
def test_the_voices_and_words_of_the_page_are_read(cell):
    for word in backquoted([cell]):
        if word.startswith(("partida", "arbitro", "pierde")):
            line = word
        elif set(word) <= set("pjsmozv"):
            line = f"{word} 5-3"
        else:
            line = f"j {BAZAS.get(word[0], '5-0')} {word}"
        assert str(ZANGA.parse(line)) == line
