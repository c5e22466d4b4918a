"""A match of truco: its length, chicos, rulings, forfeits, the gallo, the pica-pica, the dealer."""

import pytest

from rules.core import fold
from rules.truco import TRUCO
from rules.truco.acts import Chant, Seat
from rules.truco.options import PRESETS, Options
from rules.truco.score import next_acts, next_seating
from tests.refusals import is_refused
from tests.rows import case, each
from tests.rules.self_play import play_match

PAREJAS = PRESETS["parejas"]
GALLO = PRESETS["gallo"]


def _score(lines: list[str], options: Options = PAREJAS):
    return fold(TRUCO, options, lines)[-1].score if lines else TRUCO.start(options)


def _tallies(lines: list[str], options: Options = PAREJAS) -> tuple[tuple[int, ...], ...]:
    return _score(lines, options).tallies


def test_the_bandos_of_the_next_hand_depend_on_its_dealer_and_gallo():
    score = _score(["AA dA"], GALLO)
    assert next_seating(score, GALLO).bandos == (1, 0, 1)
    assert next_seating(score, GALLO, Seat(2)).bandos == (1, 1, 0)
    assert next_seating(score, GALLO, gallo=0).bandos == (0, 1, 1)
    with is_refused("not_a_side", field="gallo"):
        next_seating(score, GALLO, gallo=3)
    assert Chant(0, "re") in next_acts(score, (Chant(2, "e"),), GALLO, gallo=2)
    assert Chant(0, "re") not in next_acts(score, (Chant(2, "e"),), GALLO)


def _codes(lines: list[str], options: Options = PAREJAS) -> list[str]:
    return [event.code for event in _score(lines, options).events]


@each(
    "preset, players, target, malas, chicos_to_win, number_of_sides",
    ("parejas", 4, 30, 15, 2, 2),
    ("mano_a_mano", 2, 30, 15, 2, 2),
    ("gallo", 3, 30, 15, 2, 3),
    ("gallo_fijo", 3, 30, 15, 2, 2),
    ("pica_pica", 6, 30, 15, 2, 2),
    ("parejas_un_chico", 4, 30, 15, 1, 2),
    ("mano_a_mano_un_chico", 2, 30, 15, 1, 2),
    ("parejas_a_24", 4, 24, 12, 2, 2),
    ("parejas_a_15", 4, 15, 0, 2, 2),
    ("mano_a_mano_a_15", 2, 15, 0, 2, 2),
    ("parejas_a_40", 4, 40, 20, 2, 2),
)
def test_each_preset_has_its_players_target_and_chicos(
    preset, players, target, malas, chicos_to_win, number_of_sides
):
    options = PRESETS[preset]
    assert (options.players, options.target, options.malas) == (players, target, malas)
    assert options.chicos_to_win == chicos_to_win
    assert options.sides == number_of_sides
    assert [len(tally) for tally in TRUCO.start(options).tallies] == [number_of_sides] * 3
    assert options.counted_tally == ("tantos" if chicos_to_win == 1 else "chicos")


def test_the_table_of_presets_is_complete():
    assert len(PRESETS) == 11


@each(
    "lines, tallies",
    case("nothing played", [], ((0, 0), (0, 0), (0, 0))),
    case("a hand", ["AA"], ((0, 0), (1, 0), (1, 0))),
    case("a chico by its tantos", ["chico 30-24"], ((1, 0), (30, 24), (0, 0))),
    case("a chico by its winner", ["chico B"], ((0, 1), (0, 30), (0, 0))),
    case("a chico begun, closed by its winner", ["mA", "chico A"], ((1, 0), (30, 2), (0, 0))),
    case(
        "the best of three",
        ["chico 30-24", "chico 12-33", "chico 31-0"],
        ((2, 1), (73, 57), (0, 0)),
    ),
    case(
        "both levels and the judge in one acta",
        ["chico 30-24", "Ae q 31-27 AA", "arbitro chico B: faltan jugadores"],
        ((1, 1), (33, 54), (0, 0)),
    ),
)
def test_lines_add_up_to_chicos_and_tantos(lines, tallies):
    assert _tallies(lines) == tallies


# Rulings T2, T3: A has 29 and could win the chico in the next hand; B has won a chico.
A_AT_29 = ["Afe q 27-31 dA", *["At Brt Av4 q AA"] * 7, "AA"]


@each(
    "lines, chicos, last_chico",
    case("A wins by the truco", ["Ae q b-31 Bt Art q AA"], (1, 1), (32, 2)),
    case("A wins by the envido, and play stops", ["Ae q 31-b"], (1, 1), (31, 0)),
    case("play after the envido does not count", ["Ae q 31-b At q BB"], (1, 1), (31, 0)),
    case("A wins by the highest envido", ["Ae Be Are q 31-b"], (1, 1), (36, 0)),
    case("not shown: B gets 4, the chico goes on", ["Ae q 31-b sA At q AA"], (0, 1), None),
    case("not shown, without a round played", ["Ae q 31-b sA"], (0, 1), None),
)
def test_the_envido_counts_before_the_truco_at_the_end_of_a_chico(lines, chicos, last_chico):
    score = _score([*A_AT_29, *lines])
    assert score.tallies[0] == chicos
    if last_chico:
        assert score.state.chicos == ((0, 30), last_chico)
    else:
        assert score.tallies[2][0] == 29


