"""The acta page of the free score: its lines, its board and its paper."""

import pytest

from rules.core import fold
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from scoring.games.marcador.paper import form, result, rows
from scoring.games.marcador.words import board
from scoring.models import Result
from tests.rows import cases, each
from tests.rules.self_play import levels, play_match
from tests.scoring.games.marcador import FOUR_SIDES
from tests.scoring.seated_rounds import ACTA, lines

NAMES = ["la pareja 1", "la pareja 2", "la pareja 3", "la pareja 4"]
MUS, BOTIFARRA = PRESETS["mus_tres_juegos"], PRESETS["botifarra_101"]
VACAS = PRESETS["mus_vacas"]


def last_step(options, *acta_lines):
    return fold(MARCADOR, options, acta_lines)[-1]


# --- Saved lines and their forms --------------------------------------------------------------
def test_the_line_of_the_end_of_the_time_ends_the_match(seated):
    desk = seated("marcador", BOTIFARRA, "36-0", "0-12")
    assert desk.post(ACTA, {"como": "end", "number": "3"}).status_code == 400
    assert desk.post(ACTA, {"como": "end", "number": "3", "over": "on"}).status_code == 302
    assert lines()[-1] == "fin"
    assert Result.objects.get().winner == 0


def test_a_match_of_juegos_offers_no_ruling_in_tantos(seated):
    page = seated("marcador", PRESETS["mus_solo_juegos"]).get(ACTA + "?como=ruling")
    fields = page.context["form"].fields
    assert [value for value, _label in fields["ruling"].choices] == ["aviso", "juego", "partida"]
    assert "points_a" not in fields


def test_the_form_of_manos_proposes_the_manos_left(seated):
    page = seated("marcador", BOTIFARRA, "12-0").get(ACTA + "?como=manos")
    assert page.context["form"]["manos"].value() == 11


# --- The board --------------------------------------------------------------------------------
def test_the_board_of_a_juego_to_a_target():
    values = board(last_step(MUS, "juego A", "12-5", "3-9").score, MUS, NAMES)
    first, second = values["sides"]
    assert (first["column"], first["large"], first["word"]) == (["12"], "15", "tantos de 40")
    assert (first["boxes"], second["boxes"]) == ([True, False, False], [False, False, False])
    assert values["foot"] == "Juego 2. Mano 3."


@each(
    "options, acta_lines, large, foot",
    (MUS, ["juegos 3-1"], ["3", "1"], "La pareja 1 gana el encuentro: juegos 3–1."),
    (BOTIFARRA, ["36-0"], ["36", "0"], "Mano 2 de 12. Acaba cuando se anote el final del tiempo."),
    (
        Options(extra=1),
        ["4-4", "fin"],
        ["4", "4"],
        "Mano 2 de 2. Se acabó el tiempo: se desempata.",
    ),
    (PRESETS["mus_solo_juegos"], ["juego B"], ["0", "1"], "Juego 2."),
    (FOUR_SIDES, ["9 -4 0 2"], ["9", "−4", "0", "2"], "Mano 2 de 3."),
)
def test_the_large_numbers_and_the_foot_of_the_board(options, acta_lines, large, foot):
    values = board(last_step(options, *acta_lines).score, options, NAMES)
    assert [side["large"] for side in values["sides"]] == large
    assert values["foot"] == foot


def test_the_board_writes_the_juegos_as_text_if_no_boxes_fit():
    options = Options(sides=3, people=1, target=40, juegos=3)
    values = board(last_step(options, "juegos 1-0-2", "1-2-3").score, options, NAMES)
    assert [side["juegos"] for side in values["sides"]] == ["juegos: 1", "juegos: 0", "juegos: 2"]
    assert not any(side["boxes"] for side in values["sides"])
    values = board(last_step(VACAS, "juegos 2-0", "juego B").score, VACAS, NAMES)
    assert [side["vacas"] for side in values["sides"]] == ["vacas: 1 de 2", "vacas: 0 de 2"]
    assert [side["juegos"] for side in values["sides"]] == ["", ""]


def test_the_board_shows_the_last_numbers_of_a_long_column():
    values = board(last_step(Options(), *["1-0"] * 30).score, Options(), NAMES)
    assert values["sides"][0]["column"] == [str(number) for number in range(22, 30)]
    assert values["sides"][0]["more"]


def test_the_page_shows_the_board_of_four_sides(seated):
    page = seated("marcador", FOUR_SIDES, "9 -4 0 2").get(ACTA).text
    assert "board--4" in page and 'class="board__big">−4<' in page


# --- Paper ------------------------------------------------------------------------------------
@each(
    "options, acta_lines, cells, totals",
    (
        MUS,
        ["30-12", "10-5", "juego B", "arbitro juego A: señas", "4-4"],
        [["40", "", "✓"], ["17", "✓", ""]],
        [2, 1],
    ),
    (MUS, ["juegos 2-1"], [["", "", ""], ["", "", ""]], [2, 1]),
    (Options(manos=1, juegos=3), ["4-4", "5-2"], [["=", "5"], ["=", "2"]], [1, 0]),
    (VACAS, ["juegos 2-1", "juego B"], [["", "", ""], ["", "", ""], [""], ["✓"]], [2, 1, 0, 1]),
    (
        Options(count="juegos", juegos=2, vacas=3),
        ["juegos 2-1", "juegos 2-0", "juego B"],
        [["2", "2", "0"], ["1", "0", "1"]],
        [2, 0],
    ),
    (
        Options(manos=6),
        ["4-2", "arbitro A-3: señas", "5-5", "manos 2 9-0"],
        [["4", "2", "", "9"], ["2", "5", "", "0"]],
        [15, 7],
    ),
    (Options(count="juegos", juegos=12), ["juego A"], [[], []], [1, 0]),
)
def test_the_paper_has_a_box_for_each_mano_or_juego(options, acta_lines, cells, totals):
    paper_rows = rows(options, fold(MARCADOR, options, acta_lines))
    assert [row.cells for row in paper_rows] == cells
    assert [row.total for row in paper_rows] == totals
    assert len(paper_rows) <= form(options).lanes * options.sides


def test_the_paper_of_many_manos_has_a_row_for_each_line():
    options = PRESETS["domino_100"]
    acta_lines = ["manos 2 30-12", "arbitro B-5: señas", "9-0", "fin"]
    assert [row.cells for row in rows(options, fold(MARCADOR, options, acta_lines))] == [
        ["2 manos", "30", "12", "30", "12"],
        ["árbitro", "", "−5", "30", "7"],
        ["", "9", "0", "39", "7"],
        ["fin", "", "", "", ""],
    ]


@pytest.mark.parametrize("sides", range(2, 6))
@cases(
    "values",
    {"target": 101},
    {"manos": 8},
    {"target": 40, "juegos": 3},
    {"count": "juegos", "juegos": 3, "vacas": 2},
    {"target": 40, "juegos": 3, "play_all": True},
)
def test_the_paper_has_room_for_every_side(values, sides):
    options = Options(sides=sides, people=1, **values)
    paper = form(options)
    assert paper.sides == sides
    for level in levels(MARCADOR):
        steps = fold(MARCADOR, options, map(str, play_match(MARCADOR, options, "papel", level)))
        paper_rows = rows(options, steps)
        assert len(result(options, steps[-1].score)) == sides
        if paper.lanes:
            assert paper.lanes * sides * paper.row_height <= 50
            assert len(paper_rows) <= paper.lanes * sides
            assert all(len(row.cells) <= paper.boxes or not paper.boxes for row in paper_rows)
        else:
            assert all(len(row.cells) == len(paper.columns) - 1 for row in paper_rows)
