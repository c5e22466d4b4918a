"""Tests that every error, constraint and format of a draw has its sentences."""

import re
from pathlib import Path

from tests.rows import each
from tournaments.formats import FORMATS, knockout
from tournaments.formats.report import COMMON_WISHES
from tournaments.rounds.words import draws as wording

ROOT = Path(__file__).resolve().parents[3]


def test_every_code_a_draw_can_raise_has_a_sentence():
    codes = set()
    for folder in ("formats", "pairing"):
        for path in (ROOT / "tournaments" / folder).rglob("*.py"):
            codes |= set(re.findall(r'DrawError\(\s*"(\w+)"', path.read_text()))
    assert codes <= set(wording.ERRORS)
    assert len(codes) > 5


def test_every_constraint_a_draw_can_break_has_a_sentence():
    assert set(COMMON_WISHES) <= set(wording.BROKEN)


@each("key", *list(FORMATS))
def test_every_format_describes_how_it_draws(key):
    options_class = FORMATS[key].options_class
    options = options_class(rounds=3) if key in ("swiss", "totals") else options_class()
    assert str(wording.draw_method(key, 1, options)) != str(wording.draw_method(key, 2, options))


def test_knockout_describes_which_of_its_rounds_are_drawn():
    def description(number: int, **options: object) -> str:
        return str(wording.draw_method("knockout", number, knockout.Options(**options)))

    assert "completar el cuadro" in description(1) and "No hay sorteo" in description(2)
    assert "la primera no juega" in description(1, redraw=True) and "Se sortea" in description(
        2, redraw=True
    )
    best_losers = {"repesca": knockout.options.BEST_LOSERS}
    assert "la primera no juega" in description(1, **best_losers)
    assert "knockout 2" in description(2, **best_losers) and "No hay sorteo" in description(
        3, **best_losers
    )
    assert "se sortea la consolación" in description(2, repesca="consolation")
    assert "su sitio en el de perdedores" in description(2, repesca="double")
