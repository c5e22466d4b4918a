"""Every table and example of the reglamento of truco by ASART (2017), as printed there."""

import pytest

from rules.core import RuleError, fold
from rules.truco import TRUCO
from rules.truco.acts import VALID_TANTOS
from rules.truco.chico import malas_o_buenas
from rules.truco.mano import ENVIDO
from rules.truco.options import PRESETS
from rules.truco.score import next_seating
from tests.rows import case, cases, each
from tests.rules.self_play.truco import Card, strength, tantos

PAREJAS = PRESETS["parejas"]


def _points(
    *lines: str, options: TRUCO.Options = PAREJAS, dealer_word: str = "dB"
) -> tuple[int, ...]:
    """Return the points of the last line. By default B deals the first hand, so A is mano."""
    lines_with_dealer = [f"{lines[0]} {dealer_word}", *lines[1:]]
    return fold(TRUCO, options, lines_with_dealer)[-1].score.points


def _cards(text: str) -> list[Card]:
    return [Card(int(word[:-1]), word[-1]) for word in text.split()]


# 4.1.2: the value of each card; then every combination of the table, in the order of the text.
@cases("cards, worth", *((f"{n}", n) for n in range(1, 8)), ("10", 0), ("11", 0), ("12", 0))
def test_4_1_2_cards_have_their_face_value(cards, worth):
    assert tantos([Card(int(cards), suit) for suit in "oce"]) == worth


COMBINATIONS = {
    0: "10o 11c 12e",
    1: "1o 1c 1e, 1o 1c 10e, 1o 11c 12e",
    2: "2o 2c 2e, 2o 2c 10e, 2o 2c 1e, 2o 10c 11e, 2o 1c 1e",
    3: "3o 3c 3e, 3o 3c 12e, 3o 3c 1e, 3o 10c 11e, 3o 10c 2e",
    4: "4o 4c 4e, 4o 4c 12e, 4o 4c 3e, 4o 10c 11e, 4o 10c 1e",
    5: "5o 5c 5e, 5o 5c 12e, 5o 5c 4e, 5o 10c 11e, 5o 10c 3e",
    6: "6o 6c 6e, 6o 6c 12e, 6o 6c 5e, 6o 10c 11e, 6o 10c 4e",
    7: "7o 7c 7e, 7o 7c 12e, 7o 7c 6e, 7o 10c 11e, 7o 10c 5e",
    20: "10o 11o 12o, 10o 12o 7c",
    21: "10o 11o 1o, 10o 1o 7c",
    22: "10o 11o 2o, 10o 2o 7c",
    23: "10o 11o 3o, 10o 3o 7c, 2o 1o 7c, 2o 1o 10o",
    24: "10o 11o 4o, 10o 4o 7c, 3o 1o 7c, 3o 1o 10o",
    25: "10o 11o 5o, 10o 5o 7c, 3o 2o 7c, 3o 2o 1o, 3o 2o 10o, 4o 1o 7c, 4o 1o 10o",
    26: "10o 11o 6o, 10o 6o 7c, 4o 2o 7c, 4o 2o 1o, 4o 2o 10o, 5o 1o 7c, 5o 1o 10o",
    27: "10o 11o 7o, 10o 7o 6c, 4o 3o 7c, 4o 3o 2o, 4o 3o 10o, 5o 2o 7c, "
    "5o 2o 10o, 5o 2o 1o, 6o 1o 7c, 6o 1o 10o",
    28: "7o 1o 10o, 7o 1o 6c, 6o 2o 10o, 6o 2o 7c, 6o 2o 1o, 5o 3o 10o, 5o 3o 7c, 5o 3o 2o",
    29: "7o 2o 10o, 7o 2o 6c, 7o 2o 1o, 6o 3o 10o, 6o 3o 7c, "
    "6o 3o 2o, 5o 4o 10o, 5o 4o 7c, 5o 4o 3o",
    30: "7o 3o 10o, 7o 3o 6c, 7o 3o 2o, 6o 4o 10o, 6o 4o 7c, 6o 4o 3o",
    31: "7o 4o 10o, 7o 4o 6c, 7o 4o 3o, 6o 5o 10o, 6o 5o 7c, 6o 5o 4o",
    32: "7o 5o 10o, 7o 5o 6c, 7o 5o 4o",
    33: "7o 6o 10o, 7o 6o 5c, 7o 6o 5o",
}


