"""The examples of the documents are true."""

import re

import pytest

from rules.core import fold
from rules.zanga import ZANGA
from tests.rules.pages import blocks, first_column, page, section, ticked

PAGE = page("zanga")


def test_the_hands_of_the_referees_page():
    block = blocks(PAGE)[0]
    rows = [re.fullmatch(r"(.*?)  +.*\((.*)\)", line).groups() for line in block.splitlines()]
    steps = fold(ZANGA, ZANGA.Options(), [ZANGA.parse(line) for line, _ in rows])
    seen = ["{}-{}-{}".format(*step.score.tallies[1], step.score.state.middle) for step in steps]
    assert seen[:-1] == [table for _, table in rows[:-1]]
    assert (rows[-1][1], steps[-1].score.tallies[0]) == ("32-0-0", (1, 0))


BAZAS = {"t": "8-0", "r": "0-5"}  # bazas that go with some words


@pytest.mark.parametrize("cell", first_column(section(PAGE, "Qué se anota")))
def test_the_voices_and_words_of_the_referees_page(cell):
    for word in ticked([cell]):
        if word.startswith(("partida", "arbitro")):
            line = word
        elif set(word) <= set("pjsmozv"):
            line = f"{word} 5-3"
        else:
            line = f"j {BAZAS.get(word[0], '5-0')} {word}"
        assert str(ZANGA.parse(line)) == line
