"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes; the words of a deal in any order
after the tantos by cards.
"""

import re
from collections.abc import Callable

from rules.core import Side, refusal
from rules.guinote.codes import refuse
from rules.guinote.hands import Cante, Coto, Deal, Hand, Partida, Renuncio, Ruling
from rules.lines import Stop, forfeit_from_text
from rules.reading import one_line, side_of

_FORMS = "62-58 uA A20o B40e · renuncio A 5 · partida A · coto 3-1"
_PAIR = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_CANTE = re.compile(r"([A-Z])([0-9]{1,6})([A-Z]?)", re.IGNORECASE | re.ASCII)


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read and for what the cards do not allow.

    >>> parse("60-60 ua b40E")
    Deal(cards=(60, 60), last=0, cantes=(Cante(side=1, value=40, suit='e'),), declared=None, \
dealer=None)
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    words = said.split()
    first = words[0].lower() if words else ""
    if colon:
        return _with_reason(first, words, reason, line)
    if first in _WRITTEN:
        return _WRITTEN[first](words[1:], line)
    return _deal(words, line)


def _unreadable(value: str, allowed: str = _FORMS, field: str = "line") -> Exception:
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def _with_reason(first: str, words: list[str], reason: str, line: str) -> Hand:
    match first, [word.lower() for word in words[1:]]:
        case "pierde", [side]:
            return forfeit_from_text(side, reason)
        case "arbitro" | "árbitro", ["fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case "arbitro" | "árbitro", ["anula"]:
            return Ruling(None, reason)
        case "arbitro" | "árbitro", ["partida", side]:
            return Ruling(side_of(side.upper(), "side"), reason)
    raise _unreadable(line, "pierde A: … · arbitro partida A: … · arbitro anula: …")


def _renuncio(words: list[str], line: str) -> Renuncio:
    match words:
        case [side, point] if re.fullmatch(r"[0-9]{1,6}", point):
            return Renuncio(side_of(side.upper(), "side"), int(point))
    raise _unreadable(line, "renuncio A 5")


def _partida(words: list[str], line: str) -> Partida:
    match words:
        case [side]:
            return Partida(side_of(side.upper(), "winner"))
    raise _unreadable(line, "partida A")


def _coto(words: list[str], line: str) -> Coto:
    match words:
        case [result] if found := _PAIR.fullmatch(result):
            return Coto((int(found[1]), int(found[2])))
    raise _unreadable(line, "coto 3-1")


def _reason_missing(words: list[str], line: str) -> Hand:
    raise refusal("reason_missing", "reason")


_WRITTEN: dict[str, Callable[[list[str], str], Hand]] = {
    "renuncio": _renuncio,
    "partida": _partida,
    "coto": _coto,
    "pierde": _reason_missing,
    "arbitro": _reason_missing,
    "árbitro": _reason_missing,
}


def _deal(words: list[str], line: str) -> Deal:
    """Tantos by cards first; then uA, !A and dA once each, and the cantes."""
    cards = _PAIR.fullmatch(words[0]) if words else None
    if cards is None:
        raise _unreadable(line)
    once: dict[str, Side] = {}
    cantes: list[Cante] = []
    for word in words[1:]:
        sign = word[0].lower()
        if len(word) == 2 and sign in _SIGNS:
            if sign in once:
                raise refuse("guinote.word_twice", _SIGNS[sign], value=word)
            once[sign] = side_of(word[1].upper(), _SIGNS[sign])
        else:
            cantes.append(_cante(word))
    return Deal(
        cards=(int(cards[1]), int(cards[2])),
        last=once.get("u"),
        cantes=tuple(cantes),
        declared=once.get("!"),
        dealer=once.get("d"),
    )


_SIGNS = {"u": "last", "!": "declared", "d": "dealer"}


def _cante(word: str) -> Cante:
    found = _CANTE.fullmatch(word)
    if found is None:
        raise _unreadable(word, "uA · A20o · B40e · !A · dA", field="cantes")
    return Cante(side_of(found[1].upper(), "cantes"), int(found[2]), found[3].lower() or None)
