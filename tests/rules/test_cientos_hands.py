"""Counts of a hand of cientos: every number and every table of the text, with its article."""

import pytest

from rules.cientos import CIENTOS
from rules.cientos.items import Punto, Secansa
from rules.cientos.options import Options
from rules.core import RuleError, fold
from tests.refusals import is_refused
from tests.rows import each

PLAIN = Options(juegos=1)
CALIDADES = Options(juegos=1, calidades=True)
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
def test_el_punto_a_point_a_ten_and_five_make_another(value, worth):
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
def test_the_secansas(cards, name, worth, kinds, calidades):
    """«De las secansas en general»: how many of each there are, and what they are worth."""
    tops = "ARCSD9"[:kinds]
    every = [Secansa(0, cards, top) for top in tops]
    assert {(one.worth, one.calidades) for one in every} == {(worth, calidades)}
    for top in "ARCSD987"[kinds:]:
        with pytest.raises(RuleError, match="secansa_top"):
            Secansa(0, cards, top)


NOTHING = (17, 8)  # 8-4 uA, A mano: leads and bazas; A has ten more for the bazas


@each(
    "words, points",
    pytest.param("bA", 10, id="cartas blancas"),
    pytest.param("pA30", 3, id="el punto, una decena un punto"),
    pytest.param("sA3R", 3, id="cada tercera"),
    pytest.param("sA4R", 4, id="cada cuarta"),
    pytest.param("sA5R", 15, id="cada quinta"),
    pytest.param("sA6R", 16, id="cada sexta"),
    pytest.param("sA7R", 17, id="cada séptima"),
    pytest.param("sA8A", 18, id="cada octava"),
    pytest.param("cAS", 14, id="cada catorce"),
    pytest.param("tAS", 3, id="cada tres"),
    pytest.param("sA5R sA3A", 18, id="another secansa in its shadow"),
    pytest.param("cAA tAD", 17, id="a trío in the shadow of a catorce"),
    pytest.param("tAA tAD", 6, id="two tríos"),
    pytest.param("cAA cAR", 28, id="two catorces"),
    pytest.param("p=44", 0, id="equal punto"),
    pytest.param("s=5R", 0, id="equal secansas"),
    pytest.param("", 0, id="nothing"),
)
def test_resumen_de_los_pagos(words, points):
    a, b = NOTHING
    assert _points(f"8-4 uA {words} dB") == (a + 10 + points, b)


@each(
    "line, points",
    pytest.param("8-4 uA dB", (27, 8), id="A mano: one more lead"),
    pytest.param("8-4 uA dA", (26, 9), id="B mano"),
    pytest.param("8-4 uB dB", (27, 8), id="the last of the other: what it pays is a lead"),
    pytest.param("8-4 uAm dB", (26, 8), id="the last with a siete, an ocho or a nueve"),
    pytest.param("6-6 uA dB", (13, 12), id="bazas empatadas"),
    pytest.param("7-5 uA dB", (25, 10), id="bazas: more than six"),
    pytest.param("12-0 uA dB", (65, 0), id="capote, by the mano"),
    pytest.param("0-12 uBm dB", (1, 63), id="capote, by the pie, the last with a low card"),
)
def test_the_play(line, points):
    """«uno por cada carta que juegue, y otro por cada baza … la última dos» (C1, C2)."""
    assert _points(line) == points


@each(
    "line, points",
    pytest.param("12-0 uA r0-0 dB", (54, 0), id="twelve leads and the last baza"),
    pytest.param("8-4 uA r0-0 dB", None, id="the pie took some: at least one on a lead of A"),
    pytest.param("8-4 uA r1-1 dB", (8 + 1 + 2 + 10, 4 + 1), id="one time each"),
    pytest.param("8-4 uB r0-1 dB", (9 + 10, 3 + 1 + 2), id="the pie takes over once"),
    pytest.param("8-4 uAm r2-3 dB", (8 + 2 + 1 + 10, 4 + 3), id="by turns, the last low"),
    pytest.param("8-4 uA r3-1 dB", None, id="not by turns"),
    pytest.param("8-4 uA dB", None, id="left out"),
)
def test_option_a_baza_counts_only_to_who_did_not_lead_it(line, points):
    """The main text: «otro por cada baza que levante (si saliese la jugada del contrario)» (C1)."""
    if points is None:
        with pytest.raises(RuleError, match="captures"):
            _points(line, MAIN_TEXT)
    else:
        assert _points(line, MAIN_TEXT) == points


