"""Points, piques, faults and calidades of a hand of cientos: every number of the reglamento."""

import pytest

from rules.cientos import CIENTOS
from rules.cientos.items import Punto, Secansa
from rules.cientos.options import Options
from rules.core import RuleError, fold
from tests.refusals import is_refused
from tests.rows import case, each

PLAIN = Options(juegos=1)
CALIDADES = Options(juegos=1, calidades=True)
HALF = Options(juegos=1, calidades=True, calidad=2)
MAIN_TEXT = Options(juegos=1, rival_leads=True)


def _points(line: str, options: Options = PLAIN) -> tuple[int, ...]:
    return fold(CIENTOS, options, [line])[-1].score.points


def _events(line: str) -> list[str]:
    score = fold(CIENTOS, PLAIN, [line])[-1].score
    return [event.code.removeprefix("cientos.") for event in score.events]


# --- The announcements ----------------------------------------------------------------------
@each(
    "value, worth",
    (24, 2),
    (25, 3),
    (31, 3),
    (34, 3),
    (35, 4),
    (41, 4),
    (44, 4),
    (45, 5),
    (51, 5),
    (54, 5),
    (55, 6),
    (60, 6),
    (64, 6),
    (65, 7),
    (68, 7),
    (75, 8),
)
def test_el_punto_counts_a_point_for_each_ten_and_for_a_rest_of_five(value, worth):
    """«por quatro naves que se compongan de treinta y cinco puntos arriba se apuntarán quatro»."""
    assert Punto(0, value).worth == worth


@each(
    "cards, name, worth, kinds, calidades",
    (3, "tercias", 3, 6, 0),
    (4, "quartas", 4, 5, 0),
    (5, "quintas", 15, 4, 1),
    (6, "sextas", 16, 3, 2),
    (7, "septimas", 17, 2, 3),
    (8, "octavas", 18, 1, 4),
)
def test_secansas_have_a_worth_and_calidades_by_their_length(cards, name, worth, kinds, calidades):
    """«De las secansas en general»: the number of secansas of each length, and their worth."""
    tops = "ARCSD9"[:kinds]
    secansas = [Secansa(0, cards, top) for top in tops]
    assert {(secansa.worth, secansa.calidades) for secansa in secansas} == {(worth, calidades)}
    for top in "ARCSD987"[kinds:]:
        with pytest.raises(RuleError, match="secansa_top"):
            Secansa(0, cards, top)


# The points of leads and bazas in 8-4 uA with A as mano, without the ten for most bazas.
PLAY_ONLY = (17, 8)


@each(
    "words, points",
    case("cartas blancas", "bA", 10),
    case("el punto, una decena un punto", "pA30", 3),
    case("cada tercera", "sA3R", 3),
    case("cada cuarta", "sA4R", 4),
    case("cada quinta", "sA5R", 15),
    case("cada sexta", "sA6R", 16),
    case("cada séptima", "sA7R", 17),
    case("cada octava", "sA8A", 18),
    case("cada catorce", "cAS", 14),
    case("cada tres", "tAS", 3),
    case("another secansa of the same side", "sA5R sA3A", 18),
    case("a trío beside a catorce", "cAA tAD", 17),
    case("two tríos", "tAA tAD", 6),
    case("two catorces", "cAA cAR", 28),
    case("equal punto", "p=44", 0),
    case("equal secansas", "s=5R", 0),
    case("nothing", "", 0),
)
def test_announcements_add_their_points_to_the_play(words, points):
    a, b = PLAY_ONLY
    assert _points(f"8-4 uA {words} dB") == (a + 10 + points, b)


@each(
    "line, points",
    case("A mano: one more lead", "8-4 uA dB", (27, 8)),
    case("B mano", "8-4 uA dA", (26, 9)),
    case("the last baza of B: A has one lead more", "8-4 uB dB", (27, 8)),
    case("the last with a siete, an ocho or a nueve", "8-4 uAm dB", (26, 8)),
    case("bazas empatadas", "6-6 uA dB", (13, 12)),
    case("bazas: more than six", "7-5 uA dB", (25, 10)),
    case("capote, by the mano", "12-0 uA dB", (65, 0)),
    case("capote, by the pie, the last with a low card", "0-12 uBm dB", (1, 63)),
)
def test_leads_and_bazas_have_their_points(line, points):
    """«uno por cada carta que juegue, y otro por cada baza … la última dos» (C1, C2)."""
    assert _points(line) == points


