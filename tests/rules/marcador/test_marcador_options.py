"""Options of a free score: read from text, and which of them allow a draw."""

import pytest

from rules.core import RuleError, options_of
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from tests.rows import each


def test_options_of_marcador_may_be_text():
    options = options_of(MARCADOR, "mus_tres_juegos", {"target": "25", "count": "tantos"})
    assert options == Options(target=25, exact=True, juegos=3)
    assert options_of(MARCADOR, "", {"low": "-60"}) == Options(low=-60)
    for low in ("--60", "-", "60-", "−60"):
        with pytest.raises(RuleError, match="option_type"):
            options_of(MARCADOR, "", {"low": low})


@each(
    "options, can_draw",
    (Options(), True),
    (Options(extra=1), False),
    (Options(manos=4), True),
    (Options(manos=4, extra=1), False),
    (Options(target=101), False),
    (Options(target=101, manos=12), True),
    (Options(target=101, by_time=True), True),
    (Options(target=40, juegos=3), False),
    (Options(manos=8, juegos=3), False),
    (Options(target=40, juegos=3, by_time=True), True),
    (Options(target=40, juegos=3, play_all=True), False),
    (Options(manos=8, juegos=3, play_all=True), True),
    (Options(target=40, juegos=6, play_all=True), True),
    (Options(target=40, juegos=6, play_all=True, extra=1), False),
    (Options(count="juegos", juegos=3), False),
    (Options(count="juegos", juegos=3, play_all=True), True),
    (Options(sides=3, target=40, extra=1), True),
)
def test_options_decide_whether_a_match_can_be_drawn(options, can_draw):
    assert options.can_draw is can_draw


def test_all_presets_are_for_pairs_except_four():
    sides_and_people = {
        key: (options.sides, options.people)
        for key, options in PRESETS.items()
        if options.people != 2
    }
    assert sides_and_people == {
        "brisca_trios": (2, 3),
        "chinchon_100": (2, 1),
        "individual_diez_manos": (4, 1),
        "individual_puestos": (4, 1),
    }
