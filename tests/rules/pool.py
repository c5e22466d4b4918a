"""Valid lines of every kind in each game: from its self-play table, the golden actas and a list."""

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from rules import GAMES, acta
from rules.core import fold
from tests.rows import phrases
from tests.rules.self_play import levels, play_match

ACTAS = Path(__file__).parent.parent / "actas"
STOPS = ["arbitro fin: la hora", "arbitro tablas: la hora"]  # rulings that every game accepts
FIRST_LINES = 12  # taken from each match; all matches together have every kind of line

# Lines that no self-play table writes.
WRITTEN = {
    "guinote": ["renuncio A 5", "arbitro anula: dos renuncios", "arbitro partida B: tarde"],
    "truco": phrases(
        "maldada; maldada vuelta A2; sobra A; senas A: señas; arbitro tantos A 2: avisa",
        "arbitro chico A: así; arbitro partido B: así; arbitro anula: así; chico 30-24",
        "At Be q 20-33 q pB xA; AA +B; AA gC; =A",
    ),
    "zanga": phrases(
        "arbitro anula: sin corte; arbitro vales 20-8-4: así; arbitro mano A2: así",
        "arbitro partida A: así; pppzs 3-5; pppv 3-5; m 2-0 rBe8; o 5-3 fA",
    ),
    "malilla": phrases(
        "mal dA; baraja; favorito o; arbitro anula: así; arbitro da B: así",
        "arbitro -10+10: así; arbitro mano -10+10: así; arbitro partida A: así",
        "40-32 Ro dA A/cargar; 10-22-20-20 A/servir r-10+4+3+3; 40-27 s5 Ro dA",
        "72-0 sincapote",
    ),
    "tarot": phrases(
        "paso; petit B; fin; arbitro anula: así; arbitro puntos -20 20 0 0: así",
        "B+D dama guardia 49 2o p+ fA2p; B sin 41 2o C10 !ch fC4",
    ),
    "revesino": phrases(
        "nula pasa; platillo 16 16 16 16; fin; falta descarte A C; falta doble A",
        "falta repite A C; arbitro mano 4 4 4 -12: así; arbitro tantos -1 1 0 0: así",
        "arbitro pie B: así; revesino A corta B napolitana C otra rD; napolitana A pierde B",
    ),
    "cientos": phrases(
        "nula turno; arbitro mano 34-12: así; arbitro juego A doble: así",
        "arbitro anula: así; juego A doble 5-2; 8-4 uA xfB pA51 sA5Ao tAR r2-3 dB",
    ),
    "marcador": phrases(
        "40-25; 3 -1 -1 -1; manos 8 180-96; juego A; juego tablas; juegos 3-1; fin",
        "arbitro A+5 B-5: así; arbitro mano 162-0: así; arbitro manos 2 162-0: así",
        "arbitro juego A: así; arbitro partida A: así; arbitro aviso B: así",
    ),
}


@cache
def lines_of(key: str) -> tuple[Any, ...]:
    """Return different valid hands of this game.

    The hands come from self-play in every preset and level, the golden actas, WRITTEN and STOPS.
    """
    game = GAMES[key]
    hands_by_text: dict[str, Any] = {}
    for (name, options), level in product(game.presets.items(), levels(game)):
        hands = play_match(game, options, f"pool {name}", level)
        hands_by_text |= {str(hand): hand for hand in (*hands[:FIRST_LINES], hands[-1])}
    for path in sorted(ACTAS.glob(f"{key}*.acta")):
        for line in acta.read_acta(path.read_text(encoding="utf-8")).lines:
            hands_by_text[line] = game.parse(line)
    for line in (*WRITTEN.get(key, ()), *STOPS, "pierde A: se retira"):
        hands_by_text[line] = game.parse(line)
    return tuple(hands_by_text.values())


@cache
def finished_match(key: str, preset: str) -> tuple[Any, Any]:
    """Return the options of a preset and the score of a match played to its end."""
    game = GAMES[key]
    options = game.presets[preset]
    return options, fold(game, options, play_match(game, options, "to its end", levels(game)[0]))[
        -1
    ].score