@each(
    "line, points",
    case("twelve leads and the last baza", "12-0 uA r0-0 dB", (54, 0)),
    case("B won some: at least one on a lead of A", "8-4 uA r0-0 dB", None),
    case("one capture each", "8-4 uA r1-1 dB", (8 + 1 + 2 + 10, 4 + 1)),
    case("one capture by the pie", "8-4 uB r0-1 dB", (9 + 10, 3 + 1 + 2)),
    case("captures in turn, and a low last card", "8-4 uAm r2-3 dB", (8 + 2 + 1 + 10, 4 + 3)),
    case("captures that cannot be in turn", "8-4 uA r3-1 dB", None),
    case("no captures", "8-4 uA dB", None),
)
def test_with_rival_leads_a_baza_counts_only_if_its_winner_did_not_lead_it(line, points):
    """The main text: «otro por cada baza que levante (si saliese la jugada del contrario)» (C1)."""
    if points is None:
        with pytest.raises(RuleError, match="captures"):
            _points(line, MAIN_TEXT)
    else:
        assert _points(line, MAIN_TEXT) == points


# --- Repique and pique ----------------------------------------------------------------------
@each(
    "line, points, event",
    case("«noventa y quatro, en lugar de 34»", "8-4 uA pA51 sA5Ao cAS dB", (94 + 27, 8), "repique"),
    case("the pie too", "8-4 uA pA51 sA5Ao cAS dA", (94 + 26, 9), "repique"),
    case("«si le empatase» … el punto only", "8-4 uA p=44 sA5So cAS tAR dB", (32 + 27, 8), ""),
    case("an equal secansa", "8-4 uA s=39 cAA cAS pA45 dB", (33 + 27, 8), ""),
    case("the rival counted", "8-4 uA pB44 sA5Ao cAS tAR dB", (32 + 27, 8 + 4), ""),
    case("both sides with catorces or tríos", "8-4 uA sA5Ao cAS tBA pA51 dB", None, ""),
    case("blancas: «no le pueden picar»", "8-4 uA bB sA5Ao cAS pA51 dB", (34 + 27, 8 + 10), ""),
    case("announcements that no cards hold", "8-4 uA bA pA48 sA3Do sA3Dc sA3De sA3Db dB", None, ""),
    case(
        "blancas count towards the thirty", "8-4 uA bA pA47 sA3Do cAA dB", (92 + 27, 8), "repique"
    ),
    case("29 and a card led", "8-4 uA sA5Ao cAS dB pique", (29 + 30 + 27, 8), "pique"),
    case("«veinte y ocho … cuenta sesenta»", "8-4 uA cAA cAR dB pique", (28 + 30 + 27, 8), "pique"),
    case("the rival took the first baza", "8-4 uB cAA cAR dB", (28 + 27, 8), ""),
    case("5 and all the bazas", "12-0 uA pA51 dB pique", (5 + 25 + 30 + 40, 0), "pique"),
    case("4 and all the bazas: the capote counts later", "12-0 uA pA44 dB", (4 + 25 + 40, 0), ""),
)
def test_pique_adds_thirty_and_repique_sixty(line, points, event):
    if points is None:
        with pytest.raises(RuleError):
            _points(line)
        return
    if sum(points) < 100:
        assert _points(line) == points
    pique_events = [code for code in _events(line) if "pique" in code]
    assert pique_events == ([event] if event else [])
    assert _points(line) == points


@each(
    "line, code",
    case("the rival counted", "8-4 uA sA5Ao cAS pB44 pique dB", "pique_blocked"),
    case("equal punto", "8-4 uA sA5So cAS p=44 pique dB", "pique_blocked"),
    case("only the mano may picar", "8-4 uA sA5Ao cAS pique dA", "pique_blocked"),
    case("it is a repique", "8-4 uA pA51 sA5Ao cAS pique dB", "pique_repique"),
    case("5: all the bazas were needed", "8-4 uA pA51 pique dB", "pique_short"),
    case("20: five bazas in a row are needed", "3-9 uA pA51 sA5Ao pique dB", "pique_short"),
    case("capote from 5", "12-0 uA pA51 dB", "pique_missing"),
    case("eleven bazas in a row from 8", "11-1 uB pA51 sA3A dB", "pique_missing"),
    case("29: the first card makes it", "2-10 uB sA5Ao cAS dB", "pique_missing"),
)
def test_an_impossible_pique_and_a_missing_pique_are_refused(line, code):
    with is_refused(f"cientos.{code}", field="pique"):
        _points(line)