# --- Repique and pique ----------------------------------------------------------------------
@each(
    "line, points, event",
    pytest.param(
        "8-4 uA pA51 sA5Ao cAS dB",
        (94 + 27, 8),
        "repique",
        id="«noventa y quatro, en lugar de treinta y quatro»",
    ),
    pytest.param("8-4 uA pA51 sA5Ao cAS dA", (94 + 26, 9), "repique", id="the pie too"),
    pytest.param(
        "8-4 uA p=44 sA5So cAS tAR dB",
        (32 + 27, 8),
        "",
        id="«si le empatase … aunque no fuese sino el punto»",
    ),
    pytest.param("8-4 uA s=39 cAA cAS pA45 dB", (33 + 27, 8), "", id="an equal secansa"),
    pytest.param("8-4 uA pB44 sA5Ao cAS tAR dB", (32 + 27, 8 + 4), "", id="the rival counted"),
    pytest.param("8-4 uA sA5Ao cAS tBA pA51 dB", None, "", id="two cannot have the tríos"),
    pytest.param(
        "8-4 uA bB sA5Ao cAS pA51 dB",
        (34 + 27, 8 + 10),
        "",
        id="cartas blancas: «no le pueden picar, ni repicar»",
    ),
    pytest.param("8-4 uA bA pA48 sA3Do sA3Dc sA3De sA3Db dB", None, "", id="too much"),
    pytest.param(
        "8-4 uA bA pA47 sA3Do cAA dB",
        (92 + 27 + 0, 8),
        "repique",
        id="cartas blancas count towards the thirty",
    ),
    pytest.param("8-4 uA sA5Ao cAS dB pique", (29 + 30 + 27, 8), "pique", id="29 and a card led"),
    pytest.param(
        "8-4 uA cAA cAR dB pique", (28 + 30 + 27, 8), "pique", id="«veinte y ocho … cuenta sesenta»"
    ),
    pytest.param("8-4 uB cAA cAR dB", (28 + 27, 8), "", id="the rival took the first baza"),
    pytest.param("12-0 uA pA51 dB pique", (5 + 25 + 30 + 40, 0), "pique", id="5 and all the bazas"),
    pytest.param(
        "12-0 uA pA44 dB",
        (4 + 25 + 40, 0),
        "",
        id="4 and all the bazas are 29: the capote comes after",
    ),
)
def test_pique_and_repique(line, points, event):
    if points is None:
        with pytest.raises(RuleError):
            _points(line)
        return
    if sum(points) < 100:
        assert _points(line) == points
    found = [code for code in _events(line) if "pique" in code]
    assert found == ([event] if event else [])
    assert _points(line) == points


@each(
    "line, code",
    pytest.param("8-4 uA sA5Ao cAS pB44 pique dB", "pique_blocked", id="the rival counted"),
    pytest.param("8-4 uA sA5So cAS p=44 pique dB", "pique_blocked", id="equal punto"),
    pytest.param("8-4 uA sA5Ao cAS pique dA", "pique_blocked", id="the pie does not picar"),
    pytest.param("8-4 uA pA51 sA5Ao cAS pique dB", "pique_repique", id="it is a repique"),
    pytest.param("8-4 uA pA51 pique dB", "pique_short", id="5: all the bazas were needed"),
    pytest.param("3-9 uA pA51 sA5Ao pique dB", "pique_short", id="20: five running, not two"),
    pytest.param("12-0 uA pA51 dB", "pique_missing", id="capote from 5"),
    pytest.param("11-1 uB pA51 sA3A dB", "pique_missing", id="eleven running from 8"),
    pytest.param("2-10 uB sA5Ao cAS dB", "pique_missing", id="29: the first card makes it"),
)
def test_a_pique_that_cannot_be_and_one_that_must(line, code):
    with is_refused(f"cientos.{code}", field="pique"):
        _points(line)


