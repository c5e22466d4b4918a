"""The length of a match, the dealer, doubles, the plate, void hands, faults, rulings, results."""

from dataclasses import asdict
from itertools import permutations, product

import pytest

from rules.core import RuleError, Score, fold
from rules.revesino import REVESINO
from rules.revesino.options import PRESETS, Options
from tests.rows import case, each, phrases
from tests.rules.self_play.revesino import play_match

HAND = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC"  # A +11, B +1, C -11, D -1, the pie D
PLAIN = Options()
WITH_PLATE = Options(plate=16)
DOUBLE = Options(vueltas=3, mari_perez=True)


def _score(lines: list[str], options: Options = PLAIN) -> Score:
    return fold(REVESINO, options, lines)[-1].score


def _refused(lines: list[str], options: Options = PLAIN) -> tuple[str, str, int | None]:
    with pytest.raises(RuleError) as refused:
        fold(REVESINO, options, lines)
    error = refused.value
    return error.code.removeprefix("revesino."), error.field, error.hand


@each(
    "lines, turn, dealer",
    case("who dealt is not on record", ["mano 0 0 0 0"], 1, None),
    case("the deal passes to the right", ["mano 0 0 0 0 dC"], 1, 3),
    case("after any hand", [f"{HAND} dD", "revesino A", "napolitana B"], 3, 2),
    case("void: the same deals again", ["nula dB"], 0, 1),
    case("misdealt: the turn is lost", ["nula pasa dB"], 1, 2),
    case("a changed discard: the same again", ["falta descarte A C dB"], 0, 1),
    case("the dealer's, in the first hand", ["falta descarte A C dA"], 1, 1),
    case("two discards in the first hand", ["falta doble A dA"], 0, 0),
    case("the dealer's: the turn is lost", ["nula dA", "falta descarte A C"], 1, 1),
    case("two discards: the same again", ["nula dA", "falta doble A"], 0, 0),
    case("after a vuelta, the same", ["vuelta 8 -4 -4 0 dB"], 4, 1),
    case("the referee says who", ["arbitro pie C: dio quien no debía"], 0, 2),
    case("a hand ruled is dealt", ["nula dB", "arbitro mano 4 -4 0 0: x"], 1, 2),
    case("tantos ruled are not", ["nula dB", "arbitro tantos 4 -4 0 0: x"], 0, 1),
)
def test_who_deals(lines, turn, dealer):
    state = _score(lines).state
    assert (state.turn, state.dealer) == (turn, dealer)


def test_who_sits_where_and_which_vuelta():
    state = _score([f"{HAND} dD"] + ["mano 0 0 0 0"] * 4).state
    assert (state.dealer, state.mano, state.vuelta) == (0, 1, 2)


def test_the_tantos_of_each_vuelta_and_of_each_hand_of_the_one_in_play():
    hand, passed = "mano 4 -4 0 0", "nula pasa"
    state = _score([hand, passed, hand, "arbitro tantos 1 -1 0 0: x", hand, hand]).state
    assert state.vueltas == ((13, -13, 0, 0),)
    assert state.hands == ((17, -17, 0, 0),)
    assert _score(["vuelta 8 -8 0 0"]).state.vueltas == ((8, -8, 0, 0),)


def test_a_line_may_repeat_who_deals_but_not_contradict_it():
    assert _score([f"{HAND} dD", "mano 0 0 0 0 dA"]).state.dealer == 1
    assert _refused([f"{HAND} dD", "mano 0 0 0 0 dD"]) == ("dealer_turn", "dealer", 2)


def test_the_tantos_of_the_hands_add_up():
    score = _score([f"{HAND} dD", "revesino B corta C", "napolitana D"])
    assert score.tallies == ((11 - 4, 1 - 24 - 4, -11 + 24 - 4, -1 + 12),)


def test_the_match_is_over_after_its_vueltas_and_most_tantos_win():
    options = Options(vueltas=1)
    lines = ["mano 4 -4 0 0"] * 3
    assert not _score(lines, options).over
    score = _score([*lines, "mano 0 0 0 0"], options)
    assert (score.over, score.winner) == (True, 0)
    assert _refused([*lines, "nula pasa", "nula"], options) == ("match_over", "hand", 5)


def test_shared():
    score = _score(["vuelta 4 4 -4 -4"], Options(vueltas=1))
    assert (score.over, score.winner) == (True, None)
    assert dict(score.events[-1].params) == {"tantos": 4, "sides": "A, B"}


def test_by_time_the_match_is_over_when_it_is_said():
    options = Options(by_time=True)
    score = _score(["mano 4 -4 0 0"] * 17 + ["fin"], options)
    assert (score.over, score.winner, score.points) == (True, 0, (0, 0, 0, 0))
    assert _refused(["fin"], options) == ("end_unplayed", "hand", 1)
    assert _refused(["fin"]) == ("end_by_vueltas", "hand", 1)


