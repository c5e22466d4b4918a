"""Options of a free score: what it counts, what is refused, and when it can be drawn."""

import pytest

from rules.core import RuleError, options_of
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from tests.refusals import is_refused
from tests.rows import each


@each(
    "options, code, field",
    ({"sides": 1}, "option_range", "sides"),
    ({"sides": 6}, "option_range", "sides"),
    ({"people": 0}, "option_range", "people"),
    ({"people": 4}, "option_range", "people"),
    ({"sides": True}, "option_type", "sides"),
    ({"by_time": 1}, "option_type", "by_time"),
    ({"count": "vacas"}, "not_a_choice", "count"),
    ({"count": 3}, "not_a_choice", "count"),
    ({"juegos": 3}, "marcador.endless", "target"),
    ({"juegos": 3, "by_time": True}, "marcador.endless", "target"),
    ({"count": "juegos", "target": 40}, "marcador.tantos_only", "target"),
    ({"count": "juegos", "lowest": True}, "marcador.tantos_only", "lowest"),
    ({"count": "juegos", "high": 162}, "marcador.tantos_only", "high"),
    ({"manos": 4, "exact": True}, "marcador.needs_target", "exact"),
    ({"margin": 2}, "marcador.needs_target", "margin"),
    ({"cap": 121}, "marcador.needs_target", "cap"),
    ({"target": 9, "lowest": True, "exact": True}, "marcador.not_lowest", "exact"),
    ({"target": 9, "lowest": True, "cap": 12}, "marcador.not_lowest", "cap"),
    ({"target": 9, "exact": True, "margin": 2}, "marcador.not_exact", "margin"),
    ({"target": 9, "exact": True, "ladder": True}, "marcador.not_exact", "ladder"),
    ({"target": 101, "cap": 100}, "marcador.cap_low", "cap"),
    ({"manos": 4, "total": 162}, "marcador.total_alone", "fixed_sum"),
    ({"fixed_sum": True, "total": 0}, "marcador.sum_reach", "total"),
    ({"fixed_sum": True, "total": 20, "high": 10}, "marcador.sum_reach", "total"),
    ({"fixed_sum": True, "total": 12, "step": 5}, "marcador.sum_reach", "total"),
    ({"high": 0}, "marcador.range_empty", "high"),
    ({"high": 4, "step": 5}, "marcador.range_empty", "high"),
    ({"target": 9, "low": -9, "high": 0}, "marcador.target_reach", "target"),
    ({"target": 42, "exact": True, "step": 5}, "marcador.target_reach", "target"),
    ({"ladder": True, "fixed_sum": True}, "marcador.ladder_alone", "fixed_sum"),
    ({"ladder": True, "high": 4}, "marcador.ladder_alone", "high"),
    (
        {"manos": 2, "juegos": 3, "play_all": True, "vacas": 2},
        "marcador.play_all_vacas",
        "play_all",
    ),
)
def test_options_that_cannot_be(options, code, field):
    with is_refused(code, field=field):
        Options(**options)


def test_from_outside_they_may_come_as_text():
    options = options_of(MARCADOR, "mus_tres_juegos", {"target": "25", "count": "tantos"})
    assert options == Options(target=25, exact=True, juegos=3)
    assert options_of(MARCADOR, "", {"low": "-60"}) == Options(low=-60)
    for low in ("--60", "-", "60-", "−60"):
        with pytest.raises(RuleError, match="option_type"):
            options_of(MARCADOR, "", {"low": low})


@each(
    "options, drawn",
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
def test_when_a_match_can_be_drawn(options, drawn):
    assert options.can_draw is drawn


def test_the_presets_seat_whom_they_say():
    seated = {key: (one.sides, one.people) for key, one in PRESETS.items() if one.people != 2}
    assert seated == {
        "brisca_trios": (2, 3),
        "chinchon_100": (2, 1),
        "individual_diez_manos": (4, 1),
        "individual_puestos": (4, 1),
    }
