"""The examples of the documents are true."""

import re

from rules.core import fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from tests.rows import cases
from tests.rules.pages import blocks, first_column, page, section, ticked

PAGE = page("revesino")
WRITTEN = section(PAGE, "Qué se anota")


HAND = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC"


@cases(
    "line",
    *ticked(first_column(WRITTEN.split("**Una mano")[0], 2)),
    *ticked(first_column(WRITTEN.split("**Las faltas")[1])),
)
def test_every_line_of_the_first_tables_is_kept_as_it_is_written(line):
    assert str(REVESINO.parse(line)) == line


def test_the_words_of_the_pay_cards():
    words = [cell for cell in ticked(first_column(WRITTEN)) if "=" in cell]
    assert sorted(words) == ["ab=Cj", "ac=BsD", "ae=d", "ao=AvC"]
    assert all(word in HAND for word in words)


def test_the_vuelta_of_the_referees_page():
    block = blocks(PAGE)[0]
    rows = [re.fullmatch(r"(.*?)  +([-\d ]+): .*", row).groups() for row in block.splitlines()]
    steps = fold(REVESINO, Options(), [line for line, _ in rows])
    assert [" ".join(map(str, step.score.points)) for step in steps] == [paid for _, paid in rows]
    assert steps[-1].score.tallies[0] == (11, -31, 9, 11)
    assert "A 11, B -31, C 9, D 11" in PAGE
