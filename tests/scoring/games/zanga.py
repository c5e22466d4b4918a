"""Rows of zanga for the tests of lines: see `tests/scoring/games/__init__.py`."""

from rules.zanga.options import Options

VOICE = {"como": "deal", "passes": "0", "way": "juega", "naipes": "propias", "mano": "A1"}
DEAL = {**VOICE, "bazas_a": "5", "bazas_b": "3"}
DEAL_OF_PIE = {**DEAL, "passes": "3"}
RENUNCIO = {**VOICE, "como": "renuncio", "side": "A", "which": "plain"}
RULING = {"como": "ruling", "reason": "dos renuncios"}
VALES = {**RULING, "ruling": "vales", "vales_a": "20", "vales_b": "8", "middle": "4"}

DEFAULT = Options(partidas=2)


SAVED_LINES = {
    DEFAULT: [
        (DEAL, "j 5-3 mA1"),
        ({**DEAL, "passes": "2", "bazas_a": "4", "bazas_b": "4", "estuche": "B"}, "ppj 4-4 eB mA1"),
        ({**DEAL, "way": "solo"}, "s 5-3 mA1"),
        ({**DEAL, "way": "mandado", "mano": "B2"}, "m 5-3 mB2"),
        ({**DEAL, "passes": "1", "way": "obligado"}, "po 5-3 mA1"),
        ({**DEAL_OF_PIE, "naipes": "zanga"}, "pppz 5-3 mA1"),
        ({**DEAL_OF_PIE, "naipes": "vuelta", "way": "solo"}, "pppvs 5-3 mA1"),
        ({**DEAL, "five": "A", "bazas_b": "0"}, "j 5-0 cA mA1"),
        ({**DEAL, "five": "A", "todas": "A"}, "j 5-3 tA mA1"),
        ({**DEAL, "todas": "A", "bazas_a": "8", "bazas_b": "0"}, "j 8-0 tA mA1"),
        ({**DEAL, "false_claim": "B"}, "j 5-3 fB mA1"),
        (RENUNCIO, "j rA mA1"),
        ({**RENUNCIO, "bazas_a": "3", "bazas_b": "2", "which": "matador"}, "j 3-2 rAe mA1"),
        ({**RENUNCIO, "bazas_a": "0", "bazas_b": "2", "which": "eight"}, "j 0-2 rAe8 mA1"),
        (
            {**RENUNCIO, "bazas_a": "1", "bazas_b": "5", "more_plain": "1", "more_matador": "1"},
            "j 1-5 rA rA rAe mA1",
        ),
        ({"como": "partida", "winner": "B"}, "partida B"),
        (VALES, "arbitro vales 20-8-4: dos renuncios"),
        ({**RULING, "ruling": "anula"}, "arbitro anula: dos renuncios"),
        ({**RULING, "ruling": "mano", "mano": "A2"}, "arbitro mano A2: dos renuncios"),
        ({**RULING, "ruling": "B"}, "arbitro partida B: dos renuncios"),
        ({"como": "forfeit", "loser": "A", "reason": "se marchan"}, "pierde A: se marchan"),
        ({"como": "notation", "text": "PPJ 4-4 eb ma1"}, "ppj 4-4 eB mA1"),
    ]
}


OFFERED_KINDS = {DEFAULT: [([], "deal partida renuncio ruling"), (["partida A", "partida A"], "")]}


REFUSED_FORMS = {
    DEFAULT: [
        ({**DEAL, "mano": ""}, "mano", "obligatorio"),
        ({**DEAL, "mano": "C1"}, "mano", "«C1» no está"),
        ({**DEAL, "passes": ""}, "passes", "obligatorio"),
        ({**DEAL, "passes": "4"}, "passes", "«4» no está"),
        ({**DEAL, "way": ""}, "way", "obligatorio"),
        ({**DEAL, "way": "z"}, "way", "«z» no está"),
        ({**DEAL_OF_PIE, "way": "obligado"}, "way", "art. 20, 21"),
        ({**DEAL, "naipes": "zanga"}, "naipes", "art. 21"),
        ({**DEAL_OF_PIE, "naipes": "x"}, "naipes", "«x» no está"),
        ({**DEAL, "bazas_a": ""}, "bazas_a", "obligatorio"),
        ({**DEAL, "bazas_a": "cinco"}, "bazas_a", "número entero"),
        ({**DEAL, "bazas_a": "6"}, "bazas_a", "suman 9 y en una mano hay 8 (Zanga, art. 3)"),
        ({**DEAL, "bazas_b": "-1"}, "bazas_b", "-1"),
        ({**DEAL, "bazas_a": "4"}, "bazas_a", "4-3"),
        ({**DEAL, "bazas_b": "9" * 5000}, "bazas_b", "número entero"),
        ({**DEAL, "five": "C"}, "five", "«C» no está"),
        ({**DEAL, "bazas_a": "8", "bazas_b": "0", "five": "A"}, "five", "art. 49"),
        ({**DEAL, "five": "A", "todas": "B"}, "todas", "art. 48"),
        ({**DEAL, "todas": "B"}, "todas", "art. 49"),
        ({**DEAL, "bazas_a": "8", "bazas_b": "0", "estuche": "B"}, "estuche", "art. 4, 5, 6"),
        ({**DEAL, "false_claim": "Z"}, "false_claim", "«Z» no está"),
        ({**RENUNCIO, "side": ""}, "side", "obligatorio"),
        ({**RENUNCIO, "which": "x"}, "which", "«x» no está"),
        ({**RENUNCIO, "which": "eight", "bazas_a": "1", "bazas_b": "4"}, "which", "art. 30"),
        ({**RENUNCIO, "bazas_a": "3"}, "bazas_b", "o ninguna"),
        ({**RENUNCIO, "more_plain": "1"}, "which", "art. 29, 31"),
        ({**RENUNCIO, "more_matador": "9999999"}, "which", "más de uno solo se cobra"),
        ({"como": "partida"}, "winner", "obligatorio"),
        ({"como": "partida", "winner": "C"}, "winner", "«C» no está"),
        ({**RULING}, "ruling", "obligatorio"),
        ({**VALES, "reason": ""}, "reason", "obligatorio"),
        ({**VALES, "vales_a": ""}, "vales_a", "obligatorio"),
        ({**VALES, "middle": ""}, "middle", "obligatorio"),
        ({**VALES, "middle": "5"}, "vales_a", "suman 33 y son siempre 32 (Zanga, art. 10)"),
        ({**VALES, "vales_b": "-8"}, "vales_a", "-8"),
        ({**RULING, "ruling": "mano"}, "mano", "obligatorio"),
        ({"como": "notation", "text": "j 5-4 mA1"}, "text", "art. 3"),
        ({"como": "notation", "text": "j 5-3 mА1"}, "text", "No se entiende"),
    ]
}


INCOMPLETE = {
    DEFAULT: [
        *({**DEAL, empty_field: ""} for empty_field in ("bazas_a", "mano", "passes")),
        *({**VALES, empty_field: ""} for empty_field in ("vales_b", "middle", "reason")),
    ]
}

PREVIEWS = [
    (
        DEFAULT,
        [],
        {**DEAL, "estuche": "A"},
        "cobra 2 por el estuche (art. 51)",
        "Partidas 0–0 · vales 18–14 · en medio 0",
    )
]
