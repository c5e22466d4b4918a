"""The examples on the referee's page of revesino agree with the rules."""

import re

from rules.core import fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from tests.rows import cases
from tests.rules.pages import backquoted, blocks, first_column, page, section

PAGE = page("revesino")
LINES_PART = section(PAGE, "Qué se anota")


HAND = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC"


@cases(
    "line",
    *backquoted(first_column(LINES_PART.split("**Una mano")[0], 2)),
    *backquoted(first_column(LINES_PART.split("**Las faltas")[1])),
)
def test_every_line_in_the_tables_of_the_page_is_written_as_it_is_read(line):
    assert str(REVESINO.parse(line)) == line


def test_the_page_shows_a_word_for_each_pay_card():
    words = [cell for cell in backquoted(first_column(LINES_PART)) if "=" in cell]
    assert sorted(words) == ["ab=Cj", "ac=BsD", "ae=d", "ao=AvC"]
    assert all(word in HAND for word in words)


def test_the_vuelta_of_the_page_pays_its_tantos():
    block = blocks(PAGE)[0]
    rows = [re.fullmatch(r"(.*?)  +([-\d ]+): .*", row).groups() for row in block.splitlines()]
    steps = fold(REVESINO, Options(), [line for line, _ in rows])
    assert [" ".join(map(str, step.score.points)) for step in steps] == [paid for _, paid in rows]
    assert steps[-1].score.tallies[0] == (11, -31, 9, 11)
    assert "A 11, B -31, C 9, D 11" in PAGE
