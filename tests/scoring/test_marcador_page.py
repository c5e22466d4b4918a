"""Typing an acta of a free score: each kind of line, what is refused and where, board and paper."""

from dataclasses import asdict

import pytest

from rules.core import replay
from rules.marcador import MARCADOR
from rules.marcador.options import PRESETS, Options
from scoring.games.marcador.paper import form, result, rows
from scoring.games.marcador.words import board, line_in_words, score_in_words
from scoring.models import Hand, Result
from scoring.services.actas import record_hand
from tests.scoring.halls import seat_round

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
NAMES = ["la pareja 1", "la pareja 2", "la pareja 3", "la pareja 4"]
FOUR = Options(sides=4, manos=3, low=-30, high=30)
ZERO = Options(sides=3, manos=6, fixed_sum=True, low=-30, high=30)
PLACES = Options(sides=3, manos=2, ladder=True)
MANO = {"como": "mano", "points_a": "12", "points_b": "5"}
JUEGO = {"como": "juego", "winner": "B"}
JUEGOS = {"como": "juegos", "juegos_a": "2", "juegos_b": "1"}
MANOS = {"como": "manos", "manos": "3", "points_a": "60", "points_b": "48"}
RULING = {"como": "ruling", "reason": "señas"}
MUS, BOTIFARRA = PRESETS["mus_tres_juegos"], PRESETS["botifarra_101"]
VACAS = PRESETS["mus_vacas"]


@pytest.fixture
def seated(make_tournament, pairs, chema, client_as):
    """A match with these options and its first lines, and the desk in front of it."""

    def seat(options=MUS, *written):
        tournament = make_tournament(
            game="marcador",
            game_options=asdict(options),
            format_options={"rounds": 2},
            format="swiss" if options.sides == 2 else "totals",
        )
        match = seat_round(tournament, [pairs(tournament, options.sides)]).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return client_as(chema)

    return seat


def lines():
    return list(Hand.objects.values_list("line", flat=True))


def last(options, *written):
    return replay(MARCADOR, options, written)[-1]


