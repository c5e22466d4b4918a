"""The tantos and the winner of a partida, with every number of the reglamento."""

import pytest

from rules.core import RuleError, fold
from rules.guinote import GUINOTE
from rules.guinote.options import Options
from rules.guinote.partida import malas_o_buenas
from tests.rows import case, each

ONE_PARTIDA = Options(cotos=1, partidas=1)


def _partida_won(*lines: str) -> tuple[str, str, tuple[int, int]]:
    """Return the winner of the partida in these lines, the way it was won, and the tantos."""
    steps = fold(GUINOTE, ONE_PARTIDA, lines)
    event = steps[-1].score.events[0]
    assert event.code == "guinote.partida_won"
    params = dict(event.params)
    return "AB"[event.side], params["by"], params["tantos"]


@each(
    "line, total",
    case("no cantes", "60-60 uA", 130),
    case("one veinte", "60-60 uA A20o", 150),
    case("two veintes", "60-60 uA A20o B20c", 170),
    case("the forty", "60-60 uA B40e", 170),
    case("three veintes", "60-60 uA A20o B20c B20e", 190),
    case("a veinte and the forty", "60-60 uA A20o B40e", 190),
    case("two veintes and the forty", "60-60 uA A20o A20c B40e", 210),
    case("all four suits", "60-60 uA A20o A20c B20b B40e", 230),
    case("veintes of the arrastre without suits", "60-60 uA A20 A20 B20 B40e", 230),
)
def test_the_tantos_of_a_deal_include_ultimas_and_cantes(line, total):
    assert sum(GUINOTE.parse(line).tantos) == total


@each(
    "line, winner, way, tantos",
    case("101 with the últimas", "91-29 uA", "A", "reached", (101, 29)),
    case("101 by cards", "101-19 uB", "A", "reached", (101, 29)),
    case("101 with a veinte", "71-49 uA A20o", "A", "reached", (101, 49)),
    case("B has it", "20-100 uB", "B", "reached", (20, 110)),
    case("all the cards", "120-0 uA", "A", "reached", (130, 0)),
    case("the rival stays at 100", "60-60 uA A40o B20c B20e", "A", "reached", (110, 100)),
    case("both: A has the últimas", "51-69 uA A40o B20c B20e", "A", "ultimas", (101, 109)),
    case("both: B has the últimas", "41-79 uB A40o A20c B20e", "B", "ultimas", (101, 109)),
)
def test_a_side_with_101_wins_the_partida_in_the_first_deal(line, winner, way, tantos):
    assert _partida_won(line) == (winner, way, tantos)


@each(
    "line, winner, way, tantos",
    case("29 by cards are too few", "29-91 uB A40o A20c A20e", "B", "thirty", (109, 101)),
    case(
        "30 by cards are enough: B has 100", "30-90 uB A40o A20c A20e", "A", "reached", (110, 100)
    ),
    case("30, but A has not 101", "30-90 uB A40o A20c B20e", "B", "reached", (90, 120)),
    case("28, ten of últimas included", "18-102 uA A40o A20c A20e", "B", "thirty", (108, 102)),
    case("29, ten of últimas included", "19-101 uA A40o A20c A20e", "B", "thirty", (109, 101)),
    case("30, ten of últimas included", "20-100 uA A40o A20c A20e", "A", "reached", (110, 100)),
    case("30 and the últimas", "100-20 uB B40o B20c B20e A20b", "B", "ultimas", (120, 110)),
    case("29 and the últimas", "101-19 uB B40o B20c B20e A20b", "A", "thirty", (121, 109)),
    case("all the cantes, no card", "0-120 uA A40o A20c A20e A20b", "B", "thirty", (110, 120)),
)
def test_a_side_needs_30_without_cantes_to_win(line, winner, way, tantos):
    """«No puede ganar el que no haya alcanzado 30 tantos sin cantes, aunque se haya llevado las
    diez de últimas»; the ten count towards the 30 (Rulings G1)."""
    assert _partida_won(line) == (winner, way, tantos)


def test_both_sides_de_vueltas_have_30_without_cantes():
    """A side goes de vueltas only with at least 30 without cantes: with less, its rival has 101."""
    for a in range(121):
        if a in (1, 119):
            continue
        for last in "AB":
            line = f"{a}-{120 - a} u{last}"
            score = fold(GUINOTE, ONE_PARTIDA, [line])[0].score
            assert score.over or min(score.state.ida.tantos_without_cantes) >= 30, line


@each(
    "ida, vueltas, winner, way, tantos",
    case("both, A's últimas", "62-58 uA", "58-62 uA", "A", "ultimas", (140, 120)),
    case("both, B's últimas", "62-58 uA", "58-62 uB", "B", "ultimas", (130, 130)),
    case("both, cantes", "90-30 uB", "0-120 uB A20o", "B", "ultimas", (110, 170)),
    case("only B", "60-60 uA", "20-100 uB", "B", "reached", (90, 170)),
    case("only A, no últimas", "60-60 uB", "101-19 uB", "A", "reached", (161, 99)),
    case("A declares", "62-58 uA A20o B40e", "9-31 !A", "A", "declared", (101, 129)),
    case("B declares", "62-58 uA A20o B40e", "9-31 !B", "B", "declared", (101, 129)),
    case("A declares with 100", "62-58 uA", "28-30 !A", "B", "false_declaration", (100, 88)),
    case("A declares with 101", "62-58 uA", "29-30 !A", "A", "declared", (101, 88)),
    case("B declares, but A has 101", "62-58 uA", "30-30 !B", "A", "false_declaration", (102, 88)),
    case("A has fewer tantos and wins", "62-58 uA", "0-0 !B", "A", "false_declaration", (72, 58)),
    case("A has 101 first, but is silent", "62-58 uA", "40-60 !B", "B", "declared", (112, 118)),
    case("with a cante", "80-40 uB", "0-0 A40o !A", "A", "declared", (120, 50)),
    case("before the últimas", "80-40 uB", "60-60 !A", "A", "declared", (140, 110)),
)
def test_the_winner_of_a_partida_de_vueltas(ida, vueltas, winner, way, tantos):
    """The first deal carries over; the second always ends the partida (Rulings G3, G4)."""
    assert _partida_won(ida, vueltas) == (winner, way, tantos)


def test_a_declaration_in_the_first_deal_is_refused():
    with pytest.raises(RuleError) as excinfo:
        fold(GUINOTE, ONE_PARTIDA, ["101-0 !A"])
    error = excinfo.value
    assert (error.code, error.field, error.hand) == ("guinote.declared_in_ida", "declared", 1)
    assert error.article == "Guiñote, «Juego de vueltas o arrastre»"


@pytest.mark.parametrize("point", range(1, 7))
@pytest.mark.parametrize("lines_before", [(), ("62-58 uA A20o",)], ids=["first deal", "de vueltas"])
def test_a_renuncio_of_guinote_loses_the_partida(point, lines_before):
    assert _partida_won(*lines_before, f"renuncio A {point}") == ("B", "renuncio", None)


@each(
    "tantos, malas_or_buenas",
    (0, (0, "malas")),
    (50, (50, "malas")),
    (51, (1, "buenas")),
    (100, (50, "buenas")),
    (101, (51, "buenas")),
)
def test_tantos_over_50_are_buenas(tantos, malas_or_buenas):
    assert malas_o_buenas(tantos) == malas_or_buenas
