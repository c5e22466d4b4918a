"""Rows of revesino for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.revesino.options import PRESETS
from tests.scoring.games.boxes import side_fields

LINE = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD"
HAND_NUMBERS = {**side_fields("bazas", 0, 3, 5, 3), **side_fields("points", 0, 9, 19, 6)}
CARDS = {
    **{"fate_ao": "sold", "gains_ao": "A", "pays_ao": "C"},
    **{"fate_ac": "drawn", "gains_ac": "B", "pays_ac": "D"},
    **{"fate_ae": "asleep"},
    **{"fate_ab": "led", "pays_ab": "C"},
    **{"fate_cc": "sold", "gains_cc": "A", "pays_cc": "C"},
}
DEAL = {"como": "deal", **HAND_NUMBERS, **CARDS, "dealer": "D"}
REVESINO = {"como": "revesino", "goer": "A", "cutter": "no"}
CUT_REVESINO = {**REVESINO, "cutter": "B"}
NAPOLITANA = {"como": "napolitana", "holder": "A", "lost": "no"}
RESULT = {"como": "result", "of": "mano", **side_fields("tantos", 8, -4, -4)}
FAULT_FORM = {"como": "fault", "fault": "descarte"}
RULING = {"como": "ruling", "case": "cartas", "tantos_a": "12", "tantos_d_pierde": "12"}
PIE_RULING = {"como": "ruling", "case": "pie B", "reason": "dio dos veces A"}

DEFAULT = PRESETS["cuatro_vueltas"]


SAVED_LINES = {
    DEFAULT: [
        (DEAL, LINE),
        ({**DEAL, "renuncios": ["B"]}, LINE.replace("dD", "rB dD")),
        ({**DEAL, "gains_ae": "A", "pays_ae": "B", "gains_ab": "A"}, LINE),
        (REVESINO, "revesino A"),
        (CUT_REVESINO, "revesino A corta B"),
        ({**CUT_REVESINO, "renuncios": ["C", "D"], "dealer": "A"}, "revesino A corta B rC rD dA"),
        ({**REVESINO, "napolitana": "D", "duty": "otra"}, "revesino A napolitana D"),
        ({**CUT_REVESINO, "napolitana": "B", "duty": "otra"}, "revesino A corta B napolitana B"),
        ({**CUT_REVESINO, "napolitana": "C", "duty": "no"}, "revesino A corta B napolitana C"),
        (
            {**CUT_REVESINO, "napolitana": "C", "duty": "levanta"},
            "revesino A corta B napolitana C levanta",
        ),
        (NAPOLITANA, "napolitana A"),
        ({**NAPOLITANA, "introducer": "B"}, "napolitana A"),
        ({**NAPOLITANA, "left": "on", "dealer": "D"}, "napolitana A dejada dD"),
        ({**NAPOLITANA, "lost": "yes"}, "napolitana A pierde"),
        ({**NAPOLITANA, "lost": "yes", "introducer": "B"}, "napolitana A pierde B"),
        ({**NAPOLITANA, "renuncios": ["B"]}, "napolitana A rB"),
        (RESULT, "mano 8 -4 -4 0"),
        ({**RESULT, "of": "vuelta", "dealer": "B"}, "vuelta 8 -4 -4 0 dB"),
        ({"como": "result", "of": "mano", "tantos_a": "0"}, "mano 0 0 0 0"),
        ({"como": "fault", "fault": "nula"}, "nula"),
        ({"como": "fault", "fault": "pasa", "dealer": "C", "side": "A"}, "nula pasa dC"),
        ({**FAULT_FORM, "side": "A", "to": "C", "dealer": "A"}, "falta descarte A C dA"),
        ({"como": "fault", "fault": "doble", "side": "A", "to": "C"}, "falta doble A"),
        (RULING, "arbitro mano 12 0 0 -12: carta de más o de menos"),
        ({**RULING, "reason": "D"}, "arbitro mano 12 0 0 -12: carta de más o de menos. D"),
        ({**RULING, "case": "mano", "reason": "riña"}, "arbitro mano 12 0 0 -12: riña"),
        (
            {**RULING, "case": "mezcla"},
            "arbitro tantos 12 0 0 -12: juntó sus bazas antes de estar conformes",
        ),
        ({**RULING, "case": "tantos", "reason": "cuenta"}, "arbitro tantos 12 0 0 -12: cuenta"),
        (PIE_RULING, "arbitro pie B: dio dos veces A"),
        ({"como": "forfeit", "loser": "C", "reason": "se marcha"}, "pierde C: se marcha"),
        ({"como": "notation", "text": "REVESINO a corta b"}, "revesino A corta B"),
    ]
}


OFFERED_KINDS = {
    DEFAULT: [
        ([], "deal revesino napolitana result fault ruling"),
        ([LINE], "deal revesino napolitana result fault ruling"),
    ],
    PRESETS["con_caballo"]: [
        ([], "plate deal revesino napolitana result fault ruling"),
        (["platillo 16 16 16 16"], "deal revesino napolitana result fault ruling more_plate"),
    ],
    PRESETS["por_tiempo"]: [
        ([], "deal revesino napolitana result fault ruling"),
        ([LINE], "deal revesino napolitana result fault ruling end"),
    ],
    PRESETS["dos_vueltas"]: [(["vuelta 4 -4 0 0", "vuelta 4 -4 0 0"], "")],
}


REFUSED_FORMS = {
    DEFAULT: [
        ({**DEAL, "bazas_a": ""}, "bazas_a", "Escriba las bazas"),
        ({**DEAL, "points_c": ""}, "points_c", "Escriba los puntos"),
        ({**DEAL, "bazas_b": "tres"}, "bazas_b", "número entero"),
        ({**DEAL, "bazas_d": "4"}, "bazas_a", "suman 12 y tienen que sumar 11"),
        ({**DEAL, "bazas_b": "12"}, "bazas_b", "van de 0 a 11"),
        ({**DEAL, "points_a": "3", "points_b": "6"}, "points_a", "sin baza no hay puntos"),
        ({**DEAL, "points_c": "22"}, "points_a", "no baja de 27 ni pasa de 36"),
        ({**DEAL, "points_b": "15", "points_c": "9", "points_d": "10"}, "points_c", "son ya 10"),
        ({**DEAL, "fate_ao": ""}, "fate_ao", "Elija qué pasó"),
        ({**DEAL, "fate_ao": "comido"}, "fate_ao", "no está"),
        ({**DEAL, "gains_ao": ""}, "gains_ao", "Elija quién"),
        ({**DEAL, "pays_ao": ""}, "pays_ao", "Elija quién"),
        ({**DEAL, "pays_ab": ""}, "pays_ab", "Elija quién"),
        ({**DEAL, "gains_ao": "E"}, "gains_ao", "no está"),
        ({**DEAL, "pays_ac": "B"}, "fate_ac", "no puede venderse ni sacarse a sí mismo el as de c"),
        ({**DEAL, "gains_ao": "B", "pays_ao": "A"}, "bazas_a", "por las cartas de pago que lev"),
        ({**DEAL, "dealer": ""}, "dealer", "obligatorio"),
        ({**DEAL, "renuncios": ["A", "B", "C"]}, "renuncios", "que decida el árbitro"),
        ({**DEAL, "renuncios": ["E"]}, "renuncios", "no está"),
        ({**REVESINO, "goer": ""}, "goer", "obligatorio"),
        ({**REVESINO, "cutter": ""}, "cutter", "obligatorio"),
        ({**REVESINO, "cutter": "A"}, "cutter", "no puede cortárselo él"),
        ({**REVESINO, "napolitana": "A"}, "napolitana", "su napolitana no se cuenta"),
        ({**CUT_REVESINO, "napolitana": "C"}, "duty", "obligatorio"),
        ({**CUT_REVESINO, "napolitana": "C", "duty": "x"}, "duty", "no está"),
        ({**NAPOLITANA, "holder": ""}, "holder", "obligatorio"),
        ({**NAPOLITANA, "lost": ""}, "lost", "obligatorio"),
        ({**NAPOLITANA, "lost": "yes", "introducer": "A"}, "introducer", "a sí mismo"),
        ({**NAPOLITANA, "left": "on", "dealer": "A"}, "left", "el mano es B"),
        ({**NAPOLITANA, "left": "on"}, "dealer", "Anote quién dio"),
        ({**NAPOLITANA, "renuncios": ["A"]}, "renuncios", "puede renunciar cuando quiera"),
        ({**NAPOLITANA, "lost": "yes", "renuncios": ["B"]}, "renuncios", "decide el árbitro"),
        ({**RESULT, "of": "mes"}, "of", "no está"),
        ({**RESULT, "tantos_c_pierde": "3"}, "tantos_a", "suman 1 y tienen que sumar 0"),
        ({**RESULT, "tantos_a": "-8"}, "tantos_a", "suman -16 y tienen que sumar 0"),
        ({**RESULT, "tantos_b": "4"}, "tantos_b", "una sola de las dos casillas"),
        ({**RESULT, **side_fields("tantos", 17, -13)}, "tantos_a", "pueden ser 0–12"),
        ({**RESULT, "tantos_b": "2000", "tantos_b_pierde": ""}, "tantos_b", "van de -1000 a 1000"),
        ({"como": "result", "of": "mano"}, "tantos_a", "Escriba los tantos"),
        ({"como": "fault", "fault": ""}, "fault", "obligatorio"),
        ({**FAULT_FORM, "to": "B"}, "side", "obligatorio"),
        ({**FAULT_FORM, "side": "B"}, "to", "obligatorio"),
        ({"como": "fault", "fault": "repite", "side": "B", "to": "B"}, "to", "otros tres"),
        ({**RULING, "case": ""}, "case", "obligatorio"),
        ({**RULING, "case": "pie E"}, "case", "no está"),
        ({**RULING, "tantos_d_pierde": "11"}, "tantos_a", "suman 1"),
        ({"como": "ruling", "case": "cartas"}, "tantos_a", "Escriba los tantos"),
        ({**RULING, "case": "mano"}, "reason", "Escriba el motivo"),
        ({**PIE_RULING, "reason": ""}, "reason", "Escriba el motivo"),
        ({**RULING, "reason": "x" * 149}, "reason", "caracteres: el máximo es 150"),
        ({"como": "notation", "text": "revesino A corta A"}, "text", "cortárselo él"),
    ]
}


INCOMPLETE = {
    DEFAULT: [
        {**DEAL, "points_d": ""},
        {**DEAL, "pays_cc": ""},
        {**DEAL, "dealer": ""},
        {**CUT_REVESINO, "napolitana": "C"},
        {**RESULT, "tantos_b_pierde": "", "tantos_c_pierde": ""},
        {"como": "fault", "fault": "repite", "side": "A"},
        {"como": "ruling", "case": "cartas"},
        {**RULING, "case": "mano"},
    ]
}

PREVIEWS = [
    (
        DEFAULT,
        [],
        DEAL,
        "A +11 · B +1 · C −11 · D −1. A gana la partida sin hacer baza: 4 de C.",
        "Duermen 6 puntos.",
        "<strong>A +11 · B +1 · C −11 · D −1 · vuelta 1, mano 2</strong>",
    )
]
