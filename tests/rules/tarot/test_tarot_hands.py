"""Impossible lines of tarot, and the refusal of each."""

import pytest

from rules.core import RuleError, fold
from rules.tarot import TAROT
from rules.tarot.codes import CODES
from rules.tarot.options import Options
from rules.tarot.points import check_both_camps
from tests.refusals import is_refused
from tests.rows import case, each

CONTRACTS = "tomo, guardia, sin, contra"
FFT, NAIPES = Options(by_time=True), Options(naipes=True, by_time=True)
THREE, FIVE = Options(players=3, by_time=True), Options(players=5, by_time=True)
RESTING = Options(players=5, resting_dealer=True, by_time=True)


def _refusal(line: str, options: Options = FFT) -> tuple[str, str, dict[str, object]]:
    """Return the code, field and params with which this line is refused."""
    with pytest.raises(RuleError) as error:
        fold(TAROT, options, [line])
    return error.value.code.removeprefix("tarot."), error.value.field, error.value.params


def _points_params(
    value: str, oudlers: int, low: str, high: str, allowed: str
) -> dict[str, object]:
    """Return the params of a refusal of points that no cards can make."""
    return {"value": value, "oudlers": oudlers, "low": low, "high": high, "allowed": allowed}


@each(
    "line, code, field, params",
    ("B tomo 92 2o", "points_range", "points", {"value": "92", "high": 91}),
    ("B tomo 91.5 2o", "points_range", "points", {"value": "91.5", "high": 91}),
    ("B tomo 49 4o", "oudlers_range", "oudlers", {"value": 4, "high": 3}),
    ("B tomo 49.5 2o", "points_whole", "points", {"value": "49.5", "players": 4}),
    ("B tomo 90 3o", "points_cards", "points", _points_params("90", 3, "89", "91", "89, 91")),
    ("B tomo 80 0o", "points_cards", "points", _points_params("80", 0, "77", "77", "77")),
    ("B tomo 8 3o", "points_cards", "points", _points_params("8", 3, "17", "17", "17")),
    ("B tomo 91 3o", "slam_missing", "slam", {"value": "91", "allowed": "ch+"}),
    ("B tomo 4 0o", "slam_missing", "slam", {"value": "4", "allowed": "ch-"}),
    ("B contra 0 0o", "slam_missing", "slam", {"value": "0", "allowed": "ch-"}),
    ("B contra 88 3o", "slam_missing", "slam", {"value": "88", "allowed": "ch+"}),
    ("B tomo 60 3o ch+", "slam_points", "slam", {"value": "60", "allowed": "91"}),
    ("B tomo 60 2o ch+", "slam_points", "slam", {"value": "60", "allowed": "87"}),
    ("B tomo 60 1o ch-", "slam_points", "slam", {"value": "60", "allowed": "7–23"}),
    ("B tomo 60 1o ch+", "slam_oudlers", "oudlers", {"value": 1, "allowed": "2, 3"}),
    ("B tomo 4 2o ch-", "slam_oudlers", "oudlers", {"value": 2, "allowed": "0, 1"}),
    ("B sin 91 0o ch+", "slam_oudlers", "oudlers", {"value": 0, "allowed": "2, 3"}),
    ("B tomo 87 2o !ch", "slam_missing", "slam", {"value": "87", "allowed": "ch+"}),
    ("A guardia 91 3o ch+ B15", "slam_trumps", "poignees", {"value": "B15"}),
    ("A guardia 87 2o ch+ A10 B13", "poignee_trumps", "poignees", {"value": 23, "allowed": 22}),
    ("A guardia 87 2o ch+ B13", "slam_trumps", "poignees", {"value": "B13"}),
    ("A guardia 5 0o ch- A15", "slam_trumps", "poignees", {"value": "A15"}),
    ("A guardia 5 0o ch- A13", "slam_trumps", "poignees", {"value": "A13"}),
    ("B contra 4 0o ch-", "slam_points", "slam", {"value": "4", "allowed": "0"}),
    ("B tomo 49 0o p+", "petit_oudlers", "petit", {"value": 0, "allowed": "1, 2, 3"}),
    ("B tomo 49 3o p-", "petit_oudlers", "petit", {"value": 3, "allowed": "0, 1, 2"}),
    ("B tomo 91 2o p- ch+", "slam_petit", "petit", {}),
    ("B tomo 4 1o p+ ch-", "slam_petit", "petit", {}),
    (
        "B tomo 49 2o B12",
        "poignee_range",
        "poignees",
        {"value": 12, "allowed": "8, 10, 13, 15, 18"},
    ),
    ("B tomo 49 2o B8", "poignee_range", "poignees", {"value": 8, "allowed": "10, 13, 15"}),
    ("B tomo 49 2o B10 B13", "poignee_twice", "poignees", {"side": "B"}),
    ("B tomo 49 2o B10 C13", "poignee_trumps", "poignees", {"value": 23, "allowed": 22}),
    ("B subo 49 2o", "contract_unused", "contract", {"value": "subo", "allowed": CONTRACTS}),
    ("B+C tomo 49 2o", "partner_extra", "partner", {"players": 4}),
    ("B solo tomo 49 2o", "partner_extra", "partner", {"players": 4}),
    ("B rey tomo 49 2o", "called_alone", "called", {}),
    ("E tomo 49 2o", "not_at_table", "taker", {"side": "E", "allowed": "A, B, C, D"}),
    ("B tomo 49 2o E10", "not_at_table", "poignees", {"side": "E", "allowed": "A, B, C, D"}),
    ("B tomo 49 2o fE4", "not_at_table", "faults", {"side": "E", "allowed": "A, B, C, D"}),
    ("B tomo 49 2o dE", "not_at_table", "dealer", {"side": "E", "allowed": "A, B, C, D"}),
    ("petit E", "not_at_table", "player", {"side": "E", "allowed": "A, B, C, D"}),
    ("pierde E: se va", "not_at_table", "loser", {"side": "E", "allowed": "A, B, C, D"}),
    ("B tomo 49 2o fC0", "fault_point", "faults", {"value": 0, "low": 1, "high": 7}),
    ("B tomo 49 2o fC8", "fault_point", "faults", {"value": 8, "low": 1, "high": 7}),
    ("B tomo 49 2o fC1", "fault_effect_missing", "faults", {"value": 1}),
    ("B tomo 49 2o fC4n", "fault_effect_extra", "faults", {"value": 4}),
    ("B tomo 49 2o fB7 fB7", "fault_twice", "faults", {"value": "fB7"}),
    ("B tomo 49 2o fB6 fB6", "fault_twice", "faults", {"value": "fB6"}),
    ("B tomo 49 2o" + " fC4" * 10, "faults_many", "faults", {"value": 10, "allowed": 9}),
    ("B tomo 49 2o fB1p", "fault_prima", "faults", {"side": "B"}),
    ("B tomo 49 2o fC7", "fault_taker", "faults", {"value": 7, "allowed": "B"}),
    ("B sin 49 2o fB6", "fault_discard", "faults", {"value": 6, "allowed": "tomo, subo, guardia"}),
    ("B tomo 49 2o p+ p-", "word_twice", "petit", {"value": "p-"}),
    ("B tomo 49 2o ch+ ch+", "word_twice", "slam", {"value": "ch+"}),
    ("B tomo 49 2o dA dB", "word_twice", "dealer", {"value": "dB"}),
    ("repartos 1 25 25 -50", "results_players", "points", {"value": 3, "allowed": "4"}),
    ("repartos 1 25 -25", "results_players", "points", {"value": 2, "allowed": "3, 4, 5"}),
    ("repartos 1 75 -25 -25 -24", "results_sum", "points", {"value": "1"}),
    ("repartos 0 0 0 0 0", "deals_range", "deals", {"value": 0, "low": 1, "high": 99}),
    ("repartos 1 72 -24 -24 -25.5", "results_sum", "points", {"value": "-1.5"}),
    ("repartos 1 75 -25 -24.5 -25.5", "results_half", "points", {"value": "-24.5"}),
    ("repartos 1 75 -24 -26 -25", "results_deal", "points", {"value": "75 -24 -26 -25"}),
    ("repartos 1 39 -13 -13 -13", "results_deal", "points", {"value": "39 -13 -13 -13"}),
    ("repartos 1 50 50 -50 -50", "results_deal", "points", {"value": "50 50 -50 -50"}),
    ("repartos 4 10 -5 -5 0", "results_rest", "points", {"value": "10 -5 -5 0", "players": 4}),
    (
        "repartos 1 3000 -1000 -1000 -1000",
        "results_range",
        "points",
        {"value": "3000", "high": 2958},
    ),
    ("arbitro puntos -10 10 0 1: x", "results_sum", "points", {"value": "1"}),
    ("arbitro puntos -10 10 0: x", "results_players", "points", {"value": 3, "allowed": "4"}),
    ("fin", "end_unplayed", "hand", {}),
)
def test_an_impossible_line_with_four_players_is_refused(line, code, field, params):
    assert _refusal(line) == (code, field, params)


