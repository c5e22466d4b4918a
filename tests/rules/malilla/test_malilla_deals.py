"""Payments of a deal of malilla in each form, with faults, and impossible deals."""

from dataclasses import replace

import pytest

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.options import Options
from tests.rows import case, each

COMPANEROS = Options()
BARROTADA = Options("barrotada")
COJA = Options("coja")
VISTAS = Options("vistas")
CUBIERTAS = Options("cubiertas")
ALCE_BY_ALL = Options("barrotada", alce_by_all=True)
PEREZ = Options(favorito=True, mariperez=True)


def _payments(line: str, options: Options, *lines_before: str) -> tuple[int, ...]:
    return fold(MALILLA, options, [*lines_before, line])[-1].score.points


def _refusal(line: str, options: Options, *lines_before: str) -> RuleError:
    with pytest.raises(RuleError) as error:
        fold(MALILLA, options, [*lines_before, line])
    assert error.value.hand == len(lines_before) + 1
    return error.value


def _row(line: str, payments: tuple[int, ...], name: str, options: Options = COMPANEROS):
    return case(name, line, payments, options)


@each(
    "line, payments, options",
    _row("72-0", (72, -72), "por el capote, 72"),
    _row("71-1", (35, -35), "la mayor ganancia sin capote, 35"),
    _row("37-35", (1, -1), "por cada punto que pase de 36, 1"),
    _row("36-36", (0, 0), "el par, nada"),
    _row("30-42", (-6, 6), "los puntos que faltan se pierden"),
    _row("36-36 9o dA", (5, -5), "por cada vuelta de malilla, 5"),
    _row("36-36 1o dA", (4, -4), "por cada as, 4"),
    _row("36-36 Ro dA", (3, -3), "por cada rey, 3"),
    _row("36-36 Co dB", (-2, 2), "por el caballo, 2"),
    _row("36-36 So dB", (-1, 1), "por la sota, 1"),
    _row("36-36 8o", (0, 0), "una carta blanca no da alce"),
    _row("36-36 A/servir", (-10, 10), "renuncio 1: no servir, 10"),
    _row("36-36 A/cargar", (-10, 10), "renuncio 2: no cargar, 10"),
    _row("36-36 A/fallar", (-10, 10), "renuncio 3: no fallar, 10"),
    _row("36-36 A/contrafallar", (-10, 10), "renuncio 4: no contrafallar, 10"),
    _row("0-72 1c dA", (-68, 68), "el alce además del capote"),
)
def test_the_summary_of_payments(line, payments, options):
    """Malilla, «Resumen de los pagos que se hacen á este juego»."""
    assert _payments(line, options) == payments


@each(
    "line, payments",
    ("72-0 5o", (144, -144)),
    ("37-35 5o", (2, -2)),
    ("36-36 9o dA", (10, -10)),
    ("36-36 Ro dB", (-6, 6)),
    ("36-36 5o A/servir", (-20, 20)),
    ("37-35 Re dA", (4, -4)),
)
def test_a_deal_of_the_favorito_pays_double(line, payments):
    assert _payments(line, Options(favorito=True), "favorito o") == payments


@each(
    "line, options, payments",
    case("M1: ×4", "40-32 5o", PEREZ, (16, -16)),
    case("M1, opción: ×2", "40-32 5o", replace(PEREZ, double_once=True), (8, -8)),
    case("Mari-Pérez", "40-32 5c", PEREZ, (8, -8)),
    case("M13: también los diez", "40-32 5o B/mano", PEREZ, (56, -56)),
)
def test_favorito_and_mari_perez_multiply_the_payments(line, options, payments):
    assert _payments(line, options, "favorito o") == payments


@each(
    "line, payments, options",
    _row("40-32 A/servir", (-10, 10), "ganando: no cuenta y paga los diez"),
    _row("30-42 A/servir", (-16, 16), "perdiendo: los diez son además de la pérdida"),
    _row("72-0 A/mano", (-10, 10), "ni el capote cuenta"),
    _row("0-72 A/mano", (-82, 82), "capote y los diez"),
    _row("40-32 Ro dA A/hablar", (-7, 7), "M2: el alce no se pierde"),
    _row("40-32 A/servir A/baza", (-20, 20), "M3: dos faltas distintas, un solo no contar"),
    _row("40-32 A/servir B/mostrar", (0, 0), "M3: faltas de los dos: nadie cuenta"),
    _row("30-42 A/servir A/mas B/mostrar", (-10, 10), "M3: los dieces se compensan"),
    _row("40-32 A/mas", (-10, 10), "carta de más: no cuenta y diez"),
    _row("40-32 A/menos", (4, -4), "carta de menos: bastante castigado"),
    _row("72-0 A/menos", (36, -36), "M4: con carta de menos no da capote"),
    _row("72-0 sincapote A/menos", (36, -36), "M4, dicho"),
    _row("72-0 B/menos", (72, -72), "y se expone a que se lo den"),
    _row("40-32 9o B/turno", (14, -14), "dar sin tocarle: devuelve el alce y diez"),
    _row("32-40 1o B/turno", (6, -6), "dar sin tocarle: pero cuenta lo que gana"),
)
def test_a_fault_costs_ten_and_the_gains_of_the_deal(line, payments, options):
    """Malilla, «Del orden y valor de los naypes» y «Modo de jugar la Malilla»."""
    assert _payments(line, options) == payments


