"""The examples on the referee's page of malilla agree with the rules."""

import re

import pytest

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS
from tests.rows import each
from tests.rules.pages import first_match, notation, page

PAGE = page("malilla")
NOTATION = notation("malilla")


def test_the_first_match_of_the_page_is_a_vuelta_of_90_tantos():
    steps = fold(MALILLA, MALILLA.Options(), first_match("malilla"))
    assert [step.score.points[0] for step in steps] == [7, 72, 15, -4]
    assert steps[-1].score.state.vueltas == ((90, -90),)
    assert "A +90 y B −90" in PAGE


@each(
    "line, options",
    ("24-24-24 4o", MALILLA.Options("coja")),
    ("40-27", MALILLA.Options("cubiertas")),
    ("40-27 s6", MALILLA.Options("cubiertas")),
    ("40-32 A/cargar", MALILLA.Options("vistas")),
    ("72-0", MALILLA.Options("vistas")),
    ("18-18-18-18 A/servir", MALILLA.Options("barrotada")),
    ("vuelta +3-3", MALILLA.Options(mariperez=True)),
)
def test_lines_that_the_page_calls_impossible_in_a_form_are_refused(line, options):
    with pytest.raises(RuleError):
        fold(MALILLA, options, [line])


# --- The notation -----------------------------------------------------------------------------


def test_the_notation_names_every_fault():
    assert {*FAULTS} <= set(re.findall(r"`(\w+)`", NOTATION))