# --- What is saved ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "typed", "line"),
    [
        (MUS, MANO, "12-5"),
        (MUS, JUEGO, "juego B"),
        (MUS, JUEGOS, "juegos 2-1"),
        (BOTIFARRA, MANOS, "manos 3 60-48"),
        (MUS, {**RULING, "ruling": "aviso", "side": "A"}, "arbitro aviso A: señas"),
        (MUS, {**RULING, "ruling": "juego", "side": "B"}, "arbitro juego B: señas"),
        (MUS, {**RULING, "ruling": "partida", "side": "B"}, "arbitro partida B: señas"),
        (MUS, {**RULING, "ruling": "mano", "points_a": "9"}, "arbitro mano 9-0: señas"),
        (
            MUS,
            {**RULING, "ruling": "tantos", "points_a": "5", "points_b_pierde": "5"},
            "arbitro A+5 B-5: señas",
        ),
        (
            MUS,
            {**RULING, "ruling": "tantos", "points_a": "", "points_b": "-5"},
            "arbitro B-5: señas",
        ),
        (Options(manos=1, juegos=2), {"como": "juego", "winner": "="}, "juego tablas"),
        (
            FOUR,
            {
                "como": "mano",
                "points_a": "9",
                "points_b_pierde": "4",
                "points_c": "0",
                "points_d": "2",
            },
            "9 -4 0 2",
        ),
        (PLACES, {"como": "mano", "points_a": "1", "points_b": "3", "points_c": "2"}, "1-3-2"),
        (MUS, {"como": "forfeit", "loser": "B", "reason": "no viene"}, "pierde B: no viene"),
        (MUS, {"como": "notation", "text": "ARBITRO a +3: dos"}, "arbitro A+3: dos"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_every_kind_of_line_is_typed_and_saved(seated, options, typed, line):
    answer = seated(options).post(ACTA, {"number": "1", **typed})
    assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
    assert lines() == [line]


def test_the_end_of_the_time(seated):
    desk = seated(BOTIFARRA, "36-0", "0-12")
    assert desk.post(ACTA, {"como": "end", "number": "3"}).status_code == 400
    assert desk.post(ACTA, {"como": "end", "number": "3", "over": "on"}).status_code == 302
    assert lines()[-1] == "fin"
    assert Result.objects.get().winner == 0


@pytest.mark.parametrize(
    ("options", "written", "kinds"),
    [
        (MUS, [], "mano juego juegos ruling forfeit stop notation"),
        (MUS, ["12-5"], "mano ruling forfeit stop notation"),
        (MUS, ["arbitro aviso A: tarde"], "mano juego juegos ruling forfeit stop notation"),
        (PRESETS["mus_solo_juegos"], [], "juego juegos ruling forfeit stop notation"),
        (BOTIFARRA, [], "mano manos ruling forfeit stop notation"),
        (BOTIFARRA, ["12-0"], "mano manos end ruling forfeit stop notation"),
        (BOTIFARRA, ["manos 11 12-0"], "mano end ruling forfeit stop notation"),
        (Options(extra=1), ["4-4", "fin"], "mano ruling forfeit stop notation"),
        (MUS, ["juegos 3-0"], ""),
    ],
)
def test_only_what_can_still_happen_is_offered(seated, options, written, kinds):
    page = seated(options, *written).get(ACTA)
    assert [kind for kind, _tab in page.context["kinds"]] == kinds.split()


def test_the_judge_offers_only_what_there_is(seated):
    page = seated(PRESETS["mus_solo_juegos"]).get(ACTA + "?como=ruling")
    fields = page.context["form"].fields
    assert [value for value, _told in fields["ruling"].choices] == ["aviso", "juego", "partida"]
    assert "points_a" not in fields


def test_how_many_manos_are_left_is_written_already(seated):
    page = seated(BOTIFARRA, "12-0").get(ACTA + "?como=manos")
    assert page.context["form"]["manos"].value() == 11


# --- Break one field at a time ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "typed", "field", "told"),
    [
        (MUS, {**MANO, "points_a": "41"}, "points_a", "de 40 no se pasa"),
        (MUS, {**MANO, "points_b": ""}, "points_b", "Faltan los tantos"),
        (MUS, {**MANO, "points_b": "cinco"}, "points_b", "Escriba un número"),
        (MUS, {**MANO, "points_b": "-5"}, "points_a", "B no puede hacer -5"),
        (MUS, {**JUEGO, "winner": ""}, "winner", "requerido"),
        (MUS, {**JUEGO, "winner": "="}, "winner", "opciones disponibles"),
        (MUS, {**JUEGOS, "juegos_a": "4"}, "juegos_a", "se acaba al llegar a 3"),
        (MUS, {**JUEGOS, "juegos_b": "x"}, "juegos_b", "número entero"),
        (MUS, {**JUEGOS, "juegos_a": "0", "juegos_b": "0"}, "juegos_a", "nada que apuntar"),
        (BOTIFARRA, {**MANOS, "manos": "13"}, "manos", "no hay más que 12"),
        (BOTIFARRA, {**MANOS, "manos": "0"}, "manos", "de 1 a 999"),
        (BOTIFARRA, {**MANOS, "manos": ""}, "manos", "requerido"),
        (BOTIFARRA, {**MANOS, "points_a": "99999"}, "points_a", "como mucho 29997"),
        (MUS, {**RULING, "ruling": ""}, "ruling", "requerido"),
        (MUS, {**RULING, "ruling": "multa"}, "ruling", "opciones disponibles"),
        (MUS, {**RULING, "ruling": "aviso"}, "side", "Falta decir a quién"),
        (MUS, {**RULING, "ruling": "aviso", "side": "C"}, "side", "opciones disponibles"),
        (MUS, {**RULING, "ruling": "tantos"}, "points_a", "Faltan los tantos"),
        (MUS, {**RULING, "ruling": "aviso", "side": "A", "points_b": "5"}, "points_b", "Sobran"),
        (MUS, {**RULING, "ruling": "tantos", "points_a": "41"}, "points_a", "de 40 no se pasa"),
        (
            MUS,
            {**RULING, "ruling": "tantos", "points_a": "1", "points_a_pierde": "2"},
            "points_a",
            "una sola de las dos casillas",
        ),
        (MUS, {**RULING, "ruling": "partida", "side": "A", "reason": ""}, "reason", "requerido"),
        (
            ZERO,
            {"como": "mano", "points_a": "5", "points_b": "5", "points_c_pierde": "9"},
            "points_a",
            "suman 1 y tienen que sumar 0",
        ),
        (
            PLACES,
            {"como": "mano", "points_a": "3", "points_b": "3", "points_c": "1"},
            "points_a",
            "Los puestos son uno de cada",
        ),
        (
            PLACES,
            {"como": "mano", "points_a": "3", "points_b": "", "points_c": "1"},
            "points_b",
            "requerido",
        ),
        (MUS, {"como": "notation", "text": "40-40"}, "text", "no pueden llegar dos"),
    ],
)
def test_a_wrong_field_is_said_beside_it(seated, options, typed, field, told):
    page = seated(options).post(ACTA, {"number": "1", **typed})
    assert page.status_code == 400
    errors = page.context["form"].errors
    assert field in errors, errors
    assert told in errors[field][0]
    assert lines() == []


# --- The score before saving, and as it is drawn ----------------------------------------------
def test_the_preview_says_what_it_would_be(seated):
    desk = seated(MUS, "30-25")
    typed = {**MANO, "number": "2", "points_a": "10"}
    page = desk.post(PREVIEW, typed, headers={"HX-Request": "true"})
    assert "Mano: 10–5. La pareja 1 gana el juego (40–30)." in page.text
    assert "Juegos 1–0" in page.text
    assert lines() == ["30-25"]


@pytest.mark.parametrize("typed", [{**MANO, "points_b": ""}, {**JUEGO, "winner": ""}])
def test_the_preview_keeps_quiet_while_one_types(seated, typed):
    page = seated().post(PREVIEW, {**typed, "number": "1"}, headers={"HX-Request": "true"})
    assert page.text.strip() == ""


@pytest.mark.parametrize(
    ("options", "written", "told", "score"),
    [
        (MUS, ["30-25", "5-15"], "Mano: 5–15. La pareja 2 gana el juego (40–35).", "Juegos 0–1"),
        (MUS, ["juegos 1-2", "10-4"], "Mano: 10–4.", "Juegos 1–2 · tantos 10–4"),
        (
            VACAS,
            ["juegos 2-0", "juego B", "arbitro B-5: señas"],
            "La pareja 2: −5 por decisión del árbitro: señas.",
            "Vacas 1–0 · juegos 0–1 · tantos 0 / −5",
        ),
        (
            BOTIFARRA,
            ["manos 11 50-60", "fin"],
            "Se acabó el tiempo. La pareja 2 gana la partida: tantos 60–50.",
            "Tantos 50–60",
        ),
        (
            FOUR,
            ["9 -4 0 2", "manos 2 1 1 1 1"],
            "Manos jugadas: 2. En total, 1 / 1 / 1 / 1. La pareja 1 gana la partida: tantos "
            "10 / −3 / 1 / 3.",
            "Tantos 10 / −3 / 1 / 3",
        ),
        (
            MUS,
            ["juego A", "pierde B: 2-0 de retraso"],
            "La pareja 2 pierde el enfrentamiento: 2-0 de retraso. La pareja 1 gana la partida: "
            "juegos 3–0.",
            "Juegos 3–0",
        ),
    ],
)
def test_a_line_in_words(options, written, told, score):
    step = last(options, *written)
    assert line_in_words(step, NAMES) == told
    assert score_in_words(step.score, options) == score


def test_the_board_of_a_juego_to_a_target():
    drawn = board(last(MUS, "juego A", "12-5", "3-9").score, MUS, NAMES)
    first, second = drawn["sides"]
    assert (first["column"], first["large"], first["word"]) == (["12"], "15", "tantos de 40")
    assert (first["boxes"], second["boxes"]) == ([True, False, False], [False, False, False])
    assert drawn["foot"] == "Juego 2. Mano 3."


@pytest.mark.parametrize(
    ("options", "written", "large", "foot"),
    [
        (MUS, ["juegos 3-1"], ["3", "1"], "La pareja 1 gana la partida: juegos 3–1."),
        (
            BOTIFARRA,
            ["36-0"],
            ["36", "0"],
            "Mano 2 de 12. Acaba cuando se apunte el final del tiempo.",
        ),
        (
            Options(extra=1),
            ["4-4", "fin"],
            ["4", "4"],
            "Mano 2 de 2. Se acabó el tiempo: se desempata.",
        ),
        (PRESETS["mus_solo_juegos"], ["juego B"], ["0", "1"], "Juego 2."),
        (FOUR, ["9 -4 0 2"], ["9", "−4", "0", "2"], "Mano 2 de 3."),
    ],
)
def test_the_large_numbers_and_the_foot(options, written, large, foot):
    drawn = board(last(options, *written).score, options, NAMES)
    assert [side["large"] for side in drawn["sides"]] == large
    assert drawn["foot"] == foot


def test_the_juegos_where_no_boxes_fit():
    options = Options(sides=3, people=1, target=40, juegos=3)
    drawn = board(last(options, "juegos 1-0-2", "1-2-3").score, options, NAMES)
    assert [side["juegos"] for side in drawn["sides"]] == ["juegos: 1", "juegos: 0", "juegos: 2"]
    assert not any(side["boxes"] for side in drawn["sides"])
    drawn = board(last(VACAS, "juegos 2-0", "juego B").score, VACAS, NAMES)
    assert [side["vacas"] for side in drawn["sides"]] == ["vacas: 1 de 2", "vacas: 0 de 2"]
    assert [side["juegos"] for side in drawn["sides"]] == ["", ""]


def test_of_a_long_column_the_last_numbers_are_shown():
    drawn = board(last(Options(), *["1-0"] * 30).score, Options(), NAMES)
    assert drawn["sides"][0]["column"] == [str(number) for number in range(22, 30)]
    assert drawn["sides"][0]["more"]


def test_the_board_on_the_page(seated):
    page = seated(FOUR, "9 -4 0 2").get(ACTA).text
    assert "board--4" in page and 'class="board__big">−4<' in page


# --- On paper ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "written", "cells", "totals"),
    [
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
    ],
)
def test_the_boxes_of_the_paper(options, written, cells, totals):
    filled = rows(options, replay(MARCADOR, options, written))
    assert [row.cells for row in filled] == cells
    assert [row.total for row in filled] == totals
    assert len(filled) <= form(options).lanes * options.sides


