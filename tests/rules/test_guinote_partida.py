"""The winner of a partida, and how it is counted: every number of the reglamento."""

import pytest

from rules.core import RuleError, fold
from rules.guinote import GUINOTE
from rules.guinote.options import Options
from rules.guinote.partida import malas_o_buenas
from tests.rows import each

ONE_PARTIDA = Options(cotos=1, partidas=1)


def _won(*lines: str) -> tuple[str, str, tuple[int, int]]:
    """Return who wins the partida of these lines, by what, and with which tantos."""
    steps = fold(GUINOTE, ONE_PARTIDA, lines)
    event = steps[-1].score.events[0]
    assert event.code == "guinote.partida_won"
    params = dict(event.params)
    return "AB"[event.side], params["by"], params["tantos"]


@each(
    "line, in_all",
    pytest.param("60-60 uA", 130, id="no cantes"),
    pytest.param("60-60 uA A20o", 150, id="one veinte"),
    pytest.param("60-60 uA A20o B20c", 170, id="two veintes"),
    pytest.param("60-60 uA B40e", 170, id="the forty"),
    pytest.param("60-60 uA A20o B20c B20e", 190, id="three veintes"),
    pytest.param("60-60 uA A20o B40e", 190, id="a veinte and the forty"),
    pytest.param("60-60 uA A20o A20c B40e", 210, id="two veintes and the forty"),
    pytest.param("60-60 uA A20o A20c B20b B40e", 230, id="all four suits"),
    pytest.param("60-60 uA A20 A20 B20 B40e", 230, id="veintes of the arrastre, no suit said"),
)
def test_ultimas_the_tantos_of_a_deal(line, in_all):
    assert sum(GUINOTE.parse(line).tantos) == in_all


@each(
    "line, winner, by, tantos",
    pytest.param("91-29 uA", "A", "reached", (101, 29), id="101 with the últimas"),
    pytest.param("101-19 uB", "A", "reached", (101, 29), id="101 by cards"),
    pytest.param("71-49 uA A20o", "A", "reached", (101, 49), id="101 with a veinte"),
    pytest.param("20-100 uB", "B", "reached", (20, 110), id="B has it"),
    pytest.param("120-0 uA", "A", "reached", (130, 0), id="all the cards"),
    pytest.param(
        "60-60 uA A40o B20c B20e", "A", "reached", (110, 100), id="the rival stays at 100"
    ),
    pytest.param(
        "51-69 uA A40o B20c B20e", "A", "ultimas", (101, 109), id="both: A has the últimas"
    ),
    pytest.param(
        "41-79 uB A40o A20c B20e", "B", "ultimas", (101, 109), id="both: B has the últimas"
    ),
)
def test_the_first_deal_gives_the_partida(line, winner, by, tantos):
    assert _won(line) == (winner, by, tantos)


@each(
    "line, winner, by, tantos",
    pytest.param("29-91 uB A40o A20c A20e", "B", "thirty", (109, 101), id="29 by cards do not do"),
    pytest.param(
        "30-90 uB A40o A20c A20e", "A", "reached", (110, 100), id="30 by cards do: B has 100"
    ),
    pytest.param("30-90 uB A40o A20c B20e", "B", "reached", (90, 120), id="30, but A has not 101"),
    pytest.param(
        "18-102 uA A40o A20c A20e", "B", "thirty", (108, 102), id="28, ten of últimas included"
    ),
    pytest.param(
        "19-101 uA A40o A20c A20e", "B", "thirty", (109, 101), id="29, ten of últimas included"
    ),
    pytest.param(
        "20-100 uA A40o A20c A20e", "A", "reached", (110, 100), id="30, ten of últimas included"
    ),
    pytest.param(
        "100-20 uB B40o B20c B20e A20b", "B", "ultimas", (120, 110), id="30 and the últimas"
    ),
    pytest.param(
        "101-19 uB B40o B20c B20e A20b", "A", "thirty", (121, 109), id="29 and the últimas"
    ),
    pytest.param(
        "0-120 uA A40o A20c A20e A20b", "B", "thirty", (110, 120), id="all the cantes, no card"
    ),
)
def test_nobody_wins_without_30_apart_from_cantes(line, winner, by, tantos):
    """«No puede ganar el que no haya alcanzado 30 tantos sin cantes, aunque se haya llevado las
    diez de últimas»; the ten count towards the 30 (Rulings G1)."""
    assert _won(line) == (winner, by, tantos)