@pytest.mark.parametrize("number", COMBINATIONS)
def test_4_1_2_combinations_of_cards_have_their_tantos(number):
    assert {tantos(_cards(hand)) for hand in COMBINATIONS[number].split(", ")} == {number}


def test_4_6_3_valid_numbers_of_tantos():
    assert set(COMBINATIONS) == VALID_TANTOS == {*range(0, 8), *range(20, 34)}


@each("number", 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 34, 38, 40, 99)
def test_4_6_2_impossible_numbers_of_tantos_are_refused(number):
    """An impossible number is refused (Rulings T6)."""
    with pytest.raises(RuleError) as excinfo:
        TRUCO.parse(f"Ae q {number}-30 AA")
    error = excinfo.value
    assert (error.code, error.field) == ("truco.tanto_value", "tantos")
    assert (error.article, error.params["value"]) == ("Truco 4.6.3", number)


# 4.2.4, 4.3.1: each series of chants, with its tantos if wanted ("#": a falta) and if unwanted.
CANTOS = [
    ("e", 2, 1),
    ("re", 3, 1),
    ("fe", "#", 1),
    ("e e", 4, 2),
    ("e re", 5, 2),
    ("e fe", "#", 2),
    ("re fe", "#", 3),
    ("e e fe", "#", 4),
    ("e e re", 7, 4),
    ("e re fe", "#", 5),
    ("e e re fe", "#", 7),
]


def _chants(run: str) -> str:
    """Return the chants as words of a line: A begins, and the sides raise in turn."""
    return " ".join("AB"[turn % 2] + chant for turn, chant in enumerate(run.split()))


@pytest.mark.parametrize(("chants", "tantos_wanted", "tantos_unwanted"), CANTOS)
def test_4_3_1_points_of_the_envido(chants, tantos_wanted, tantos_unwanted):
    last_side = (len(chants.split()) - 1) % 2
    envido_points = 30 if tantos_wanted == "#" else tantos_wanted
    rounds = "" if tantos_wanted == "#" else " n"
    truco_points = 0 if tantos_wanted == "#" else 1
    assert _points(f"{_chants(chants)} q 31-27{' Bt' + rounds if rounds else ''}") == (
        envido_points,
        truco_points,
    )
    expected_points = [0, 0]
    expected_points[last_side] += tantos_unwanted
    expected_points[0] += 1
    assert _points(f"{_chants(chants)} n At n") == tuple(expected_points)


def test_4_2_4_there_are_no_other_series_of_chants():
    assert {" ".join(run) for run in ENVIDO} == {run for run, _, _ in CANTOS}


# 4.3.2: "los puntos a disputar serán 5 (los que le faltan a quien va ganando)".
@each(
    "tantos_before, declared_tantos, points",
    case("the example, won by the side behind", (14, 25), "31-27", (5, 0)),
    case("the example, won by the side ahead", (14, 25), "27-31", (0, 5)),
    case("both in malas: the chico", (15, 15), "31-27", (15, 0)),
    case("both in malas, 0 against 15: the chico", (0, 15), "31-27", (30, 0)),
    case("one in buenas by one", (0, 16), "31-27", (14, 0)),
    case("both lack one tanto", (29, 29), "27-31", (0, 1)),
)
def test_4_3_2_points_of_the_falta_envido(tantos_before, declared_tantos, points):
    score = _score_at(tantos_before)
    chico_is_over = 30 in tuple(map(sum, zip(tantos_before, points, strict=True)))
    end_of_line = "" if chico_is_over else " AA"
    score = TRUCO.play(score, TRUCO.parse(f"Afe q {declared_tantos}{end_of_line}"), PAREJAS)
    assert score.points == tuple(map(sum, zip(points, (0 if chico_is_over else 1, 0), strict=True)))


