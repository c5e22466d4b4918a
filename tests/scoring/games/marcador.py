"""Rows of the free score for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.marcador.options import PRESETS, Options
from tests.scoring.games.boxes import side_fields

FOUR_SIDES = Options(sides=4, manos=3, low=-30, high=30)
ZERO_SUM = Options(sides=3, manos=6, fixed_sum=True, low=-30, high=30)
PLACES = Options(sides=3, manos=2, ladder=True)
MANO = {"como": "mano", "points_a": "12", "points_b": "5"}
JUEGO = {"como": "juego", "winner": "B"}
JUEGOS = {"como": "juegos", "juegos_a": "2", "juegos_b": "1"}
MANOS = {"como": "manos", "manos": "3", "points_a": "60", "points_b": "48"}
RULING = {"como": "ruling", "reason": "señas"}
TANTOS = {**RULING, "ruling": "tantos"}
MUS, BOTIFARRA = PRESETS["mus_tres_juegos"], PRESETS["botifarra_101"]

DEFAULT = MUS


SAVED_LINES = {
    MUS: [
        (MANO, "12-5"),
        (JUEGO, "juego B"),
        (JUEGOS, "juegos 2-1"),
        ({**RULING, "ruling": "aviso", "side": "A"}, "arbitro aviso A: señas"),
        ({**RULING, "ruling": "juego", "side": "B"}, "arbitro juego B: señas"),
        ({**RULING, "ruling": "partida", "side": "B"}, "arbitro partida B: señas"),
        ({**RULING, "ruling": "mano", "points_a": "9"}, "arbitro mano 9-0: señas"),
        ({**TANTOS, **side_fields("points", 5, -5)}, "arbitro A+5 B-5: señas"),
        ({**RULING, "ruling": "tantos", "points_a": "", "points_b": "-5"}, "arbitro B-5: señas"),
        ({"como": "forfeit", "loser": "B", "reason": "no viene"}, "pierde B: no viene"),
        ({"como": "notation", "text": "ARBITRO a +3: dos"}, "arbitro A+3: dos"),
    ],
    BOTIFARRA: [(MANOS, "manos 3 60-48")],
    Options(manos=1, juegos=2): [({"como": "juego", "winner": "="}, "juego tablas")],
    FOUR_SIDES: [({"como": "mano", **side_fields("points", 9, -4, 0, 2)}, "9 -4 0 2")],
    PLACES: [({"como": "mano", **side_fields("points", 1, 3, 2)}, "1-3-2")],
}


OFFERED_KINDS = {
    MUS: [
        ([], "mano juego juegos ruling"),
        (["12-5"], "mano ruling"),
        (["arbitro aviso A: tarde"], "mano juego juegos ruling"),
        (["juegos 3-0"], ""),
    ],
    PRESETS["mus_solo_juegos"]: [([], "juego juegos ruling")],
    BOTIFARRA: [
        ([], "mano manos ruling"),
        (["12-0"], "mano manos end ruling"),
        (["manos 11 12-0"], "mano end ruling"),
    ],
    Options(extra=1): [(["4-4", "fin"], "mano ruling")],
}


REFUSED_FORMS = {
    MUS: [
        ({**MANO, "points_a": "41"}, "points_a", "de 40 no se pasa"),
        ({**MANO, "points_b": ""}, "points_b", "Escriba los tantos"),
        ({**MANO, "points_b": "cinco"}, "points_b", "Escriba un número"),
        ({**MANO, "points_b": "-5"}, "points_b", "B no puede hacer -5"),
        ({**JUEGO, "winner": ""}, "winner", "obligatorio"),
        ({**JUEGO, "winner": "="}, "winner", "no está"),
        ({**JUEGOS, "juegos_a": "4"}, "juegos_a", "se acaba al llegar a 3"),
        ({**JUEGOS, "juegos_b": "x"}, "juegos_b", "número entero"),
        ({**JUEGOS, "juegos_a": "0", "juegos_b": "0"}, "juegos_a", "nada que anotar"),
        ({**RULING, "ruling": ""}, "ruling", "obligatorio"),
        ({**RULING, "ruling": "multa"}, "ruling", "no está"),
        ({**RULING, "ruling": "aviso"}, "side", "Elija a quién"),
        ({**RULING, "ruling": "aviso", "side": "C"}, "side", "no está"),
        ({**RULING, "ruling": "tantos"}, "points_a", "Escriba los tantos"),
        ({**RULING, "ruling": "aviso", "side": "A", "points_b": "5"}, "points_b", "Sobran"),
        ({**RULING, "ruling": "tantos", "points_a": "41"}, "points_a", "de 40 no se pasa"),
        (
            {**TANTOS, "points_a": "1", "points_a_pierde": "2"},
            "points_a",
            "una sola de las dos casillas",
        ),
        ({**RULING, "ruling": "partida", "side": "A", "reason": ""}, "reason", "obligatorio"),
        ({"como": "notation", "text": "40-40"}, "text", "no pueden llegar dos"),
    ],
    BOTIFARRA: [
        ({**MANOS, "manos": "13"}, "manos", "no hay más que 12"),
        ({**MANOS, "manos": "0"}, "manos", "de 1 a 999"),
        ({**MANOS, "manos": ""}, "manos", "obligatorio"),
        ({**MANOS, "points_a": "99999"}, "points_a", "el máximo es 29997"),
    ],
    ZERO_SUM: [
        (
            {"como": "mano", **side_fields("points", 5, 5, -9)},
            "points_a",
            "suman 1 y tienen que sumar 0",
        )
    ],
    PLACES: [
        (
            {"como": "mano", **side_fields("points", 3, 3, 1)},
            "points_a",
            "Los puestos son uno de cada",
        ),
        ({"como": "mano", **side_fields("points", 3, "", 1)}, "points_b", "obligatorio"),
    ],
}


INCOMPLETE = {MUS: [{**MANO, "points_b": ""}, {**JUEGO, "winner": ""}]}

PREVIEWS = [
    (
        MUS,
        ["30-25"],
        {**MANO, "points_a": "10"},
        "Mano: 10–5. La pareja 1 gana el juego (40–30).",
        "Juegos 1–0",
    )
]
