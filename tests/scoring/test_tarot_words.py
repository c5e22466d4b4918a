"""Tarot in words: what a line says, the score after it, the board of its players."""

import doctest

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from rules.core import replay
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from scoring.games.tarot import words
from scoring.games.tarot.words import board, line_in_words, score_in_words

NAMES = ["Pilar", "Chema", "el jugador 3", "Inés", "Luis"]
FFT, FIVE, RESTING = PRESETS["fft"], PRESETS["fft_cinco"], PRESETS["fft_mesa_de_cinco"]
ROUND = [
    "B guardia 49 2o p+ B10 dA",
    "C tomo 50 1o",
    "repartos 1 -30 -30 90 -30",
    "A sin 41 2o fC4",
]


def plain(text):
    """Without the spaces that keep a letter and its number on one line."""
    return text.replace("\u00a0", " ")


def last(options, *written):
    return replay(TAROT, options, written)[-1]


@pytest.mark.parametrize(
    ("written", "options", "sentence"),
    [
        (
            "B guardia 49 2o p+ B10",
            FFT,
            "Chema cumple su contrato («en guardia»): hace 49 y necesitaba 41. Se anota +318. El "
            "bando del tomador gana la última baza con la pequeña, Chema enseña 10 triunfos. "
            "A −106 · B +318 · C −106 · D −106.",
        ),
        (
            "C tomo 50 1o",
            FFT,
            "El jugador 3 no cumple su contrato («tomo»): hace 50 y necesitaba 51. Se anota −78. "
            "A +26 · B +26 · C −78 · D +26.",
        ),
        (
            "B+C guardia 39 2o fD3p !ch",
            FIVE,
            "Chema no cumple su contrato («en guardia»: hace 39 y necesitaba 41), pero no paga: "
            "se anota +100. Inés comete la falta 3 (no mata el triunfo): se paga la prima (50). Su "
            "aliado es el jugador 3, anunció chelem. A −50 · B +100 · C +50 · D −50 · E −50.",
        ),
        (
            "B solo contra 0 0o ch- p-",
            FIVE,
            "Chema no cumple su contrato («en guardia contra la reserva»): hace 0 y necesitaba "
            "56. Se anota −2984. Juega solo, la defensa gana la última baza con la pequeña, la "
            "defensa hace todas las bazas. A +746 · B −2984 · C +746 · D +746 · E +746.",
        ),
        (
            "B guardia 49 2o fB7 fC5",
            FFT,
            "El reparto es nulo: Chema cometió la falta 7 (se descarta de oudlers o de reyes) y lo "
            "ganaba su bando. El jugador 3 comete la falta 5 (hace un anuncio falso): paga 10 a "
            "cada adversario. A 0 · B +10 · C −10 · D 0.",
        ),
        ("paso", FFT, "Todos pasan: el reparto se anula y da el siguiente."),
        ("petit C", FFT, "El jugador 3 tiene sola la pequeña: el reparto se anula."),
        (
            "repartos 2 9 1 -3 -7",
            FFT,
            "Repartos anotados por su resultado: 2. A +9 · B +1 · C −3 · D −7.",
        ),
        (
            "repartos 1 79.5 79.5 -53 -53 -53",
            Options(players=5, equal_shares=True, deals=2),
            "Repartos anotados por su resultado: 1. A +79½ · B +79½ · C −53 · D −53 · E −53.",
        ),
        (
            "arbitro puntos -20 20 0 0: habla",
            FFT,
            "El árbitro cambia puntos: habla. A −20 · B +20 · C 0 · D 0.",
        ),
        ("arbitro anula: carta vista", FFT, "Se vuelve a dar: carta vista."),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
)
def test_what_a_line_says(written, options, sentence):
    assert plain(line_in_words(last(options, written), NAMES[: options.players])) == sentence


@pytest.mark.parametrize(("language", "points"), [("es", "45,5"), ("en", "45.5")])
def test_half_a_point_is_said_as_each_language_writes_it(language, points):
    with translation.override(language):
        assert f" {points} " in line_in_words(last(FIVE, "B+D guardia 45.5 2o"), NAMES)


def test_who_wins_is_said_last():
    assert plain(line_in_words(last(FFT, *ROUND), NAMES)) == (
        "Pilar cumple su contrato («en guardia sin la reserva»): hace 41 y necesitaba 41. Se "
        "anota +300. El jugador 3 comete la falta 4 (juega antes de turno): paga 10 a cada "
        "adversario. A +310 · B −100 · C −110 · D −100. Chema gana la partida con un total de 214."
    )


def test_who_wins_may_have_less_than_nothing():
    """Who leaves cannot win, whatever he has."""
    step = last(
        FFT, "repartos 1 75 -25 -25 -25", "arbitro puntos 0 1 -1 0: señas", "pierde A: se va"
    )
    assert line_in_words(step, NAMES).endswith("Chema gana la partida con un total de −24.")


@pytest.mark.parametrize(
    ("written", "options", "score"),
    [
        (ROUND[:1], FFT, "Puntos −106 / +318 / −106 / −106 · reparto 2 de 4"),
        (ROUND, FFT, "Puntos +200 / +214 / −204 / −210"),
        (["A tomo 41 2o"], Options(by_time=True), "Puntos +75 / −25 / −25 / −25 · reparto 2"),
        (["paso"], FFT, "Puntos 0 / 0 / 0 / 0 · reparto 1 de 4"),
        (
            ["repartos 1 79.5 79.5 -53 -53 -53"],
            Options(players=5, equal_shares=True, deals=2),
            "Puntos +79½ / +79½ / −53 / −53 / −53 · reparto 2 de 2",
        ),
    ],
)
def test_the_score_in_one_line(written, options, score):
    assert score_in_words(last(options, *written).score, options) == score


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


@pytest.mark.parametrize("options", [FFT, FIVE, RESTING])
def test_the_board_of_a_match_that_has_not_begun(options):
    shown = board(TAROT.start(options), options, NAMES)
    assert [side["points"] for side in shown["sides"]] == ["0"] * options.players
    assert (shown["rows"], shown["foot"]) == ([], f"Reparto 1 de {options.deals}.")


@pytest.mark.parametrize(
    ("written", "winner", "foot"),
    [
        (ROUND, 1, "Chema gana la partida con un total de 214."),
        (
            ["repartos 4 100 100 -100 -100"],
            None,
            "Pilar y Chema empatan en cabeza con un total de 100.",
        ),
    ],
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


def test_every_line_a_table_can_write_is_said():
    for preset, options in PRESETS.items():
        for level in TAROT.levels:
            hands = TAROT.play_match(options, f"words/{preset}", level)
            for step in replay(TAROT, options, map(str, hands)):
                names = NAMES[: options.players]
                assert line_in_words(step, names)
                assert score_in_words(step.score, options)
                assert len(board(step.score, options, names)["sides"]) == options.players


def test_the_examples_in_the_docstrings_run():
    assert doctest.testmod(words) == (0, 1)
