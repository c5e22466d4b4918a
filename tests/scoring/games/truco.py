"""Rows of truco for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.truco.options import PRESETS
from tests.scoring.games.boxes import side_fields

HAND = {"como": "deal", "number": "1", "acts": "Ae q 31-27 A At q B A"}
FALTA = {**HAND, "acts": "Afe q"}
RULING = {"como": "ruling", "reason": "voces"}

DEFAULT = PRESETS["parejas"]


BEFORE_DUEL = ("AA dA", "arbitro tantos A 6: voces")  # the next line is the first duel of pica-pica

SAVED_LINES = {
    DEFAULT: [
        (HAND, "Ae q 31-27 A At q BA"),
        ({**HAND, "acts": "At n"}, "At n"),
        ({**HAND, "acts": "mB", "dealer": "B2"}, "mB dB2"),
        ({**HAND, "acts": "At q =A", "dealer": "A1"}, "At q =A dA"),
        ({**HAND, "acts": "p p p", "dealer": "A2"}, "ppp dA2"),
        ({**HAND, "not_shown": "A"}, "Ae q 31-27 A At q BA sA"),
        ({**HAND, "wrong_tantos": "B"}, "Ae q 31-27 A At q BA xB"),
        ({**HAND, "extra_cards": "B"}, "Ae q 31-27 A At q BA +B"),
        ({**FALTA, "tanto_a": "31", "buenas_b": "on"}, "Afe q 31-b"),
        (
            {**FALTA, **side_fields("tanto", 27, 27), **side_fields("seat", 2, 1), "dealer": "A1"},
            "Afe q 27.2-27.1 dA",
        ),
        ({"como": "chico", "points_a": "30", "points_b": "24"}, "chico 30-24"),
        ({"como": "chico", "winner": "B"}, "chico B"),
        ({"como": "misdeal", "cards": "vuelta", "dealer": "A2"}, "maldada vuelta A2"),
        ({"como": "misdeal", "cards": "", "dealer": "B1"}, "maldada B"),
        ({"como": "extra_cards", "side": "A", "dealer": "B2"}, "sobra A dB2"),
        ({"como": "signs", "side": "B", "reason": "silbidos"}, "senas B: silbidos"),
        ({**RULING, "ruling": "tantos", "side": "A", "points": "2"}, "arbitro tantos A 2: voces"),
        ({**RULING, "ruling": "chico", "side": "B", "points": ""}, "arbitro chico B: voces"),
        ({**RULING, "ruling": "partido", "side": "A"}, "arbitro partido A: voces"),
        ({"como": "ruling", "ruling": "anula", "reason": "falta una"}, "arbitro anula: falta una"),
        ({"como": "forfeit", "loser": "B", "reason": "no se presenta"}, "pierde B: no se presenta"),
        ({"como": "notation", "text": "ae bre Q 31-b aa"}, "Ae Bre q 31-b AA"),
    ],
    PRESETS["gallo"]: [
        ({"como": "deal", "acts": "Ae q 25-b-7 A A", "dealer": "A1"}, "Ae q 25-b-7 AA dA"),
        ({"como": "deal", "acts": "Be q 6-7-b mA", "dealer": "C1"}, "Be q 6-7-b mA dC"),
        ({"como": "deal", "acts": "C C", "gallo": "C"}, "CC gC", "AA dA"),
        (
            {"como": "deal", "acts": "Ae q 30-7-b BB", "not_shown": "A"},
            "Ae q 30-7-b BB sA",
            "AA dA",
        ),
        ({"como": "chico", **side_fields("points", 30, 30, 12), "winner": "B"}, "chico 30-30-12 B"),
        ({"como": "chico", **side_fields("points", "", "", ""), "winner": "C"}, "chico C"),
        ({"como": "misdeal", "cards": "menos", "dealer": "C1"}, "maldada menos C"),
        ({"como": "extra_cards", "side": "C"}, "sobra C", "AA dA"),
        ({"como": "extra_cards", "side": "C", "dealer": "B1"}, "sobra C dB"),
        ({"como": "signs", "side": "B", "reason": "silbidos"}, "senas B: silbidos", "AA dA"),
        ({**RULING, "ruling": "tantos", "side": "C", "points": "2"}, "arbitro tantos C 2: voces"),
        ({"como": "forfeit", "loser": "C", "reason": "se va"}, "pierde C: se va", "AA dA"),
    ],
    PRESETS["pica_pica"]: [
        ({"como": "deal", "acts": "A p", "dealer": "B3"}, "Ap dB3"),
        ({"como": "deal", "acts": "Afe q 31-b A A"}, "Afe q 31-b AA", *BEFORE_DUEL),
        ({"como": "deal", "acts": "Ae n B B", "infraction": "A"}, "Ae n BB iA", *BEFORE_DUEL),
        ({"como": "misdeal", "cards": ""}, "maldada", *BEFORE_DUEL),
    ],
    PRESETS["mano_a_mano"]: [
        ({**HAND, "dealer": "B1"}, "Ae q 31-27 A At q BA dB"),
        ({"como": "misdeal", "cards": "", "dealer": "A1"}, "maldada A", "AA dA"),
    ],
}


OFFERED_KINDS = {
    DEFAULT: [
        ([], "deal chico ruling misdeal extra_cards signs"),
        (["mB"], "deal chico ruling misdeal extra_cards signs"),
        (["chico A", "chico A"], ""),
    ]
}


REFUSED_FORMS = {
    DEFAULT: [
        ({**HAND, "acts": ""}, "acts", "Anote qué pasó en la mano"),
        ({**HAND, "acts": "Ae q 12-30 A A"}, "acts", "Truco 4.6.3"),
        ({**HAND, "acts": "Ae q 31-27"}, "acts", "La mano no ha terminado"),
        ({**HAND, "acts": "Ae q"}, "tanto_a", "Truco 4.6.5"),
        ({**HAND, "acts": "Ae"}, "acts", "Anote la respuesta"),
        ({**HAND, "acts": "Are Be q 31-27 A A"}, "acts", "Truco 4.2.4, 4.6.12"),
        ({**HAND, "acts": "A Be n A"}, "acts", "Truco 4.1.6"),
        ({**HAND, "acts": "At q Art q A A"}, "acts", "Truco 5.5.2"),
        ({**HAND, "acts": "A A At n"}, "acts", "Truco 5.3.2"),
        ({**HAND, "acts": "chico 30-24"}, "acts", "No se entiende"),
        ({**HAND, "acts": "A A sA"}, "acts", "No se entiende"),
        ({**HAND, "acts": "¿qué?"}, "acts", "No se entiende"),
        ({**HAND, "acts": "C C"}, "acts", "letras A, B"),
        ({**HAND, "acts": "A\0"}, "acts", "nulo"),
        ({**HAND, "acts": "A " * 5000}, "acts", "200"),
        ({**HAND, "acts": "Ae q", "tanto_a": "12", "tanto_b": "30"}, "tanto_a", "Truco 4.6.3"),
        ({**HAND, "acts": "Ae q", "tanto_a": "31"}, "tanto_a", "faltan los tantos"),
        ({**HAND, "acts": "Ae q", "tanto_a": "treinta", "tanto_b": "30"}, "tanto_a", "entero"),
        ({**HAND, "acts": "Ae q", "tanto_a": "9" * 5000, "tanto_b": "3"}, "tanto_a", "entero"),
        ({**HAND, "acts": "Ae q", "buenas_a": "on", "buenas_b": "on"}, "tanto_a", "Truco 4.4.2"),
        ({**HAND, "not_shown": "B"}, "not_shown", "Truco 4.6.9"),
        ({**HAND, "not_shown": "Z"}, "not_shown", "«Z» no está"),
        ({**HAND, "acts": "A A", "wrong_tantos": "A"}, "not_shown", "Truco 4.6.6"),
        ({**HAND, "dealer": "A3"}, "dealer", "«A3» no está"),
        ({"como": "chico", "points_a": "30", "points_b": "31"}, "points_a", "a 30 (Truco 1.1)."),
        ({"como": "chico", "points_a": "29", "points_b": "12"}, "points_a", "29-12"),
        ({"como": "chico", "points_a": "30", "points_b": ""}, "points_b", "obligatorio"),
        ({"como": "chico", "points_a": "", "points_b": ""}, "points_a", "obligatorio"),
        ({"como": "chico", "points_a": "-3", "points_b": "30"}, "points_a", "-3"),
        (
            {"como": "chico", **side_fields("points", 30, 24), "winner": "B"},
            "points_a",
            "de quien tiene más tantos",
        ),
        ({"como": "chico", "winner": "Z"}, "winner", "«Z» no está"),
        ({"como": "misdeal", "cards": "rotas", "dealer": "A1"}, "cards", "«rotas» no está"),
        ({"como": "misdeal", "cards": "mas"}, "dealer", "obligatorio"),
        ({"como": "extra_cards", "dealer": "B1"}, "side", "obligatorio"),
        ({"como": "extra_cards", "side": "A"}, "dealer", "obligatorio"),
        ({"como": "signs", "side": "A"}, "reason", "obligatorio"),
        (
            {"como": "ruling", "ruling": "tantos", "side": "A", "reason": "x"},
            "points",
            "obligatorio",
        ),
        ({**RULING, "ruling": "tantos", "side": "A", "points": "8"}, "points", "de 1 a 7"),
        ({"como": "ruling", "ruling": "todo", "reason": "x"}, "ruling", "«todo» no está"),
        ({"como": "ruling", "ruling": "anula", "reason": ""}, "reason", "obligatorio"),
        ({"como": "ruling", "ruling": "chico", "reason": "x"}, "side", "obligatorio"),
        (
            {**RULING, "ruling": "chico", "side": "A", "points": "2"},
            "points",
            "deje los tantos en blanco",
        ),
        ({"como": "notation", "text": "At q Be q 31-27 AA"}, "text", "Truco 4.1.6"),
    ],
    PRESETS["gallo"]: [
        ({"como": "deal", "acts": "A A"}, "acts", "No se sabe quién juega solo"),
        ({"como": "deal", "acts": "A A", "dealer": "D1"}, "dealer", "«D1» no está"),
    ],
}

INCOMPLETE = {DEFAULT: [{"como": "deal", "acts": "At"}]}

PREVIEWS = [(DEFAULT, [], HAND, "La pareja 1 se anota 2 del envido.", "Chicos 0–0 · 4–0 malas")]
