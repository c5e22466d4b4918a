"""A match of a free score: how each line changes it."""

from dataclasses import replace

import pytest

from rules.core import RuleError, fold
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from tests.refusals import is_refused
from tests.rows import each

MUS = PRESETS["mus_tres_juegos"]
VACAS = PRESETS["mus_vacas"]
JUEGOS = PRESETS["mus_solo_juegos"]
BOTIFARRA = PRESETS["botifarra_101"]
BELOTE = Options(manos=12, fixed_sum=True, total=162)
CLOCK = Options()
PAIR = Options(manos=1, juegos=2, play_all=True)
PAIR_AND_EXTRA = Options(manos=1, juegos=2, play_all=True, extra=1)
THREE_PLAYED = Options(count="juegos", juegos=3, play_all=True)
NINE_TIMED = Options(count="juegos", juegos=9, by_time=True)
VACAS_TIMED = Options(target=40, juegos=2, vacas=2, by_time=True)
LOWEST = Options(target=50, lowest=True)
NONE = (0, 0)
TIMED_OPTIONS = Options(target=40, juegos=3, by_time=True)
OPTIONS_WITH_EXTRA_JUEGO = Options(target=40, juegos=3, by_time=True, extra=1)
FOUR = Options(sides=4, people=1, manos=2)


def last_score(options, *lines):
    return fold(MARCADOR, options, lines)[-1].score


def codes(score):
    return [event.code.removeprefix("marcador.") for event in score.events]


# --- Manos and juegos -------------------------------------------------------------------------
@each(
    "options, lines, tallies, winner",
    (MUS, ["40-25"], ((1, 0), (0, 0), (1, 0), (0, 0)), None),
    (MUS, ["12-5", "28-20"], ((1, 0), (0, 0), (1, 0), (0, 0)), None),
    (MUS, ["juego A", "juegos 1-2", "12-40"], ((2, 3), (0, 1), (2, 3), (0, 0)), 1),
    (VACAS, ["juegos 2-1", "juego B"], ((2, 2), (1, 0), (0, 1), (0, 0)), None),
    (VACAS, ["juegos 2-0", "juegos 0-2", "juegos 1-2"], ((3, 4), (1, 2), (1, 2), (0, 0)), 1),
    (JUEGOS, ["juegos 3-0"], ((3, 0), (1, 0), (3, 0), (0, 0)), 0),
    (BOTIFARRA, ["90-10", "36-0"], ((121, 10), (1, 0), (1, 0), (126, 10)), 0),
    (Options(target=100), ["110-120"], ((110, 120), (0, 1), (0, 1), (110, 120)), 1),
    (Options(manos=2), ["10-4", "3-4"], ((13, 8), (1, 0), (1, 0), (13, 8)), 0),
    (LOWEST, ["20-10", "40-30"], ((-60, -40), (0, 1), (0, 1), (60, 40)), 1),
    (FOUR, ["1-2-3-4", "0-0-0-9"], ((1, 2, 3, 13), (0, 0, 0, 1), (0, 0, 0, 1), (1, 2, 3, 13)), 3),
)
def test_lines_add_up_to_tallies_and_a_winner(options, lines, tallies, winner):
    score = last_score(options, *lines)
    assert (score.tallies, score.winner, score.over) == (tallies, winner, winner is not None)


@each(
    "options, lines, over, events",
    (Options(target=100), ["100-100"], False, ["mano"]),
    (Options(target=100), ["100-100", "1-0"], True, ["mano", "match_won"]),
    (Options(target=10, margin=2), ["11-10"], False, ["mano"]),
    (Options(target=10, margin=2), ["11-10", "1-0"], True, ["mano", "match_won"]),
    (Options(manos=1), ["4-4"], True, ["mano", "match_drawn"]),
    (Options(manos=1, extra=2), ["4-4"], False, ["mano", "extra_manos"]),
    (Options(manos=1, extra=2), ["4-4", "1-0"], False, ["mano"]),
    (Options(manos=1, extra=2), ["4-4", "1-0", "0-0"], True, ["mano", "match_won"]),
    (Options(manos=1, extra=2), ["4-4", "1-0", "0-1"], False, ["mano", "extra_manos"]),
    (Options(manos=1, juegos=2), ["4-4"], False, ["mano", "juego_drawn"]),
    (PAIR, ["4-4", "juego tablas"], True, ["juego_drawn", "match_drawn"]),
    (PAIR, ["juegos 1-1"], True, ["juegos", "match_drawn"]),
    (PAIR_AND_EXTRA, ["juegos 1-1"], False, ["juegos", "extra_juego"]),
    (PAIR_AND_EXTRA, ["juegos 1-1", "juego B"], True, ["juego_written", "match_won"]),
    (VACAS, ["juego A", "40-0"], False, ["mano", "juego_won", "vaca_won"]),
    (BOTIFARRA, ["manos 12 90-90"], True, ["manos", "match_drawn"]),
)
def test_the_last_line_of_a_juego_or_match_has_its_events(options, lines, over, events):
    score = last_score(options, *lines)
    assert (score.over, codes(score)) == (over, events)


