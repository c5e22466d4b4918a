"""Worth of a deal and its payments: the examples, rule by rule."""

import pytest

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from tests.rows import each

FFT, NAIPES = Options(by_time=True), Options(naipes=True, by_time=True)
THREE, FIVE = Options(players=3, by_time=True), Options(players=5, by_time=True)


def _value(line: str, options: Options) -> int:
    """Return what each opponent pays."""
    (step,) = fold(TAROT, options, [line])
    return dict(step.score.events[0].params)["value"]


def _points(line: str, options: Options) -> tuple[int, ...]:
    (step,) = fold(TAROT, options, [line])
    return step.score.points


@each(
    "line, value",
    # made: (25 + gap ± petit) × coefficient (Rulings A1)
    pytest.param("B tomo 56 0o", 25, id="exactly 56 without oudlers is made (A4)"),
    pytest.param("B tomo 51 1o", 25, id="exactly 51 with one"),
    pytest.param("B tomo 41 2o", 25, id="exactly 41 with two"),
    pytest.param("B tomo 36 3o", 25, id="exactly 36 with three"),
    pytest.param("B tomo 50 2o", 34, id="tomo: × 1"),
    pytest.param("B guardia 50 2o", 68, id="en guardia: × 2"),
    pytest.param("B sin 50 2o", 136, id="sin la reserva: × 4"),
    pytest.param("B contra 50 2o", 204, id="contra la reserva: × 6"),
    pytest.param("B guardia 49 2o p+ B10", 106, id="the federation's example: 49, petit, ten"),
    # lost: the 25 too (A2)
    pytest.param("B tomo 55 0o", -26, id="one under"),
    pytest.param("B guardia 31 2o", -70, id="ten under, en guardia"),
    pytest.param("B contra 36 1o", -240, id="fifteen under, contra"),
    # petit in the last trick, for either side, whoever wins
    pytest.param("B guardia 51 1o p+", 70, id="made, petit the taker's"),
    pytest.param("B guardia 51 1o p-", 30, id="made, petit the defence's (A5)"),
    pytest.param("B guardia 46 1o p+", -40, id="lost, petit the taker's"),
    pytest.param("B guardia 46 1o p-", -80, id="lost, petit the defence's"),
    # poignées, outside the product, to the side that wins (A6)
    pytest.param("B guardia 51 1o B10", 70, id="single: 20"),
    pytest.param("B guardia 51 1o B13", 80, id="double: 30"),
    pytest.param("B guardia 51 1o B15", 90, id="triple: 40"),
    pytest.param("B guardia 51 1o C10", 70, id="the defence showed it, the taker gets it"),
    pytest.param("B guardia 50 1o B13", -82, id="the taker showed it, the defence gets it"),
    pytest.param("B guardia 50 1o B10 C10", -92, id="two of them"),
    # chelem, outside the product
    pytest.param("B guardia 91 3o ch+", 360, id="made and not announced: 200"),
    pytest.param("B guardia 91 3o p+ !ch ch+", 580, id="announced and made: 400"),
    pytest.param("B guardia 60 2o !ch", -112, id="announced and failed: 200 lost"),
    pytest.param("B guardia 60 2o B15 !ch", -72, id="the poignée is still the taker's (A13)"),
    pytest.param("A tomo 87 2o !ch ch+ dD", 471, id="the Excuse is the defence's: it counts 4"),
    pytest.param("B guardia 87 2o p+ ch+", 362, id="not announced, and the petit in the last"),
    pytest.param("B sin 87 2o ch+", 484, id="without the Excuse, the reserve unseen"),
    pytest.param("B contra 84 2o ch+", 608, id="without the Excuse, the reserve the defence's"),
    pytest.param("B contra 4 1o ch-", -632, id="the defence's: he keeps his Excuse"),
    pytest.param("B guardia 4 0o ch-", -354, id="the defence's: 200 to each defender"),
    pytest.param("B guardia 4 0o !ch ch-", -554, id="announced, and the defence makes it"),
)
def test_fft_what_each_opponent_pays(line, value):
    assert _value(line, FFT) == value


