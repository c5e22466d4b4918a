"""The usual minutes of a match: for every preset, and for options changed by hand."""

import pytest

from rules import GAMES

MINUTES = {
    "guinote": {
        "dos_cotos_de_3": 50,
        "dos_cotos_de_4": 59,
        "un_coto_de_4": 29,
        "un_coto_de_5": 38,
        "mejor_de_13": 50,
        "mejor_de_15": 59,
        "mejor_de_17": 63,
        "mano_a_mano_dos_cotos_de_3": 54,
        "mano_a_mano_un_coto_de_4": 29,
        "mano_a_mano_mejor_de_13": 54,
    },
    "truco": {
        "parejas": 49,
        "mano_a_mano": 59,
        "gallo": 66,
        "gallo_fijo": 52,
        "pica_pica": 57,
        "parejas_un_chico": 25,
        "mano_a_mano_un_chico": 33,
        "parejas_a_24": 45,
        "parejas_a_15": 31,
        "mano_a_mano_a_15": 38,
        "parejas_a_40": 57,
    },
    "zanga": {
        "una_partida": 22,
        "primero_a_2": 40,
        "primero_a_3": 76,
        "jornada_de_3": 58,
        "jornada_de_4": 76,
        "jornada_de_5": 94,
    },
    "malilla": {
        "companeros": 46,
        "companeros_favorito_mariperez": 50,
        "companeros_a_100": 67,
        "companeros_a_200": 120,
        "barrotada": 46,
        "barrotada_alce_de_todos": 46,
        "coja": 46,
        "dos_a_cartas_vistas": 46,
        "dos_a_cartas_cubiertas": 46,
    },
    "tarot": {
        "fft": 40,
        "fft_tres": 58,
        "fft_cinco": 34,
        "fft_mesa_de_cinco": 46,
        "naipes": 40,
        "naipes_tres": 58,
        "naipes_cinco": 34,
    },
    "revesino": {
        "cuatro_vueltas": 68,
        "dos_vueltas": 36,
        "mari_perez": 68,
        "con_caballo": 76,
        "por_tiempo": 50,
    },
    "cientos": {
        "un_juego": 20,
        "dos_juegos": 48,
        "tres_juegos": 68,
        "cuatro_juegos_a_cuenta": 64,
        "calidades_un_juego": 20,
        "calidades_dos_juegos": 48,
        "calidades_cuatro_a_cuenta": 64,
    },
    "marcador": {
        "mus_tres_juegos": 69,
        "mus_cuatro_juegos": 92,
        "mus_a_30": 72,
        "mus_vacas": 94,
        "mus_solo_juegos": 32,
        "tute_101": 19,
        "brisca_trios": 81,
        "botifarra_101": 50,
        "botifarra_ocho_manos": 24,
        "domino_100": 50,
        "domino_200": 19,
        "chinchon_100": 22,
        "libre_cuatro_manos": 14,
        "libre_por_tiempo": 50,
        "individual_diez_manos": 29,
        "individual_puestos": 6,
    },
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_preset_has_its_usual_minutes(game):
    assert {key: game.usual_minutes(preset) for key, preset in game.presets.items()} == MINUTES[
        game.key
    ]
    assert list(game.minutes) == list(game.presets)


@pytest.mark.parametrize(
    "game, options, minutes",
    [
        ("guinote", {"cotos": 3}, 78),
        ("guinote", {"cotos": 1, "partidas": 3}, 22),
        ("guinote", {"best_of": 11}, 43),
        ("guinote", {"best_of": 13, "play_all": True}, 64),
        ("truco", {"chicos": 1, "target": 15, "no_malas": True}, 15),
        ("truco", {"chicos": 5}, 76),
        ("zanga", {"partidas": 4}, 103),
        ("zanga", {"jornada": 6}, 112),
        ("malilla", {"vueltas": 5}, 74),
        ("malilla", {"target": 150}, 98),
        ("revesino", {"vueltas": 3}, 52),
        ("cientos", {"juegos": 5}, 116),
        ("tarot", {"deals": 8}, 76),
        ("tarot", {"players": 3, "deals": 6}, 112),
        ("marcador", {"manos": 12}, 34),
        ("marcador", {"target": 400}, 34),
        ("marcador", {}, 50),
    ],
    ids=str,
)
def test_changed_options_scale_the_minutes_of_the_nearest_preset(game, options, minutes):
    assert GAMES[game].usual_minutes(GAMES[game].Options(**options)) == minutes
