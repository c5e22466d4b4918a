"""Rows of guiñote for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.guinote.options import PRESETS
from tests.scoring.seated_rounds import LINES

DEAL = {
    "como": "deal",
    "number": "1",
    "cards_a": "62",
    "cards_b": "58",
    "last": "A",
    "cante_o": "A",
    "cante_e": "B",
    "trump": "e",
}

HAND_OF_TWO = {"como": "deal", "cards_a": "62", "cards_b": "58", "last": "A"}
DEFAULT = PRESETS["dos_cotos_de_3"]
TWO_PLAYERS = PRESETS["mano_a_mano_dos_cotos_de_3"]


SAVED_LINES = {
    DEFAULT: [
        ({"como": "coto", "partidas_a": "3", "partidas_b": "1"}, "coto 3-1"),
        ({"como": "partida", "winner": "B"}, "partida B"),
        ({"como": "coto_winner", "winner": "B"}, "coto B"),
        (DEAL, "62-58 uA A20o B40e"),
        ({**DEAL, "trump": ""}, "62-58 uA A20o B20e"),
        ({**DEAL, "cante_o": "", "cante_e": "", "veintes_b": "2"}, "62-58 uA B20 B20"),
        ({**DEAL, "dealer": "B", "last": "B"}, "62-58 uB A20o B40e dB"),
        ({"como": "renuncio", "side": "A", "point": "5"}, "renuncio A 5"),
        (
            {"como": "ruling", "ruling": "A", "reason": "muchas  voces"},
            "arbitro partida A: muchas voces",
        ),
        (
            {"como": "ruling", "ruling": "anula", "reason": "de las dos"},
            "arbitro anula: de las dos",
        ),
        ({"como": "forfeit", "loser": "B", "reason": "no se presenta"}, "pierde B: no se presenta"),
        ({"como": "notation", "text": "60-60 ua b40E"}, "60-60 uA B40e"),
    ],
    TWO_PLAYERS: [
        (HAND_OF_TWO, "62-58 uA"),
        ({**HAND_OF_TWO, "cante_o": "A", "cante_e": "B", "trump": "e"}, "62-58 uA A20o B40e"),
        ({"como": "partida", "winner": "B"}, "partida B"),
        ({"como": "coto", "partidas_a": "3", "partidas_b": "1"}, "coto 3-1"),
        ({"como": "renuncio", "side": "A", "point": "5"}, "renuncio A 5"),
    ],
}


OFFERED_KINDS = {
    DEFAULT: [
        ([], "coto partida deal coto_winner renuncio ruling"),
        (["partida A"], "partida deal renuncio ruling"),
        (["62-58 uB"], "partida deal renuncio ruling"),
        (["coto 3-1"], "coto partida deal coto_winner renuncio ruling"),
        (LINES, ""),
    ]
}


OFFERED_KINDS |= {TWO_PLAYERS: [([], "coto partida deal coto_winner renuncio ruling")]}

REFUSED_FORMS = {
    DEFAULT: [
        ({**DEAL, "cards_a": "-2", "cards_b": "122"}, "cards_a", "-2"),
        ({**DEAL, "cards_a": "1", "cards_b": "119"}, "cards_a", "«Valor absoluto de las cartas»"),
        ({**DEAL, "cards_b": "60"}, "cards_a", "suman 122 y tienen que sumar 120"),
        ({**DEAL, "cards_a": "sesenta"}, "cards_a", "número entero"),
        ({**DEAL, "cards_a": "62\0"}, "cards_a", "número entero"),
        ({**DEAL, "cards_a": "9" * 5000}, "cards_a", "número entero"),
        ({**DEAL, "cards_a": ""}, "cards_a", "obligatorio"),
        ({**DEAL, "last": ""}, "last", "Guiñote, «Últimas»"),
        ({**DEAL, "last": "C"}, "last", "«C» no está"),
        ({**DEAL, "cante_o": "C"}, "cante_o", "«C» no está"),
        ({**DEAL, "trump": "x"}, "trump", "«x» no está"),
        ({**DEAL, "veintes_a": "99999999"}, "veintes_a", "«Acuses o cantes»"),
        ({**DEAL, "veintes_a": "dos"}, "veintes_a", "número entero"),
        ({"como": "coto", "partidas_a": "3", "partidas_b": "3"}, "partidas_a", "puede acabar 3-0"),
        ({"como": "coto", "partidas_a": "4", "partidas_b": "1"}, "partidas_a", "4-1"),
        ({"como": "coto", "partidas_a": "tres", "partidas_b": "1"}, "partidas_a", "número entero"),
        ({"como": "coto", "partidas_a": "-3", "partidas_b": "1"}, "partidas_a", "-3"),
        ({"como": "partida"}, "winner", "obligatorio"),
        ({"como": "partida", "winner": "Z"}, "winner", "«Z» no está"),
        ({"como": "coto_winner"}, "winner", "obligatorio"),
        ({"como": "renuncio", "side": "A", "point": "7"}, "point", "«7» no está"),
        ({"como": "renuncio", "side": "A"}, "point", "obligatorio"),
        ({"como": "ruling", "ruling": "A", "reason": ""}, "reason", "obligatorio"),
        ({"como": "forfeit", "loser": "A", "reason": "se\0va"}, "reason", "nulo"),
        ({"como": "forfeit", "loser": "A", "reason": "x" * 151}, "reason", "151"),
        ({"como": "notation", "text": "62-58 uA A40o B40e"}, "text", "Las cuarenta solo"),
        ({"como": "notation", "text": "renuncio A 7"}, "text", "van del 1 al 6"),
        ({"como": "notation", "text": "62-58 uA\0"}, "text", "nulo"),
        ({"como": "notation", "text": "¿qué?"}, "text", "No se entiende"),
        ({"como": "notation", "text": "x" * 1_000_000}, "text", "200"),
        ({"como": "notation", "text": ""}, "text", "obligatorio"),
    ],
    TWO_PLAYERS: [
        ({**HAND_OF_TWO, "cards_b": "59"}, "cards_a", "tienen que sumar 120"),
        ({**HAND_OF_TWO, "cards_a": "119", "cards_b": "1"}, "cards_a", "ninguna carta"),
        ({**HAND_OF_TWO, "last": ""}, "last", "diez de últimas"),
    ],
}


INCOMPLETE = {
    DEFAULT: [{"como": "coto", "partidas_a": "3", "partidas_b": ""}, {**DEAL, "last": ""}]
}

PREVIEWS = [
    (
        DEFAULT,
        [],
        {"como": "coto", "partidas_a": "3", "partidas_b": "1"},
        "La pareja 1 gana el coto",
        "Cotos 1–0",
    )
]
