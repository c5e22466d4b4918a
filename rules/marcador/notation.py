"""The notation of a free score: numbers with hyphens, or with spaces if a number is negative.

>>> parse("JUEGO a"), parse("+3 -1  -1 -1")
(Juego(winner=0), Mano(points=(3, -1, -1, -1), manos=1))
"""

import re

from rules.core import Side
from rules.lines import End
from rules.marcador.hands import Juego, Juegos, Mano, Ruling
from rules.marcador.options import MOST_SIDES, Numbers
from rules.notation import Notation, Words, side_in, unreadable

_FORMS = "40-25 · 3 -1 -1 -1 · manos 8 180-96 · juego A · juegos 3-1 · fin"
_HYPHENS = re.compile(r"[0-9]{1,8}(?:-[0-9]{1,8})+")
_SPACES = re.compile(r"[+-]?[0-9]{1,8}(?: [+-]?[0-9]{1,8})+")
_COUNT = re.compile(r"[0-9]{1,6}")
_AMOUNTS = re.compile(r"(?:[a-z] ?[+-][0-9]{1,8} ?)+")
_AMOUNT = re.compile(r"([a-z]) ?([+-][0-9]{1,8})")


def _line(words: Words, line: str) -> Mano | Juego | Juegos | End:
    match words:
        case ["juego", "tablas"]:
            return Juego(None)
        case ["juego", side]:
            return Juego(_side(side, "winner"))
        case ["juegos", *numbers]:
            return Juegos(_numbers(numbers, line))
        case ["manos", count, *numbers] if _COUNT.fullmatch(count):
            return Mano(_numbers(numbers, line), int(count))
        case ["fin"]:
            return End()
    return Mano(_numbers(words, line))


def _ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["mano", *numbers]:
            return Ruling("mano", reason, points=_numbers(numbers, line))
        case ["manos", count, *numbers] if _COUNT.fullmatch(count):
            return Ruling("mano", reason, points=_numbers(numbers, line), manos=int(count))
        case ["aviso" | "juego" | "partida" as what, side]:
            return Ruling(what, reason, _side(side, "side"))
        case [*amounts] if _AMOUNTS.fullmatch(text := " ".join(amounts)):
            return Ruling("tantos", reason, amounts=_amounts(text))
    return None


def _amounts(text: str) -> tuple[tuple[Side, int], ...]:
    return tuple((_side(side, "tantos"), int(amount)) for side, amount in _AMOUNT.findall(text))


def _numbers(words: Words, line: str) -> Numbers:
    """Return one number for each side."""
    text = " ".join(words)
    if _HYPHENS.fullmatch(text):
        return tuple(map(int, text.split("-")))
    if _SPACES.fullmatch(text):
        return tuple(map(int, words))
    raise unreadable(line, _FORMS)


def _side(letter: str, field: str) -> Side:
    return side_in(letter, field, MOST_SIDES)


parse = Notation(
    MOST_SIDES,
    with_reason="pierde A: … · arbitro A-5: … · arbitro mano 162-0: … · arbitro juego A: … · "
    "arbitro partida A: … · arbitro aviso A: …",
    otherwise=_line,
    small=True,
    reasoned={"arbitro": _ruling},
).parse
