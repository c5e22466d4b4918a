"""Points and payments of a deal of tarot, rule by rule."""

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from tests.rows import case, each

FFT, NAIPES = Options(by_time=True), Options(naipes=True, by_time=True)
THREE, FIVE = Options(players=3, by_time=True), Options(players=5, by_time=True)


def _value(line: str, options: Options) -> int:
    """Return each opponent's payment."""
    (step,) = fold(TAROT, options, [line])
    return dict(step.score.events[0].params)["value"]


def _points(line: str, options: Options) -> tuple[int, ...]:
    (step,) = fold(TAROT, options, [line])
    return step.score.points


@each(
    "line, value",
    # A made contract pays (prima of 25 + gap ± petit) × coefficient (Rulings A1).
    case("exactly 56 without oudlers is made (A4)", "B tomo 56 0o", 25),
    case("exactly 51 with one", "B tomo 51 1o", 25),
    case("exactly 41 with two", "B tomo 41 2o", 25),
    case("exactly 36 with three", "B tomo 36 3o", 25),
    case("tomo: × 1", "B tomo 50 2o", 34),
    case("en guardia: × 2", "B guardia 50 2o", 68),
    case("sin la reserva: × 4", "B sin 50 2o", 136),
    case("contra la reserva: × 6", "B contra 50 2o", 204),
    case("the federation's example: 49, petit, ten", "B guardia 49 2o p+ B10", 106),
    # A lost contract pays the prima of 25 too (A2).
    case("one under", "B tomo 55 0o", -26),
    case("ten under, en guardia", "B guardia 31 2o", -70),
    case("fifteen under, contra", "B contra 36 1o", -240),
    # The petit in the last trick counts for the camp that takes it, also if the other camp wins.
    case("made, petit of the taker", "B guardia 51 1o p+", 70),
    case("made, petit of the defence (A5)", "B guardia 51 1o p-", 30),
    case("lost, petit of the taker", "B guardia 46 1o p+", -40),
    case("lost, petit of the defence", "B guardia 46 1o p-", -80),
    # A poignée is not multiplied, and goes to the camp that wins (A6).
    case("single: 20", "B guardia 51 1o B10", 70),
    case("double: 30", "B guardia 51 1o B13", 80),
    case("triple: 40", "B guardia 51 1o B15", 90),
    case("shown by the defence, won by the taker", "B guardia 51 1o C10", 70),
    case("shown by the taker, won by the defence", "B guardia 50 1o B13", -82),
    case("two poignées", "B guardia 50 1o B10 C10", -92),
    # A chelem is not multiplied.
    case("made and not announced: 200", "B guardia 91 3o ch+", 360),
    case("announced and made: 400", "B guardia 91 3o p+ !ch ch+", 580),
    case("announced and failed: 200 lost", "B guardia 60 2o !ch", -112),
    case("the poignée is still the taker's (A13)", "B guardia 60 2o B15 !ch", -72),
    case("the Excuse of the defence counts 4", "A tomo 87 2o !ch ch+ dD", 471),
    case("not announced, and the petit in the last", "B guardia 87 2o p+ ch+", 362),
    case("without the Excuse, the reserve unseen", "B sin 87 2o ch+", 484),
    case("without the Excuse, the reserve of the defence", "B contra 84 2o ch+", 608),
    case("chelem of the defence: the taker keeps his Excuse", "B contra 4 1o ch-", -632),
    case("chelem of the defence: 200 to each defender", "B guardia 4 0o ch-", -354),
    # The prima (25) and the 52 points below the target of 56 are doubled: 154. The chelem of the
    # defence and the failed chelem cost 200 each (A17).
    case("announced, and the defence makes it (A17)", "B guardia 4 0o !ch ch-", -554),
    # The prima (25) and the 47 points below the target of 51, times 6: 432. Each chelem costs 200.
    case("the same, and the taker keeps his Excuse (A17)", "B contra 4 1o !ch ch-", -832),
)
def test_fft_the_payment_of_each_opponent(line, value):
    assert _value(line, FFT) == value


