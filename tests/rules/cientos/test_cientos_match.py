"""Juegos and matches of cientos: tens, missing points, the first side at a hundred, the double.

Also the length of a match, rulings and the next dealer.
"""

import pytest

from rules.cientos import CIENTOS
from rules.cientos.codes import VOIDS
from rules.cientos.juego import ShownTens
from rules.cientos.options import PRESETS, Options
from rules.core import RuleError, fold
from tests.rows import case, each

ONE_JUEGO = PRESETS["un_juego"]
CALIDADES = PRESETS["calidades_un_juego"]


def _score(*lines: str, options: Options = ONE_JUEGO):
    return fold(CIENTOS, options, lines)[-1].score if lines else CIENTOS.start(options)


def _refusal(*lines: str, options: Options = ONE_JUEGO) -> tuple[str, str, int | None]:
    """Return the code, field and line number with which these lines are refused."""
    with pytest.raises(RuleError) as error:
        fold(CIENTOS, options, lines)
    return error.value.code.removeprefix("cientos."), error.value.field, error.value.hand


# --- Tens -----------------------------------------------------------------------------------
@each(
    "points, tens",
    (0, 0),
    (4, 0),
    (5, 10),
    (14, 10),
    (15, 20),
    (20, 20),
    (24, 20),
    (25, 30),
    (46, 50),
)
def test_a_rest_of_five_points_makes_a_ten(points, tens):
    """«si no hiciese mas de veinte y quatro … veinte; pero si hiciese veinte y cinco … treinta»."""
    assert ShownTens().after_hand(points).tens == tens


def test_tens_are_rounded_for_the_whole_hand():
    """Adiciones 3: the 45 points of A are rounded together, not each announcement alone."""
    assert _score("6-6 uA sA5Ao cAS tAR pB44 dB").points == (32 + 13, 12 + 4)
    assert _score("6-6 uA sA5Ao cAS tAR pB44 dB").tallies[2] == (50, 20)


@each(
    "tens_before, points, tens_after",
    case("46 shown as 50: four points missing", ShownTens(0), 46, ShownTens(50, 4)),
    case("30 and 15", ShownTens(30), 15, ShownTens(50, 5)),
    case("54: nothing missing", ShownTens(30), 24, ShownTens(50)),
    case("66 shown as 70: points are missing only at 50 and 100", ShownTens(20), 46, ShownTens(70)),
    case("three of the four missing points", ShownTens(50, 4), 3, ShownTens(50, 1)),
    case("the four missing points", ShownTens(50, 4), 4, ShownTens(50)),
    case("more than the missing points", ShownTens(50, 4), 12, ShownTens(60)),
    case("95: the juego is not won", ShownTens(90), 5, ShownTens(100, 5)),
    case("99: one point missing", ShownTens(60), 39, ShownTens(100, 1)),
    case("two of the three missing points", ShownTens(100, 3), 2, ShownTens(100, 1)),
)
def test_adiciones_4_tens_shown_at_50_and_100_record_missing_points(
    tens_before, points, tens_after
):
    assert tens_before.after_hand(points) == tens_after


@each(
    "first, second, winner, double, tantos",
    # Rulings C6b: A's 45 points are shown as 50, and 52 more make 102. In the first two rows B's 12
    # points are shown as 10, below 50.
    case("45 and then 52", "45-12", "52-0", "A", True, (102, 10)),
    case("46 and then 50", "46-12", "50-0", "A", True, (100, 10)),
    case("B shows 50 too, with 45: double", "45-45", "52-4", "A", True, (102, 49)),
    case("B gets the five missing points: single", "45-45", "52-5", "A", False, (102, 55)),
)
def test_45_points_shown_as_50_count_as_50_except_for_the_double(
    first, second, winner, double, tantos
):
    """«pasarian y se apuntarian por cincuenta para otros efectos, como pasan» (Adiciones 4)."""
    score = _score(f"arbitro mano {first}: cuenta", f"arbitro mano {second}: cuenta")
    assert (score.winner, score.state.juegos) == ("AB".index(winner), ((score.winner, double),))
    (juego_won,) = [event for event in score.events if event.code == "cientos.juego_won"]
    assert dict(juego_won.params)["tantos"] == tantos


