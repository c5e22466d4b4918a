"""Rows of tarot for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.tarot.options import PRESETS, Options
from tests.scoring.games.boxes import side_fields

DEAL = {"como": "deal", "taker": "B", "contract": "guardia", "points": "49", "oudlers": "2"}
DEAL_OF_FIVE = {**DEAL, "partner": "D"}
ANNOUNCED_SLAM = {"announced": "on"}
RESULTS = {"como": "results", "deals": "1", **side_fields("points", -106, 318, -106, -106)}
RULING = {"como": "ruling", "ruling": "redeal", "reason": "carta vista"}
RULED_POINTS = {**RULING, "ruling": "points", **side_fields("points", -10, 10, 0, 0)}

HALF_POINTS = {
    "como": "results",
    "deals": "1",
    **side_fields("points", "79,5", "79.5", -53, -53, -53),
}
NOT_A_CHOICE = "no está"
DEFAULT, FIVE_PLAYERS = PRESETS["fft"], PRESETS["fft_cinco"]
DEALER_RESTS = PRESETS["fft_mesa_de_cinco"]
CLOCK = Options(by_time=True)


SAVED_LINES = {
    DEFAULT: [
        (DEAL, "B guardia 49 2o"),
        ({**DEAL, "dealer": "A"}, "B guardia 49 2o dA"),
        ({**DEAL, "defence": "42"}, "B guardia 49 2o"),
        ({**DEAL, "petit": "taker", "poignee_b": "10"}, "B guardia 49 2o p+ B10"),
        ({**DEAL, "petit": "defence", "poignee_d": "13"}, "B guardia 49 2o p- D13"),
        ({**DEAL, "poignee_a": "10", "poignee_c": "10"}, "B guardia 49 2o A10 C10"),
        ({**DEAL, **ANNOUNCED_SLAM}, "B guardia 49 2o !ch"),
        (
            {**DEAL, "points": "91", "oudlers": "3", **ANNOUNCED_SLAM, "slam": "taker"},
            "B guardia 91 3o !ch ch+",
        ),
        ({**DEAL, "points": "4", "oudlers": "0", "slam": "defence"}, "B guardia 4 0o ch-"),
        ({**DEAL, "faults": ["C/4", "A/5"]}, "B guardia 49 2o fC4 fA5"),
        ({**DEAL, "faults": ["C/4"], "again": ["C/4"]}, "B guardia 49 2o fC4 fC4"),
        ({**DEAL, "faults": ["C/2", "C/4"]} | {"effect": "void"}, "B guardia 49 2o fC2n fC4"),
        ({**DEAL, "faults": ["C/1"], "effect": "prima"}, "B guardia 49 2o fC1p"),
        ({**DEAL, "faults": ["C/1", "C/4"], "effect": "void"}, "B guardia 49 2o fC1n fC4"),
        ({**DEAL, "discard": ["6", "7"]}, "B guardia 49 2o fB6 fB7"),
        ({**DEAL, "points": "48,5", "discard": ["6"]}, "B guardia 48.5 2o fB6"),
        ({"como": "annulled", "why": "passed"}, "paso"),
        ({"como": "annulled", "why": "passed", "dealer": "C"}, "paso dC"),
        ({"como": "annulled", "why": "petit B"}, "petit B"),
        (RESULTS, "repartos 1 -106 318 -106 -106"),
        ({**RESULTS, "points_a": "-106", "points_a_pierde": ""}, "repartos 1 -106 318 -106 -106"),
        ({**RESULTS, "dealer": "A"}, "repartos 1 -106 318 -106 -106 dA"),
        (RULING, "arbitro anula: carta vista"),
        (RULED_POINTS, "arbitro puntos -10 10 0 0: carta vista"),
        ({**DEAL, "petit": "taker", "poignee_b": "10", "dealer": "A"}, "B guardia 49 2o p+ B10 dA"),
        ({**DEAL, **ANNOUNCED_SLAM, "faults": ["C/4"]}, "B guardia 49 2o !ch fC4"),
        (
            {"como": "stop", "ends": "stands", "reason": "cierre", "confirm_empty": "on"},
            "arbitro fin: cierre",
        ),
        ({"como": "forfeit", "loser": "C", "reason": "se marcha"}, "pierde C: se marcha"),
        ({"como": "notation", "text": "b garde 49 2o"}, "B guardia 49 2o"),
    ],
    PRESETS["fft_tres"]: [({**DEAL, "points": "48,5", "poignee_c": "13"}, "B guardia 48.5 2o C13")],
    FIVE_PLAYERS: [
        (DEAL_OF_FIVE, "B+D guardia 49 2o"),
        ({**DEAL_OF_FIVE, "partner": "="}, "B solo guardia 49 2o"),
        ({**DEAL_OF_FIVE, "partner": "B"}, "B solo guardia 49 2o"),
        ({**DEAL_OF_FIVE, "called": "dama"}, "B+D dama guardia 49 2o"),
        ({**DEAL_OF_FIVE, "points": "45,5", "defence": "45,5"}, "B+D guardia 45.5 2o"),
        ({**DEAL_OF_FIVE, "points": "45.5", "poignee_e": "8"}, "B+D guardia 45.5 2o E8"),
    ],
    PRESETS["naipes_cinco"]: [
        ({**DEAL_OF_FIVE, "partner": "=", "called": "dama"}, "B solo dama guardia 49 2o")
    ],
    DEALER_RESTS: [({**DEAL, "dealer": "E"}, "B guardia 49 2o dE")],
    Options(players=5, equal_shares=True, deals=2): [
        (HALF_POINTS, "repartos 1 79.5 79.5 -53 -53 -53")
    ],
}


OFFERED_KINDS = {
    DEFAULT: [([], "deal annulled results ruling"), (["repartos 4 0 0 0 0"], "")],
    CLOCK: [
        ([], "deal annulled results ruling"),
        (["paso"], "deal annulled results ruling"),
        (["A sin 60 2o"], "deal annulled results end ruling"),
    ],
}


REFUSED_FORMS = {
    DEFAULT: [
        ({**DEAL, "taker": ""}, "taker", "obligatorio"),
        ({**DEAL, "taker": "E"}, "taker", NOT_A_CHOICE),
        ({**DEAL, "contract": "subo"}, "contract", NOT_A_CHOICE),
        ({**DEAL, "points": ""}, "points", "Escriba los puntos"),
        ({**DEAL, "points": "muchos"}, "points", "número"),
        ({**DEAL, "points": "NaN"}, "points", "número"),
        ({**DEAL, "points": "9" * 5000}, "points", "número"),
        ({**DEAL, "points": "1e5000"}, "points", "número"),
        ({**DEAL, "points": "-1"}, "points", "van de 0 a 91 (Tarot 17)"),
        ({**DEAL, "points": "92"}, "points", "van de 0 a 91"),
        ({**DEAL, "points": "48,3"}, "points", "entero o con medio"),
        ({**DEAL, "points": "48,5"}, "points", "A 4 jugadores los puntos son enteros"),
        ({**DEAL, "points": "90", "oudlers": "3"}, "points", "lo más cercano: 89, 91"),
        ({**DEAL, "defence": "43"}, "points", "suman 92 y en la baraja hay 91 (Tarot 17"),
        ({**DEAL, "defence": "x"}, "defence", "número"),
        ({**DEAL, "oudlers": "4"}, "oudlers", NOT_A_CHOICE),
        ({**DEAL, "oudlers": ""}, "oudlers", "obligatorio"),
        ({**DEAL, "petit": "C"}, "petit", NOT_A_CHOICE),
        ({**DEAL, "oudlers": "0", "petit": "taker"}, "petit", "(Tarot 16)"),
        ({**DEAL, "oudlers": "3", "petit": "defence"}, "petit", "(Tarot 16)"),
        ({**DEAL, "poignee_c": "8"}, "poignee_c", NOT_A_CHOICE),
        ({**DEAL, "poignee_a": "10", "poignee_c": "13"}, "poignee_a", "hay 23 triunfos"),
        ({**DEAL, "points": "91", "oudlers": "3"}, "slam", "anote el chelem"),
        ({**DEAL, "slam": "taker"}, "slam", "no puede haber ese chelem"),
        ({**DEAL, "faults": ["E/4"]}, "faults", NOT_A_CHOICE),
        ({**DEAL, "faults": ["A/6"]}, "faults", NOT_A_CHOICE),
        ({**DEAL, "faults": ["A/1"]}, "effect", "lo que decidió el árbitro"),
        ({**DEAL, "faults": ["A/1"], "effect": "x"}, "effect", NOT_A_CHOICE),
        ({**DEAL, "faults": ["B/1"], "effect": "prima"}, "faults", "no se cobra la prima"),
        ({**DEAL, "discard": ["7", "7"]}, "discard", "dos veces"),
        ({**DEAL, "contract": "sin", "discard": ["7"]}, "discard", "solo hay descarte"),
        ({**DEAL, "discard": ["4"]}, "discard", NOT_A_CHOICE),
        ({**DEAL, "dealer": "E"}, "dealer", NOT_A_CHOICE),
        ({"como": "annulled", "why": ""}, "why", "obligatorio"),
        ({"como": "annulled", "why": "petit E"}, "why", NOT_A_CHOICE),
        ({**RESULTS, "points_d_pierde": ""}, "points_d", "Escriba los puntos."),
        ({**RESULTS, "points_d": "1"}, "points_d", "una sola de las dos casillas"),
        ({**RESULTS, "points_d_pierde": "105"}, "points_a", "sumar 0 y suman 1 (Tarot 17)"),
        ({**RESULTS, "points_d_pierde": "x"}, "points_d", "número"),
        ({**RESULTS, "deals": "0"}, "deals", "va de 1 a 99"),
        ({**RESULTS, "deals": "5"}, "deals", "por jugar: 4"),
        ({**RESULTS, "deals": "dos"}, "deals", "número entero"),
        ({**RESULTS, "points_a_pierde": "107", "points_b": "319"}, "points_a", "así"),
        ({**RULING, "ruling": ""}, "ruling", "obligatorio"),
        ({**RULING, "reason": ""}, "reason", "obligatorio"),
        ({**RULING, "ruling": "points"}, "points_a", "Escriba los puntos."),
        ({**RULED_POINTS, "points_b": "11"}, "points_a", "suman 1"),
        ({**RULED_POINTS, "points_a_pierde": "10,5", "points_b": "10,5"}, "points_a", "redondean"),
        ({"como": "end"}, "over", "obligatorio"),
        ({"como": "end", "over": "on"}, "__all__", "Si se deja antes, lo decide el árbitro"),
        ({**DEAL, "faults": ["C/2"]}, "effect", "lo que decidió el árbitro"),
        ({**DEAL, "contract": "contra", "discard": ["6"]}, "discard", "solo hay descarte"),
        ({**RESULTS, "points_d_pierde": "-106"}, "points_d", "número de puntos"),
        ({**RULED_POINTS, "points_b": ""}, "points_b", "Escriba los puntos"),
        ({**RULING, "reason": "a\0b"}, "reason", "nulo"),
        ({"como": "notation", "text": "E tomo 49 2o"}, "text", "E no está en esta mesa"),
    ],
    FIVE_PLAYERS: [
        ({**DEAL_OF_FIVE, "partner": ""}, "partner", "obligatorio"),
        ({**DEAL_OF_FIVE, "partner": "F"}, "partner", NOT_A_CHOICE),
        ({**DEAL_OF_FIVE, "called": "as"}, "called", NOT_A_CHOICE),
        ({**DEAL_OF_FIVE, "poignee_a": "15"}, "poignee_a", NOT_A_CHOICE),
        ({**DEAL_OF_FIVE, "faults": ["D/2"], "effect": "prima"}, "faults", "no se cobra la prima"),
    ],
    DEALER_RESTS: [
        (DEAL, "dealer", "obligatorio"),
        ({**DEAL, "dealer": "B"}, "taker", "descansa"),
        ({**DEAL, "dealer": "C", "poignee_c": "10"}, "poignee_c", "descansa"),
    ],
}


INCOMPLETE = {
    DEFAULT: [{**DEAL, "points": ""}, {**RESULTS, "points_b": ""}, {**RULED_POINTS, "points_c": ""}]
}

PREVIEWS = [
    (
        DEFAULT,
        [],
        {**DEAL, "petit": "taker", "poignee_b": "10"},
        "A −106 · B +318 · C −106 · D −106.",
        "Puntos −106 / +318 / −106 / −106 · reparto 2 de 4",
    )
]