@each(
    "line, value",
    pytest.param("B guardia 51 1o", 50, id="exactly the target is made (A4)"),
    pytest.param("B guardia 49 2o p+ B10", 126, id="all premiums inside the product (A1)"),
    pytest.param("B guardia 51 1o p-", 30, id="petit the defence's: -10 inside (A5)"),
    pytest.param("B guardia 91 3o ch+", 560, id="chelem inside the product"),
    pytest.param("B guardia 91 3o !ch ch+", 960, id="announced chelem inside the product"),
    pytest.param("B guardia 60 2o !ch", -312, id="announced and failed, inside the product"),
    pytest.param("B guardia 46 1o", -10, id="lost: the gap only, no 25 (A2)"),
    pytest.param("B contra 36 1o", -90, id="lost, contra"),
    pytest.param("B guardia 46 1o p+", 10, id="lost, made positive by the ten (A3)"),
    pytest.param("B guardia 41 1o p+", 0, id="lost by ten: nobody pays"),
    pytest.param("B guardia 30 1o p+", -22, id="lost, the ten taken off"),
    pytest.param("B guardia 46 1o p-", -30, id="lost, petit the defence's (A5)"),
    pytest.param("B guardia 46 1o B13", -10, id="the poignée of a lost contract (A6)"),
    pytest.param("B guardia 46 1o p+ B13", 10, id="positive by the ten: no poignée (A3)"),
    pytest.param("B guardia 87 2o !ch ch+", 942, id="chelem without the Excuse, inside"),
    pytest.param("B guardia 4 0o ch-", -104, id="the chelem of a lost contract (A6)"),
    pytest.param("B guardia 46 1o !ch", -10, id="announced and failed, contract lost (A6)"),
)
def test_naipes_what_each_opponent_pays(line, value):
    assert _value(line, NAIPES) == value


@each(
    "line, options, value",
    pytest.param("B tomo 41.5 2o", THREE, 26, id="half a point over goes to the taker"),
    pytest.param("B tomo 40.5 2o", THREE, -26, id="half a point under: lost, by one"),
    pytest.param("B tomo 41 2o", THREE, 25, id="exactly, at three"),
    pytest.param("B+C tomo 43,5 2o", FIVE, 28, id="two and a half over, at five"),
    pytest.param("B+C tomo 38.5 2o", FIVE, -28, id="two and a half under, at five"),
    pytest.param("B tomo 51 1o B13", THREE, 45, id="thirteen trumps at three: single"),
    pytest.param("B tomo 51 1o B15", THREE, 55, id="fifteen at three: double"),
    pytest.param("B tomo 51 1o B18", THREE, 65, id="eighteen at three: triple"),
    pytest.param("B+C tomo 51 1o B8", FIVE, 45, id="eight at five: single"),
    pytest.param("B+C tomo 51 1o B10", FIVE, 55, id="ten at five: double"),
    pytest.param("B+C tomo 51 1o B13", FIVE, 65, id="thirteen at five: triple"),
)
def test_half_points_and_poignees_at_three_and_five(line, options, value):
    """Half points go to the winner of the contract (Rulings A12)."""
    assert _value(line, options) == value


@each(
    "line, options, points",
    pytest.param("B guardia 49 2o p+ B10", FFT, (-106, 318, -106, -106), id="four: taker × 3"),
    pytest.param("B guardia 31 2o", FFT, (70, -210, 70, 70), id="four, lost"),
    pytest.param("C tomo 41 2o", THREE, (-25, -25, 50), id="three: taker × 2"),
    pytest.param("B+D tomo 41 2o", FIVE, (-25, 50, -25, 25, -25), id="five: two and one (A7)"),
    pytest.param("B+D tomo 40 2o", FIVE, (26, -52, 26, -26, 26), id="five, lost"),
    pytest.param("B solo tomo 41 2o", FIVE, (-25, 100, -25, -25, -25), id="five, alone: four"),
    pytest.param(
        "B guardia 41 2o dD",
        Options(players=5, resting_dealer=True, by_time=True),
        (-50, 150, -50, 0, -50),
        id="the dealer rests: he neither pays nor gets",
    ),
    pytest.param(
        "B tomo 41 2o dC",
        Options(players=4, resting_dealer=True, by_time=True),
        (-25, 50, 0, -25),
        id="a table of four in a tournament of three",
    ),
)
def test_who_gets_what(line, options, points):
    assert _points(line, options) == points
    assert sum(points) == 0


def test_equal_shares_by_the_letter_of_section_18_may_be_half_points():
    """Rulings A7, option: the tallies then count half points."""
    options = Options(players=5, equal_shares=True, by_time=True)
    assert options.unit == 2
    assert _points("B+D tomo 41 2o", options) == (-50, 75, -50, 75, -50)
    assert _points("B solo tomo 41 2o", options) == (-50, 200, -50, -50, -50)
    lines = ["repartos 1 -25 37.5 -25 37.5 -25", "fin"]
    end = fold(TAROT, options, lines)[-1].score
    assert end.tallies[1] == (-50, 75, -50, 75, -50)
    assert dict(end.events[-1].params) == {"points": "37.5", "sides": "B, D"}


# Tarot 14. The contract is en guardia: the prima is 50. Made it is worth 66 to each, lost 54.
MADE, LOST = "B guardia 49 2o", "B guardia 39 2o"


