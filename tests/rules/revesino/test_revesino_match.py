"""A match of revesino: its length, the dealer, doubles, the plate, faults, rulings, results."""

from dataclasses import asdict
from itertools import permutations, product

import pytest

from rules.core import RuleError, Score, fold
from rules.revesino import REVESINO
from rules.revesino.options import PRESETS, Options
from tests.rows import case, each, phrases
from tests.rules.self_play.revesino import play_match

# With D as the pie, this hand pays A +11, B +1, C -11 and D -1.
HAND = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC"
PLAIN = Options()
WITH_PLATE = Options(plate=16)
DOUBLE = Options(vueltas=3, mari_perez=True)


def _score(lines: list[str], options: Options = PLAIN) -> Score:
    return fold(REVESINO, options, lines)[-1].score


def _refusal(lines: list[str], options: Options = PLAIN) -> tuple[str, str, int | None]:
    """Return the code, field and line number with which these lines are refused."""
    with pytest.raises(RuleError) as excinfo:
        fold(REVESINO, options, lines)
    error = excinfo.value
    return error.code.removeprefix("revesino."), error.field, error.hand


@each(
    "lines, turn, dealer",
    case("no dealer recorded", ["mano 0 0 0 0"], 1, None),
    case("the deal passes to the right", ["mano 0 0 0 0 dC"], 1, 3),
    case("after any hand", [f"{HAND} dD", "revesino A", "napolitana B"], 3, 2),
    case("a void hand: the same dealer", ["nula dB"], 0, 1),
    case("a misdeal: the dealer loses his turn", ["nula pasa dB"], 1, 2),
    case("a changed discard: the same dealer", ["falta descarte A C dB"], 0, 1),
    case("a changed discard of the dealer, in the first hand", ["falta descarte A C dA"], 1, 1),
    case("two discards in the first hand", ["falta doble A dA"], 0, 0),
    case(
        "a changed discard of the dealer: he loses his turn",
        ["nula dA", "falta descarte A C"],
        1,
        1,
    ),
    case("two discards: the same dealer", ["nula dA", "falta doble A"], 0, 0),
    case("after a vuelta: the same dealer", ["vuelta 8 -4 -4 0 dB"], 4, 1),
    case("the referee names the dealer", ["arbitro pie C: dio quien no debía"], 0, 2),
    case(
        "a hand given by the referee: the deal passes",
        ["nula dB", "arbitro mano 4 -4 0 0: x"],
        1,
        2,
    ),
    case(
        "tantos given by the referee: the deal stays",
        ["nula dB", "arbitro tantos 4 -4 0 0: x"],
        0,
        1,
    ),
)
def test_the_next_dealer_of_revesino(lines, turn, dealer):
    state = _score(lines).state
    assert (state.turn, state.dealer) == (turn, dealer)


def test_the_state_has_the_dealer_the_mano_and_the_vuelta():
    state = _score([f"{HAND} dD"] + ["mano 0 0 0 0"] * 4).state
    assert (state.dealer, state.mano, state.vuelta) == (0, 1, 2)


def test_the_state_has_the_tantos_of_vuelta_and_of_hands_in_play():
    hand, misdeal = "mano 4 -4 0 0", "nula pasa"
    state = _score([hand, misdeal, hand, "arbitro tantos 1 -1 0 0: x", hand, hand]).state
    assert state.vueltas == ((13, -13, 0, 0),)
    assert state.hands == ((17, -17, 0, 0),)
    assert _score(["vuelta 8 -8 0 0"]).state.vueltas == ((8, -8, 0, 0),)


def test_a_line_may_repeat_the_dealer_but_not_name_another():
    assert _score([f"{HAND} dD", "mano 0 0 0 0 dA"]).state.dealer == 1
    assert _refusal([f"{HAND} dD", "mano 0 0 0 0 dD"]) == ("dealer_turn", "dealer", 2)


def test_the_tallies_are_the_sums_of_the_hands():
    score = _score([f"{HAND} dD", "revesino B corta C", "napolitana D"])
    assert score.tallies == ((11 - 4, 1 - 24 - 4, -11 + 24 - 4, -1 + 12),)


def test_after_the_last_vuelta_the_player_with_most_tantos_wins():
    options = Options(vueltas=1)
    lines = ["mano 4 -4 0 0"] * 3
    assert not _score(lines, options).over
    score = _score([*lines, "mano 0 0 0 0"], options)
    assert (score.over, score.winner) == (True, 0)
    assert _refusal([*lines, "nula pasa", "nula"], options) == ("match_over", "hand", 5)


def test_nobody_wins_if_two_players_have_the_most_tantos():
    score = _score(["vuelta 4 4 -4 -4"], Options(vueltas=1))
    assert (score.over, score.winner) == (True, None)
    assert dict(score.events[-1].params) == {"tantos": 4, "sides": "A, B"}


def test_a_match_by_time_is_over_with_its_last_line():
    options = Options(by_time=True)
    score = _score(["mano 4 -4 0 0"] * 17 + ["fin"], options)
    assert (score.over, score.winner, score.points) == (True, 0, (0, 0, 0, 0))
    assert _refusal(["fin"], options) == ("end_unplayed", "hand", 1)
    assert _refusal(["fin"]) == ("end_by_vueltas", "hand", 1)