@each(
    "options, lines, over, winner",
    (CLOCK, ["4-3", "fin"], True, 0),
    (CLOCK, ["4-4", "fin"], True, None),
    (Options(extra=2), ["4-4", "fin"], False, None),
    (Options(extra=2), ["4-4", "fin", "0-3"], False, None),
    (Options(extra=2), ["4-4", "fin", "0-3", "1-0"], True, 1),
    (TIMED_OPTIONS, ["juego A", "fin"], True, 0),
    (TIMED_OPTIONS, ["juegos 1-1", "5-9", "fin"], True, 1),
    (TIMED_OPTIONS, ["juegos 1-1", "fin"], True, None),
    (OPTIONS_WITH_EXTRA_JUEGO, ["juegos 1-1", "fin", "40-2"], True, 0),
    (NINE_TIMED, ["juegos 2-4", "fin"], True, 1),
    (replace(NINE_TIMED, extra=1), ["juegos 2-2", "fin", "juego A"], True, 0),
    (VACAS_TIMED, ["juegos 2-0", "juego B", "fin"], True, 0),
)
def test_the_end_of_the_time_decides_the_match_or_needs_more_manos(options, lines, over, winner):
    score = last_score(options, *lines)
    assert (score.over, score.winner) == (over, winner)


def test_a_match_by_time_is_won_by_juegos_or_else_by_tantos():
    (_time, match_won) = last_score(TIMED_OPTIONS, "juegos 1-1", "5-9", "fin").events
    assert dict(match_won.params) == {"by": "tantos", "result": "5-9"}
    (_time, match_won) = last_score(TIMED_OPTIONS, "juegos 1-2", "15-9", "fin").events
    assert dict(match_won.params) == {"by": "juegos", "result": "1-2"}


# --- The judge --------------------------------------------------------------------------------
@each(
    "options, lines, tallies, over",
    (MUS, ["12-20", "arbitro A+5 B-5: señas"], ((0, 0), (0, 0), (0, 0), (17, 15)), False),
    (MUS, ["12-20", "arbitro A+28: señas"], ((1, 0), (0, 0), (1, 0), (0, 0)), False),
    (BELOTE, ["arbitro manos 12 1000-940: sí"], ((1000, 940), (1, 0), (1, 0), (1000, 940)), True),
    (MUS, ["12-20", "arbitro juego A: señas"], ((1, 0), (0, 0), (1, 0), (0, 0)), False),
    (MUS, ["arbitro aviso A: tarde"], (NONE, NONE, NONE, NONE), False),
    (MUS, ["juego B", "12-20", "arbitro partida A: señas"], ((3, 1), (1, 0), (3, 1), (0, 0)), True),
    (
        VACAS,
        ["juegos 2-1", "juego B", "arbitro partida A: señas"],
        ((4, 2), (2, 0), (2, 1), NONE),
        True,
    ),
    (BOTIFARRA, ["50-60", "arbitro juego A: señas"], ((101, 60), (1, 0), (1, 0), (101, 60)), True),
    (
        Options(manos=2, fixed_sum=True, total=162),
        ["100-62", "arbitro mano 0-150: renuncio"],
        ((100, 212), (0, 1), (0, 1), (100, 212)),
        True,
    ),
    (CLOCK, ["arbitro A-5: señas"], ((-5, 0), (0, 0), (0, 0), (-5, 0)), False),
    (Options(manos=1), ["arbitro A-5: señas", "5-1"], ((0, 1), (0, 1), (0, 1), (0, 1)), True),
)
def test_rulings_change_the_score(options, lines, tallies, over):
    score = last_score(options, *lines)
    assert (score.tallies, score.over) == (tallies, over)


@each(
    "options, lines, cuenta, winner",
    (MUS, ["juego B", "pierde B: se va"], (3, 1), 0),
    (Options(target=101), ["60-80", "pierde B: se va"], (101, 80), 0),
    (Options(target=101), ["10-101", "pierde B: se va"], None, None),
    (Options(manos=4, bye_tantos=20), ["pierde A: no viene"], (0, 20), 1),
    (Options(manos=4, bye_tantos=20), ["30-40", "pierde B: se va"], (30, 40), 0),
    (Options(manos=4, lowest=True, bye_tantos=20), ["pierde A: no viene"], (0, -20), 1),
    (Options(manos=4, lowest=True, bye_tantos=20), ["9-5", "pierde A: se va"], (-9, -5), 1),
    (Options(target=40, juegos=6, play_all=True), ["juegos 3-2", "pierde A: se va"], (3, 3), 1),
    (FOUR, ["1-2-3-4", "pierde D: se va"], (1, 2, 3, 4), 2),
    (FOUR, ["3-2-3-4", "pierde D: se va"], (3, 2, 3, 4), None),
)
def test_a_side_that_leaves_loses_the_match(options, lines, cuenta, winner):
    if cuenta is None:
        with pytest.raises(RuleError, match="match_over"):
            last_score(options, *lines)
        return
    score = last_score(options, *lines)
    assert (score.over, score.tallies[0], score.winner) == (True, cuenta, winner)