@each(
    "line, points",
    pytest.param(f"{MADE} fB4", (-56, 168, -56, -56), id="4: the taker, ten to each"),
    pytest.param(f"{MADE} fC5", (-66, 208, -76, -66), id="5: a defender, ten to the taker"),
    pytest.param(f"{LOST} fC4", (54, -152, 44, 54), id="4: a defender who has won"),
    pytest.param(f"{MADE} fC4 fD5", (-66, 218, -76, -76), id="4 and 5: two of them"),
    pytest.param(f"{MADE} fB1n", (0, 0, 0, 0), id="1: the taker wins: void"),
    pytest.param(f"{LOST} fB1n", (54, -162, 54, 54), id="1: the taker loses anyway"),
    pytest.param(f"{LOST} fC2n", (0, 0, 0, 0), id="2: a defender wins: void"),
    pytest.param(f"{MADE} fC2n", (-66, 198, -66, -66), id="2: a defender loses anyway"),
    pytest.param(f"{MADE} fC3p", (-66, 248, -116, -66), id="3: the offender pays the prima"),
    pytest.param(f"{LOST} fC3p", (-50, 150, -50, -50), id="3: the taker collects the prima"),
    pytest.param(f"{MADE} fC3p fD3p", (-66, 298, -116, -116), id="3: two offenders pay"),
    pytest.param(f"{MADE} fB7", (0, 0, 0, 0), id="7: discarded a king and won: void"),
    pytest.param(f"{LOST} fB7", (104, -312, 104, 104), id="7: and lost: the prima to each"),
    pytest.param(f"{MADE} fB7 fC4", (0, 10, -10, 0), id="void: a fine is still paid"),
    pytest.param("B guardia 40.5 2o fB6", (52, -156, 52, 52), id="6: half a point at four"),
)
def test_faults_at_four(line, points):
    assert _points(line, FFT) == points
    assert sum(points) == 0


@each(
    "line, points",
    pytest.param("B+D guardia 49 2o fC5", (-66, 142, -86, 76, -66), id="ten to both"),
    pytest.param("B+D guardia 49 2o fD4", (-56, 132, -56, 36, -56), id="ten by the partner"),
    pytest.param("B+D guardia 39 2o fD1n", (54, -108, 54, -54, 54), id="the partner loses"),
    pytest.param("B+D guardia 49 2o fD1n", (0, 0, 0, 0, 0), id="the partner wins: void"),
    pytest.param("B+D guardia 39 2o fA1p", (-50, 100, -50, 50, -50), id="collected, shared"),
    pytest.param("B+D guardia 39 2o fB7", (104, -258, 104, -54, 104), id="7: the taker pays"),
)
def test_faults_at_five(line, points):
    assert _points(line, FIVE) == points
    assert sum(points) == 0


@each(
    "line, codes",
    (MADE, ["made"]),
    (LOST, ["lost"]),
    (f"{MADE} fC4", ["made", "fined"]),
    (f"{MADE} fB7", ["void"]),
    (f"{LOST} fB7", ["lost", "prima"]),
    (f"{MADE} fC1p", ["made", "prima"]),
    (f"{LOST} fC1p", ["saved", "prima"]),
)
def test_what_a_deal_brings(line, codes):
    (step,) = fold(TAROT, FFT, [line])
    assert [event.code for event in step.score.events] == [f"tarot.{code}" for code in codes]


def test_the_event_tells_the_whole_count():
    (step,) = fold(TAROT, THREE, ["B tomo 41.5 2o"])
    assert step.score.events[0].side == 1
    assert dict(step.score.events[0].params) == {
        "contract": "tomo",
        "points": "41.5",
        "target": 41,
        "gap": 1,
        "value": 26,
        "gain": "52",
    }


@each(
    "changes, line, value",
    pytest.param({"subo": 2, "guardia": 4, "sin": 4}, "B subo 51 1o", 50, id="subo in use"),
    pytest.param({"subo": 2, "guardia": 3}, "B guardia 51 1o", 75, id="en guardia × 3"),
    pytest.param({"double_poignee": 40}, "B tomo 51 1o B13", 65, id="poignées 20, 40, 60"),
    pytest.param({"triple_poignee": 60}, "B tomo 51 1o B15", 85, id="triple 60"),
    pytest.param({"prima": 20}, "B guardia 51 1o", 40, id="base of 20"),
    pytest.param({"petit": 5}, "B guardia 51 1o p+", 60, id="petit of 5"),
    pytest.param({"slam": 100}, "B tomo 91 3o ch+", 180, id="chelem of 100"),
)
def test_the_numbers_in_which_championships_differ(changes, line, value):
    assert _value(line, Options(by_time=True, **changes)) == value


def test_the_fine_is_an_option():
    assert _points(f"{MADE} fC5", Options(fine=20)) == (-66, 218, -86, -66)


def test_presets_play_at_every_size():
    sizes = {(options.naipes, options.players, options.active) for options in PRESETS.values()}
    assert sizes == {
        (False, 3, 3),
        (False, 4, 4),
        (False, 5, 5),
        (False, 5, 4),
        (True, 3, 3),
        (True, 4, 4),
        (True, 5, 5),
    }
