"""Rows of cientos for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.cientos.options import PRESETS, Options

HAND = {"como": "deal", "number": "1", "dealer": "B", "bazas_a": "8", "bazas_b": "4", "last": "A"}
PUNTO = {"punto_side": "A", "punto": "51"}
QUINTA = {"secansa_side": "A", "secansa_1": "5A", "suit_1": "o"}
REYES = {"catorce_side": "A", "kind_R": "3"}
STOPPED_HAND = {"como": "deal", "number": "1", "dealer": "B", "stopped": "A"}
JUEGO = {"como": "juego", "number": "1", "winner": "A doble"}
RULING = {
    "como": "ruling",
    "number": "1",
    "ruling": "mano",
    "points_a": "34",
    "points_b": "12",
    "reason": "los dos con carta de más",
}

DEFAULT = PRESETS["dos_juegos"]
RIVAL_LEADS = Options(rival_leads=True)
CALIDADES = PRESETS["calidades_dos_juegos"]


SAVED_LINES = {
    DEFAULT: [
        (HAND, "8-4 uA dB"),
        ({**HAND, "low": "on"}, "8-4 uAm dB"),
        ({**HAND, "blancas": "B"}, "8-4 uA bB dB"),
        ({**HAND, **PUNTO}, "8-4 uA pA51 dB"),
        ({**HAND, **PUNTO, "punto_side": "="}, "8-4 uA p=51 dB"),
        ({**HAND, **QUINTA}, "8-4 uA sA5Ao dB"),
        ({**HAND, **QUINTA, "suit_1": ""}, "8-4 uA sA5A dB"),
        ({**HAND, "secansa_side": "=", "secansa_1": "3R"}, "8-4 uA s=3R dB"),
        (
            {**HAND, **QUINTA, "secansa_2": "3S", "suit_2": "b", "secansa_3": "39"},
            "8-4 uA sA5Ao sA3Sb sA39 dB",
        ),
        ({**HAND, **REYES, "kind_D": "4"}, "8-4 uA tAR cAD dB"),
        ({**HAND, **PUNTO, **QUINTA, **REYES}, "8-4 uA pA51 sA5Ao tAR dB"),
        ({**HAND, "faults": ["A/falso", "B/menos"]}, "8-4 uA xfA x-B dB"),
        ({**HAND, **PUNTO, **QUINTA, "pique": "on"}, "8-4 uA pA51 sA5Ao pique dB"),
        ({**HAND, **PUNTO, "bazas_a": "12", "bazas_b": "0"}, "12-0 uA pA51 pique dB"),
        (JUEGO, "juego A doble"),
        ({**JUEGO, "winner": "B"}, "juego B"),
        ({"como": "void", "cause": "monte"}, "nula monte"),
        (RULING, "arbitro mano 34-12: los dos con carta de más"),
        ({**RULING, "ruling": "B"}, "arbitro juego B: los dos con carta de más"),
        ({**RULING, "ruling": "A doble"}, "arbitro juego A doble: los dos con carta de más"),
        ({**RULING, "ruling": "anula"}, "arbitro anula: los dos con carta de más"),
        ({"como": "forfeit", "loser": "B", "reason": "no se presenta"}, "pierde B: no se presenta"),
        ({"como": "notation", "text": "8-4 ua dB pa51"}, "8-4 uA pA51 dB"),
    ],
    CALIDADES: [
        ({**JUEGO, "calidades_a": "3", "calidades_b": ""}, "juego A doble 3-0"),
        ({**RULING, "calidades_b": "2"}, "arbitro mano 34-12 0-2: los dos con carta de más"),
    ],
    RIVAL_LEADS: [({**HAND, "captures_a": "2", "captures_b": "3"}, "8-4 uA r2-3 dB")],
}


OFFERED_KINDS = {
    DEFAULT: [
        ([], "deal juego void ruling"),
        (["8-4 uA dB"], "deal juego void ruling"),
        (["juego A", "juego A"], ""),
    ]
}


REFUSED_FORMS = {
    DEFAULT: [
        ({**HAND, "dealer": ""}, "dealer", "obligatorio"),
        ({**HAND, "dealer": "C"}, "dealer", "no está"),
        ({**HAND, "bazas_a": ""}, "bazas_a", "obligatorio"),
        ({**HAND, "bazas_a": "ocho"}, "bazas_a", "número entero"),
        ({**HAND, "bazas_a": "-1"}, "bazas_a", "-1"),
        ({**HAND, "bazas_b": "13"}, "bazas_b", "de 0 a 12"),
        ({**HAND, "bazas_b": "5"}, "bazas_a", "suman 13"),
        ({**HAND, "last": ""}, "last", "obligatorio"),
        ({**HAND, "bazas_a": "12", "bazas_b": "0", "last": "B"}, "last", "no ganó ninguna baza"),
        ({**HAND, "blancas": "="}, "blancas", "no está"),
        ({**HAND, "punto_side": "A"}, "punto", "Elija el acuse: solo ha puesto de quién es"),
        ({**HAND, "punto": "51"}, "punto_side", "Elija de quién es el acuse"),
        ({**HAND, **PUNTO, "punto": "52"}, "punto", "No hay ningún punto de 52"),
        ({**HAND, **PUNTO, "punto": "mucho"}, "punto", "número entero"),
        ({**HAND, "secansa_side": "A"}, "secansa_1", "Elija el acuse: solo ha puesto de quién es"),
        ({**HAND, "secansa_1": "5A"}, "secansa_side", "Elija de quién es el acuse"),
        ({**HAND, **QUINTA, "suit_2": "c"}, "secansa_2", "Elija la secansa"),
        ({**HAND, **QUINTA, "secansa_2": "5D"}, "secansa_2", "no está"),
        ({**HAND, **QUINTA, "suit_1": "x"}, "suit_1", "no está"),
        ({**HAND, **QUINTA, "secansa_side": "="}, "secansa_1", "no se escribe ninguno"),
        ({**HAND, **QUINTA, "punto_side": "A", "punto": "44"}, "punto", "solo su secansa suma 51"),
        ({**HAND, "catorce_side": "B"}, "kind_A", "Elija el acuse: solo ha puesto de quién es"),
        ({**HAND, "kind_A": "4"}, "catorce_side", "Elija de quién es el acuse"),
        ({**HAND, **REYES, "kind_R": "2"}, "kind_R", "no está"),
        (
            {**HAND, **QUINTA, "catorce_side": "B", "kind_R": "4"},
            "catorce_side",
            "el otro enseñó una en su secansa",
        ),
        ({**HAND, **PUNTO, "pique": "on"}, "pique", "no pudo picar"),
        ({**HAND, **PUNTO, "faults": ["A/mas"]}, "punto", "no valen por su falta"),
        ({**HAND, "faults": ["A/soplar"]}, "faults", "no está"),
        ({**HAND, "faults": ["A/mas", "B/mas"]}, "faults", "nula ambos"),
        ({**HAND, "stopped": "A"}, "stopped", "se paró el juego, no hay última baza"),
        ({**STOPPED_HAND, "bazas_a": "3", "bazas_b": "1"}, "stopped", "con estas bazas llega a 7"),
        ({**JUEGO, "winner": ""}, "winner", "obligatorio"),
        ({**JUEGO, "winner": "A triple"}, "winner", "no está"),
        ({"como": "void", "cause": ""}, "cause", "obligatorio"),
        ({**RULING, "ruling": ""}, "ruling", "obligatorio"),
        ({**RULING, "points_a": ""}, "points_a", "obligatorio"),
        ({**RULING, "points_b": "300"}, "points_a", "de 0 a 200"),
        ({**RULING, "points_a": "100", "points_b": "100"}, "points_a", "quién llegó antes a cien"),
        ({**RULING, "reason": ""}, "reason", "obligatorio"),
        ({"como": "notation", "text": "8-5 uA dB"}, "text", "suman 13"),
    ],
    RIVAL_LEADS: [(HAND, "captures_a", "Anote las bazas")],
    CALIDADES: [
        ({**JUEGO, "calidades_a": "-1"}, "calidades_a", "El mínimo es 0"),
        ({**JUEGO, "calidades_b": "100"}, "calidades_a", "de 0 a 99"),
        ({**RULING, "calidades_a": "100"}, "calidades_a", "de 0 a 99"),
    ],
}


INCOMPLETE = {
    DEFAULT: [
        {**HAND, "last": ""},
        {**HAND, "bazas_b": ""},
        {**HAND, "punto_side": "A"},
        {**HAND, "secansa_1": "5A"},
        {**HAND, "catorce_side": "A"},
        {**RULING, "points_b": ""},
    ]
}

PREVIEWS = [
    (
        CALIDADES,
        [],
        {**HAND, **PUNTO, **QUINTA, **REYES},
        "Luis Gil: carteo, 8. Hace 8 y señala 10.",
        "Paco Gil: punto de 51, 5; quinta al as, 15; tres reyes, 3; carteo, 17; bazas, 10. "
        "Hace 50 y señala 50.",
        "Paco Gil gana 2 calidades.",
        "Juegos 0–0 · cuartos 2–0 · tantos 50–10",
    )
]
