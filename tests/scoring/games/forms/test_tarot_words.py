"""Tarot in words: what a line says, the score after it, the board of its players."""

from django.template.loader import render_to_string
from django.utils import translation

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS
from scoring.games.tarot import words
from scoring.games.tarot.words import board, line_in_words
from tests.rows import each

NAMES = ["Pilar", "Chema", "el jugador 3", "Inés", "Luis"]
FFT, FIVE, RESTING = PRESETS["fft"], PRESETS["fft_cinco"], PRESETS["fft_mesa_de_cinco"]
ROUND = [
    "B guardia 49 2o p+ B10 dA",
    "C tomo 50 1o",
    "repartos 1 -30 -30 90 -30",
    "A sin 41 2o fC4",
]


def last(options, *written):
    return fold(TAROT, options, written)[-1]


@each("language, points", ("es", "45,5"), ("en", "45.5"))
def test_half_a_point_is_said_as_each_language_writes_it(language, points):
    with translation.override(language):
        assert f" {points} " in line_in_words(last(FIVE, "B+D guardia 45.5 2o"), NAMES)


def test_the_board_has_the_columns_of_the_players():
    shown = board(last(FFT, *ROUND[:3]).score, FFT, NAMES)
    assert [side["points"] for side in shown["sides"]] == ["−110", "+314", "−94", "−110"]
    assert shown["rows"] == [
        ["−106", "+318", "−106", "−106"],
        ["−80", "+344", "−184", "−80"],
        ["−110", "+314", "−94", "−110"],
    ]
    assert [side["deals"] for side in shown["sides"]] == [False, False, False, True]
    assert not any(side["rests"] for side in shown["sides"])
    assert shown["foot"] == "Reparto 4 de 4. Da Inés."


def test_the_board_says_who_rests():
    """The same as long as nobody takes."""
    shown = board(last(RESTING, "B guardia 45 2o dA", "paso").score, RESTING, NAMES)
    assert [side["rests"] for side in shown["sides"]] == [False, True, False, False, False]
    assert shown["foot"] == "Reparto 2 de 5. Da y descansa Chema."


@each("options", FFT, FIVE, RESTING)
def test_the_board_of_a_match_that_has_not_begun(options):
    shown = board(TAROT.start(options), options, NAMES)
    assert [side["points"] for side in shown["sides"]] == ["0"] * options.players
    assert (shown["rows"], shown["foot"]) == ([], f"Reparto 1 de {options.deals}.")


@each(
    "written, winner, foot",
    (ROUND, 1, "Chema gana el encuentro con un total de 214."),
    (
        ["repartos 4 100 100 -100 -100"],
        None,
        "Pilar y Chema empatan en cabeza con un total de 100.",
    ),
)
def test_the_board_at_the_end(written, winner, foot):
    shown = board(last(FFT, *written).score, FFT, NAMES)
    assert [side["winner"] for side in shown["sides"]] == [side == winner for side in range(4)]
    assert not any(side["deals"] for side in shown["sides"])
    assert shown["foot"] == foot


def test_the_board_on_the_page():
    shown = board(last(RESTING, "B guardia 45 2o dA").score, RESTING, NAMES)
    for letter, side in zip("ABCDE", shown["sides"], strict=True):
        side.update(letter=letter, name=f"{letter} de Luco")
    page = render_to_string(words.BOARD, {**shown, "board": shown})
    assert page.count("de Luco") == 5 and page.count("da y descansa") == 1
    assert "<td>+174</td>" in page
