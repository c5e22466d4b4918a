"""Rows of malilla for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.malilla.options import PRESETS, Options
from tests.rows import words
from tests.scoring.games.boxes import side_fields

SCORE = {"como": "deal", "number": "1", **side_fields("points", 40, 32)}
DEAL = {**SCORE, "rank": "R", "suit": "o", "dealer": "A"}
VUELTA = {"como": "vuelta", "number": "1", "tantos_a_pierde": "20", "tantos_b": "20"}
NO_TANTOS = {"tantos_a_pierde": "0", "tantos_b": "0"}
RULING = {"como": "ruling", "number": "1", "ruling": "anula", "reason": "señas"}
RULED_TANTOS = {**RULING, "ruling": "tantos", "tantos_a_pierde": "10", "tantos_b": "10"}
GAINS = {"como": "vuelta", "number": "1", "tantos_a": "40", "tantos_b": "12"}

DEFAULT = PRESETS["companeros"]
A_100 = PRESETS["companeros_a_100"]
FAVORITO = PRESETS["companeros_favorito_mariperez"]


OTHER_PRESETS = [
    PRESETS[name]
    for name in words(
        "barrotada barrotada_alce_de_todos coja dos_a_cartas_vistas", "dos_a_cartas_cubiertas"
    )
]

SAVED_LINES = {
    DEFAULT: [
        (DEAL, "40-32 Ro dA"),
        ({**DEAL, "rank": "", "suit": ""}, "40-32 dA"),
        ({**DEAL, "suit": ""}, "40-32 R dA"),
        ({**DEAL, "faults": ["A/servir", "B/hablar"]}, "40-32 Ro dA A/servir B/hablar"),
        ({**DEAL, "points_a": "72", "points_b": "0"}, "72-0 Ro dA"),
        (VUELTA, "vuelta -20+20"),
        ({**VUELTA, **NO_TANTOS}, "vuelta +0+0"),
        ({**VUELTA, "como": "partida"}, "partida -20+20"),
        ({**VUELTA, **NO_TANTOS, "como": "partida"}, "partida +0+0"),
        ({"como": "misdeal", "what": "mal", "dealer": "B"}, "mal dB"),
        ({"como": "misdeal", "what": "baraja"}, "baraja"),
        (RULED_TANTOS, "arbitro -10+10: señas"),
        ({**RULING, "ruling": "da", "side": "B"}, "arbitro da B: señas"),
        ({**RULING, "ruling": "partida", "side": "B"}, "arbitro partida B: señas"),
        (RULING, "arbitro anula: señas"),
        ({"como": "forfeit", "loser": "B", "reason": "no se presenta"}, "pierde B: no se presenta"),
        ({"como": "notation", "text": "40-32 ro da"}, "40-32 Ro dA"),
    ],
    Options("barrotada"): [
        (
            {**RULING, "ruling": "tantos", **side_fields("tantos", "", -10, "", 10)},
            "arbitro +0-10+0+10: señas",
        )
    ],
}


OFFERED_KINDS = {
    DEFAULT: [
        ([], "deal vuelta partida misdeal ruling"),
        (["40-32 dA"], "deal misdeal ruling"),
        (["vuelta +4-4"], "deal vuelta misdeal ruling"),
        (["mal"], "deal vuelta partida misdeal ruling"),
        (["partida +4-4"], ""),
    ]
}


OFFERED_KINDS |= {
    options: [([], "deal vuelta partida misdeal ruling")] for options in OTHER_PRESETS
}

ARTICLE = "«Del orden y valor de los naypes»"

DEAL_OF_FOUR = {"como": "deal", **side_fields("points", 30, 12, 20, 10), "dealer": "D"}
BARROTADA, COJA, VISTAS, CUBIERTAS = (
    Options(form) for form in ("barrotada", "coja", "vistas", "cubiertas")
)
A_60 = Options("coja", target=60)

REFUSED_FORMS = {
    DEFAULT: [
        (
            {**DEAL, "points_b": "33"},
            "points_a",
            f"suman 73 y en un reparto hay siempre 72: 60 en "
            f"cartas y uno por cada una de las doce bazas (Malilla, {ARTICLE})",
        ),
        ({**DEAL, "points_a": "-1", "points_b": "73"}, "points_a", "-1"),
        ({**DEAL, "points_a": "cuarenta"}, "points_a", "número entero"),
        ({**DEAL, "points_b": ""}, "points_b", "obligatorio"),
        ({**DEAL, "rank": "9", "points_a": "4", "points_b": "68"}, "points_a", "al menos 6"),
        ({**DEAL, "rank": "X"}, "rank", "no está"),
        ({**DEAL, "rank": ""}, "rank", "Elija la carta"),
        ({**DEAL, "suit": "x"}, "suit", "no está"),
        ({**DEAL, "dealer": ""}, "dealer", "no se sabe quién dio"),
        ({**DEAL, "dealer": "C"}, "dealer", "no está"),
        ({**DEAL, "faults": ["A/soplar"]}, "faults", "no está"),
        ({**DEAL, "faults": ["A/servir", "A/servir"]}, "faults", "dos veces"),
        ({**DEAL, "faults": ["A/turno", "B/turno"]}, "faults", "dar dos sin tocarles"),
        ({**DEAL, "faults": ["B/turno"]}, "dealer", "sin tocarle"),
        ({"como": "vuelta"}, "tantos_a", "Escriba los tantos. Si no hay ninguno, escriba 0"),
        ({**VUELTA, "tantos_a_pierde": ""}, "tantos_a", "suman +20 y tienen que sumar 0"),
        ({**VUELTA, "tantos_a": "20"}, "tantos_a", "una sola de las dos casillas"),
        ({**VUELTA, "tantos_b": "veinte"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "20,3"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "٢٠"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_a_pierde": "-20"}, "tantos_a", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "6,5"}, "tantos_a", "aquí no hay medios tantos"),
        ({**VUELTA, "tantos_b": "19"}, "tantos_a", "suman -1 y tienen que sumar 0"),
        ({**VUELTA, **side_fields("tantos", -900, 900)}, "tantos_a", "«Resumen de los pagos»"),
        ({**VUELTA, "como": "partida", "tantos_b": "90000"}, "tantos_a", "«Resumen de los pagos»"),
        ({"como": "misdeal", "what": ""}, "what", "obligatorio"),
        ({"como": "misdeal", "what": "mal", "dealer": "Z"}, "dealer", "no está"),
        ({**RULING, "ruling": ""}, "ruling", "obligatorio"),
        ({**RULING, "ruling": "indulta"}, "ruling", "no está"),
        ({**RULING, "ruling": "da"}, "side", "Elija quién"),
        ({**RULING, "ruling": "partida", "side": "C"}, "side", "no está"),
        ({**RULING, "ruling": "tantos"}, "tantos_a", "Escriba los tantos"),
        ({**RULED_TANTOS, "tantos_b": ""}, "tantos_a", "tienen que sumar 0"),
        ({**RULED_TANTOS, "tantos_b": "9"}, "tantos_a", "tienen que sumar 0"),
        ({**RULED_TANTOS, "ruling": "anula"}, "tantos_a", "deje los tantos en blanco"),
        ({**RULING, "reason": ""}, "reason", "obligatorio"),
        ({**RULING, "reason": "a\0b"}, "reason", "nulo"),
        ({"como": "notation", "text": "40-33"}, "text", "suman 73"),
    ],
    A_100: [
        ({**GAINS, "tantos_a": "-4"}, "tantos_a", "solo se anotan los ganados"),
        ({**GAINS, "tantos_b": ""}, "tantos_b", "Escriba los tantos"),
        ({**GAINS, "como": "partida"}, "tantos_a", "nadie llega a 100"),
        ({**GAINS, "como": "partida", "tantos_a": "100", "tantos_b": "100"}, "tantos_a", "los dos"),
    ],
    FAVORITO: [
        ({"como": "favorito", "suit": ""}, "suit", "obligatorio"),
        ({"como": "favorito", "suit": "x"}, "suit", "no está"),
        (DEAL, "__all__", "Anote el palo favorito"),
        ({**VUELTA, "tantos_a_pierde": "21", "tantos_b": "21"}, "tantos_a", "no es múltiplo de 2"),
    ],
    BARROTADA: [
        ({**DEAL_OF_FOUR, "points_d": "11"}, "points_a", "suman 73"),
        ({**DEAL_OF_FOUR, "points_d": ""}, "points_d", "obligatorio"),
        ({**DEAL_OF_FOUR, "faults": ["B/servir"]}, "split_a", "no se reparten por igual"),
        ({**DEAL_OF_FOUR, "split_a": "3", "split_b_pierde": "3"}, "split_a", "Sobra"),
        (
            {**DEAL_OF_FOUR, "faults": ["B/servir"], **side_fields("split", 10, -9)},
            "split_a",
            "suma 1 y tiene que sumar 0",
        ),
        (
            {**DEAL_OF_FOUR, "faults": ["B/servir"], **side_fields("split", 9, -9)},
            "split_b",
            "por sus faltas le toca -10",
        ),
        ({**DEAL_OF_FOUR, "split_c": "x"}, "split_c", "por ejemplo 20"),
        ({"como": "partida"}, "tantos_a", "Escriba los tantos. Si no hay ninguno, escriba 0"),
    ],
    COJA: [
        ({**DEAL_OF_FOUR, "dealer": "D"}, "dealer", "no está"),
        ({"como": "vuelta", "tantos_a": "9", "tantos_b_pierde": "5"}, "tantos_a", "suman +4"),
        ({"como": "vuelta", "tantos_a": "9", "tantos_b_pierde": "x"}, "tantos_b", "por ejemplo"),
        (
            {"como": "vuelta", **side_fields("tantos", 5, -9005, 9000)},
            "tantos_b",
            "B no puede tener -9005",
        ),
        ({"como": "vuelta", **side_fields("tantos", 9, -5, -5)}, "tantos_a", "suman -1"),
        ({**RULING, "ruling": "tantos"}, "tantos_a", "Escriba los tantos"),
        ({**RULING, "ruling": "tantos", "tantos_c": "9"}, "tantos_a", "tienen que sumar 0"),
        ({**RULING, "ruling": "da"}, "side", "Elija quién"),
        ({**RULING, "ruling": "da", "side": "D"}, "side", "no está"),
    ],
    VISTAS: [({"como": "deal", **side_fields("points", 72, 0)}, "capote", "puede ser capote o no")],
    CUBIERTAS: [
        ({"como": "deal", "points_a": "40", "points_b": "27"}, "asleep", "obligatorio"),
        (
            {"como": "deal", **side_fields("points", 40, 27), "asleep": "6"},
            "points_a",
            "tienen que sumar 66",
        ),
        ({"como": "vuelta", "tantos_a": "6,3", "tantos_b": "0"}, "tantos_a", "por ejemplo 20"),
    ],
    A_60: [
        ({"como": "vuelta", "tantos_a": "9", "tantos_b": "0"}, "tantos_c", "Escriba los tantos")
    ],
}


INCOMPLETE = {DEFAULT: [{**DEAL, "points_b": ""}, {**VUELTA, "tantos_b": ""}]}

PREVIEWS = [(DEFAULT, [], DEAL, "Puntos 40-32: +7 / −7.", "Tantos +7 / −7")]