def test_45_points_shown_as_50_and_49_more_are_one_point_short():
    """C6b: 99 are shown as 100, with one point missing: the juego is not won (Adiciones 4)."""
    score = _score("arbitro mano 45-12: cuenta", "arbitro mano 49-0: cuenta")
    assert (score.winner, score.tallies[2], score.state.missing) == (None, (100, 10), (1, 0))


def test_missing_points_have_an_event():
    event = _score("arbitro mano 46-12: cuenta").events[-1]
    assert (event.code, event.side) == ("cientos.falta", 0)
    assert dict(event.params) == {"shown": 50, "missing": 4}


# --- The first to a hundred -------------------------------------------------------------------
@each(
    "points_before, line, winner, double",
    case("both lack three: el punto counts first", "97-97", "0-0 !A pA34 sB3So cBA dB", "A", False),
    case("cartas blancas count before el punto", "97-97", "0-0 !B bB pA34 dB", "B", False),
    case("secansas count before catorces", "88-88", "0-0 !B pA35 sB5Ro cAA dB", "B", False),
    case("B has 46, not fifty: double", "97-46", "0-0 !A pA34 sB4So dB", "A", True),
    case("B has 46 and counted the punto: single", "97-46", "0-0 !A sA3A pB44 dB", "A", False),
    case(
        "B has 46 and its quarta counts later: double", "97-46", "0-0 !A pA44 sB4So dB", "A", True
    ),
    case("Adiciones 7: 49 and seven bazas made lose double", "30-97", "7-2 pA44 !B dB", "B", True),
    case("with one baza more: single", "30-97", "8-2 pA44 !B dB", "B", False),
    case("A leads the first card", "99-30", "0-0 !A dB", "A", True),
    case("a baza brings B to a hundred exactly", "30-98", "7-1 !B pA44 dB", "B", True),
    case("A has too few points for a pique", "70-20", "6-0 pA51 sA4A !A pique dB", None, True),
    case("the pique brings A to a hundred", "39-20", "10-0 pA51 sA4A !A pique dB", "A", True),
    case("the ten of the bazas counts last", "80-30", "8-4 uA dB", "A", True),
    case("the forty of the capote count last", "60-60", "12-0 uA dB", "A", False),
)
def test_the_first_side_at_a_hundred_wins_the_juego(points_before, line, winner, double):
    """«El juego lo gana el que primero llegare á ciento», by the order of counting."""
    ruling = f"arbitro mano {points_before}: cuenta"
    if winner is None:
        assert _refusal(ruling, line)[2] == 2
        return
    score = _score(ruling, line)
    assert (score.winner, score.state.juegos) == ("AB".index(winner), ((score.winner, double),))


@each(
    "points_before, line, code",
    case("A's punto counts first", "97-97", "0-0 !B pA34 sB3Ro dB", "stopped_order"),
    case("A had a hundred before the play", "97-30", "3-0 !A pA34 dB", "stopped_acuses"),
    case("A had a hundred before a pique", "97-30", "0-0 !A sA5Ro cAS pique dB", "pique_short"),
    case("A has only 97", "90-30", "3-2 !A dB", "stopped_count"),
    case("A had a hundred earlier", "90-30", "7-2 !A dB", "stopped_count"),
    case("B had a hundred first", "90-95", "4-3 !A dB", "stopped_rival"),
    case("A is the pie and does not lead first", "99-30", "0-0 !A dA", "stopped_count"),
    case(
        "A's only point comes after B's five bazas from 20",
        "99-0",
        "1-5 !A pB51 sB5A dA",
        "pique_missing",
    ),
    case("four bazas bring B only to 29", "99-0", "1-4 !A pB51 sB5A pique dA", "pique_short"),
    case("A's first baza was enough", "99-0", "2-5 !A pB51 sB5A pique dA", "stopped_count"),
    case("A won no baza", "99-0", "0-5 !A pB51 sB5A pique dA", "stopped_count"),
    case("A or B may have been first", "96-92", "6-6 uA dB", "first_unknown"),
    case("B may have had fifty or not", "96-40", "6-6 uA dB", "first_unknown"),
)
def test_a_wrong_or_uncertain_first_side_is_refused(points_before, line, code):
    assert _refusal(f"arbitro mano {points_before}: cuenta", line)[0] == code