def test_mari_perez_doubles_the_first_and_the_last_vuelta():
    options = Options(vueltas=3, mari_perez=True)
    steps = fold(REVESINO, options, ["revesino A"] * 12)
    assert [step.score.points[0] for step in steps] == [48] * 4 + [24] * 4 + [48] * 4
    with_plate = Options(mari_perez=True, plate=16)
    caballo_sold = "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD"
    score = _score(["platillo 16 16 16 16", caballo_sold], with_plate)
    assert (score.points, score.state.plate) == ((56, -6, -18, 0), 32)


@each(
    "line, options, code",
    case("more than twelve, no revesino", "mano 13 -13 0 0", PLAIN, "amounts_hand"),
    case("24, but no revesino pays so", "mano 24 -20 -4 0", PLAIN, "amounts_hand"),
    case("a tanto lost", "mano 4 -3 0 0", PLAIN, "amounts_sum"),
    case("16 of a plate in a match without one", "mano 20 -4 0 0", PLAIN, "amounts_sum"),
    case("more than four revesinos", "vuelta 97 -97 0 0", PLAIN, "amounts_hand"),
    case("a tanto lost in a vuelta", "vuelta 4 -3 0 0", PLAIN, "amounts_sum"),
    case(
        "odd tantos in a doubled vuelta",
        "mano 3 -3 0 0",
        Options(mari_perez=True),
        "amounts_doubled",
    ),
    case("15 of the plate", "mano 20 -5 0 0", WITH_PLATE, "amounts_sum"),
    case("13 and 16 of the plate", "mano 29 -13 0 0", WITH_PLATE, "amounts_hand"),
    case("16 of an empty plate", "mano 28 -12 0 0", WITH_PLATE, "plate_short"),
    case("a player takes from an empty plate", "platillo 0 0 0 -1", WITH_PLATE, "plate_short"),
    case("payments in a match without a plate", "platillo 4 4 4 4", PLAIN, "plate_off"),
)
def test_impossible_amounts_are_refused(line, options, code):
    assert _refusal([line], options)[0] == code


@each(
    "line",
    *phrases(
        "mano 0 0 0 0; mano 7 -2 -5 0; mano 12 -12 0 0; mano 24 -8 -8 -8; mano -24 24 0 0",
        "mano 6 -24 12 6; mano 24 -12 -12 0; vuelta 96 -32 -32 -32",
    ),
)
def test_possible_amounts_are_accepted(line):
    assert _score([line]).tallies[0] == _score([line]).points


def test_a_vuelta_in_one_line_after_a_hand_of_it_is_refused():
    assert _refusal(["mano 0 0 0 0", "vuelta 4 -4 0 0"]) == ("vuelta_begun", "amounts", 2)


def test_players_pay_into_the_plate_and_take_from_it():
    score = _score(["platillo 16 16 16 16", "platillo -10 0 0 0"], WITH_PLATE)
    assert (score.tallies[0], score.state.plate) == ((-6, -16, -16, -16), 54)
    score = _score(["platillo 16 16 16 16", "mano 28 -12 0 0", "mano -28 12 0 0"], WITH_PLATE)
    assert (score.tallies[0], score.state.plate) == ((-16, -16, -16, -16), 64)


def test_a_caballo_sold_with_too_small_a_plate_is_refused():
    caballo_sold = "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD"
    assert _refusal([caballo_sold], WITH_PLATE) == ("plate_short", "plate", 1)


@each(
    "line, tantos",
    case("two partidas to a player drawn by lot", "falta descarte A C dB", (-8, 0, 8, 0)),
    case("two partidas to each", "falta doble B", (8, -24, 8, 8)),
    case(
        "R12: a hand given by the referee",
        "arbitro mano 4 4 4 -12: D tenía doce cartas",
        (4, 4, 4, -12),
    ),
    case(
        "R17: tantos moved by the referee",
        "arbitro tantos -1 1 0 0: mezcló sus bazas",
        (-1, 1, 0, 0),
    ),
)
def test_faults_and_rulings_move_tantos(line, tantos):
    assert _score([line]).points == tantos


RENUNCIO = f"{HAND} rD"


