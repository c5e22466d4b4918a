"""Sentences and board of tarot: half points, the next dealer, the winner."""

from django.template.loader import render_to_string
from django.utils import translation

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS
from scoring.games.tarot import words
from scoring.games.tarot.words import board, line_in_words
from tests.rows import each

NAMES = ["Pilar", "Chema", "el jugador 3", "Inés", "Luis"]
FFT, FIVE_PLAYERS, DEALER_RESTS = PRESETS["fft"], PRESETS["fft_cinco"], PRESETS["fft_mesa_de_cinco"]
ROUND = [
    "B guardia 49 2o p+ B10 dA",
    "C tomo 50 1o",
    "repartos 1 -30 -30 90 -30",
    "A sin 41 2o fC4",
]


def last_step(options, *lines):
    return fold(TAROT, options, lines)[-1]


@each("language, points", ("es", "45,5"), ("en", "45.5"))
def test_half_a_point_is_written_as_in_each_language(language, points):
    with translation.override(language):
        assert f" {points} " in line_in_words(last_step(FIVE_PLAYERS, "B+D guardia 45.5 2o"), NAMES)


def test_the_board_has_a_column_of_points_for_each_player():
    values = board(last_step(FFT, *ROUND[:3]).score, FFT, NAMES)
    assert [side["points"] for side in values["sides"]] == ["−110", "+314", "−94", "−110"]
    assert values["rows"] == [
        ["−106", "+318", "−106", "−106"],
        ["−80", "+344", "−184", "−80"],
        ["−110", "+314", "−94", "−110"],
    ]
    assert [side["deals"] for side in values["sides"]] == [False, False, False, True]
    assert not any(side["rests"] for side in values["sides"])
    assert values["foot"] == "Reparto 4 de 4. Da Inés."


def test_after_a_deal_without_taker_the_same_dealer_deals_and_rests():
    values = board(last_step(DEALER_RESTS, "B guardia 45 2o dA", "paso").score, DEALER_RESTS, NAMES)
    assert [side["rests"] for side in values["sides"]] == [False, True, False, False, False]
    assert values["foot"] == "Reparto 2 de 5. Da y descansa Chema."


@each("options", FFT, FIVE_PLAYERS, DEALER_RESTS)
def test_the_board_of_a_match_not_begun_shows_zeros_and_the_first_deal(options):
    values = board(TAROT.start(options), options, NAMES)
    assert [side["points"] for side in values["sides"]] == ["0"] * options.players
    assert (values["rows"], values["foot"]) == ([], f"Reparto 1 de {options.deals}.")


@each(
    "lines, winner, foot",
    (ROUND, 1, "Chema gana el encuentro con un total de 214."),
    (
        ["repartos 4 100 100 -100 -100"],
        None,
        "Pilar y Chema empatan en cabeza con un total de 100.",
    ),
)
def test_the_board_at_the_end_names_the_winner_or_the_draw(lines, winner, foot):
    values = board(last_step(FFT, *lines).score, FFT, NAMES)
    assert [side["winner"] for side in values["sides"]] == [side == winner for side in range(4)]
    assert not any(side["deals"] for side in values["sides"])
    assert values["foot"] == foot


def test_the_page_shows_the_board_with_each_player_and_the_resting_dealer():
    values = board(last_step(DEALER_RESTS, "B guardia 45 2o dA").score, DEALER_RESTS, NAMES)
    for letter, side in zip("ABCDE", values["sides"], strict=True):
        side.update(letter=letter, name=f"{letter} de Luco")
    page = render_to_string(words.BOARD, {**values, "board": values})
    assert page.count("de Luco") == 5 and page.count("da y descansa") == 1
    assert "<td>+174</td>" in page