def test_a_round_that_does_not_count_has_an_event():
    assert "truco.round_ignored" in _codes(["AAB"])
    assert "truco.rest_not_counted" in _codes([*A_AT_29, "Ae q 31-b At q BB"])
    assert _tallies(["AAB"]) == _tallies(["AA"])
    assert "truco.round_ignored" not in _codes(["ABB"])


def test_a_side_enters_buenas_with_16_tantos():
    lines = ["At Brt Av4 q AA"] * 3 + ["At q AA"]
    assert "truco.buenas" not in _codes([*lines, "AA"])  # A has 15 tantos
    assert "truco.buenas" in _codes([*lines, "AA", "AA"])  # A has 16 tantos
    assert "truco.buenas" not in _codes([*lines, "AA", "AA", "AA"])


def test_the_deal_passes_to_the_right_from_hand_to_hand_and_chico_to_chico():
    lines = ["AA dB2", "AA", "Afe q 31-27", "AA"]
    dealers = [step.score.state.dealer for step in fold(TRUCO, PAREJAS, lines)]
    assert dealers == [0, 1, 2, 3]


def test_the_dealer_is_unknown_after_a_chico_result_until_a_line_names_him():
    assert _score(["AA dA", "chico A"]).state.dealer is None
    assert _score(["AA dA", "chico A", "AA dB"]).state.dealer == 2


def test_a_void_hand_is_dealt_again_by_the_same_dealer():
    score = _score(["AA dA", "arbitro anula: se vio una carta"])
    assert (score.tallies[2], score.state.dealer, score.points) == ((1, 0), 1, (0, 0))


@each(
    "signs, tallies, over",
    ({"signs_lose_mano": True}, ((0, 0), (1, 2), (1, 2)), False),
    ({"signs_lose_chico": True}, ((0, 1), (1, 30), (0, 0)), False),
    ({}, ((0, 2), (1, 60), (0, 0)), True),
)
def test_7_1_2_senas_lose_the_mano_the_chico_or_the_match(signs, tallies, over):
    """Rulings T20: the options decide what forbidden signs cost."""
    score = _score(["AA", "senas A: con los pies"], Options(**signs))
    assert (score.tallies, score.over) == (tallies, over)
    assert score.events[0].code == "truco.disqualified"


def test_a_forfeit_credits_the_missing_chicos_to_the_rival():
    score = _score(["chico 30-24", "AA", "pierde A: se retira"])
    assert (score.winner, score.over) == (1, True)
    assert score.tallies == ((1, 2), (31, 84), (0, 0))
    assert score.state.chicos == ((30, 24), (1, 30), (0, 30))


