"""The options of every game: impossible values, and values of another type."""

from dataclasses import fields

import pytest

from rules import GAMES
from tests.refusals import is_refused

# By game: the code and the field of a refusal, then the options refused with them.
REFUSED = {
    "cientos": [
        ("option_range", "juegos", {"juegos": 0}, {"juegos": 21}),
        ("cientos.calidad_alone", "calidad", {"calidad": 2}),
        ("option_range", "calidad", {"calidad": 41, "calidades": True}),
        (
            "cientos.double_alone",
            "juegos_doble",
            {"juegos_doble": 2, "play_all": True},
            {"juegos_doble": 2, "doble": False},
        ),
    ],
    "guinote": [
        ("option_range", "cotos", {"cotos": 0}),
        ("guinote.players", "players", {"players": 3}),
        ("option_range", "players", {"players": 6}),
        ("option_range", "partidas", {"partidas": 21}),
        ("guinote.best_of_even", "best_of", {"best_of": 12}),
        ("option_range", "best_of", {"best_of": 101}),
        ("guinote.play_all_alone", "play_all", {"play_all": True}),
    ],
    "malilla": [
        ("malilla.form", "form", {"form": "urbana"}, {"form": None}),
        ("option_range", "vueltas", {"vueltas": 0}),
        ("option_range", "target", {"target": 2001}),
        ("malilla.play_off_target", "play_off", {"target": 100, "play_off": True}),
        ("malilla.mariperez_target", "mariperez", {"target": 100, "mariperez": True}),
        ("malilla.double_once_alone", "double_once", {"double_once": True}),
        ("malilla.capote_72_form", "capote_72", {"capote_72": True}),
        ("malilla.alce_by_all_form", "alce_by_all", {"alce_by_all": True, "form": "coja"}),
    ],
    "marcador": [
        ("option_range", "sides", {"sides": 1}, {"sides": 6}),
        ("option_range", "people", {"people": 0}, {"people": 4}),
        ("not_a_choice", "count", {"count": "vacas"}, {"count": 3}),
        ("marcador.endless", "target", {"juegos": 3}, {"juegos": 3, "by_time": True}),
        ("marcador.tantos_only", "target", {"count": "juegos", "target": 40}),
        ("marcador.tantos_only", "lowest", {"count": "juegos", "lowest": True}),
        ("marcador.tantos_only", "high", {"count": "juegos", "high": 162}),
        ("marcador.needs_target", "exact", {"manos": 4, "exact": True}),
        ("marcador.needs_target", "margin", {"margin": 2}),
        ("marcador.needs_target", "cap", {"cap": 121}),
        ("marcador.not_lowest", "exact", {"target": 9, "lowest": True, "exact": True}),
        ("marcador.not_lowest", "cap", {"target": 9, "lowest": True, "cap": 12}),
        ("marcador.not_exact", "margin", {"target": 9, "exact": True, "margin": 2}),
        ("marcador.not_exact", "ladder", {"target": 9, "exact": True, "ladder": True}),
        ("marcador.cap_low", "cap", {"target": 101, "cap": 100}),
        ("marcador.total_alone", "fixed_sum", {"manos": 4, "total": 162}),
        (
            "marcador.sum_reach",
            "total",
            {"fixed_sum": True, "total": 0},
            {"fixed_sum": True, "total": 20, "high": 10},
            {"fixed_sum": True, "total": 12, "step": 5},
        ),
        ("marcador.range_empty", "high", {"high": 0}, {"high": 4, "step": 5}),
        (
            "marcador.target_reach",
            "target",
            {"target": 9, "low": -9, "high": 0},
            {"target": 42, "exact": True, "step": 5},
        ),
        ("marcador.ladder_alone", "fixed_sum", {"ladder": True, "fixed_sum": True}),
        ("marcador.ladder_alone", "high", {"ladder": True, "high": 4}),
        (
            "marcador.play_all_vacas",
            "play_all",
            {"manos": 2, "juegos": 3, "play_all": True, "vacas": 2},
        ),
    ],
    "tarot": [
        ("option_range", "players", {"players": 2}, {"players": 6}),
        ("option_range", "deals", {"deals": 0}, {"deals": 100}),
        ("option_range", "tomo", {"tomo": 0}),
        ("tarot.resting_table", "resting_dealer", {"resting_dealer": True, "players": 3}),
        ("tarot.coefficients", "guardia", {"guardia": 5}, {"subo": 3}),
    ],
    "truco": [
        ("truco.players", "players", {"players": 5}),
        ("option_range", "players", {"players": 8}),
        ("option_range", "target", {"target": 4}),
        ("truco.target_odd", "target", {"target": 25}),
        ("truco.chicos_even", "chicos", {"chicos": 2}),
        ("truco.fixed_gallo_alone", "fixed_gallo", {"fixed_gallo": True}),
        (
            "truco.pica_order",
            "pica_until",
            {"players": 6, "pica_from": 25},
            {"players": 6, "target": 24},
        ),
        (
            "truco.signs_both",
            "signs_lose_mano",
            {"signs_lose_mano": True, "signs_lose_chico": True},
        ),
    ],
    "zanga": [
        ("option_range", "partidas", {"partidas": 0}, {"partidas": 21}),
        ("option_range", "jornada", {"jornada": -1}),
    ],
}


@pytest.mark.parametrize("key", REFUSED)
def test_impossible_options_are_refused_with_their_field(key):
    for code, field, *refused_options in REFUSED[key]:
        for options in refused_options:
            with is_refused(code, field=field):
                GAMES[key].Options(**options)
                pytest.fail(f"accepted: {options}")


@pytest.mark.parametrize("key", GAMES)
def test_an_option_of_another_type_is_refused(key):
    """A number is not a boolean, nor a boolean a number."""
    for option in fields(GAMES[key].Options):
        usual = getattr(GAMES[key].Options(), option.name)
        if isinstance(usual, str):
            continue
        for value in (1, "si", None) if isinstance(usual, bool) else (True, "3", None, 3.0):
            with is_refused("option_type", field=option.name):
                GAMES[key].Options(**{option.name: value})
                pytest.fail(f"accepted: {option.name} {value!r}")