@each(
    "line, value",
    case("exactly the target is made (A4)", "B guardia 51 1o", 50),
    case("all premiums inside the product (A1)", "B guardia 49 2o p+ B10", 126),
    case("petit of the defence: -10 inside (A5)", "B guardia 51 1o p-", 30),
    case("chelem inside the product", "B guardia 91 3o ch+", 560),
    case("announced chelem inside the product", "B guardia 91 3o !ch ch+", 960),
    case("announced and failed, inside the product", "B guardia 60 2o !ch", -312),
    case("lost: the gap only, no 25 (A2)", "B guardia 46 1o", -10),
    case("lost, contra", "B contra 36 1o", -90),
    case("lost, made positive by the ten (A3)", "B guardia 46 1o p+", 10),
    case("lost by ten: nobody pays", "B guardia 41 1o p+", 0),
    case("lost, with the ten of the petit", "B guardia 30 1o p+", -22),
    case("lost, petit of the defence (A5)", "B guardia 46 1o p-", -30),
    case("the poignée of a lost contract (A6)", "B guardia 46 1o B13", -10),
    case("positive by the ten: no poignée (A3)", "B guardia 46 1o p+ B13", 10),
    case("chelem without the Excuse, inside", "B guardia 87 2o !ch ch+", 942),
    case("the chelem of a lost contract (A6)", "B guardia 4 0o ch-", -104),
    case("announced and failed, contract lost (A6)", "B guardia 46 1o !ch", -10),
    case("announced, the defence makes it (A6, A17)", "B guardia 4 0o !ch ch-", -104),
)
def test_naipes_the_payment_of_each_opponent(line, value):
    assert _value(line, NAIPES) == value


@each(
    "line, options, value",
    case("half a point over goes to the taker", "B tomo 41.5 2o", THREE, 26),
    case("half a point under: lost, by one", "B tomo 40.5 2o", THREE, -26),
    case("exactly the target, three players", "B tomo 41 2o", THREE, 25),
    case("two and a half over, five players", "B+C tomo 43,5 2o", FIVE, 28),
    case("two and a half under, five players", "B+C tomo 38.5 2o", FIVE, -28),
    case("thirteen trumps, three players: single", "B tomo 51 1o B13", THREE, 45),
    case("fifteen, three players: double", "B tomo 51 1o B15", THREE, 55),
    case("eighteen, three players: triple", "B tomo 51 1o B18", THREE, 65),
    case("eight, five players: single", "B+C tomo 51 1o B8", FIVE, 45),
    case("ten, five players: double", "B+C tomo 51 1o B10", FIVE, 55),
    case("thirteen, five players: triple", "B+C tomo 51 1o B13", FIVE, 65),
)
def test_half_points_and_poignees_with_three_and_five_players(line, options, value):
    """Half points go to the winner of the contract (Rulings A12)."""
    assert _value(line, options) == value


@each(
    "line, options, points",
    case("four: taker × 3", "B guardia 49 2o p+ B10", FFT, (-106, 318, -106, -106)),
    case("four, lost", "B guardia 31 2o", FFT, (70, -210, 70, 70)),
    case("four, both chelems (A17)", "B guardia 4 0o !ch ch-", FFT, (554, -1662, 554, 554)),
    case("three: taker × 2", "C tomo 41 2o", THREE, (-25, -25, 50)),
    case("five: two and one (A7)", "B+D tomo 41 2o", FIVE, (-25, 50, -25, 25, -25)),
    case("five, lost", "B+D tomo 40 2o", FIVE, (26, -52, 26, -26, 26)),
    case("five, alone: four", "B solo tomo 41 2o", FIVE, (-25, 100, -25, -25, -25)),
    case(
        "the dealer rests: he neither pays nor gets",
        "B guardia 41 2o dD",
        Options(players=5, resting_dealer=True, by_time=True),
        (-50, 150, -50, 0, -50),
    ),
    case(
        "a table of four in a tournament of three",
        "B tomo 41 2o dC",
        Options(players=4, resting_dealer=True, by_time=True),
        (-25, 50, 0, -25),
    ),
)
def test_points_are_shared_among_the_players(line, options, points):
    assert _points(line, options) == points
    assert sum(points) == 0


def test_with_equal_shares_points_may_be_halves():
    """Rulings A7: with this option the tallies count half points."""
    options = Options(players=5, equal_shares=True, by_time=True)
    assert options.unit == 2
    assert _points("B+D tomo 41 2o", options) == (-50, 75, -50, 75, -50)
    assert _points("B solo tomo 41 2o", options) == (-50, 200, -50, -50, -50)
    lines = ["repartos 1 -25 37.5 -25 37.5 -25", "fin"]
    end = fold(TAROT, options, lines)[-1].score
    assert end.tallies[1] == (-50, 75, -50, 75, -50)
    assert dict(end.events[-1].params) == {"points": "37.5", "sides": "B, D"}


