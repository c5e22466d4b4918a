"""Impossible lines of revesino, and the refusal of each."""

import pytest

from rules.core import RuleError, fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from tests.refusals import is_refused
from tests.rows import case, each

PLAIN = Options()
FATES = "ao=AvC ac=BsD ae=d ab=Cj cc=AvC"
COUNTS = "0/0 3/9 5/19 3/6"


def _refusal(line: str, options: Options = PLAIN) -> tuple[str, str]:
    """Return the code and the field with which this line is refused."""
    with pytest.raises(RuleError) as error:
        fold(REVESINO, options, [line])
    return error.value.code.removeprefix("revesino."), error.value.field


@each(
    "line, code, field",
    case("twelve bazas", f"0/0 3/9 5/19 4/6 {FATES} dD", "bazas_sum", "bazas"),
    case("a player with twelve bazas", f"0/0 3/9 12/19 3/6 {FATES} dD", "bazas_range", "bazas"),
    case(
        "all eleven are a revesino",
        "0/0 0/0 11/40 0/0 ao=d ac=d ae=d ab=d cc=AvC dD",
        "bazas_all",
        "bazas",
    ),
    case("points without a baza", f"0/3 3/6 5/19 3/6 {FATES} dD", "points_without_baza", "points"),
    case("41 points", f"0/0 3/9 5/41 3/6 {FATES} dD", "points_range", "points"),
    case("37: an as sleeps", f"0/0 3/9 5/22 3/6 {FATES} dD", "points_sum", "points"),
    case("26: 14 asleep", f"0/0 3/5 5/15 3/6 {FATES} dD", "points_sum", "points"),
    case("C has two ases", f"0/0 3/15 5/9 3/10 {FATES} dD", "points_held", "points"),
    case("D has an as and too few points", f"0/0 3/9 5/22 3/3 {FATES} dD", "points_held", "points"),
    case("17 in one baza", f"0/0 1/17 7/12 3/6 {FATES} dD", "points_cards", "points"),
)
def test_impossible_bazas_and_points_are_refused(line, code, field):
    assert _refusal(line) == (code, field)


@each(
    "cards, code",
    case("the caballo missing", "ao=AvC ac=BsD ae=d ab=Cj", "card_missing"),
    case("an as twice", f"{FATES} ae=d", "card_twice"),
    case("sold to himself", "ao=AvA ac=BsD ae=d ab=Cj cc=AvC", "card_to_himself"),
    case("A won no baza and gets an as", "ao=BvA ac=BsD ae=d ab=Cj cc=AvC", "card_needs_bazas"),
    case("A won no baza and puts an as", "ao=CsA ac=BsD ae=d ab=Cj cc=AvC", "card_needs_bazas"),
    case("A won no baza and led an as", "ao=AvC ac=BsD ae=d ab=Aj cc=AvC", "card_needs_bazas"),
)
def test_impossible_fates_of_pay_cards_are_refused(cards, code):
    assert _refusal(f"{COUNTS} {cards} dD")[0] == code


@each(
    "line, code",
    case(
        "A leads without a baza, and is not mano",
        "0/0 3/10 5/14 3/4 ao=d ac=AsB ae=d ab=d cc=AsC dC",
        "leads",
    ),
    case(
        "A leads the caballo without a baza",
        "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=Aj dC",
        "leads",
    ),
    case(
        "the mano without a baza leads one palo only",
        "0/0 3/8 5/14 3/8 ao=AsD ac=AsB ae=d ab=d cc=d dD",
        "leads",
    ),
    case(
        "as and caballo of the same player are two bazas",
        "0/0 3/10 5/14 3/4 ao=d ac=AsB ae=d ab=d cc=AsB dD",
        "leads",
    ),
    case(
        "B leads an as in his only baza, and is not mano",
        "3/6 1/4 4/10 3/6 ao=d ac=d ae=Bj ab=d cc=d dD",
        "leads",
    ),
    case(
        "B has points of an as too many",
        "3/6 1/4 4/10 3/6 ao=d ac=d ae=d ab=d cc=CvB dD",
        "points_sum",
    ),
    case(
        "C sells two ases to A in one baza",
        "1/8 3/4 4/8 3/2 ao=CvA ac=CvA ae=d ab=d cc=d dD",
        "card_needs_bazas",
    ),
    case(
        "A draws and sells to B in one baza",
        "0/0 1/12 7/16 3/6 ao=AvB ac=AsB ae=CvB ab=d cc=d dA",
        "card_needs_bazas",
    ),
)
def test_impossible_leads_and_bazas_of_pay_cards_are_refused(line, code):
    assert _refusal(line)[0] == code