@each(
    "line, options, code, field",
    case("nobody called", "B tomo 49 2o", FIVE, "partner_missing", "partner"),
    case("15 trumps with five players", "B+C tomo 49 2o B15", FIVE, "poignee_range", "poignees"),
    case("10 trumps with three players", "B tomo 49 2o B10", THREE, "poignee_range", "poignees"),
    case("26 trumps", "B tomo 49 2o B13 C13", THREE, "poignee_trumps", "poignees"),
    case("one card outside the taker's pile", "B tomo 90.5 3o", THREE, "points_cards", "points"),
    case("a fourth player", "D tomo 49 2o", THREE, "not_at_table", "taker"),
    case(
        "naipes: a jack",
        "B+C jota tomo 49 2o",
        Options(naipes=True, players=5),
        "called_card",
        "called",
    ),
    case("no dealer, so nobody rests", "B guardia 49 2o", RESTING, "dealer_missing", "dealer"),
    case("the taker rests", "B guardia 49 2o dB", RESTING, "dealer_rests", "taker"),
    case(
        "a resting player shows a poignée",
        "B guardia 49 2o C10 dC",
        RESTING,
        "dealer_rests",
        "poignees",
    ),
    case(
        "a resting player makes a fault",
        "B guardia 49 2o fC4 dC",
        RESTING,
        "dealer_rests",
        "faults",
    ),
    case("a resting player has the petit", "petit C dC", RESTING, "dealer_rests", "player"),
    case(
        "a result without a dealer",
        "repartos 1 25 -75 25 25 0",
        RESTING,
        "dealer_missing",
        "dealer",
    ),
    case(
        "a resting player pays", "repartos 1 25 -75 25 25 0 dA", RESTING, "results_deal", "points"
    ),
    case(
        "totals that no three deals give", "repartos 3 20 -11 -9", THREE, "results_rest", "points"
    ),
    case(
        "a wrong sum with five players",
        "repartos 1 50 -25 25 -25 -24",
        FIVE,
        "results_sum",
        "points",
    ),
    case("four players' shares", "repartos 1 75 -25 -25 -25 0", FIVE, "results_deal", "points"),
    case("an end line in a match of four deals", "fin", Options(), "end_by_deals", "hand"),
    case("five deals in a match of four", "repartos 5 0 0 0 0", Options(), "deals_left", "deals"),
)
def test_a_line_impossible_at_its_table_is_refused(line, options, code, field):
    assert _refusal(line, options)[:2] == (code, field)