def _score_at(tantos_chico: tuple[int, int], options: TRUCO.Options = PAREJAS):
    """Return the score of a chico with these tantos, given by rulings of the referee."""
    score = TRUCO.start(options)
    for side, points in zip("AB", tantos_chico, strict=True):
        for _ in range(points):
            line = TRUCO.parse(f"arbitro tantos {side} 1: así estaban")
            score = TRUCO.play(score, line, options)
    return score


# The cards from high to low (5.1).
ORDER = (
    "1e, 1b, 7e, 7o, 3o 3c 3e 3b, 2o 2c 2e 2b, 1o 1c, 12o 12c 12e 12b, 11o 11c 11e 11b, "
    "10o 10c 10e 10b, 7c 7b, 6o 6c 6e 6b, 5o 5c 5e 5b, 4o 4c 4e 4b"
)


def test_5_1_order_of_the_cards():
    powers = [{strength(card) for card in _cards(row)} for row in ORDER.split(", ")]
    assert all(len(power) == 1 for power in powers)
    values = [power.pop() for power in powers]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 14


@each(
    "chants, tantos_wanted, tantos_unwanted, loser",
    case("no truco: one (5.4.5)", "", 1, None, None),
    case("truco", "At", 2, 1, 1),
    case("quiero retruco", "At Brt", 3, 2, 0),
    case("quiero vale cuatro", "At Brt Av4", 4, 3, 1),
    case("vale cuatro, with a quiero to each chant", "At q Brt q Av4", 4, 3, 1),
)
def test_5_6_points_of_the_truco(chants, tantos_wanted, tantos_unwanted, loser):
    assert _points(f"{chants} q AA" if chants else "AA") == (tantos_wanted, 0)
    if chants:
        expected_points = [0, 0]
        expected_points[1 - loser] = tantos_unwanted
        assert _points(f"{chants} n") == tuple(expected_points)


@each(
    "rounds, winner",
    case("two rounds (3.4)", "AA", 0),
    case("two of three", "ABA", 0),
    case("two of three for B", "ABB", 1),
    case("first parda: the second (5.4.1)", "pB", 1),
    case("two pardas: the third (5.4.1)", "ppB", 1),
    case("three pardas: the mano (5.4.2)", "ppp", 0),
    case("second parda: the first (Rulings T4)", "Bp", 1),
    case("third parda: the first (Rulings T4)", "BAp", 1),
)
def test_5_4_rounds_and_pardas_decide_the_truco(rounds, winner):
    assert _points(rounds) == tuple(int(side == winner) for side in (0, 1))


@each(
    "line, points",
    case("before the envido is over: 2 (8.4)", "mB", (2, 0)),
    case("after the envido: 1 (8.4), and the no quiero", "Ae n mB", (2, 0)),
    case("after the first round: 1 (8.4)", "A mB", (1, 0)),
    case("as the answer to an envido: 1 and 1 (Rulings T9)", "Ae mB", (2, 0)),
    case("as the answer to a raise: 4 and 1 (Rulings T9)", "Ae Be Are mB", (5, 0)),
    case("as the answer to a truco: 1, also at once (Rulings T8)", "At mB", (1, 0)),
    case("as the answer to a retruco: 2 (Rulings T8)", "A At q Brt mA", (0, 2)),
    case("after the truco was wanted: 2 (Rulings T7)", "At q mB", (2, 0)),
    case("after the retruco was wanted (Rulings T7)", "At q A Brt q mB", (3, 0)),
    case("after the vale cuatro (Rulings T7)", "At q A Brt q Av4 q mB", (4, 0)),
    case("the envido first, then al mazo to the truco", "At Be q b-31 mB", (1, 2)),
    case("the player of a pending truco: the envido was not over", "At mA", (0, 2)),
)
def test_8_4_going_al_mazo_gives_points_to_the_rival(line, points):
    assert _points(line) == points