@each(
    "line",
    case(
        "the mano draws as and caballo of two players",
        "0/0 3/10 5/14 3/4 ao=d ac=AsB ae=d ab=d cc=AsC dD",
    ),
    case("the mano led an as in one baza", "3/6 1/4 4/10 3/6 ao=d ac=d ae=Bj ab=d cc=d dA"),
    case("two players sell in one baza", "1/12 3/4 4/8 3/6 ao=CvA ac=DvA ae=d ab=d cc=d dD"),
    case("four ases in one baza", "0/0 1/16 7/16 3/6 ao=AvB ac=Bj ae=CvB ab=DvB cc=d dA"),
)
def test_rare_but_possible_hands_are_accepted(line):
    fold(REVESINO, PLAIN, [line])


@each(
    "line, code, field",
    ("revesino A corta A", "cut_by_goer", "cutter"),
    ("revesino A napolitana A", "napolitana_of_goer", "napolitana"),
    ("revesino A napolitana C otra", "duty_alone", "duty"),
    ("revesino A corta C napolitana C levanta", "duty_alone", "duty"),
    ("revesino A corta B otra", "duty_alone", "duty"),
    ("revesino A rB rB", "renuncio_twice", "renuncios"),
    ("revesino A rB rC rD", "renuncio_third", "renuncios"),
    ("revesino A napolitana C rC", "renuncio_of_napolitana", "renuncios"),
    ("napolitana A rA", "renuncio_of_napolitana", "renuncios"),
    ("napolitana A pierde rB", "renuncio_lost_napolitana", "renuncios"),
    ("napolitana A pierde rA", "renuncio_lost_napolitana", "renuncios"),
    ("napolitana A pierde B rA", "renuncio_lost_napolitana", "renuncios"),
    ("revesino A rA", "renuncio_of_goer", "renuncios"),
    ("revesino A corta B rA", "renuncio_of_goer", "renuncios"),
    ("0/0 0/0 10/21 1/3 ao=d ac=d ae=d ab=d cc=d dB", "asleep_many", "fates"),
    ("0/0 0/0 10/23 1/1 ao=d ac=d ae=d ab=d cc=Cj rC dB", "renuncio_unmade", "renuncios"),
    ("napolitana A pierde A", "introducer_himself", "introducer"),
    ("napolitana A dejada dC", "left_not_mano", "left"),
    ("napolitana A dejada", "dealer_missing", "dealer"),
    ("falta descarte A", "fault_to", "to"),
    ("falta descarte A A", "fault_to", "to"),
    ("falta descarte A C", "dealer_missing", "dealer"),
    ("falta repite A B", "repeat_unmade", "side"),
    ("falta doble A B", "fault_each", "to"),
    ("nula dA dB", "word_twice", "dealer"),
    (f"{COUNTS} {FATES}", "dealer_missing", "dealer"),
    ("mano 1001 -1001 0 0", "amounts_range", "amounts"),
    ("arbitro tantos 4 -3 0 0: cuenta", "amounts_sum", "amounts"),
)
def test_impossible_revesinos_napolitanas_faults_and_amounts_are_refused(line, code, field):
    assert _refusal(line) == (code, field)


def test_two_options_refuse_some_napolitanas():
    introducer_collects = Options(introducer_collects=True)
    assert _refusal("napolitana A pierde", introducer_collects) == (
        "introducer_missing",
        "introducer",
    )
    left_loses = Options(left_lead_loses=True)
    assert _refusal("napolitana A dejada dD", left_loses) == ("left_loses", "left")


def test_mari_perez_in_a_match_by_time_is_refused():
    with is_refused("revesino.mari_perez_by_time"):
        Options(mari_perez=True, by_time=True)


@each("changes", {"vueltas": 0}, {"vueltas": True}, {"plate": -1}, {"by_time": 1}, {"plate": 201})
def test_options_beyond_their_limits_are_refused(changes):
    with pytest.raises(RuleError, match="option_"):
        Options(**changes)