def test_mari_perez_first_and_last_vuelta_double():
    options = Options(vueltas=3, mari_perez=True)
    steps = fold(REVESINO, options, ["revesino A"] * 12)
    assert [step.score.points[0] for step in steps] == [48] * 4 + [24] * 4 + [48] * 4
    plated = Options(mari_perez=True, plate=16)
    sold = "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD"
    score = _score(["platillo 16 16 16 16", sold], plated)
    assert (score.points, score.state.plate) == ((56, -6, -18, 0), 32)


@each(
    "line, options, code",
    case("more than twelve, no revesino", "mano 13 -13 0 0", PLAIN, "amounts_hand"),
    case("24, but of nobody's revesino", "mano 24 -20 -4 0", PLAIN, "amounts_hand"),
    case("a tanto lost", "mano 4 -3 0 0", PLAIN, "amounts_sum"),
    case("a plate where there is none", "mano 20 -4 0 0", PLAIN, "amounts_sum"),
    case("more than four revesinos", "vuelta 97 -97 0 0", PLAIN, "amounts_hand"),
    case("a tanto lost in a vuelta", "vuelta 4 -3 0 0", PLAIN, "amounts_sum"),
    case("half", "mano 3 -3 0 0", Options(mari_perez=True), "amounts_doubled"),
    case("15 of the plate", "mano 20 -5 0 0", WITH_PLATE, "amounts_sum"),
    case("13 and 16 of the plate", "mano 29 -13 0 0", WITH_PLATE, "amounts_hand"),
    case("16 of an empty plate", "mano 28 -12 0 0", WITH_PLATE, "plate_short"),
    case("takes from nothing", "platillo 0 0 0 -1", WITH_PLATE, "plate_short"),
    case("no plate", "platillo 4 4 4 4", PLAIN, "plate_off"),
)
def test_amounts_that_no_hand_moves(line, options, code):
    assert _refused([line], options)[0] == code


@each(
    "line",
    *phrases(
        "mano 0 0 0 0; mano 7 -2 -5 0; mano 12 -12 0 0; mano 24 -8 -8 -8; mano -24 24 0 0",
        "mano 6 -24 12 6; mano 24 -12 -12 0; vuelta 96 -32 -32 -32",
    ),
)
def test_amounts_that_a_hand_moves(line):
    assert _score([line]).tallies[0] == _score([line]).points


def test_a_vuelta_is_kept_whole_or_hand_by_hand():
    assert _refused(["mano 0 0 0 0", "vuelta 4 -4 0 0"]) == ("vuelta_begun", "amounts", 2)


def test_the_plate_is_funded_and_taken_back():
    score = _score(["platillo 16 16 16 16", "platillo -10 0 0 0"], WITH_PLATE)
    assert (score.tallies[0], score.state.plate) == ((-6, -16, -16, -16), 54)
    score = _score(["platillo 16 16 16 16", "mano 28 -12 0 0", "mano -28 12 0 0"], WITH_PLATE)
    assert (score.tallies[0], score.state.plate) == ((-16, -16, -16, -16), 64)


def test_the_plate_must_hold_what_the_caballo_takes():
    sold = "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD"
    assert _refused([sold], WITH_PLATE) == ("plate_short", "plate", 1)


@each(
    "line, tantos",
    case("two partidas, by lot", "falta descarte A C dB", (-8, 0, 8, 0)),
    case("two partidas to each", "falta doble B", (8, -24, 8, 8)),
    case("R12", "arbitro mano 4 4 4 -12: D tenía doce cartas", (4, 4, 4, -12)),
    case("R17", "arbitro tantos -1 1 0 0: mezcló sus bazas", (-1, 1, 0, 0)),
)
def test_faults_and_rulings(line, tantos):
    assert _score([line]).points == tantos


RENUNCIO = f"{HAND} rD"


@each(
    "lines, options, tantos",
    case("a partida, to who the lot says", [f"{RENUNCIO} dD"], PLAIN, 4),
    case("by lot in the next hand", [f"{RENUNCIO} dD", "revesino A"], PLAIN, 4),
    case("each time", [f"{RENUNCIO} dD", "falta repite D B"], PLAIN, 4),
    case("besides a revesino", ["revesino A rD"], PLAIN, 4),
    case("besides the four ases", ["napolitana A rD"], PLAIN, 4),
    case("whose renuncios are not on record", ["mano 12 -6 -6 0"], PLAIN, 4),
    case("of a hand ruled", ["arbitro mano 12 -6 -6 0: x"], PLAIN, 4),
    case("of a vuelta", ["vuelta 12 -6 -6 0"], PLAIN, 4),
    case("doubled as its hand", [f"{RENUNCIO} dD"], DOUBLE, 8),
    case("as the last hand doubled", ["mano 0 0 0 0"] * 3 + ["revesino A rD"], DOUBLE, 8),
    case(
        "though one hand was lost since",
        ["mano 0 0 0 0"] * 3 + ["revesino A rD", "nula pasa"],
        DOUBLE,
        8,
    ),
    case("as the last hand single", ["mano 0 0 0 0"] * 7 + ["revesino A rD"], DOUBLE, 4),
    case("as the vuelta doubled", ["vuelta 0 0 0 0"], DOUBLE, 8),
)
def test_a_renuncio_repeated_is_a_partida_as_its_own_hand_was_paid(lines, options, tantos):
    score = _score([*lines, "falta repite D A"], options)
    assert score.points == (tantos, 0, 0, -tantos)