# Tarot 14: faults in a guardia, whose prima is 25 × 2. A made guardia with these points costs each
# rival 66; a lost one brings him 54.
MADE, LOST = "B guardia 49 2o", "B guardia 39 2o"


@each(
    "line, points",
    case("4: the taker, ten to each", f"{MADE} fB4", (-56, 168, -56, -56)),
    case("5: a defender, ten to the taker", f"{MADE} fC5", (-66, 208, -76, -66)),
    case("4: a defender who wins", f"{LOST} fC4", (54, -152, 44, 54)),
    case("4 and 5: two defenders", f"{MADE} fC4 fD5", (-66, 218, -76, -76)),
    case("1: the taker wins: void", f"{MADE} fB1n", (0, 0, 0, 0)),
    case("1: the taker loses anyway", f"{LOST} fB1n", (54, -162, 54, 54)),
    case("2: a defender wins: void", f"{LOST} fC2n", (0, 0, 0, 0)),
    case("2: a defender loses anyway", f"{MADE} fC2n", (-66, 198, -66, -66)),
    case("3: the offender pays the prima", f"{MADE} fC3p", (-66, 248, -116, -66)),
    case("3: the taker collects the prima", f"{LOST} fC3p", (-50, 150, -50, -50)),
    case("3: two offenders pay", f"{MADE} fC3p fD3p", (-66, 298, -116, -116)),
    case("7: discarded a king and won: void", f"{MADE} fB7", (0, 0, 0, 0)),
    case("7: discarded a king and lost: the prima to each", f"{LOST} fB7", (104, -312, 104, 104)),
    case("void: a fine is still paid", f"{MADE} fB7 fC4", (0, 10, -10, 0)),
    case("6: half a point with four players", "B guardia 40.5 2o fB6", (52, -156, 52, 52)),
)
def test_faults_are_paid_with_four_players(line, points):
    assert _points(line, FFT) == points
    assert sum(points) == 0


@each(
    "line, points",
    case("a defender: ten to taker and partner", "B+D guardia 49 2o fC5", (-66, 142, -86, 76, -66)),
    case("the partner: ten to each defender", "B+D guardia 49 2o fD4", (-56, 132, -56, 36, -56)),
    case("a renuncio of the partner, who loses", "B+D guardia 39 2o fD1n", (54, -108, 54, -54, 54)),
    case("a renuncio of the partner, who wins: void", "B+D guardia 49 2o fD1n", (0, 0, 0, 0, 0)),
    case(
        "the taker shares the prima with his partner",
        "B+D guardia 39 2o fA1p",
        (-50, 100, -50, 50, -50),
    ),
    case("7: only the taker pays the prima", "B+D guardia 39 2o fB7", (104, -258, 104, -54, 104)),
)
def test_faults_are_paid_with_five_players(line, points):
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
def test_a_deal_of_tarot_has_its_events(line, codes):
    (step,) = fold(TAROT, FFT, [line])
    assert [event.code for event in step.score.events] == [f"tarot.{code}" for code in codes]


def test_the_event_of_a_deal_has_its_count():
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
    case("subo in use", {"subo": 2, "guardia": 4, "sin": 4}, "B subo 51 1o", 50),
    case("en guardia × 3", {"subo": 2, "guardia": 3}, "B guardia 51 1o", 75),
    case("poignées 20, 40, 60", {"double_poignee": 40}, "B tomo 51 1o B13", 65),
    case("triple 60", {"triple_poignee": 60}, "B tomo 51 1o B15", 85),
    case("base of 20", {"prima": 20}, "B guardia 51 1o", 40),
    case("petit of 5", {"petit": 5}, "B guardia 51 1o p+", 60),
    case("chelem of 100", {"slam": 100}, "B tomo 91 3o ch+", 180),
)
def test_options_change_coefficients_and_premiums(changes, line, value):
    assert _value(line, Options(by_time=True, **changes)) == value


def test_an_option_changes_the_fine():
    assert _points(f"{MADE} fC5", Options(fine=20)) == (-66, 218, -86, -66)


def test_presets_have_tables_of_three_four_and_five_players():
    sizes = {
        (options.naipes, options.players, options.active_players) for options in PRESETS.values()
    }
    assert sizes == {
        (False, 3, 3),
        (False, 4, 4),
        (False, 5, 5),
        (False, 5, 4),
        (True, 3, 3),
        (True, 4, 4),
        (True, 5, 5),
    }