def test_some_deal_always_ends_the_partida():
    """A rival of 29 without cantes has 101 without cantes: nobody goes de vueltas without 30."""
    for a in range(121):
        if a in (1, 119):
            continue
        for last in "AB":
            line = f"{a}-{120 - a} u{last}"
            score = fold(GUINOTE, ONE_PARTIDA, [line])[0].score
            assert score.over or min(score.state.ida.bare) >= 30, line


@each(
    "ida, vueltas, winner, by, tantos",
    pytest.param("62-58 uA", "58-62 uA", "A", "ultimas", (140, 120), id="both, A's últimas"),
    pytest.param("62-58 uA", "58-62 uB", "B", "ultimas", (130, 130), id="both, B's últimas"),
    pytest.param("90-30 uB", "0-120 uB A20o", "B", "ultimas", (110, 170), id="both, cantes"),
    pytest.param("60-60 uA", "20-100 uB", "B", "reached", (90, 170), id="only B"),
    pytest.param("60-60 uB", "101-19 uB", "A", "reached", (161, 99), id="only A, no últimas"),
    pytest.param("62-58 uA A20o B40e", "9-31 !A", "A", "declared", (101, 129), id="says it"),
    pytest.param("62-58 uA A20o B40e", "9-31 !B", "B", "declared", (101, 129), id="B says it"),
    pytest.param("62-58 uA", "28-30 !A", "B", "false_declaration", (100, 88), id="100 do not do"),
    pytest.param("62-58 uA", "29-30 !A", "A", "declared", (101, 88), id="101 do"),
    pytest.param(
        "62-58 uA", "30-30 !B", "A", "false_declaration", (102, 88), id="B says it, A had it"
    ),
    pytest.param(
        "62-58 uA", "0-0 !B", "A", "false_declaration", (72, 58), id="fewer tantos, still wins"
    ),
    pytest.param(
        "62-58 uA", "40-60 !B", "B", "declared", (112, 118), id="A had it first, kept silent"
    ),
    pytest.param("80-40 uB", "0-0 A40o !A", "A", "declared", (120, 50), id="with a cante"),
    pytest.param("80-40 uB", "60-60 !A", "A", "declared", (140, 110), id="before the últimas"),
)
def test_de_vueltas(ida, vueltas, winner, by, tantos):
    """The first deal carries over; the second always ends the partida (Rulings G3, G4)."""
    assert _won(ida, vueltas) == (winner, by, tantos)


def test_saying_to_have_won_ends_play_only_de_vueltas():
    with pytest.raises(RuleError) as refused:
        fold(GUINOTE, ONE_PARTIDA, ["101-0 !A"])
    error = refused.value
    assert (error.code, error.field, error.hand) == ("guinote.declared_in_ida", "declared", 1)
    assert error.article == "Guiñote, «Juego de vueltas o arrastre»"


@pytest.mark.parametrize("point", range(1, 7))
@pytest.mark.parametrize("before", [(), ("62-58 uA A20o",)], ids=["first deal", "de vueltas"])
def test_a_renuncio_loses_the_partida(point, before):
    assert _won(*before, f"renuncio A {point}") == ("B", "renuncio", None)


@each(
    "tantos, said",
    (0, (0, "malas")),
    (50, (50, "malas")),
    (51, (1, "buenas")),
    (100, (50, "buenas")),
    (101, (51, "buenas")),
)
def test_malas_y_buenas(tantos, said):
    assert malas_o_buenas(tantos) == said
