"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes. The numbers of the sides go with
hyphens, or with spaces where one of them is below zero.
"""

import re

from rules.core import Side, refusal
from rules.lines import Stop, forfeit_from_text
from rules.marcador.hands import End, Hand, Juego, Juegos, Mano, Ruling
from rules.marcador.options import MOST_SIDES, Numbers
from rules.reading import one_line, side_of

_FORMS = "40-25 · 3 -1 -1 -1 · manos 8 180-96 · juego A · juegos 3-1 · fin"
_RULINGS = (
    "pierde A: … · arbitro A-5: … · arbitro mano 162-0: … · arbitro juego A: … · "
    "arbitro partida A: … · arbitro aviso A: …"
)
_HYPHENS = re.compile(r"[0-9]{1,8}(?:-[0-9]{1,8})+")
_SPACES = re.compile(r"[+-]?[0-9]{1,8}(?: [+-]?[0-9]{1,8})+")
_COUNT = re.compile(r"[0-9]{1,6}")
_AMOUNTS = re.compile(r"(?:[a-z] ?[+-][0-9]{1,8} ?)+")
_AMOUNT = re.compile(r"([a-z]) ?([+-][0-9]{1,8})")


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read.

    >>> parse("JUEGO a"), parse("+3 -1  -1 -1")
    (Juego(winner=0), Mano(points=(3, -1, -1, -1), manos=1))
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    words = said.lower().split()
    if colon:
        return _with_reason(words, reason, line)
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
        case ["pierde" | "arbitro" | "árbitro", *_rest]:
            raise refusal("reason_missing", "reason")
    return Mano(_numbers(words, line))


def _with_reason(words: list[str], reason: str, line: str) -> Hand:
    match words:
        case ["pierde", side]:
            return forfeit_from_text(side, reason, MOST_SIDES)
        case ["arbitro" | "árbitro", "fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case ["arbitro" | "árbitro", "mano", *numbers]:
            return Ruling("mano", reason, points=_numbers(numbers, line))
        case ["arbitro" | "árbitro", "manos", count, *numbers] if _COUNT.fullmatch(count):
            return Ruling("mano", reason, points=_numbers(numbers, line), manos=int(count))
        case ["arbitro" | "árbitro", ("aviso" | "juego" | "partida") as what, side]:
            return Ruling(what, reason, _side(side, "side"))
        case ["arbitro" | "árbitro", *amounts] if _AMOUNTS.fullmatch(said := " ".join(amounts)):
            return Ruling("tantos", reason, amounts=_amounts(said))
    raise _unreadable(line, _RULINGS)


def _amounts(said: str) -> tuple[tuple[Side, int], ...]:
    return tuple((_side(side, "tantos"), int(amount)) for side, amount in _AMOUNT.findall(said))


def _numbers(words: list[str], line: str) -> Numbers:
    """A number of each side."""
    said = " ".join(words)
    if _HYPHENS.fullmatch(said):
        return tuple(map(int, said.split("-")))
    if _SPACES.fullmatch(said):
        return tuple(map(int, words))
    raise _unreadable(line, _FORMS)


def _side(letter: str, field: str) -> Side:
    return side_of(letter.upper(), field, MOST_SIDES)


def _unreadable(line: str, allowed: str) -> Exception:
    return refusal("line_unreadable", "line", value=line, allowed=allowed)