@each(
    "lines, winner, tallies",
    ([], None, ((0, 0, 0), (0, 0, 0), (0, 0, 0))),
    (["BB dA"], None, ((0, 0, 0), (0, 1, 1), (0, 1, 1))),  # both sides of the pair get the tanto
    (["BB dA", "CC dB"], 2, ((0, 0, 2), (1, 1, 60), (0, 0, 0))),  # C leads B, 2 tantos to 1
    (
        ["chico 9-30-5", "chico 2-7-30"],
        None,
        ((0, 1, 1), (11, 37, 35), (0, 0, 0)),
    ),  # B and C are tied
)
def test_a_forfeit_in_a_gallo_gives_the_match_to_the_rival_ahead_or_to_nobody(
    lines, winner, tallies
):
    """Rulings T19: if the other two sides are tied, as before the first hand, nobody wins."""
    score = _score([*lines, "pierde A: se va"], PRESETS["gallo"])
    assert (score.winner, score.over, score.tallies) == (winner, True, tallies)
    assert [event.code for event in score.events] == [
        "truco.match_forfeited",
        "truco.match_drawn" if winner is None else "truco.match_won",
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bye_gives_all_chicos_of_each_preset(preset):
    options = PRESETS[preset]
    score = TRUCO.award(TRUCO.start(options), 0, options)
    zeros = (0,) * (options.sides - 1)
    chicos = options.chicos_to_win
    assert score.tallies == ((chicos, *zeros), (chicos * options.target, *zeros), (0, *zeros))
    assert (score.winner, score.over) == (0, True)


# --- The gallo (Rulings T19) ------------------------------------------------------------------
# The dealer plays alone, and the tantos of the pair go to both its sides.
@each(
    "line, points",
    case("the gallo wins", "AA dA", (1, 0, 0)),
    case("one of the pair wins", "BB dA", (0, 1, 1)),
    case("one round each of the pair", "BC dA", (0, 1, 1)),
    case("the first round, then a parda", "BAp dA", (0, 1, 1)),
    case("three pardas: B is mano", "ppp dA", (0, 1, 1)),
    case("the acta says that B was alone", "ppp dA gB", (0, 1, 0)),
    case("equal: the nearest to the mano", "Ae q 31-31-b At n dA", (1, 2, 2)),
    case("one of the pair declares", "Ae q b-4-b At n dA", (1, 2, 2)),
    case("no quiero of the gallo", "Ce n CC dA", (0, 2, 2)),
    case("the gallo did not show", "Ae q 31-b-b AA sA dA", (0, 3, 3)),
    case("the pair goes al mazo", "mB dA", (2, 0, 0)),
    case("the falta in malas for the pair", "Afe q 1-4-3 dA", (0, 30, 30)),
)
def test_the_points_of_a_hand_in_a_gallo(line, points):
    assert _score([line], GALLO).points == points


@each(
    "lines, chicos",
    case("B and C tied: B is nearer the mano", ["Afe q 1-4-3 dA"], (0, 1, 0)),
    case("all tied: A is mano", ["AA dA", "CC", "Cfe q 4-3-1"], (1, 0, 0)),
    case("C had more tantos", ["CC dC", "Afe q 1-4-3 dA"], (0, 0, 1)),
)
def test_if_both_of_the_pair_reach_the_target_one_of_them_wins_the_chico(lines, chicos):
    assert _score(lines, GALLO).tallies[0] == chicos


def test_the_side_ahead_wins_if_another_leaves_a_gallo():
    assert _score(["BB dB", "pierde A: se retira"], GALLO).winner == 1
    assert _score(["arbitro partido C: se retira A"], GALLO).winner == 2


def test_in_a_fixed_gallo_the_pair_sits_on_both_sides_of_the_gallo():
    """The seats are A1, B, A2: if A1 deals, B is mano; if B deals, A2 is."""
    fixed_gallo = PRESETS["gallo_fijo"]
    assert _score(["ppp dA"], fixed_gallo).points == (0, 1)
    assert _score(["ppp dB"], fixed_gallo).points == (1, 0)
    assert _score(["Ae q 30.2-30 AA dA"], fixed_gallo).points == (1, 2)
    assert _score(["Ae q 30.1-30 AA dB"], fixed_gallo).points == (3, 0)


# --- The pica-pica ----------------------------------------------------------------------------
PICA = PRESETS["pica_pica"]


def test_25_tantos_do_not_stop_the_duels_of_a_pica_pica():
    """Rulings T16: the three duels are played to their end."""
    steps = fold(
        TRUCO,
        PICA,
        ["AA dA", *["arbitro tantos A 7: así estaban"] * 3, "At Brt q AA", "AA", "AA", "AA"],
    )
    assert [step.score.tallies[2][0] for step in steps][-4:] == [25, 26, 27, 28]
    assert [step.score.state.duel for step in steps][-4:] == [1, 2, 0, 0]
    assert "truco.redonda" in [event.code for event in steps[-2].score.events]


def test_the_target_stops_the_duels_of_a_pica_pica():
    """Rulings T16, T21: the deal passes, and the next chico starts with a redonda."""
    score = _score(
        ["AA dA", *["arbitro tantos A 7: así estaban"] * 3, "At Brt q AA", "Afe q 30-20"], PICA
    )
    assert (score.tallies[0], score.state.duel, score.state.dealer) == ((1, 0), 0, 2)


def test_the_change_to_pica_pica_has_an_event():
    assert "truco.pica_pica" in _codes(["Ae Be Are q 31-b AA dA"], PICA)
    assert "truco.pica_pica" not in _codes(["AA dA"], PICA)


def test_six_may_play_without_pica_pica():
    options = Options(players=6, pica_until=0)
    assert _score(["Ae Be Are q 31-b AA dA", "AA"], options).state.duel == 0


# --- The acts that a form offers --------------------------------------------------------------
def test_next_acts_are_the_legal_acts_after_a_line():
    def acts_after(line: str, options: Options = PAREJAS) -> str:
        acts = TRUCO.parse(line).acts if line else ()
        legal = next_acts(_score(["AA dB"], options), acts, options)
        return " ".join("tantos" if act is None else str(act) for act in legal)

    assert acts_after("") == "Ae Be Are Bre Afe Bfe At Bt p A B mA mB =A =B"
    assert acts_after("Ae") == "Be Bre Bfe Bt q n mA mB"
    assert acts_after("Ae Bre") == "Afe At q n mA mB"
    assert acts_after("Ae q") == "tantos"
    assert acts_after("At") == "Be Bre Bfe Brt q n mA mB"
    assert acts_after("A At q") == "Brt p A B mA mB"
    assert acts_after("A At q Brt q") == "Av4 p A B mA mB"
    assert acts_after("AA") == ""


def test_a_fold_of_pica_pica_is_the_same_from_any_line_on():
    hands = play_match(TRUCO, PICA, "corte")
    steps = fold(TRUCO, PICA, hands)
    for cut in range(len(hands) + 1):
        score = steps[cut - 1].score if cut else TRUCO.start(PICA)
        for number, hand in enumerate(hands[cut:], cut):
            score = TRUCO.play(score, hand, PICA)
            assert score == steps[number].score
