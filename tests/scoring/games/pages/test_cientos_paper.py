"""The paper of cientos: one row for each hand, with sums that add up."""

import pytest

from rules.cientos import CIENTOS
from rules.cientos.deal import Deal
from rules.cientos.options import PRESETS, Options
from rules.core import fold
from scoring.games.cientos.paper import LINES, form, result, rows
from tests.rows import each
from tests.rules.self_play import play_match
from tests.scoring.prints.printed import actas, sheet_pages, written_rows
from tournaments.models import Tournament

SIDES = (slice(2, 6), slice(6, 10))  # columns of A and of B: announcements, play, sum and tens


def _cells(options, *lines):
    return [row.cells for row in rows(options, fold(CIENTOS, options, lines))]


def test_the_example_juego_of_the_referees_guide_on_paper():
    earlier_lines = ["8-4 uA pA51 sA5Ao tAR dB", "6-6 uBm p=44 sB3A", "5-7 uB cBA cBD pA36"]
    assert _cells(PRESETS["dos_juegos"], *earlier_lines, "8-3 pA50 !A") == [
        ["B", "8-4 uA", "23", "27", "50", "50", "", "8", "8", "10", "0", "0", ""],
        ["A", "6-6 uBm", "", "12", "12", "60", "3", "12", "15", "30", "0", "0", ""],
        ["B", "5-7 uB", "4", "11", "15", "80", "28", "24", "52", "80", "0", "0", ""],
        ["A", "8-3 !A", "5", "15", "20", "100", "", "7", "7", "87", "4", "0", "A"],
    ]


def test_calidades_and_cuartos_have_their_columns():
    (row,) = _cells(PRESETS["calidades_un_juego"], "juego B doble 1-4")
    assert row == [*[""] * 10, "1", "4", "1", "14", "B doble"]
    assert form(Options(doble=False)).groups == (("", 3), ("A", 4), ("B", 4), ("", 1))


@each(
    "line, first_cells",
    ("nula ambos", ["", "nula"]),
    ("arbitro mano 34-12: cuenta", ["", "árbitro"]),
    ("arbitro juego A: señas", ["", "árbitro"]),
    ("arbitro anula: baraja corta", ["", "anulado"]),
    ("pierde B: se marcha", ["", "pierde B"]),
    ("juego A", ["", ""]),
)
def test_a_line_other_than_a_hand_is_named_on_paper(line, first_cells):
    assert _cells(PRESETS["dos_juegos"], line)[0][:2] == first_cells


@each("options", *PRESETS.values(), Options(rival_leads=True))
def test_the_sum_of_each_row_adds_announcements_and_play(options):
    columns = len(form(options).columns) - 1
    steps = fold(CIENTOS, options, play_match(CIENTOS, options, "mesa 1"))
    for step, row in zip(steps, rows(options, steps), strict=True):
        assert len(row.cells) == columns
        if isinstance(step.hand, Deal):
            for side in SIDES:
                announcements, play, points, _tens = row.cells[side]
                assert int(announcements or 0) + int(play or 0) == int(points)


def test_a_match_of_many_lines_continues_on_another_page():
    options = PRESETS["dos_juegos"]
    steps = fold(CIENTOS, options, ["nula monte"] * (LINES + 1))
    assert len(form(options).pages(rows(options, steps), [])) == 2


def test_the_result_has_the_juegos_or_in_a_match_a_cuenta_the_cuartos():
    for options, totals in ((PRESETS["dos_juegos"], (1, 1)), (Options(play_all=True), (8, 4))):
        score = fold(CIENTOS, options, ["juego A doble", "juego B"])[-1].score
        assert result(options, score) == totals


@pytest.mark.slow
def test_blank_and_filled_actas_are_printed(seated):
    seated("cientos", "dos_juegos", "8-4 uA pA51 sA5Ao tAR dB")
    (blank,) = actas(Tournament.objects.get(), blank=1)
    assert written_rows(blank) == []
    (page,) = sheet_pages(Tournament.objects.get(), "actas", match="R1P001")
    assert "Jugador A" in page and "pareja" not in page.lower()
    assert "8-4 uA" in page
