"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes; the words of a deal in any order
after the points.
"""

import re
from collections.abc import Callable

from rules.core import Side, refusal
from rules.lines import Stop, forfeit_from_text
from rules.malilla.amounts import parse_amounts
from rules.malilla.codes import refuse
from rules.malilla.forms import FAULTS, MOST_SIDES, RANKS, SUITS
from rules.malilla.hands import (
    Card,
    Committed,
    Deal,
    Favorito,
    Hand,
    Misdeal,
    Partida,
    Ruling,
    Vuelta,
)
from rules.reading import one_line, side_of

_FORMS = "40-32 Ro · 40-32 9c dA B/cargar · vuelta +20-20 · mal · favorito o"
_WORDS = "Ro · s12 · capote · sincapote · dA · A/cargar · r-10+4+3+3"
_POINTS = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6}){1,4}")
_ASLEEP = re.compile(r"[sS][0-9]{1,6}")
_CARD = re.compile(r"(1[012]|[A-Z0-9])([A-Z]?)", re.IGNORECASE | re.ASCII)
_FIGURES = {"10": "S", "11": "C", "12": "R"}  # as some packs number them
_CAPOTE = {"capote": True, "sincapote": False}

_RULINGS = (
    "pierde A: … · arbitro +10-10: … · arbitro mano +10-10: … · arbitro da A: … · arbitro anula: …"
)


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read and for what the cards do not allow.

    >>> parse("40-32 ro a/CARGAR")
    Deal(points=(40, 32), asleep=None, card=Card(rank='R', suit='o'), capote=None, dealer=None, \
faults=(Committed(side=0, fault='cargar'),), split=None)
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    words = said.split()
    if colon:
        return _with_reason(words, reason, line)
    if _POINTS.fullmatch(words[0]):
        return _deal(words)
    if (first := words[0].lower()) in _WRITTEN:
        return _WRITTEN[first](words[1:], line)
    raise _unreadable(line)


def _unreadable(value: str, allowed: str = _FORMS, field: str = "line") -> Exception:
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def _side(letter: str, field: str) -> Side:
    return side_of(letter.upper(), field, MOST_SIDES)


def _with_reason(words: list[str], reason: str, line: str) -> Hand:
    match [word.lower() for word in words]:
        case ["pierde", side]:
            return forfeit_from_text(side, reason, MOST_SIDES)
        case ["arbitro" | "árbitro", "fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case ["arbitro" | "árbitro", "anula"]:
            return Ruling("anula", reason)
        case ["arbitro" | "árbitro", ("da" | "partida") as what, side]:
            return Ruling(what, reason, _side(side, "side"))
        case ["arbitro" | "árbitro", tantos] if tantos[0] in "+-":
            return Ruling("tantos", reason, halves=parse_amounts(tantos, "tantos"))
        case ["arbitro" | "árbitro", "mano", tantos]:
            return Ruling("mano", reason, halves=parse_amounts(tantos, "tantos"))
    raise _unreadable(line, _RULINGS)


def _misdeal(short_pack: bool) -> Callable[[list[str], str], Misdeal]:
    def read(words: list[str], line: str) -> Misdeal:
        match words:
            case []:
                return Misdeal(short_pack)
            case [dealer] if len(dealer) == 2 and dealer[0] in "dD":
                return Misdeal(short_pack, _side(dealer[1], "dealer"))
        raise _unreadable(line, "mal · baraja · mal dA")

    return read


def _favorito(words: list[str], line: str) -> Favorito:
    match words:
        case [suit]:
            return Favorito(suit.lower())
    raise _unreadable(line, "favorito o")


def _vuelta(words: list[str], line: str) -> Vuelta:
    match words:
        case [tantos]:
            return Vuelta(parse_amounts(tantos, "tantos"))
    raise _unreadable(line, "vuelta +20-20")


def _partida(words: list[str], line: str) -> Partida:
    match words:
        case [tantos]:
            return Partida(parse_amounts(tantos, "tantos"))
    raise _unreadable(line, "partida +20-20")


def _reason_missing(words: list[str], line: str) -> Hand:
    raise refusal("reason_missing", "reason")


_WRITTEN: dict[str, Callable[[list[str], str], Hand]] = {
    "mal": _misdeal(short_pack=False),
    "baraja": _misdeal(short_pack=True),
    "favorito": _favorito,
    "vuelta": _vuelta,
    "partida": _partida,
    "pierde": _reason_missing,
    "arbitro": _reason_missing,
    "árbitro": _reason_missing,
}


def _deal(words: list[str]) -> Deal:
    """Points first; then the alce, s, capote, d and r once each, and the faults."""
    once: dict[str, object] = {}
    faults: list[Committed] = []
    for word in words[1:]:
        if len(word) > 2 and word[1] == "/":
            faults.append(_fault(word))
            continue
        field, value = _word(word)
        if field in once:
            raise refuse("malilla.word_twice", field, value=word)
        once[field] = value
    points = tuple(map(int, words[0].split("-")))
    return Deal(points, faults=tuple(faults), **once)  # type: ignore[arg-type]


def _word(word: str) -> tuple[str, object]:
    """The field of a deal that a word fills, and its value."""
    if (capote := _CAPOTE.get(word.lower())) is not None:
        return "capote", capote
    if found := _CARD.fullmatch(word):
        rank, suit = found[1].upper(), found[2].lower()
        rank = _FIGURES.get(rank, rank)
        if rank == "D":
            return "dealer", _side(found[2], "dealer")
        if rank in RANKS or (suit and suit in SUITS):
            return "card", Card(rank, suit or None)
    if _ASLEEP.fullmatch(word):
        return "asleep", int(word[1:])
    if word[0] in "rR" and len(word) > 1:
        halves = parse_amounts(word[1:], "split")
        if any(amount % 2 for amount in halves):
            raise refuse("malilla.tantos_half", "split", value=word)
        return "split", tuple(amount // 2 for amount in halves)
    raise _unreadable(word, _WORDS)


def _fault(word: str) -> Committed:
    fault = word[2:].lower()
    if fault not in FAULTS:
        raise refusal("not_a_choice", "faults", value=fault, allowed=", ".join(FAULTS))
    return Committed(_side(word[0], "faults"), fault)
