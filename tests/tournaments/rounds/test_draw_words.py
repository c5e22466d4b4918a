"""Every code and format of a draw has its sentences."""

import re
from pathlib import Path

from tests.rows import each
from tournaments.formats import FORMATS, knockout
from tournaments.formats.report import REPORTED
from tournaments.rounds.words import draws as wording

ROOT = Path(__file__).resolve().parents[3]


def test_every_code_a_draw_can_raise_has_a_sentence():
    raised = set()
    for folder in ("formats", "pairing"):
        for path in (ROOT / "tournaments" / folder).rglob("*.py"):
            raised |= set(re.findall(r'DrawError\(\s*"(\w+)"', path.read_text()))
    assert raised <= set(wording.ERRORS)
    assert len(raised) > 5


def test_every_constraint_a_draw_can_break_has_a_sentence():
    assert set(REPORTED) <= set(wording.BROKEN)


@each("key", *list(FORMATS))
def test_every_format_says_how_it_draws(key):
    kind = FORMATS[key].options_class
    options = kind(rounds=3) if key in ("swiss", "totals") else kind()
    assert str(wording.draw_method(key, 1, options)) != str(wording.draw_method(key, 2, options))


def test_a_knockout_says_which_of_its_rounds_are_drawn():
    def says(number: int, **options: object) -> str:
        return str(wording.draw_method("knockout", number, knockout.Options(**options)))

    assert "completar el cuadro" in says(1) and "No hay sorteo" in says(2)
    assert "la primera no juega" in says(1, redraw=True) and "Se sortea" in says(2, redraw=True)
    best = {"repesca": knockout.options.BEST_LOSERS}
    assert "la primera no juega" in says(1, **best)
    assert "knockout 2" in says(2, **best) and "No hay sorteo" in says(3, **best)
    assert "se sortea la consolación" in says(2, repesca="consolation")
    assert "su sitio en el de perdedores" in says(2, repesca="double")
