"""The acta page of revesino: its lines, its refusals, its board and its paper."""

import pytest

from rules.core import fold
from rules.revesino import REVESINO
from rules.revesino.options import PRESETS, Options
from scoring.games.revesino.paper import form as sheet
from scoring.games.revesino.paper import rows
from scoring.games.revesino.words import board
from scoring.models import Result
from tests.rows import each
from tests.scoring.games.revesino import DEAL, LINE, NAPOLITANA, RESULT, RULING
from tests.scoring.prints.printed import actas, sheet_pages, written_rows
from tests.scoring.seated_rounds import ACTA, lines
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

NAMES = ["el jugador 1", "el jugador 2", "el jugador 3", "el jugador 4"]


# --- Saved lines ------------------------------------------------------------------------------
def test_a_repeated_renuncio_is_accepted_only_after_its_hand(seated):
    desk = seated("revesino", "cuatro_vueltas")
    repeated_fault = {"como": "fault", "fault": "repite", "side": "D", "to": "A"}
    assert desk.post(ACTA, {"number": "1", **repeated_fault}).status_code == 400
    assert desk.post(ACTA, {"number": "1", **NAPOLITANA, "renuncios": ["D"]}).status_code == 302
    assert desk.post(ACTA, {"number": "2", **repeated_fault}).status_code == 302
    assert lines() == ["napolitana A rD", "falta repite D A"]


def test_the_name_of_a_case_is_saved_in_spanish(seated):
    desk = seated("revesino", "cuatro_vueltas")
    desk.cookies["django_language"] = "en"
    assert desk.post(ACTA, {"number": "1", **RULING}).status_code == 302
    assert lines() == ["arbitro mano 12 0 0 -12: carta de más o de menos"]


# --- Forms offered ----------------------------------------------------------------------------
@pytest.mark.slow
def test_the_forms_ask_for_the_dealer_only_while_it_is_unknown(seated):
    desk = seated("revesino", "cuatro_vueltas")
    for kind in ("deal", "revesino", "napolitana", "result", "fault"):
        assert "dealer" in desk.get(ACTA, {"como": kind}).context["form"].fields
    desk.post(ACTA, {"number": "1", **DEAL})
    for kind in ("deal", "revesino", "napolitana", "result", "fault"):
        assert "dealer" not in desk.get(ACTA, {"como": kind}).context["form"].fields


def test_a_whole_vuelta_is_offered_only_before_it_begins(seated):
    desk = seated("revesino", "cuatro_vueltas", "mano 4 -4 0 0")
    assert "of" not in desk.get(ACTA, {"como": "result"}).context["form"].fields
    assert desk.post(ACTA, {**RESULT, "number": "2"}).status_code == 302
    assert lines()[-1] == "mano 8 -4 -4 0"


def test_the_form_offers_a_first_lead_left_only_if_it_keeps_the_privilege(seated):
    desk = seated("revesino", "cuatro_vueltas", left_lead_loses=True)
    assert "left" not in desk.get(ACTA, {"como": "napolitana"}).context["form"].fields


def test_the_introducer_is_required_if_he_collects(seated):
    desk = seated("revesino", "cuatro_vueltas", introducer_collects=True)
    form = {"number": "1", **NAPOLITANA, "lost": "yes"}
    page = desk.post(ACTA, form)
    assert "obligatorio" in page.context["form"].errors["introducer"][0]
    assert desk.post(ACTA, {**form, "introducer": "C"}).status_code == 302
    assert lines() == ["napolitana A pierde C"]


def test_the_plate_is_filled_before_the_first_hand(seated):
    desk = seated("revesino", "con_caballo")
    page = desk.get(ACTA)
    assert page.context["form"].kind == "plate"
    assert [page.context["form"][f"tantos_{letter}"].value() for letter in "abcd"] == [16] * 4
    form = {"como": "plate", "number": "1", **{f"tantos_{letter}": "16" for letter in "abcd"}}
    page = desk.post(ACTA, form, follow=True)
    assert lines() == ["platillo 16 16 16 16"]
    assert page.context["form"].kind == "deal"
    assert "En el platillo hay 64 tantos." in page.text
    desk.post(ACTA, {"como": "more_plate", "number": "2", "tantos_a_pierde": "4"})
    assert lines()[-1] == "platillo -4 0 0 0"


def test_the_line_of_the_end_of_the_time_ends_the_match(seated):
    desk = seated("revesino", "por_tiempo", LINE)
    assert desk.post(ACTA, {"como": "end", "number": "2"}).status_code == 400
    page = desk.post(ACTA, {"como": "end", "number": "2", "over": "on"}, follow=True)
    assert lines() == [LINE, "fin"]
    assert page.context["board"]["foot"].endswith(" gana el encuentro con 11 tantos.")
    assert Result.objects.get().winner == 0


# --- Refusals ---------------------------------------------------------------------------------
def test_a_sold_caballo_needs_16_tantos_on_the_plate(seated):
    page = seated("revesino", "con_caballo").post(ACTA, {"number": "1", **DEAL})
    assert "El platillo está en 0 y ha de tener 16" in page.context["form"].errors["__all__"][0]


def test_an_odd_number_of_tantos_in_a_double_vuelta_is_refused(seated):
    desk = seated("revesino", "mari_perez")
    assert "ponga los tantos ya doblados" in desk.get(ACTA, {"como": "result"}).text
    page = desk.post(ACTA, {"number": "1", **RESULT, "tantos_a": "7", "tantos_b_pierde": "3"})
    assert "se paga doble" in page.context["form"].errors["tantos_a"][0]


