"""The acta of cientos on paper: a line a hand, and every line adds up."""

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

SIDES = (slice(2, 6), slice(6, 10))  # announcements, play, sum and tens of each


def _cells(options, *lines):
    return [row.cells for row in rows(options, fold(CIENTOS, options, lines))]


def test_the_juego_of_the_referees_page_on_paper():
    written = ["8-4 uA pA51 sA5Ao tAR dB", "6-6 uBm p=44 sB3A", "5-7 uB cBA cBD pA36"]
    assert _cells(PRESETS["dos_juegos"], *written, "8-3 pA50 !A") == [
        ["B", "8-4 uA", "23", "27", "50", "50", "", "8", "8", "10", "0", "0", ""],
        ["A", "6-6 uBm", "", "12", "12", "60", "3", "12", "15", "30", "0", "0", ""],
        ["B", "5-7 uB", "4", "11", "15", "80", "28", "24", "52", "80", "0", "0", ""],
        ["A", "8-3 !A", "5", "15", "20", "100", "", "7", "7", "87", "4", "0", "A"],
    ]


def test_calidades_and_cuartos_have_their_columns():
    (line,) = _cells(PRESETS["calidades_un_juego"], "juego B doble 1-4")
    assert line == [*[""] * 10, "1", "4", "1", "14", "B doble"]
    assert form(Options(doble=False)).groups == (("", 3), ("A", 4), ("B", 4), ("", 1))


@each(
    "line, begins",
    ("nula ambos", ["", "nula"]),
    ("arbitro mano 34-12: cuenta", ["", "árbitro"]),
    ("arbitro juego A: señas", ["", "árbitro"]),
    ("arbitro anula: baraja corta", ["", "anulado"]),
    ("pierde B: se marcha", ["", "pierde B"]),
    ("juego A", ["", ""]),
)
def test_a_line_that_is_no_hand_says_what_it_is(line, begins):
    assert _cells(PRESETS["dos_juegos"], line)[0][:2] == begins


@each("options", *PRESETS.values(), Options(rival_leads=True))
def test_every_line_adds_up(options):
    columns = len(form(options).columns) - 1
    steps = fold(CIENTOS, options, play_match(CIENTOS, options, "mesa 1"))
    for step, row in zip(steps, rows(options, steps), strict=True):
        assert len(row.cells) == columns
        if isinstance(step.hand, Deal):
            for side in SIDES:
                announced, play, points, _shown = row.cells[side]
                assert int(announced or 0) + int(play or 0) == int(points)


def test_what_does_not_fit_goes_on_another_page():
    options = PRESETS["dos_juegos"]
    steps = fold(CIENTOS, options, ["nula monte"] * (LINES + 1))
    assert len(form(options).pages(rows(options, steps), [])) == 2


def test_a_cuenta_the_foot_says_the_cuartos():
    for options, said in ((PRESETS["dos_juegos"], (1, 1)), (Options(play_all=True), (8, 4))):
        score = fold(CIENTOS, options, ["juego A doble", "juego B"])[-1].score
        assert result(options, score) == said


@pytest.mark.slow
def test_an_acta_blank_or_filled(seated):
    seated("cientos", "dos_juegos", "8-4 uA pA51 sA5Ao tAR dB")
    (blank,) = actas(Tournament.objects.get(), blank=1)
    assert written_rows(blank) == []
    (page,) = sheet_pages(Tournament.objects.get(), "actas", match="R1P001")
    assert "Jugador A" in page and "pareja" not in page.lower()
    assert "8-4 uA" in page