def test_a_bye_counts_as_a_win_and_a_rest_as_the_organisers_tantos():
    for options, bye, rest in (
        (MUS, (3, 0), (0, 0)),
        (BOTIFARRA, (101, 0), (0, 0)),
        (Options(manos=8, bye_tantos=60), (60, 0), (60, 60)),
        (Options(manos=8, lowest=True, bye_tantos=60), (-60, 0), (-60, -60)),
        (Options(target=40, juegos=3, bye_tantos=20), (3, 0), (0, 0)),
    ):
        start = MARCADOR.start(options)
        assert MARCADOR.award(start, 0, options).tallies[0] == bye
        assert start.tallies[0] == rest


# --- Impossible lines -------------------------------------------------------------------------
@each(
    "options, lines, code, field",
    (MUS, ["41-0"], "marcador.past_target", "points"),
    (MUS, ["30-0", "11-0"], "marcador.past_target", "points"),
    (MUS, ["30-30", "10-10"], "marcador.both_target", "points"),
    (MUS, ["30-0", "arbitro A+11: señas"], "marcador.past_target", "tantos"),
    (MUS, ["1-2-3"], "marcador.sides_count", "points"),
    (MUS, ["5 -1"], "marcador.points_range", "points"),
    (MUS, ["5-1", "juego A"], "marcador.juego_begun", "hand"),
    (MUS, ["5-1", "juegos 1-1"], "marcador.juego_begun", "hand"),
    (MUS, ["arbitro A+5: señas", "juego A"], "marcador.juego_begun", "hand"),
    (MUS, ["juego tablas"], "marcador.juego_no_draw", "winner"),
    (MUS, ["juego C"], "marcador.side_absent", "winner"),
    (MUS, ["juegos 4-1"], "marcador.juegos_past", "juegos"),
    (MUS, ["juegos 2-1", "juegos 1-2"], "marcador.juegos_both", "juegos"),
    (MUS, ["juegos 1-1-1"], "marcador.sides_count", "juegos"),
    (MUS, ["fin"], "marcador.fin_off", "hand"),
    (MUS, ["juegos 3-0", "juego A"], "match_over", "hand"),
    (MUS, ["arbitro juego C: señas"], "marcador.side_absent", "side"),
    (MUS, ["arbitro C+5: señas"], "marcador.side_absent", "tantos"),
    (MUS, ["pierde C: se va"], "marcador.side_absent", "loser"),
    (JUEGOS, ["40-25"], "marcador.no_tantos", "points"),
    (JUEGOS, ["arbitro A+5: señas"], "marcador.no_tantos", "ruling"),
    (JUEGOS, ["arbitro mano 5-2: señas"], "marcador.no_tantos", "ruling"),
    (BOTIFARRA, ["juego A"], "marcador.tantos_wanted", "hand"),
    (BOTIFARRA, ["juegos 1-0"], "marcador.tantos_wanted", "hand"),
    (BOTIFARRA, ["manos 13 50-60"], "marcador.manos_left", "manos"),
    (BOTIFARRA, ["9-0", "manos 12 50-60"], "marcador.manos_left", "manos"),
    (BOTIFARRA, ["fin"], "marcador.fin_unplayed", "hand"),
    (Options(extra=1), ["4-4", "fin", "fin"], "marcador.fin_twice", "hand"),
    (Options(manos=3, step=5), ["10-7"], "marcador.points_step", "points"),
    (Options(manos=3, high=20), ["21-0"], "marcador.points_range", "points"),
    (Options(manos=3, high=20), ["manos 2 41-0"], "marcador.points_range", "points"),
    (Options(fixed_sum=True, total=162), ["100-60"], "marcador.points_sum", "points"),
    (Options(fixed_sum=True, total=162), ["manos 2 100-62"], "marcador.points_sum", "points"),
    (Options(sides=3, ladder=True), ["3-3-1"], "marcador.points_ladder", "points"),
    (Options(sides=3, ladder=True), ["3-2-2"], "marcador.points_ladder", "points"),
    (Options(sides=3, ladder=True), ["4-1-1"], "marcador.points_range", "points"),
    (Options(sides=3, ladder=True), ["manos 2 6-4-3"], "marcador.points_sum", "points"),
    (THREE_PLAYED, ["juegos 2-2"], "marcador.juegos_left", "juegos"),
    (THREE_PLAYED, ["juegos 1-0", "juegos 2-1"], "marcador.juegos_left", "juegos"),
)
def test_an_illegal_line_of_marcador_is_refused(options, lines, code, field):
    with is_refused(code, field=field, hand=len(lines)):
        last_score(options, *lines)


def test_the_refusal_of_too_many_tantos_gives_the_tantos_that_win():
    with is_refused(params={"side": "A", "value": 42, "target": 40, "allowed": 10}):
        last_score(MUS, "30-25", "12-0")


def test_the_column_has_the_running_tantos_of_the_juego_in_play():
    state = last_score(MUS, "juego A", "10-4", "arbitro B-2: señas", "5-5").state
    assert (state.column, state.manos, state.juegos) == (((10, 4), (10, 2), (15, 7)), 2, 1)
