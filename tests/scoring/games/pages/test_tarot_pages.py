"""The acta page of tarot: its lines, its board and its paper."""

import pytest

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from scoring.games.tarot import paper
from scoring.models import Result
from tests.rows import each
from tests.scoring.games.tarot import DEAL
from tests.scoring.prints.printed import actas, sheet_pages, tally_counts, written_rows
from tests.scoring.seated_rounds import ACTA, lines
from tournaments.models import Match, Tournament


# --- Saved lines ------------------------------------------------------------------------------
def test_the_line_of_the_end_of_the_time_ends_the_match(seated):
    desk = seated("tarot", "fft", "A tomo 41 2o", by_time=True)
    page = desk.post(ACTA, {"como": "end", "number": "2", "over": "on"}, follow=True)
    assert lines() == ["A tomo 41 2o", "fin"]
    assert "gana el encuentro con un total de 75" in page.text
    assert Result.objects.get().winner == 0


# --- Choices ----------------------------------------------------------------------------------
def test_the_resting_player_is_no_choice_for_the_taker(seated):
    desk = seated("tarot", "fft_mesa_de_cinco")
    assert desk.post(ACTA, {**DEAL, "number": "1", "dealer": "A"}).status_code == 302
    page = desk.get(ACTA, {"como": "deal"})
    takers = [value for value, _label in page.context["form"].fields["taker"].choices]
    assert takers == ["A", "C", "D", "E"]
    assert "da y descansa" in page.text
    page = desk.post(ACTA, {**DEAL, "number": "2"})
    assert page.status_code == 400 and "taker" in page.context["form"].errors


# --- The board --------------------------------------------------------------------------------
def test_the_board_has_a_column_of_points_for_each_player(seated):
    page = seated("tarot", "fft", "B guardia 49 2o p+ B10 dA", "C tomo 50 1o").get(ACTA)
    assert page.context["board"]["rows"] == [
        ["−106", "+318", "−106", "−106"],
        ["−80", "+344", "−184", "−80"],
    ]
    assert page.text.count('board__player"') == 4
    assert "Reparto 3 de 4. Da " in page.text


def test_equal_totals_share_the_first_place(seated):
    page = seated("tarot", "fft", "repartos 4 100 100 -100 -100").get(ACTA)
    assert Result.objects.get().winner is None
    assert "empatan en cabeza con un total de 100" in page.text


# --- Paper ------------------------------------------------------------------------------------
ROUND = ["B guardia 49 2o p+ B10 dA", "paso", "repartos 1 26 26 -78 26", "A sin 41 2o fC4"]
ALL_KINDS = [
    "petit C",
    "arbitro anula: carta",
    "arbitro puntos -9 9 0 0: voz",
    "arbitro fin: cierre",
]


def cells(options, lines):
    """Return the cells of each row of the paper."""
    return [row.cells for row in paper.rows(options, fold(TAROT, options, lines))]


def test_a_filled_acta_has_a_row_for_each_deal_that_sums_to_zero(seated):
    seated("tarot", "fft", *ROUND)
    (acta,) = actas(Tournament.objects.get(), match=Match.objects.get().code)
    assert written_rows(acta) == [
        ["1", "A", "B", "guardia", "2", "49", "p+ B10", "−106", "+318", "−106", "−106", "0"],
        ["2", "B", "", "paso", "", "", "", "", "", "", "", ""],
        ["3", "C", "", "", "", "", "resultado", "+26", "+26", "−78", "+26", "0"],
        ["4", "D", "A", "sin", "2", "41", "fC4", "+310", "−100", "−110", "−100", "0"],
        ["", "", "", "", "", "", "Totales", "+230", "+244", "−294", "−180", "0"],
    ]
    assert tally_counts(acta) == ["+230", "+244", "−294", "−180"]


def test_lines_other_than_deals_are_named_on_paper():
    assert [row[:6] for row in cells(Options(), ALL_KINDS)] == [
        ["", "C", "petit", "", "", "la pequeña sola"],
        ["", "", "", "", "", "se vuelve a dar"],
        ["", "", "", "", "", "árbitro"],
        ["", "", "", "", "", "se para"],
    ]
    clock = Options(by_time=True)
    assert [row[5] for row in cells(clock, ["repartos 2 9 1 -3 -7", "fin"])] == [
        "2 resultados",
        "fin",
    ]
    assert cells(clock, ["pierde C: se va"])[0][5] == "se marcha C"


def test_with_five_players_the_paper_has_the_taker_and_the_partner():
    options = PRESETS["fft_cinco"]
    rows = cells(options, ["B+D dama guardia 45.5 2o !ch fC1n", "C solo tomo 45 1o p-"])
    assert [row[1:6] for row in rows] == [
        ["B+D", "guardia", "2", "45.5", "dama !ch fC1n"],
        ["C solo", "tomo", "1", "45", "p−"],
    ]


def test_the_sums_of_a_full_page_are_carried_to_the_next(seated):
    seated("tarot", "fft", *["paso"] * 6, "B guardia 49 2o")
    first, second = actas(Tournament.objects.get(), match=Match.objects.get().code)
    assert len(written_rows(first)) == 7
    assert written_rows(first)[-1][6:] == ["Suma y sigue", "0", "0", "0", "0", "0"]
    assert [row[0] for row in written_rows(second)] == ["7", ""]
    assert written_rows(second)[-1][6:8] == ["Totales", "−66"]


@each(
    "options, actas_per_page, lines",
    (PRESETS["fft"], 2, 7),
    (PRESETS["fft_mesa_de_cinco"], 2, 7),
    (Options(deals=6), 1, 28),
    (Options(by_time=True), 1, 28),
)
def test_two_actas_of_a_short_match_fit_a_page(options, actas_per_page, lines):
    form = paper.form(options)
    assert (form.actas_per_page, form.rows_per_block) == (actas_per_page, lines)
    assert form.columns[-1].head == "Suma"
    heads = [column.head for column in form.columns[7:-1]]
    assert heads == list("ABCDE")[: options.players]


@each(
    "preset, length",
    ("fft", "4 repartos, federación francesa"),
    ("fft_mesa_de_cinco", "5 repartos, descansa el que da, federación francesa"),
    ("naipes_tres", "3 repartos, a la manera de «naipes»"),
)
def test_the_paper_describes_the_length_of_the_match(preset, length):
    assert paper.form(PRESETS[preset]).length == length


@pytest.mark.slow
def test_the_widest_acta_fits_a_page(seated):
    seated("tarot", "fft_cinco", by_time=True)
    pages = sheet_pages(Tournament.objects.get(), "actas", blank=2)
    assert len(pages) == 2
    assert pages[0].count("Totales") == 1
    assert pages[0].count("Firma A") == 1