# --- Faults ---------------------------------------------------------------------------------
@each(
    "line, points",
    pytest.param("8-4 uA x+A pB44 sB3A tBS dB", (27, 8 + 10), id="carta de más: C8"),
    pytest.param("8-4 uA xfB pA51 sA5Ao cAS dB", (27 + 94, 8), id="acuse falso: and repica"),
    pytest.param("8-4 uA xtA pB44 dB", (27, 8 + 4), id="not shown in time: C9"),
    pytest.param("8-4 uA xfA xtB dB", (27, 8), id="both: nobody counts"),
    pytest.param("8-4 uA x-B pB44 dB", (27, 8 + 4), id="carta de menos: no penalty"),
    pytest.param("8-4 uA x+A x-B pB44 dB", (27, 8 + 4), id="one too many, the other missing"),
)
def test_faults_found_in_play(line, points):
    assert _points(line) == points


# --- Calidades ------------------------------------------------------------------------------
@each(
    "words, calidades",
    pytest.param("", (0, 0), id="none"),
    pytest.param("bB", (0, 1), id="1 cartas blancas"),
    pytest.param("pique cAA cAR", (1 + 2, 0), id="2 pique, and two catorces"),
    pytest.param("pA51 sA5A cAS", (2 + 1 + 1, 0), id="2 repique, quinta, catorce"),
    pytest.param("sB3A", (0, 0), id="3 a tercia, none"),
    pytest.param("sB4A", (0, 0), id="3 a quarta, none"),
    pytest.param("sB5A", (0, 1), id="3 quinta"),
    pytest.param("sB6A", (0, 2), id="3 sexta"),
    pytest.param("sB7A", (0, 3), id="3 séptima"),
    pytest.param("sB8A", (0, 4), id="3 octava"),
    pytest.param("p=51 sB5A sB5R", (0, 2), id="3 two quintas"),
    pytest.param("s=5A", (0, 0), id="3 «si hay secansa igual no le vale á ninguno»"),
    pytest.param("cBA", (0, 1), id="4 catorce"),
    pytest.param("p=47 cBA cBD", (0, 2), id="4 two catorces"),
    pytest.param("p=47 cBA tBS", (0, 1), id="4 a trío, none"),
)
def test_calidades_of_a_hand(words, calidades):
    score = fold(CIENTOS, CALIDADES, [f"7-5 uA {words} dB"])[-1].score
    told = {event.code: dict(event.params) for event in score.events}
    assert told.get("cientos.calidades", {"calidades": (0, 0)})["calidades"] == calidades


@each(
    "line, calidades",
    pytest.param("12-0 uA dB", (1 + 2, 0), id="5 capote; 6 B does not reach five: two"),
    pytest.param("10-2 uA dB", (2, 0), id="6 B makes 4: two"),
    pytest.param("10-2 uA dA", (1, 0), id="6 B makes 5: one"),
    pytest.param("8-4 uA dA", (1, 0), id="6 B makes 9: one"),
    pytest.param("8-4 uA pB24 dB", (0, 0), id="6 B makes 10: none"),
)
def test_calidades_of_not_reaching_ten_or_five(line, calidades):
    """They look at the points of the whole hand (C7)."""
    assert fold(CIENTOS, CALIDADES, [line])[-1].score.tallies[1] == calidades


@each(
    "options, line, cuartos",
    pytest.param(PLAIN, "juego A", (4, 0), id="the stake"),
    pytest.param(PLAIN, "juego A doble", (8, 0), id="double"),
    pytest.param(CALIDADES, "juego B", (0, 4 + 1), id="7 one calidad on top (C10)"),
    pytest.param(CALIDADES, "juego B doble", (0, 8 + 2), id="7 two calidades on top"),
    pytest.param(CALIDADES, "juego B doble 3-1", (3, 8 + 2 + 1), id="and those of its hands"),
    pytest.param(
        Options(juegos=1, calidades=True, calidad=2),
        "juego A 3-1",
        (4 + 2 + 6, 2),
        id="a calidad of half a stake",
    ),
)
def test_what_a_juego_pays(options, line, cuartos):
    """A calidad is a quarter of the stake, exactly: all is counted in cuartos (C12)."""
    assert fold(CIENTOS, options, [line])[-1].score.tallies[1] == cuartos