# --- Faults ---------------------------------------------------------------------------------
@each(
    "line, points",
    case("carta de más: C8", "8-4 uA x+A pB44 sB3A tBS dB", (27, 8 + 10)),
    case("acuse falso: the rival has a repique", "8-4 uA xfB pA51 sA5Ao cAS dB", (27 + 94, 8)),
    case("not shown in time: C9", "8-4 uA xtA pB44 dB", (27, 8 + 4)),
    case("both sides: nobody counts", "8-4 uA xfA xtB dB", (27, 8)),
    case("carta de menos: no penalty", "8-4 uA x-B pB44 dB", (27, 8 + 4)),
    case("A has a card too many and B one missing", "8-4 uA x+A x-B pB44 dB", (27, 8 + 4)),
)
def test_faults_of_cientos_void_announcements(line, points):
    assert _points(line) == points


# --- Calidades ------------------------------------------------------------------------------
@each(
    "words, calidades",
    case("none", "", (0, 0)),
    case("1 cartas blancas", "bB", (0, 1)),
    case("2 pique, and two catorces", "pique cAA cAR", (1 + 2, 0)),
    case("2 repique, quinta, catorce", "pA51 sA5A cAS", (2 + 1 + 1, 0)),
    case("3 a tercia, none", "sB3A", (0, 0)),
    case("3 a quarta, none", "sB4A", (0, 0)),
    case("3 quinta", "sB5A", (0, 1)),
    case("3 sexta", "sB6A", (0, 2)),
    case("3 séptima", "sB7A", (0, 3)),
    case("3 octava", "sB8A", (0, 4)),
    case("3 two quintas", "p=51 sB5A sB5R", (0, 2)),
    case("3 «si hay secansa igual no le vale á ninguno»", "s=5A", (0, 0)),
    case("4 catorce", "cBA", (0, 1)),
    case("4 two catorces", "p=47 cBA cBD", (0, 2)),
    case("4 a trío, none", "p=47 cBA tBS", (0, 1)),
)
def test_announcements_and_piques_have_calidades(words, calidades):
    score = fold(CIENTOS, CALIDADES, [f"7-5 uA {words} dB"])[-1].score
    params_by_code = {event.code: dict(event.params) for event in score.events}
    assert params_by_code.get("cientos.calidades", {"calidades": (0, 0)})["calidades"] == calidades


@each(
    "line, calidades",
    case("5 capote: one; 6 B makes 0: two", "12-0 uA dB", (1 + 2, 0)),
    case("6 B makes 4: two", "10-2 uA dB", (2, 0)),
    case("6 B makes 5: one", "10-2 uA dA", (1, 0)),
    case("6 B makes 9: one", "8-4 uA dA", (1, 0)),
    case("6 B makes 10: none", "8-4 uA pB24 dB", (0, 0)),
)
def test_a_rival_below_ten_or_five_points_gives_calidades(line, calidades):
    """The points of the whole hand decide (C7)."""
    assert fold(CIENTOS, CALIDADES, [line])[-1].score.tallies[1] == calidades


@each(
    "options, line, cuartos",
    case("the stake", PLAIN, "juego A", (4, 0)),
    case("double", PLAIN, "juego A doble", (8, 0)),
    case("7 one calidad on top (C10)", CALIDADES, "juego B", (0, 4 + 1)),
    case("7 two calidades on top", CALIDADES, "juego B doble", (0, 8 + 2)),
    case("7 and the calidades of its hands", CALIDADES, "juego B doble 3-1", (3, 8 + 2 + 1)),
    case("a calidad of half a stake", HALF, "juego A 3-1", (4 + 2 + 6, 2)),
)
def test_a_juego_pays_its_stake_and_calidades_in_cuartos(options, line, cuartos):
    """A calidad is exactly a quarter of the stake: everything is counted in cuartos (C12)."""
    assert fold(CIENTOS, options, [line])[-1].score.tallies[1] == cuartos
