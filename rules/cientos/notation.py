"""The notation of cientos: after the bazas, the words of a hand come in any order.

>>> parse("12-0 uam PA51 sa5AO dB") == Deal(
...     (12, 0), 0, low=True, punto=Punto(0, 51), secansas=(Secansa(0, 5, "A", "o"),), dealer=1
... )
True
"""

import re
from functools import lru_cache
from typing import Any

from rules.cientos.codes import FAULTS, refuse
from rules.cientos.deal import Deal
from rules.cientos.hands import HandRuling, Juego, JuegoRuling, JuegoVoidRuling, VoidHand
from rules.cientos.items import Catorce, Fault, Punto, Secansa
from rules.cientos.options import Options
from rules.core import Side
from rules.notation import Notation, Words, only_word, side_in, unreadable_error
from rules.shorthands import Shorthand, fixed_length_results, line_per_unit_shorthand, race_results

_EXAMPLES = "8-4 uA pA51 sA5Ao cAR tAS dB · juego A doble · nula repetida"
_WORDS = "uA · uAm · bA · pA51 · p=51 · sA5Ro · s=5R · cAR · tAS · pique · !A · r3-2 · x+A · dA"
_PAIR = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_PUNTO = re.compile(r"p([a-z=])([0-9]{1,6})", re.IGNORECASE | re.ASCII)
_SECANSA = re.compile(r"s([a-z=])([0-9])([a-z0-9])([a-z]?)", re.IGNORECASE | re.ASCII)
_CATORCE = re.compile(r"([ct])([a-z])([a-z0-9])", re.IGNORECASE | re.ASCII)
_FAULT = re.compile(r"x([^a-z0-9]|[a-z])([a-z])", re.IGNORECASE | re.ASCII)
_CAUSES = {sign: cause for cause, sign in FAULTS.items()}


def _read_pair(word: str, allowed: str) -> tuple[int, int]:
    pair = _PAIR.fullmatch(word)
    if pair is None:
        raise unreadable_error(word, allowed)
    return int(pair[1]), int(pair[2])


def _read_ruling(
    words: Words, line: str, reason: str
) -> JuegoVoidRuling | JuegoRuling | HandRuling | None:
    match words:
        case ["anula"]:
            return JuegoVoidRuling(reason)
        case ["juego", side]:
            return JuegoRuling(side_in(side, "winner"), False, reason)
        case ["juego", side, "doble"]:
            return JuegoRuling(side_in(side, "winner"), True, reason)
        case ["mano", points]:
            return HandRuling(_read_pair(points, _HAND_RULING_FORM), (0, 0), reason)
        case ["mano", points, calidades]:
            return HandRuling(
                _read_pair(points, _HAND_RULING_FORM),
                _read_pair(calidades, _HAND_RULING_FORM),
                reason,
            )
    return None


_HAND_RULING_FORM = "arbitro mano 34-12: …"


def _read_juego(words: Words, line: str) -> Juego:
    if words:
        side = side_in(words[0], "winner")
        double = len(words) > 1 and words[1].lower() == "doble"
        match words[1 + double :]:
            case []:
                return Juego(side, double)
            case [calidades]:
                return Juego(side, double, _read_pair(calidades, "juego A doble 4-1"))
    raise unreadable_error(line, "juego A · juego A doble · juego A doble 4-1")


def _read_void_hand(words: Words, line: str) -> VoidHand:
    return VoidHand(only_word(words, line, "nula repetida").lower())


def _read_deal(words: Words, line: str) -> Deal:
    """Read a hand: first the bazas, then all other words. Only secansas, catorces and faults may
    come more than once.
    """
    bazas = _PAIR.fullmatch(words[0])
    if bazas is None:
        raise unreadable_error(line, _EXAMPLES)
    members: dict[str, Any] = dict.fromkeys(_REPEATABLE_FIELDS, ())
    for word in words[1:]:
        field, value = _field_and_value(word)
        if field in _REPEATABLE_FIELDS:
            members[field] += (value,)
        elif field in members:
            raise refuse("cientos.word_twice", field, value=word)
        else:
            members[field] = value
    last, low = members.pop("last", (None, False))
    return Deal(bazas=(int(bazas[1]), int(bazas[2])), last=last, low=low, **members)


_REPEATABLE_FIELDS = frozenset({"secansas", "catorces", "faults"})


@lru_cache(maxsize=4096)
def _field_and_value(word: str) -> tuple[str, Any]:
    """Return the field of a hand that a word fills, and the value of the field.

    The results are cached, because the same words come in many lines.
    """
    sign = word[0].lower()
    if word.lower() == "pique":
        return "pique", True
    if sign in _SIDES and len(word) == 2:
        return _SIDES[sign], side_in(word[1], _SIDES[sign])
    if sign == "u" and len(word) in (2, 3) and word[2:].lower() in ("", "m"):
        return "last", (side_in(word[1], "last"), len(word) == 3)
    if sign in "ct" and (parts := _CATORCE.fullmatch(word)):
        side = side_in(parts[2], "catorces")
        return "catorces", Catorce(side, parts[3].upper(), 4 if sign == "c" else 3)
    if sign == "p" and (parts := _PUNTO.fullmatch(word)):
        return "punto", Punto(_read_side_or_tie(parts[1], "punto"), int(parts[2]))
    if sign == "s" and (parts := _SECANSA.fullmatch(word)):
        side_or_tie = _read_side_or_tie(parts[1], "secansas")
        suit = parts[4].lower() or None
        return "secansas", Secansa(side_or_tie, int(parts[2]), parts[3].upper(), suit)
    if sign == "r" and (parts := _PAIR.fullmatch(word[1:])):
        return "captures", (int(parts[1]), int(parts[2]))
    if sign == "x" and (parts := _FAULT.fullmatch(word)):
        cause = _CAUSES.get(parts[1].lower(), parts[1])
        return "faults", Fault(side_in(parts[2], "faults"), cause)
    raise unreadable_error(word, _WORDS)


_SIDES = {"b": "blancas", "!": "stopped", "d": "dealer"}


def _read_side_or_tie(letter: str, field: str) -> Side | None:
    return None if letter == "=" else side_in(letter, field)


parse = Notation(
    sides=2,
    forms_with_reason=f"pierde A: … · {_HAND_RULING_FORM} · arbitro juego A doble: … · "
    "arbitro anula: …",
    default_reader=_read_deal,
    readers={"juego": _read_juego, "nula": _read_void_hand},
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («2-1») as lines of cientos.
def shorthands(options: Options) -> tuple[Shorthand[object], ...]:
    """Return the shorthands for typed results.

    The numbers («2-1») are the juegos that each side won, all single and without calidades.
    """
    results = (
        fixed_length_results(options.juegos) if options.play_all else race_results(options.juegos)
    )
    example = "juego A doble" if options.doble else "juego A 4-1"
    states_cuartos = options.doble or options.calidades
    return (
        line_per_unit_shorthand(
            "juegos",
            "juego",
            results,
            unstated_tallies=("cuartos",) if states_cuartos else (),
            full_example=example if states_cuartos else "",
        ),
    )