@each(
    "lines",
    case("before any hand", []),
    case("who made no renuncio", [f"{HAND} rB dD"]),
    case("of three hands ago", [f"{RENUNCIO} dD", "revesino A", "revesino A"]),
    case("more than bazas there were", [f"{RENUNCIO} dD"] + ["falta repite D A"] * 7),
)
def test_no_renuncio_is_repeated_that_was_not_made(lines):
    assert _refused([*lines, "falta repite D A"]) == ("repeat_unmade", "side", len(lines) + 1)


@each(
    "options, lines",
    case("vueltas", Options(vueltas=1), ["mano 0 0 0 0"] * 3 + ["revesino A rD"]),
    case("time", Options(by_time=True), ["revesino A rD", "fin"]),
)
def test_after_the_last_hand_what_its_faults_cost_is_still_written(options, lines):
    over = _score(lines, options)
    assert (over.over, over.winner, over.tallies) == (True, 0, ((24, 0, 0, -24),))
    score = _score([*lines, "falta repite D A"], options)
    assert (score.over, score.winner, score.tallies) == (True, 0, ((28, 0, 0, -28),))
    score = _score([*lines, "falta repite D A", "arbitro tantos -20 20 0 0: x"], options)
    assert (score.winner, score.points, score.tallies) == (1, (-20, 20, 0, 0), ((8, 20, 0, -28),))
    shared = _score([*lines, "arbitro tantos -12 12 0 0: mezcló las bazas"], options)
    assert (shared.over, shared.winner) == (True, None)
    for late in ("falta doble A", "arbitro mano 0 0 0 0: x", "nula", "arbitro pie A: x", "fin"):
        assert _refused([*lines, late], options)[0] == "match_over"


@each("end", "pierde B: x", "arbitro fin: x", "arbitro tablas: x")
def test_after_a_match_cut_short_nothing_is_written(end):
    lines = ["revesino A rD", end]
    assert _refused([*lines, "falta repite D A"]) == ("match_over", "hand", 3)


def test_who_leaves_cannot_win():
    lines = ["mano 8 -4 -4 0", "pierde A: se marcha"]
    score = _score(lines)
    assert (score.over, score.winner, score.tallies[0]) == (True, 3, (8, -4, -4, 0))
    score = _score(["mano 8 -4 0 -4", "pierde C: se marcha"])
    assert score.winner == 0
    assert _score(["pierde D: no se presenta"]).winner is None


def test_a_bye_has_no_tantos():
    score = REVESINO.award(REVESINO.start(PLAIN), 2, PLAIN)
    assert (score.over, score.winner, score.tallies) == (True, 2, ((0, 0, 0, 0),))


def test_presets():
    assert {name: preset.deals for name, preset in PRESETS.items()} == {
        "cuatro_vueltas": 16,
        "dos_vueltas": 8,
        "mari_perez": 16,
        "con_caballo": 16,
        "por_tiempo": None,
    }
    assert PRESETS["con_caballo"].plate == 16
    assert {type(value) for value in asdict(PLAIN).values()} == {int, bool}


@pytest.mark.parametrize("preset", PRESETS)
def test_tantos_and_plate_are_zero_after_every_line_and_a_cut_changes_nothing(preset):
    options = PRESETS[preset]
    hands = play_match(options, "un corte")
    steps = fold(REVESINO, options, hands)
    assert all(not sum(step.score.tallies[0]) + step.score.state.plate for step in steps)
    for cut in range(len(hands)):
        assert fold(REVESINO, options, hands[:cut]) == steps[:cut]


def test_up_to_twelve_tantos_can_go_from_any_to_any_in_a_hand():
    """By trying the partida and the five cards, from any to any, or led by the winner."""
    moved = {(0, 0, 0, 0)}
    for value in (4, 2, 1, 1, 1, 3):
        unpaid = set() if value == 4 else moved
        moved = unpaid | {
            tuple(was + value * ((s == gains) - (s == pays)) for s, was in enumerate(old))
            for old in moved
            for gains, pays in permutations(range(4), 2)
        }
    span = range(-12, 13)
    every = {(a, b, c, -a - b - c) for a, b, c in product(span, repeat=3)}
    assert moved == {four for four in every if sum(abs(value) for value in four) <= 24}
