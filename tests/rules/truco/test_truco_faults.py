"""The faults of truco (6) by the reglamento of ASART: their cost, and the next dealer."""

from rules.core import fold
from rules.truco import TRUCO
from rules.truco.options import PRESETS
from tests.refusals import is_refused
from tests.rows import case, each
from tests.rules.self_play.truco import Card

PAREJAS = PRESETS["parejas"]


def _points(
    *lines: str, options: TRUCO.Options = PAREJAS, dealer_word: str = "dB"
) -> tuple[int, ...]:
    """Return the points of the last line. By default B deals the first hand, so A is mano."""
    lines_with_dealer = [f"{lines[0]} {dealer_word}", *lines[1:]]
    return fold(TRUCO, options, lines_with_dealer)[-1].score.points


def _cards(text: str) -> list[Card]:
    return [Card(int(word[:-1]), word[-1]) for word in text.split()]


@each(
    "line, points",
    case("the winner did not show: all (4.6.6)", "Ae q 31-27 At q AA sA", (0, 4)),
    case("vale cuatro won by the rival", "Ae q 31-27 At Brt Av4 q BB sA", (0, 6)),
    case("vale cuatro won by himself", "Ae q 31-27 At Brt Av4 q AA sA", (0, 6)),
    case("truco no querido: its points too (T11)", "Ae q 31-27 At n sA", (0, 3)),
    case("the winner had declared wrong (4.6.6)", "Ae q 31-27 AA xA", (0, 3)),
    case("the loser showed and was wrong (4.6.9)", "Ae q 31-27 BB xB", (3, 0)),
    case("the falta in malas: the chico (Rulings T12)", "Afe q 31-27 sA", (0, 30)),
    case("cards too many: A loses what he won (6.4.3)", "Ae q 31-27 AA +A", (0, 2)),
    case("the rival keeps his points and adds 2 (Rulings T15)", "Ae q 31-27 BB +A", (0, 3)),
    case("the rival won the hand: his point, and 2 (6.4.3)", "BB +A", (0, 3)),
    case("two faults, one by each side", "Ae q 31-27 BB sA +B", (2, 0)),
)
def test_4_6_6_and_6_4_3_points_of_a_hand_with_faults(line, points):
    assert _points(line) == points


def test_6_4_2_hidden_cards_too_many_cost_two_points():
    steps = fold(TRUCO, PAREJAS, ["maldada B", "sobra A", "AA"])
    assert [step.score.points for step in steps] == [(0, 0), (0, 2), (1, 0)]


# The seat of the next dealer after each line (6.5).
@each(
    "preset, lines, dealers",
    case(
        "misdeals seen while dealing",
        "parejas",
        "maldada mas B·AA·AA·AA·AA·maldada vuelta·maldada",
        [1, 2, 3, 0, 1, 2, 2],
    ),
    case(
        "cards too many seen at the end count first; then B loses his turn",
        "mano_a_mano",
        "AA +A dB·AA·maldada mas·ppp",
        [0, 1, 0, 1],
    ),
    case(
        "cards too many hidden, in the first line of the match",
        "mano_a_mano",
        "sobra A dB·AA·AA·maldada menos·ppp",
        [1, 0, 1, 0, 1],
    ),
    case(
        "the second misdeal in a played hand: his turn has passed already",
        "mano_a_mano",
        "maldada B·AA +A·maldada·AA +B",
        [1, 0, 0, 1],
    ),
    case(
        "the second one hidden: the next player deals",
        "mano_a_mano",
        "AA +A dB·AA·sobra B·AA",
        [0, 1, 0, 1],
    ),
    case(
        "a misdeal of the dealer, not of his partner",
        "parejas",
        "AA +A dA2·AA·AA·AA·maldada",
        [3, 0, 1, 2, 3],
    ),
    case("in a gallo, only of the dealer", "gallo", "sobra A dB·AA·AA·CC·maldada", [1, 2, 0, 1, 2]),
    case(
        "in the middle of a pica-pica it counts, and the deal stays",
        "pica_pica",
        "arbitro tantos A 5: así estaban·AA +A dA·AA·maldada·BB·maldada",
        [None, 0, 0, 0, 1, 1],
    ),
    case(
        "misdeals of two chicos", "mano_a_mano", "AA +A dB·arbitro chico A: x·maldada B", [0, 1, 0]
    ),
)
def test_6_5_a_dealer_loses_his_turn_with_his_second_misdeal(preset, lines, dealers):
    steps = fold(TRUCO, PRESETS[preset], lines.split("·"))
    assert [step.score.state.dealer for step in steps] == dealers


def test_6_5_of_two_players_the_one_who_loses_his_turn_to_deal_is_mano():
    steps = fold(TRUCO, PRESETS["mano_a_mano"], ["AA +A dB", "AA", "maldada mas", "ppp"])
    assert steps[-1].score.tallies[2] == (1, 3)  # A deals instead of B, so B is mano


@each(
    "line",
    "A +A dB",
    "A +B dB",
    "Ae n A +A dB",
    "Ae q 31-27 A xA dB",
    "Ae q 31-27 xA dB",
    "Ae q 31-27 sA dB",
)
def test_6_4_3_a_penalty_does_not_end_an_unfinished_hand(line):
    """At 27 to 28 the penalty would end the chico, but nobody finished the hand."""
    lines_before = [f"arbitro tantos {side} 7: x" for side in "AB" * 4]
    lines_before[0] = "arbitro tantos A 6: x"  # A has 27: its envido does not end the chico
    with is_refused("truco.hand_unfinished", field="rounds"):
        fold(TRUCO, PAREJAS, [*lines_before, line])


@each(
    "line, points",
    case("A loses what it won, and B is at 30", "Ae q 31-27 +A dB", (0, 2)),
    case("A was at 30 before the two points", "Ae q 31-27 +B dB", (2, 0)),
    case("tantos not shown", "Ae q 31-27 sA dB", (0, 2)),
)
def test_6_4_3_a_hand_ended_by_the_envido_may_have_no_truco(line, points):
    lines_before = [f"arbitro tantos {side} 7: x" for side in "AB" * 4]
    assert fold(TRUCO, PAREJAS, [*lines_before, line])[-1].score.points == points


@each(
    "preset, line, last_event",
    ("mano_a_mano_un_chico", "sobra A", "truco.match_won"),
    ("mano_a_mano_un_chico", "AA +A", "truco.match_won"),
    ("mano_a_mano", "sobra A", "truco.deal_again"),
    ("mano_a_mano", "AA +A", "truco.misdeal_counted"),
)
def test_6_4_2_cards_are_not_dealt_again_after_the_end_of_the_match(preset, line, last_event):
    lines = ["AA dB", *["arbitro tantos B 7: x"] * 4, line]
    assert fold(TRUCO, PRESETS[preset], lines)[-1].score.events[-1].code == last_event