@each(
    "points_before, line, winner, double",
    case("only A can be first, and B never had fifty", "96-10", "6-6 uA dB", 0, True),
    case("only A can be first, and B had fifty", "96-60", "6-6 uA dB", 0, False),
    case("B is first in the announcements", "97-97", "6-6 uA pB44 dB", 1, False),
    case("B won only the last baza", "96-92", "11-1 uB dB", 0, False),
    case("B had 61 with the pique", "99-0", "1-5 !A pB51 sB5A pique dA", 0, False),
)
def test_the_first_side_to_reach_a_hundred_is_known_if_every_order_of_bazas_agrees(
    points_before, line, winner, double
):
    score = _score(f"arbitro mano {points_before}: cuenta", line)
    assert score.state.juegos == ((winner, double),)


def test_a_ruling_cannot_take_both_sides_to_a_hundred():
    assert _refusal("arbitro mano 100-100: x") == ("first_unknown", "points", 1)
    assert _score("arbitro mano 100-49: x").state.juegos == ((0, True),)


# --- Matches --------------------------------------------------------------------------------
@each(
    "preset, lines, winner, juegos",
    ("un_juego", ["juego B"], 1, (0, 1)),
    ("dos_juegos", ["juego A", "juego B", "juego A"], 0, (2, 1)),
    ("tres_juegos", ["juego A", "juego A doble", "juego A"], 0, (3, 0)),
    ("cuatro_juegos_a_cuenta", ["juego A", "juego A", "juego B doble", "juego B"], 1, (2, 2)),
    ("cuatro_juegos_a_cuenta", ["juego A"] * 2 + ["juego B"] * 2, None, (2, 2)),
    ("calidades_un_juego", ["juego A 1-3"], 0, (1, 0)),
    ("calidades_dos_juegos", ["juego A"] * 2, 0, (2, 0)),
    ("calidades_cuatro_a_cuenta", ["juego A"] * 3 + ["juego B doble 0-9"], 1, (3, 1)),
)
def test_a_match_of_each_preset_ends_with_its_last_juego(preset, lines, winner, juegos):
    steps = fold(CIENTOS, PRESETS[preset], lines)
    assert [step.score.over for step in steps] == [False] * (len(lines) - 1) + [True]
    last_score = steps[-1].score
    assert (last_score.winner, last_score.tallies[0], last_score.tallies[2]) == (
        winner,
        juegos,
        (0, 0),
    )
    assert last_score.events[-1].code == f"cientos.match_{'drawn' if winner is None else 'won'}"


def test_the_table_of_matches_has_every_preset():
    assert len(PRESETS) == 7


def test_a_double_may_count_two_juegos():
    options = Options(juegos=3, juegos_doble=2)
    assert _score("juego A doble", "juego A", options=options).winner == 0
    assert not _score("juego A", "juego A", options=options).over


@each(
    "lines, options, refusal",
    (["juego A doble"], Options(doble=False), ("no_double", "double", 1)),
    (["arbitro juego A doble: x"], Options(doble=False), ("no_double", "double", 1)),
    (["juego A 3-1"], ONE_JUEGO, ("no_calidades", "calidades", 1)),
    (["arbitro mano 3-1 1-0: x"], ONE_JUEGO, ("no_calidades", "calidades", 1)),
    (["arbitro mano 10-52: x", "juego A doble"], ONE_JUEGO, ("juego_double", "double", 2)),
    (["8-4 uA"], ONE_JUEGO, ("dealer_unknown", "dealer", 1)),
    (["juego A", "8-4 uA"], Options(juegos=2), ("dealer_unknown", "dealer", 2)),
    (["8-4 uA r1-1 dA"], ONE_JUEGO, ("captures_option", "captures", 1)),
    (["juego A", "juego A"], ONE_JUEGO, ("match_over", "hand", 2)),
    (["8-4 uA bA cAA tAR tAC tAS dB"], ONE_JUEGO, ("cards_impossible", "hand", 1)),
    (["8-4 uA bA tAR tAC dB"], ONE_JUEGO, ("blancas_figures", "blancas", 1)),
)
def test_an_illegal_line_of_cientos_is_refused(lines, options, refusal):
    assert _refusal(*lines, options=options) == refusal