@each(
    "lines, options, tantos",
    case("a repeat costs a partida", [f"{RENUNCIO} dD"], PLAIN, 4),
    case("a repeat written after the next hand", [f"{RENUNCIO} dD", "revesino A"], PLAIN, 4),
    case("each repeat costs a partida", [f"{RENUNCIO} dD", "falta repite D B"], PLAIN, 4),
    case("a repeat in a revesino", ["revesino A rD"], PLAIN, 4),
    case("a repeat in a hand with four ases", ["napolitana A rD"], PLAIN, 4),
    case("a repeat in a hand without recorded renuncios", ["mano 12 -6 -6 0"], PLAIN, 4),
    case("a repeat in a hand given by the referee", ["arbitro mano 12 -6 -6 0: x"], PLAIN, 4),
    case("a repeat in a vuelta in one line", ["vuelta 12 -6 -6 0"], PLAIN, 4),
    case("doubled like its hand", [f"{RENUNCIO} dD"], DOUBLE, 8),
    case(
        "doubled like the last hand of the vuelta",
        ["mano 0 0 0 0"] * 3 + ["revesino A rD"],
        DOUBLE,
        8,
    ),
    case(
        "doubled, although a misdeal came later",
        ["mano 0 0 0 0"] * 3 + ["revesino A rD", "nula pasa"],
        DOUBLE,
        8,
    ),
    case("single like the last hand", ["mano 0 0 0 0"] * 7 + ["revesino A rD"], DOUBLE, 4),
    case("doubled like its vuelta", ["vuelta 0 0 0 0"], DOUBLE, 8),
)
def test_a_repeated_renuncio_costs_a_partida_of_its_own_hand(lines, options, tantos):
    score = _score([*lines, "falta repite D A"], options)
    assert score.points == (tantos, 0, 0, -tantos)


@each(
    "lines",
    case("before any hand", []),
    case("D made no renuncio", [f"{HAND} rB dD"]),
    case("the renuncio was three hands ago", [f"{RENUNCIO} dD", "revesino A", "revesino A"]),
    case("more repeats than bazas", [f"{RENUNCIO} dD"] + ["falta repite D A"] * 7),
)
def test_the_repeat_of_a_renuncio_not_made_is_refused(lines):
    assert _refusal([*lines, "falta repite D A"]) == ("repeat_unmade", "side", len(lines) + 1)


@each(
    "options, lines",
    case("a match of a vuelta", Options(vueltas=1), ["mano 0 0 0 0"] * 3 + ["revesino A rD"]),
    case("a match by time", Options(by_time=True), ["revesino A rD", "fin"]),
)
def test_faults_of_the_last_hand_may_be_written_after_the_end(options, lines):
    end = _score(lines, options)
    assert (end.over, end.winner, end.tallies) == (True, 0, ((24, 0, 0, -24),))
    score = _score([*lines, "falta repite D A"], options)
    assert (score.over, score.winner, score.tallies) == (True, 0, ((28, 0, 0, -28),))
    score = _score([*lines, "falta repite D A", "arbitro tantos -20 20 0 0: x"], options)
    assert (score.winner, score.points, score.tallies) == (1, (-20, 20, 0, 0), ((8, 20, 0, -28),))
    draw = _score([*lines, "arbitro tantos -12 12 0 0: mezcló las bazas"], options)
    assert (draw.over, draw.winner) == (True, None)
    for late_line in (
        "falta doble A",
        "arbitro mano 0 0 0 0: x",
        "nula",
        "arbitro pie A: x",
        "fin",
    ):
        assert _refusal([*lines, late_line], options)[0] == "match_over"


@each("end", "pierde B: x", "arbitro fin: x", "arbitro tablas: x")
def test_after_a_forfeit_or_a_stop_every_line_is_refused(end):
    lines = ["revesino A rD", end]
    assert _refusal([*lines, "falta repite D A"]) == ("match_over", "hand", 3)


def test_a_player_who_leaves_cannot_win():
    lines = ["mano 8 -4 -4 0", "pierde A: se marcha"]
    score = _score(lines)
    assert (score.over, score.winner, score.tallies[0]) == (True, 3, (8, -4, -4, 0))
    score = _score(["mano 8 -4 0 -4", "pierde C: se marcha"])
    assert score.winner == 0
    assert _score(["pierde D: no se presenta"]).winner is None


def test_a_bye_has_no_tantos():
    score = REVESINO.award(REVESINO.start(PLAIN), 2, PLAIN)
    assert (score.over, score.winner, score.tallies) == (True, 2, ((0, 0, 0, 0),))


def test_each_preset_has_its_number_of_deals():
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
def test_tantos_and_plate_sum_to_zero_after_every_line(preset):
    options = PRESETS[preset]
    hands = play_match(options, "un corte")
    steps = fold(REVESINO, options, hands)
    assert all(not sum(step.score.tallies[0]) + step.score.state.plate for step in steps)
    for cut in range(len(hands)):
        assert fold(REVESINO, options, hands[:cut]) == steps[:cut]


def test_a_hand_can_move_any_tantos_up_to_twelve():
    """Try every payer and gainer of the partida and of the five pay cards."""
    possible = {(0, 0, 0, 0)}
    for value in (4, 2, 1, 1, 1, 3):
        unpaid = set() if value == 4 else possible
        possible = unpaid | {
            tuple(
                tantos + value * ((seat == gainer) - (seat == payer))
                for seat, tantos in enumerate(amounts)
            )
            for amounts in possible
            for gainer, payer in permutations(range(4), 2)
        }
    span = range(-12, 13)
    zero_sums = {(a, b, c, -a - b - c) for a, b, c in product(span, repeat=3)}
    assert possible == {
        amounts for amounts in zero_sums if sum(abs(value) for value in amounts) <= 24
    }
