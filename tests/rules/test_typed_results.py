"""Results typed as numbers at the desk, in every game: the lines that they stand for."""

import pytest

from rules import GAMES
from rules.core import RuleError, fold
from rules.typed_results import choices, read_result

ROWS = [
    # game, preset, lines before, typed text, preferred word, lines
    ("guinote", "dos_cotos_de_3", [], "2-1", "", ["coto B", "coto A", "coto A"]),
    ("guinote", "dos_cotos_de_3", [], "2–1", "", ["coto B", "coto A", "coto A"]),
    ("guinote", "dos_cotos_de_3", [], "3—1 2‑3 3−0", "", ["coto 3-1", "coto 2-3", "coto 3-0"]),
    ("guinote", "dos_cotos_de_3", [], "coto 3–0", "", ["coto 3-0"]),
    ("guinote", "dos_cotos_de_3", [], "02", "", ["coto B", "coto B"]),
    ("guinote", "dos_cotos_de_3", ["coto 3-1"], "2-1", "", ["coto B", "coto A"]),
    ("guinote", "dos_cotos_de_3", [], "3-1", "", ["coto 3-1"]),
    ("guinote", "dos_cotos_de_3", [], "31 23 30", "", ["coto 3-1", "coto 2-3", "coto 3-0"]),
    ("guinote", "dos_cotos_de_3", [], "3-1 2-3 3-0", "", ["coto 3-1", "coto 2-3", "coto 3-0"]),
    ("guinote", "dos_cotos_de_3", [], "coto 3-0", "", ["coto 3-0"]),
    ("guinote", "dos_cotos_de_3", [], "cotos 20", "", ["coto A", "coto A"]),
    ("guinote", "dos_cotos_de_3", [], "partida a", "", ["partida A"]),
    ("guinote", "dos_cotos_de_3", [], "62-58 uA A20o", "", ["62-58 uA A20o"]),
    ("guinote", "un_coto_de_4", [], "4-2", "", ["coto 4-2"]),
    ("guinote", "mejor_de_13", [], "7-5", "", ["coto 7-5"]),
    ("truco", "parejas", [], "2-1", "", ["chico B", "chico A", "chico A"]),
    ("truco", "parejas", [], "30-24", "", ["chico 30-24"]),
    ("truco", "parejas", [], "30 24", "", ["chico 30-24"]),
    ("truco", "parejas_un_chico", [], "12-30", "", ["chico 12-30"]),
    ("truco", "gallo", [], "2-0-1", "", ["chico C", "chico A", "chico A"]),
    ("zanga", "primero_a_2", [], "1-2", "", ["partida A", "partida B", "partida B"]),
    ("zanga", "jornada_de_4", [], "2-2", "", ["partida A", "partida A", "partida B", "partida B"]),
    ("cientos", "dos_juegos", [], "21", "", ["juego B", "juego A", "juego A"]),
    ("malilla", "companeros", [], "20-20", "", ["partida +20-20"]),
    ("malilla", "companeros", [], "-14 14", "vuelta", ["vuelta -14+14"]),
    ("malilla", "companeros_a_100", [], "104-61", "", ["partida +104+61"]),
    ("malilla", "coja", [], "10 -4 -6", "", ["partida +10-4-6"]),
    ("marcador", "mus_tres_juegos", [], "3-1", "", ["juegos 3-1"]),
    ("marcador", "mus_tres_juegos", [], "40-25", "", ["40-25"]),
    ("marcador", "mus_tres_juegos", ["juego A"], "3-1", "", ["juegos 2-1"]),
    ("marcador", "tute_101", [], "101-83", "", ["101-83"]),
    ("marcador", "individual_diez_manos", [], "31 25 40 8", "", ["manos 10 31-25-40-8"]),
    ("marcador", "individual_diez_manos", [], "31 25 40 8", "mano", ["31-25-40-8"]),
    ("tarot", "fft", [], "-106 318 -106 -106", "", ["repartos 4 -106 318 -106 -106"]),
    ("tarot", "fft", [], "–106 318 −106 —106", "", ["repartos 4 -106 318 -106 -106"]),
    ("tarot", "fft_mesa_de_cinco", [], "8 -2 -2 -2 -2", "", ["repartos 5 8 -2 -2 -2 -2"]),
    ("tarot", "fft_tres", [], "40 -20 -20", "", ["repartos 3 40 -20 -20"]),
    ("tarot", "fft_cinco", [], "8 -2 -2 -2 -2", "", ["repartos 5 8 -2 -2 -2 -2"]),
    ("revesino", "cuatro_vueltas", [], "12 -20 8 0", "", ["vuelta 12 -20 8 0"]),
    ("revesino", "cuatro_vueltas", [], "8 -4 -4 0", "mano", ["mano 8 -4 -4 0"]),
]