@each(
    "line, options",
    case("fft: a jack called", "B+C jota tomo 49 2o", FIVE),
    case("a queen called", "B+C dama tomo 49 2o", FIVE),
    case("the defence has one trick of four blanks", "B tomo 89 3o", FFT),
    case("one trick with petit and 21, and the Excuse", "B tomo 17 3o", FFT),
    case("ten blanks", "B tomo 5 0o", FFT),
    case("one trick of four blanks", "B contra 2 0o", FFT),
    case("a chelem with the oudlers in the reserve", "B contra 64 0o ch+", FFT),
    case("oudlers in the reserve, and no trick", "B sin 20 2o ch-", FFT),
    case("four queens and two knights discarded", "B tomo 19 0o ch-", FFT),
    case("two poignées", "B tomo 49 2o B10 C10", FFT),
    case("a card too few discarded", "B guardia 40.5 2o fB6", FFT),
    case("oudlers and kings discarded", "B guardia 27 3o fB7 ch-", FFT),
    case("naipes: lost by ten, and the petit", "repartos 1 0 0 0 0", NAIPES),
    case("several deals", "repartos 4 8 -8 4 -4", FFT),
)
def test_a_rare_but_possible_line_is_accepted(line, options):
    assert fold(TAROT, options, [line])


@each(
    "line, code, field",
    ("B tomo 49 2o " + "B10 " * 60, "line_too_long", "line"),
    ("arbitro anula", "reason_missing", "reason"),
    ("arbitro anula:  ", "reason_missing", "reason"),
    ("pierde F: no viene", "not_a_side", "loser"),
    ("F tomo 49 2o", "not_a_side", "taker"),
    ("B+F tomo 49 2o", "not_a_side", "partner"),
    ("B tomo 49 2o F10", "not_a_side", "poignees"),
    ("B tomo 49 2o fF4", "not_a_side", "faults"),
    ("B tomo 49 2o dF", "not_a_side", "dealer"),
    ("B vale 49 2o", "not_a_choice", "contract"),
)
def test_an_unreadable_line_of_tarot_is_refused(line, code, field):
    assert _refusal(line)[:2] == (code, field)


