"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes. The acts of a hand stand in the order
in which they happened; faults, dealer and gallo anywhere.
"""

import re
from collections.abc import Callable

from rules.core import Side, refusal
from rules.lines import Stop, forfeit_from_text
from rules.reading import one_line, side_of
from rules.truco.acts import (
    CHANTS,
    FAULTS,
    SIDES,
    Act,
    Answer,
    Chant,
    Fault,
    Mazo,
    Round,
    Seat,
    Tanto,
    Tantos,
    Won,
)
from rules.truco.codes import refuse
from rules.truco.hands import MISDEALS, Chico, Deal, ExtraCards, Hand, Misdeal, Ruling, Signs

_FORMS = "Ae q 31-27 At q ABA · mB · chico 30-24 · maldada · sobra A"
_WITH_REASON = (
    "pierde A: … · senas A: … · arbitro tantos A 2: … · arbitro chico A: … · "
    "arbitro partido A: … · arbitro anula: …"
)
_POINTS = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6})+")
_TANTOS = re.compile(r"(?:[0-9]{1,6}(?:\.[0-9])?|b)(?:-(?:[0-9]{1,6}(?:\.[0-9])?|b))+")
_ROUNDS = re.compile(r"[abcp]+")
_MARK = re.compile(r"([dg])([a-z])([0-9]?)")


def _fixed_words() -> dict[str, tuple[Act, ...]]:
    """Every word of a hand that can be listed, in small letters."""
    words: dict[str, tuple[Act, ...]] = {
        "q": (Answer(True),),
        "quiero": (Answer(True),),
        "n": (Answer(False),),
        "no": (Answer(False),),
    }
    for side in range(SIDES):
        words |= {str(Chant(side, what)).lower(): (Chant(side, what),) for what in CHANTS}
        words |= {str(act).lower(): (act,) for act in (Mazo(side), Won(side))}
    return words


_WORDS = _fixed_words()
_FAULTS = {
    str(Fault(kind, side)).lower(): Fault(kind, side) for kind in FAULTS for side in range(SIDES)
}
_ROUND = {"a": Round(0), "b": Round(1), "c": Round(2), "p": Round(None)}


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read; what cannot have happened is refused by `play`.

    >>> str(parse("  ae Q 31-B at N "))
    'Ae q 31-b At n'
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    typed = said.split()
    words = [word.lower() for word in typed]
    first = words[0] if words else ""
    if colon:
        return _with_reason(first, words, reason, line)
    if first in _WRITTEN:
        return _WRITTEN[first](words[1:], line)
    return _deal(words, typed)


def _unreadable(value: str, allowed: str = _FORMS, field: str = "line") -> Exception:
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def _side(word: str, field: str) -> Side:
    return side_of(word.upper(), field, SIDES)


def _deal(words: list[str], typed: list[str]) -> Deal:
    """A hand from its words in small letters; `typed` is how they came, for who reads an error."""
    acts: list[Act] = []
    faults: list[Fault] = []
    marks: dict[str, Seat] = {}
    for place, word in enumerate(words):
        if found := _WORDS.get(word):
            acts += found
        elif _ROUNDS.fullmatch(word):
            acts += [_ROUND[letter] for letter in word]
        elif _TANTOS.fullmatch(word):
            acts.append(_tantos(word))
        elif fault := _FAULTS.get(word):
            faults.append(fault)
        elif mark := _MARK.fullmatch(word):
            _add_mark(marks, mark, typed[place])
        else:
            raise _unreadable(typed[place])
    gallo = marks.get("g")
    return Deal(tuple(acts), tuple(faults), marks.get("d"), None if gallo is None else gallo.side)


def _add_mark(marks: dict[str, Seat], mark: re.Match[str], word: str) -> None:
    sign, letter, number = mark.groups()
    field = "dealer" if sign == "d" else "gallo"
    if sign in marks:
        raise refuse("truco.word_twice", field, value=word)
    if sign == "g" and number:
        raise _unreadable(word)
    marks[sign] = Seat(_side(letter, field), int(number or 1))


def _tantos(word: str) -> Tantos:
    return Tantos(tuple(_tanto(said) for said in word.split("-")))


def _tanto(said: str) -> Tanto | None:
    if said == "b":
        return None
    value, dot, seat = said.partition(".")
    return Tanto(int(value), int(seat) if dot else None)


def _with_reason(first: str, words: list[str], reason: str, line: str) -> Hand:
    match first, words[1:]:
        case "pierde", [side]:
            return forfeit_from_text(side, reason, SIDES)
        case "arbitro" | "árbitro", ["fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case "senas" | "señas", [side]:
            return Signs(_side(side, "side"), reason)
        case "arbitro" | "árbitro", ["anula"]:
            return Ruling("anula", None, None, reason)
        case "arbitro" | "árbitro", ["chico" | "partido" as what, side]:
            return Ruling(what, _side(side, "side"), None, reason)
        case "arbitro" | "árbitro", ["tantos", side, points] if re.fullmatch("[0-9]{1,6}", points):
            return Ruling("tantos", _side(side, "side"), int(points), reason)
    raise _unreadable(line, _WITH_REASON)


def _chico(words: list[str], line: str) -> Chico:
    match words:
        case [points] if _POINTS.fullmatch(points):
            return Chico(_numbers(points))
        case [points, winner] if _POINTS.fullmatch(points):
            return Chico(_numbers(points), _side(winner, "chico"))
        case [winner] if winner.isalpha():
            return Chico(None, _side(winner, "chico"))
    raise _unreadable(line, "chico 30-24 · chico A")


def _numbers(points: str) -> tuple[int, ...]:
    return tuple(int(number) for number in points.split("-"))


def _misdeal(words: list[str], line: str) -> Misdeal:
    kind = words.pop(0) if words and words[0] in MISDEALS else None
    if not words:
        return Misdeal(kind)
    found = re.fullmatch(r"([a-z])([0-9]?)", words[0])
    if len(words) > 1 or found is None:
        raise _unreadable(line, "maldada · maldada mas · maldada menos · maldada vuelta A2")
    return Misdeal(kind, Seat(_side(found[1], "dealer"), int(found[2] or 1)))


def _extra_cards(words: list[str], line: str) -> ExtraCards:
    match words:
        case [side]:
            return ExtraCards(_side(side, "side"))
        case [side, word] if (mark := _MARK.fullmatch(word)) and mark[1] == "d":
            dealer = Seat(_side(mark[2], "dealer"), int(mark[3] or 1))
            return ExtraCards(_side(side, "side"), dealer)
    raise _unreadable(line, "sobra A · sobra A dB2")


def _reason_missing(words: list[str], line: str) -> Hand:
    raise refusal("reason_missing", "reason")


_WRITTEN: dict[str, Callable[[list[str], str], Hand]] = {
    "chico": _chico,
    "maldada": _misdeal,
    "sobra": _extra_cards,
    "pierde": _reason_missing,
    "senas": _reason_missing,
    "señas": _reason_missing,
    "arbitro": _reason_missing,
    "árbitro": _reason_missing,
}