def test_without_double_an_uncertain_fifty_of_the_rival_is_accepted():
    """From 96-40 with six bazas each, A was first; nobody knows whether B had fifty."""
    options = Options(juegos=1, doble=False)
    score = _score("arbitro mano 96-40: x", "6-6 uA dB", options=options)
    assert score.state.juegos == ((0, False),)


def test_without_double_a_rival_below_fifty_loses_a_single_juego():
    options = Options(juegos=1, doble=False)
    assert _score("arbitro mano 100-0: x", options=options).state.juegos == ((0, False),)


def test_a_juego_may_be_double_against_46_points_shown_as_50():
    """46 points shown as 50 are not fifty (C6)."""
    assert _score("arbitro mano 10-46: x", "juego A doble").state.juegos == ((0, True),)


@each(
    "lines, options, juegos, cuartos",
    case("a bye", [], PRESETS["dos_juegos"], (2, 0), (8, 0)),
    case("a bye with calidades", [], CALIDADES, (1, 0), (5, 0)),
    case("the winner is behind", ["juego B doble"], PRESETS["tres_juegos"], (3, 1), (12, 8)),
    case(
        "all juegos played: the remaining juegos",
        ["juego A", "juego B"],
        PRESETS["cuatro_juegos_a_cuenta"],
        (3, 1),
        (12, 4),
    ),
)
def test_an_award_gives_the_winner_the_missing_juegos(lines, options, juegos, cuartos):
    score_after_ruling = CIENTOS.award(_score(*lines, options=options), 0, options)
    assert (score_after_ruling.tallies, score_after_ruling.winner, score_after_ruling.over) == (
        (juegos, cuartos, (0, 0)),
        0,
        True,
    )
    assert len(score_after_ruling.state.juegos) == sum(juegos)


def test_a_forfeit_gives_the_match_to_the_rival():
    score = _score("juego A", "pierde A: se marcha", options=PRESETS["dos_juegos"])
    assert (score.winner, score.tallies[0]) == (1, (1, 2))
    codes = [event.code for event in score.events]
    assert codes == ["cientos.match_forfeited", "cientos.match_won"]


def test_the_referee_awards_a_juego_voids_it_or_counts_a_hand():
    hand, options = "8-4 uA sA5A dB", PRESETS["calidades_dos_juegos"]
    score_before = _score(hand, options=options)
    assert score_before.tallies == ((0, 0), (2, 0), (40, 10))
    void = _score("juego B 0-2", hand, "arbitro anula: baraja corta", options=options)
    assert void.tallies == ((0, 1), (0, 7), (0, 0))
    score_after_ruling = _score(hand, "arbitro juego B doble: señas", options=options)
    assert score_after_ruling.tallies == ((0, 1), (2, 10), (0, 0))
    score_after_count = _score(
        hand, "arbitro mano 12-30 0-2: los dos con carta de más", options=options
    )
    assert score_after_count.tallies == ((0, 0), (2, 2), (50, 40))


@pytest.mark.parametrize("cause", VOIDS)
def test_a_void_hand_is_dealt_again(cause):
    score = _score("8-4 uA dB", f"nula {cause}")
    assert (score.tallies[2], score.state.dealer, score.points) == ((30, 10), 0, (0, 0))
    assert [dict(event.params) for event in score.events] == [{"by": cause}]


@each(
    "lines, dealer",
    case("the deal alternates", ["8-4 uA dB"], "A"),
    case("the deal alternates again", ["8-4 uA dB", "6-6 uA"], "B"),
    case("the same dealer twice, seen too late", ["8-4 uA dB", "6-6 uA dB"], "A"),
    case("a void hand of the wrong dealer", ["8-4 uA dB", "nula turno"], "A"),
    case("a hand counted by the referee", ["8-4 uA dB", "arbitro mano 3-3: x"], "B"),
    case("a void juego", ["8-4 uA dB", "arbitro anula: x"], "A"),
    case("unknown after a juego in one line", ["8-4 uA dB", "juego A"], None),
    case("unknown after an awarded juego", ["8-4 uA dB", "arbitro juego A: x"], None),
    case("the deal alternates into the next juego", ["arbitro mano 90-0: x", "8-4 uA dB"], "A"),
)
def test_the_next_dealer_of_cientos(lines, dealer):
    state = _score(*lines, options=PRESETS["tres_juegos"]).state
    assert state.dealer == (None if dealer is None else "AB".index(dealer))