# --- The board --------------------------------------------------------------------------------
def score(acta_lines, options=None):
    return fold(REVESINO, options or Options(), acta_lines)[-1].score


def test_the_board_has_a_row_for_each_vuelta_and_each_hand_of_the_current_vuelta():
    values = board(score(["vuelta 8 -8 0 0 dA", "mano 4 -4 0 0", "nula pasa"]), Options(), NAMES)
    assert values["rows"] == [
        {"head": "Vuelta 1", "tantos": ["+8", "−8", "0", "0"]},
        {"head": "Mano 1", "tantos": ["+12", "−12", "0", "0"]},
    ]
    assert [side["tantos"] for side in values["sides"]] == ["+12", "−12", "0", "0"]
    assert [side["seat"] for side in values["sides"]] == ["", "", "da", "mano"]
    assert values["foot"] == "Vuelta 2, mano 3. Da el jugador 3; es mano el jugador 4."


def test_the_board_leaves_out_a_last_row_equal_to_the_totals():
    values = board(score(["mano 4 -4 0 0", "mano 4 -4 0 0"]), Options(), NAMES)
    assert [row["head"] for row in values["rows"]] == ["Mano 1"]
    with_ruling = ["mano 4 -4 0 0", "arbitro tantos 1 -1 0 0: x"]
    assert [row["head"] for row in board(score(with_ruling), Options(), NAMES)["rows"]] == [
        "Mano 1"
    ]


def test_the_board_names_a_double_vuelta_and_the_tantos_on_the_plate():
    assert (
        "Mari-Pérez"
        in board(REVESINO.start(PRESETS["mari_perez"]), PRESETS["mari_perez"], NAMES)["foot"]
    )
    options = PRESETS["con_caballo"]
    values = board(score(["platillo 1 0 0 0"], options), options, NAMES)
    assert values["plate"] == "En el platillo hay 1 tanto."


def test_a_match_may_end_in_a_draw(seated):
    page = seated("revesino", "dos_vueltas", "vuelta 4 4 -4 -4", "vuelta 0 0 0 0").get(ACTA)
    assert Result.objects.get().winner is None
    first, second = (entry.title_for(EVERYTHING) for entry in Match.objects.get().entries[:2])
    assert page.context["board"]["foot"] == f"Empatan {first} y {second} con 4 tantos."


# --- Paper ------------------------------------------------------------------------------------
@each(
    "line, hand_cells, tantos_cells",
    (
        LINE.replace("dD", "rB dD"),
        ["D", "0/0", "3/9", "5/19", "3/6", "AvC", "BsD", "d", "Cj", "AvC", "rB"],
        ["+12", "−12", "0", "0"],
    ),
    (
        "revesino A corta B napolitana B",
        ["", "rev.", "corta", "", "", "", "", "", "", "", "4 ases"],
        ["−24", "+24", "0", "0"],
    ),
    (
        "napolitana A pierde B dC",
        ["C", "4 ases", "introd.", "", "", "", "", "", "", "", "pierde"],
        ["−12", "+4", "+4", "+4"],
    ),
    (
        "falta descarte A C dB",
        ["B", "falta", "", "cobra", "", "", "", "", "", "", "descarte"],
        ["−8", "0", "+8", "0"],
    ),
    ("mano 0 0 0 0", [""] * 11, ["0", "0", "0", "0"]),
    ("vuelta 4 -4 0 0 dA", ["A", *[""] * 9, "vuelta"], ["+4", "−4", "0", "0"]),
    ("nula pasa dB", ["B", *[""] * 9, "nula, pasa"], [""] * 4),
    ("arbitro tantos 1 -1 0 0: x", [*[""] * 10, "árbitro"], ["+1", "−1", "0", "0"]),
    ("arbitro pie C: x", [*[""] * 10, "árb.: da C"], [""] * 4),
    ("pierde D: x", [*[""] * 10, "pierde D"], [""] * 4),
)
def test_each_line_has_its_row_on_paper(line, hand_cells, tantos_cells):
    (row,) = rows(Options(), fold(REVESINO, Options(), [line]))
    assert row.cells == [*hand_cells, *tantos_cells, *tantos_cells]


def test_each_row_of_the_paper_ends_with_the_sums_so_far():
    paper_rows = rows(Options(), fold(REVESINO, Options(), [LINE, "revesino B corta C"]))
    assert [row.cells[0] for row in paper_rows] == ["D", "A"]
    assert paper_rows[1].cells[-4:] == ["+11", "−23", "+13", "−1"]


def test_a_long_match_continues_on_another_page():
    steps = fold(REVESINO, Options(), ["nula"] * 25)
    first, second = sheet(Options()).pages(rows(Options(), steps), [])
    assert [page[0][0] for page in (first, second)] == ["1", "25"]


@pytest.mark.slow
def test_blank_and_filled_actas_are_printed(seated):
    seated("revesino", "cuatro_vueltas", LINE)
    tournament = Tournament.objects.get()
    (blank,) = actas(tournament, blank=1)
    assert written_rows(blank) == []
    (page,) = sheet_pages(tournament, "actas", match="R1P001")
    assert page.count("Firma") == 4
    assert "Bazas y puntos" in page
    assert "AvC" in page.replace("AvC la vendió", "")