POIGNEE = {"side": "B", "trumps": 10}
HUGE = [1e300, -1e300, 0]
END = {"kind": "ruling", "ruling": "redeal", "reason": "x"}
DEAL = {"kind": "deal", "taker": "B", "contract": "tomo", "points": 49, "oudlers": 2}


@each(
    "obj, code, field",
    ({**DEAL, "points": 49.25}, "tarot.points_half", "points"),
    ({**DEAL, "points": 1e300}, "tarot.points_range", "points"),
    ({**DEAL, "points": 10**5000}, "tarot.points_range", "points"),
    ({**DEAL, "points": -1}, "tarot.points_range", "points"),
    ({**DEAL, "poignees": [POIGNEE] * 10**6}, "tarot.poignee_twice", "poignees"),
    ({**DEAL, "faults": [{"side": "C", "point": 1}]}, "tarot.fault_effect_missing", "faults"),
    ({**DEAL, "faults": [{"side": "C", "point": 4}] * 10**6}, "tarot.faults_many", "faults"),
    ({"kind": "results", "deals": 1, "points": [1, -1]}, "tarot.results_players", "points"),
    ({"kind": "results", "deals": 1, "points": [0] * 10**6}, "tarot.results_players", "points"),
    ({"kind": "results", "deals": 1, "points": HUGE}, "tarot.results_range", "points"),
    ({"kind": "results", "deals": 100, "points": [0, 0, 0]}, "tarot.deals_range", "deals"),
)
def test_an_impossible_line_in_json_is_refused(obj, code, field):
    with is_refused(code, field=field):
        TAROT.from_json(obj)


def test_the_points_of_both_camps_must_add_up_to_the_pack():
    """Rulings A8: the pack has 91 points."""
    check_both_camps(98, 84)
    with pytest.raises(RuleError) as error:
        check_both_camps(91, 90)
    assert error.value.params == {"value": "90.5", "high": 91}
    assert (error.value.code, error.value.field) == ("tarot.points_sum", "points")


def test_every_code_of_tarot_except_two_names_its_article():
    without_article = {code for code, (article, _) in CODES.items() if not article}
    assert without_article == {"tarot.word_twice", "tarot.faults_many"}