def test_the_page_of_columns():
    options = PRESETS["domino_100"]
    written = ["manos 2 30-12", "arbitro B-5: señas", "9-0", "fin"]
    assert [row.cells for row in rows(options, replay(MARCADOR, options, written))] == [
        ["2 manos", "30", "12", "30", "12"],
        ["árbitro", "", "−5", "30", "7"],
        ["", "9", "0", "39", "7"],
        ["fin", "", "", "", ""],
    ]


@pytest.mark.parametrize("sides", range(2, 6))
@pytest.mark.parametrize(
    "options",
    [
        {"target": 101},
        {"manos": 8},
        {"target": 40, "juegos": 3},
        {"count": "juegos", "juegos": 3, "vacas": 2},
        {"target": 40, "juegos": 3, "play_all": True},
    ],
)
def test_the_paper_has_room_for_every_side(options, sides):
    chosen = Options(sides=sides, people=1, **options)
    paper = form(chosen)
    assert paper.sides == sides
    for level in MARCADOR.levels:
        steps = replay(MARCADOR, chosen, map(str, MARCADOR.play_match(chosen, "papel", level)))
        filled = rows(chosen, steps)
        assert len(result(chosen, steps[-1].score)) == sides
        if paper.lanes:
            assert paper.lanes * sides * paper.row <= 50
            assert len(filled) <= paper.lanes * sides
            assert all(len(row.cells) <= paper.boxes or not paper.boxes for row in filled)
        else:
            assert all(len(row.cells) == len(paper.columns) - 1 for row in filled)