@each(
    "declared_tantos, winner",
    case("the higher", "31-27", 0),
    case("the higher, of B", "27-31", 1),
    case("son buenas (4.4.2)", "b-4", 1),
    case("equal: the mano, if the line has no seats (Rulings T5)", "27-27", 0),
    case("equal: B1 sits nearer the mano than A2 (Rulings T5)", "27.2-27.1", 1),
    case("equal: A2 sits nearer than B2 (Rulings T5)", "27.2-27.2", 0),
    case("equal: the mano, if a seat is missing (Rulings T5)", "27-27.1", 0),
)
def test_4_4_winner_of_the_envido(declared_tantos, winner):
    """A1 is mano: the order is A1, B1, A2, B2."""
    points = [0, 0]
    points[winner] = 2
    assert _points(f"Ae q {declared_tantos} At n", dealer_word="dB2") == (points[0] + 1, points[1])


def test_4_2_3_truco_in_answer_to_the_envido_refuses_it():
    assert _points("Ae Bt q BB") == (1, 2)


def test_4_6_11_the_envido_comes_first():
    assert _points("At Be q 25-30 n") == (1, 2)
    assert _points("At Be Are q 25-30 q AA") == (2, 5)


@each(
    "tantos_now, malas_or_buenas",
    (1, (1, "malas")),
    (15, (15, "malas")),
    (16, (1, "buenas")),
    (25, (10, "buenas")),
    (30, (15, "buenas")),
)
def test_11_1_tantos_over_15_are_buenas(tantos_now, malas_or_buenas):
    assert malas_o_buenas(tantos_now) == malas_or_buenas


# The pica-pica (10.2, 10.3).
PICA = PRESETS["pica_pica"]


@each(
    "tantos_before, duel",
    case("nobody has 5: redonda", (4, 4), 0),
    case("the first example: 2 against 5, it begins", (2, 5), 1),
    case("still pica-pica", (24, 19), 1),
    case("the second example: 25, all redondas to the end", (25, 20), 0),
)
def test_10_2_pica_pica_is_played_from_5_tantos_to_24(tantos_before, duel):
    score = _score_at(tantos_before, PICA)
    new_score = TRUCO.play(score, TRUCO.parse("=A dB3"), PICA)
    next_duel = next_seating(_score_at(tantos_before, PICA), PICA).duel
    assert next_duel == duel
    assert new_score.state.duel == duel


def test_10_2_redondas_and_pica_pica_alternate():
    lines = ["Ae Be Are q b-31 AA dB3", *["pBp"] * 3, "pBp", *["ppp"] * 3]
    score = TRUCO.start(PICA)
    duels, points = [], []
    for line in lines:
        duels.append(next_seating(score, PICA).duel)
        score = TRUCO.play(score, TRUCO.parse(line), PICA)
        points.append(score.points)
    assert duels == [0, 1, 2, 3, 0, 1, 2, 3]
    # The third dealer is A2: the manos of the duels are B2, A3 and B3.
    assert points[5:] == [(0, 1), (1, 0), (0, 1)]
    assert score.state.dealer == 3


def test_10_3_the_falta_envido_is_worth_6_in_a_pica_pica():
    assert _points(
        "arbitro tantos A 5: así estaban", "Bfe q 20-31 AA dB3", options=PICA, dealer_word=""
    ) == (1, 6)
    assert _points(
        "arbitro tantos A 5: así estaban", "Be Afe n AA dB3", options=PICA, dealer_word=""
    ) == (3, 0)


@each(
    "line, points",
    case("its points go to the rival", "Ae q 31-27 AA iA", (0, 3)),
    case("the side lost the hand: two more", "Ae q 31-27 BB iA", (0, 5)),
    case("the side had won nothing: two more", "AA iB", (3, 0)),
)
def test_10_4_1_points_of_an_infraction_in_a_pica_pica(line, points):
    start = "arbitro tantos A 5: así estaban"
    assert _points(start, f"{line} dB3", options=PICA, dealer_word="") == points