@pytest.mark.parametrize(("key", "preset", "lines_before", "text", "preferred_word", "lines"), ROWS)
def test_a_result_in_numbers_is_read_as_lines(
    key, preset, lines_before, text, preferred_word, lines
):
    game, options = GAMES[key], GAMES[key].presets[preset]
    score = fold(game, options, lines_before)[-1].score if lines_before else game.start(options)
    assert read_result(game, options, score, text, preferred_word).lines == lines
    fold(game, options, [*lines_before, *lines])


def test_the_table_of_results_has_every_game():
    assert {row[0] for row in ROWS} == {*GAMES}


@pytest.mark.parametrize(
    ("key", "preset", "text", "code"),
    [
        ("guinote", "dos_cotos_de_3", "5-1", "guinote.coto_result"),
        ("guinote", "un_coto_de_4", "3-1", "guinote.coto_result"),
        ("guinote", "dos_cotos_de_3", "coto 2-1", "guinote.coto_result"),
        ("truco", "parejas", "29-24", "truco.chico_result"),
        ("zanga", "primero_a_2", "5-1", "line_unreadable"),
        ("zanga", "primero_a_2", "nada", "line_unreadable"),
        ("tarot", "fft", "1 2 3 4", "tarot.results_sum"),
        ("malilla", "companeros", "20-14", "malilla.tantos_sum"),
    ],
)
def test_an_impossible_result_is_refused(key, preset, text, code):
    game, options = GAMES[key], GAMES[key].presets[preset]
    with pytest.raises(RuleError) as error:
        read_result(game, options, game.start(options), text)
    assert error.value.code == code


ENDS_AT_THREE = ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"]


@pytest.mark.parametrize(
    ("key", "preset", "lines_before", "preferred_word", "word", "expected_results"),
    [
        ("guinote", "dos_cotos_de_3", [], "", "cotos", ["2-0", "2-1", "1-2", "0-2"]),
        ("guinote", "dos_cotos_de_3", ["coto 3-1"], "", "cotos", ["2-0", "2-1", "1-2"]),
        ("guinote", "dos_cotos_de_3", [], "coto", "coto", ENDS_AT_THREE),
        ("guinote", "mejor_de_13", [], "", "", []),
        ("truco", "parejas", [], "", "chicos", ["2-0", "2-1", "1-2", "0-2"]),
        ("zanga", "jornada_de_3", [], "", "partidas", ["3-0", "2-1", "1-2", "0-3"]),
        ("marcador", "mus_tres_juegos", [], "", "juegos", ENDS_AT_THREE),
        ("tarot", "fft", [], "", "", []),
    ],
)
def test_the_desk_offers_results_to_choose_if_they_are_few(
    key, preset, lines_before, preferred_word, word, expected_results
):
    game, options = GAMES[key], GAMES[key].presets[preset]
    score = fold(game, options, lines_before)[-1].score if lines_before else game.start(options)
    unit, numbers = choices(game, options, score, preferred_word, max_results=9)
    assert (unit, ["-".join(map(str, result)) for result in numbers]) == (word, expected_results)
    for result in numbers:
        assert read_result(game, options, score, "-".join(map(str, result)), preferred_word).lines