@each(
    "line, payments, options",
    _row("30-12-20-10", (12, -6, 2, -8), "tocan a diez y ocho", BARROTADA),
    _row("72-0-0-0", (54, -18, -18, -18), "capote: pura cuenta", BARROTADA),
    _row("72-0-0-0", (72, -24, -24, -24), "a 72, opción", Options("barrotada", capote_72=True)),
    _row("18-18-18-18 9o dB", (-5, 5, 0, 0), "M11: el alce lo paga el que alzó", BARROTADA),
    _row("18-18-18-18 Ro dA", (3, 0, 0, -3), "M11: a la izquierda del pie", BARROTADA),
    _row("18-18-18-18 9o dB", (-5, 15, -5, -5), "M11, opción: los tres", ALCE_BY_ALL),
    _row("10-22-20-20 A/servir r-10+4+3+3", (-18, 8, 5, 5), "M5: como diga el árbitro", BARROTADA),
    _row("10-22-20-20 A/servir A/mas A/baza", (-38, 14, 12, 12), "M5: 30 se reparten", BARROTADA),
    _row("22-10-20-20 A/servir r-10+4+3+3", (-10, 4, 3, 3), "ganando: solo los diez", BARROTADA),
    _row("10-12-20-30 A/servir B/mas r+0+0+0+0", (-8, -6, 2, 12), "M3: compensados", BARROTADA),
    _row("24-30-18", (0, 6, -6), "salen a veinte y cuatro", COJA),
    _row("72-0-0", (48, -24, -24), "capote de la coja: pura cuenta", COJA),
    _row("72-0-0", (72, -36, -36), "a 72, opción", Options("coja", capote_72=True)),
    _row("24-24-24 9o dB", (-5, 10, -5), "M12: pagan ámbos jugadores", COJA),
    _row("20-24-28 A/cargar", (-14, 5, 9), "M5: los diez, por mitad", COJA),
    _row("20-24-28 A/cargar B/cargar", (-9, -5, 14), "faltas de dos", COJA),
)
def test_payments_of_players_without_a_partner(line, payments, options):
    """Malilla, Adiciones: la barrotada y la coja."""
    assert _payments(line, options) == payments


@each(
    "line, payments, options",
    _row("40-32 9o dA", (9, -9), "M10: el alce lo paga el otro", VISTAS),
    _row("72-0 capote", (72, -72), "capote", VISTAS),
    _row("72-0 sincapote", (36, -36), "M9: hizo una baza sin puntos", VISTAS),
    _row("5-67 9o dA", (-26, 26), "M9: cinco puntos y la baza compartida", VISTAS),
    _row("46-26 s0", (20, -20), "nada duerme: diez tantos, veinte medios", CUBIERTAS),
    _row("40-27 s5", (13, -13), "M7: seis tantos y medio", CUBIERTAS),
    _row("40-27 s5 Ro dB", (7, -7), "M8: el alce, como en la común", CUBIERTAS),
    _row("0-67 s5", (-144, 144), "capote, aunque duerman puntos", CUBIERTAS),
    _row("40-27 s5 A/fallar", (-20, 20), "diez tantos, veinte medios", CUBIERTAS),
)
def test_payments_between_two_players(line, payments, options):
    """Malilla, Adiciones: a cartas vistas y a cartas cubiertas (en medios tantos)."""
    assert _payments(line, options) == payments


@each(
    "line, options, code, field",
    ("40-33", COMPANEROS, "malilla.points_sum", "points"),
    ("73-0", COMPANEROS, "malilla.points_range", "points"),
    ("30-22-20", COMPANEROS, "malilla.points_count", "points"),
    ("40-32", BARROTADA, "malilla.points_count", "points"),
    ("20-20-20-12", COJA, "malilla.points_count", "points"),
    ("20-20-20-6-6", BARROTADA, "malilla.points_count", "points"),
    ("40-32", CUBIERTAS, "malilla.asleep_missing", "asleep"),
    ("40-27 s6", CUBIERTAS, "malilla.points_asleep", "points"),
    ("12-11 s49", CUBIERTAS, "malilla.asleep_range", "asleep"),
    ("40-27 s5", COMPANEROS, "malilla.asleep_form", "asleep"),
    ("40-32 Xo", COMPANEROS, "malilla.card_rank", "card"),
    ("40-32 X", COMPANEROS, "line_unreadable", "line"),
    ("40-32 Rx", COMPANEROS, "malilla.card_suit", "card"),
    ("24-24-24 4o", COJA, "malilla.card_out", "card"),
    ("40-27 s5 2o", CUBIERTAS, "malilla.card_out", "card"),
    ("40-32 Ro", COMPANEROS, "malilla.dealer_missing", "dealer"),
    ("5-67 9o dA", COMPANEROS, "malilla.malilla_taken", "points"),
    ("72-0 9o dB", COMPANEROS, "malilla.malilla_taken", "points"),
    ("4-68 9o dA", VISTAS, "malilla.malilla_taken", "points"),
    ("71-1 capote", COMPANEROS, "malilla.capote_points", "capote"),
    ("71-1 sincapote", VISTAS, "malilla.capote_points", "capote"),
    ("72-0 sincapote", COMPANEROS, "malilla.capote_plain", "capote"),
    ("72-0", VISTAS, "malilla.capote_unsaid", "capote"),
    ("72-0 capote A/menos", COMPANEROS, "malilla.capote_short", "capote"),
    ("40-32 A/servir A/servir", COMPANEROS, "malilla.fault_twice", "faults"),
    ("40-32 A/cargar", VISTAS, "malilla.fault_form", "faults"),
    ("40-32 A/fallar", VISTAS, "malilla.fault_form", "faults"),
    ("40-27 s5 B/contrafallar", CUBIERTAS, "malilla.fault_form", "faults"),
    ("40-32 A/dormir", COMPANEROS, "not_a_choice", "faults"),
    ("40-32 C/servir", COMPANEROS, "malilla.side_absent", "faults"),
    ("24-24-24 dD", COJA, "malilla.side_absent", "dealer"),
    ("24-24-24 B/mas B/menos", COJA, "malilla.fault_more_and_less", "faults"),
    ("24-24-24 A/turno B/turno", COJA, "malilla.turno_twice", "faults"),
    ("24-24-24 dA B/turno", COJA, "malilla.turno_dealer", "dealer"),
    ("18-18-18-18 A/servir", BARROTADA, "malilla.split_missing", "split"),
    ("18-18-18-18 A/servir r-10+4+3+2", BARROTADA, "malilla.split_sum", "split"),
    ("18-18-18-18 A/servir r-10+5+5", BARROTADA, "malilla.split_sides", "split"),
    ("18-18-18-18 A/servir r-9+3+3+3", BARROTADA, "malilla.split_payer", "split"),
    ("18-18-18-18 A/servir r-10+12-1-1", BARROTADA, "malilla.split_payer", "split"),
    ("18-18-18-18 A/servir r-9.5+3.5+3+3", BARROTADA, "malilla.tantos_half", "split"),
    ("18-18-18-18 r+0+0+0+0", BARROTADA, "malilla.split_needless", "split"),
    ("24-24-24 A/servir r-10+4+6", COJA, "malilla.split_needless", "split"),
    ("40-32 Ro 5c", COMPANEROS, "malilla.word_twice", "card"),
    ("40-32 dA dB", COMPANEROS, "malilla.word_twice", "dealer"),
)
def test_an_impossible_deal_of_malilla_is_refused(line, options, code, field):
    error = _refusal(line, options)
    assert (error.code, error.field) == (code, field)


def test_the_refusal_of_a_deal_has_the_lowest_points_and_the_article():
    error = _refusal("4-68 9o dA", COMPANEROS)
    assert error.article == "Malilla, «Del orden y valor de los naypes»"
    assert error.params == {"side": "A", "value": 4, "low": 6}


def test_a_dealer_with_a_card_too_many_may_lack_the_points_of_his_malilla():
    assert _payments("5-67 9o dA A/mas", COMPANEROS) == (-36, 36)


@each(
    "line, options, events",
    ("40-32", COMPANEROS, [("counted", None)]),
    ("72-0 Ro dA", COMPANEROS, [("counted", None), ("capote", 0), ("alce", 0)]),
    ("72-0 A/menos", COMPANEROS, [("counted", None), ("no_capote", 0), ("fault", 0)]),
    ("40-32 9o B/turno", COMPANEROS, [("counted", None), ("alce_lost", 1), ("fault", 1)]),
    (
        "40-32 A/mas",
        Options(mariperez=True),
        [("counted", None), ("not_counted", 0), ("doubled", None), ("fault", 0)],
    ),
)
def test_a_deal_of_malilla_has_its_events(line, options, events):
    score = fold(MALILLA, options, [line])[-1].score
    assert [(event.code, event.side) for event in score.events] == [
        (f"malilla.{name}", side) for name, side in events
    ]
