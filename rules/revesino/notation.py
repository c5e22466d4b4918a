"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from rules.core import Side, refusal
from rules.lines import Stop, forfeit_from_text
from rules.reading import one_line, side_of
from rules.revesino.cards import SEATS
from rules.revesino.codes import refuse
from rules.revesino.fates import Fate
from rules.revesino.hands import DUTIES, Deal, Hand, Napolitana, Revesino
from rules.revesino.results import RESULTS, End, Four, Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Null, Ruling

_FORMS = (
    "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC · revesino A · napolitana A · mano 8 -4 -4 0"
)
_COUNT = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")
_FATE = re.compile(r"(ao|ac|ae|ab|cc)=(?:(d)|([a-z])(j)|([a-z])([vs])([a-z]))", re.ASCII)
_AMOUNT = re.compile(r"[+-]?[0-9]{1,6}")
_MARK = re.compile(r"[rd][a-z]", re.ASCII)


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read and for what the cards do not allow.

    >>> parse("Revesino a CORTA b")
    Revesino(goer=0, cutter=1, napolitana=None, duty='', renuncios=(), dealer=None)
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    words = said.lower().split()
    if colon:
        return _with_reason(words, reason, line)
    if words and words[0] in _WRITTEN:
        return _WRITTEN[words[0]](words[1:], line)
    return _deal(words, line)


def _unreadable(value: str, allowed: str = _FORMS, field: str = "line") -> Exception:
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def _side(word: str, field: str) -> Side:
    return side_of(word.upper(), field, SEATS)


def _with_reason(words: list[str], reason: str, line: str) -> Hand:
    match words:
        case ["pierde", side]:
            return forfeit_from_text(side, reason, SEATS)
        case ["arbitro" | "árbitro", "fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case ["arbitro" | "árbitro", "pie", side]:
            return DealerRuling(_side(side, "dealer"), reason)
        case ["arbitro" | "árbitro", "mano" | "tantos" as act, *amounts]:
            return Ruling(act, _amounts(amounts, line), reason)
    raise _unreadable(
        line, "pierde A: … · arbitro mano 4 4 4 -12: … · arbitro tantos … · arbitro pie B: …"
    )


def _amounts(words: list[str], line: str) -> Four:
    if len(words) != SEATS or not all(map(_AMOUNT.fullmatch, words)):
        raise _unreadable(line, "8 -4 -4 0", "amounts")
    a, b, c, d = map(int, words)
    return a, b, c, d


def _marks(words: list[str]) -> tuple[list[str], tuple[Side, ...], Side | None]:
    """The words without the rB and the dD at any place, and what these say."""
    rest, renuncios, dealer = [], [], None
    for word in words:
        if len(word) != 2 or not _MARK.fullmatch(word):
            rest.append(word)
        elif word[0] == "r":
            renuncios.append(_side(word[1], "renuncios"))
        elif dealer is not None:
            raise refuse("revesino.word_twice", "dealer", value=word)
        else:
            dealer = _side(word[1], "dealer")
    return rest, tuple(renuncios), dealer


def _dealer_only(words: list[str], line: str) -> tuple[list[str], Side | None]:
    rest, renuncios, dealer = _marks(words)
    if renuncios:
        raise _unreadable(line)
    return rest, dealer


def _deal(words: list[str], line: str) -> Deal:
    """Bazas and points of the four first; then the five cards and the rest in any order."""
    counts = [count for count in map(_count, words[:SEATS]) if count]
    if len(counts) != SEATS:
        raise _unreadable(line)
    a, b, c, d = counts
    rest, renuncios, dealer = _marks(words[SEATS:])
    return Deal(
        bazas=(a[0], b[0], c[0], d[0]),
        points=(a[1], b[1], c[1], d[1]),
        fates=tuple(_fate(word) for word in rest),
        renuncios=renuncios,
        dealer=dealer,
    )


@lru_cache(maxsize=1024)
def _count(word: str) -> tuple[int, int] | None:
    """Bazas and points of a player."""
    found = _COUNT.fullmatch(word)
    return (int(found[1]), int(found[2])) if found else None


@lru_cache(maxsize=512)  # what can be written of the five cards is fewer words than that
def _fate(word: str) -> Fate:
    found = _FATE.fullmatch(word)
    if found is None:
        raise _unreadable(word, "ao=AvB · ac=AsB · ae=Aj · ab=d · cc=AvB · rA · dA", "fates")
    card, asleep, leads, led, gains, way, pays = found.groups()
    if asleep:
        return Fate(card, "asleep")
    if led:
        return Fate(card, "led", None, _side(leads, "fates"))
    fate = "sold" if way == "v" else "drawn"
    return Fate(card, fate, _side(gains, "fates"), _side(pays, "fates"))


def _revesino(words: list[str], line: str) -> Revesino:
    rest, renuncios, dealer = _marks(words)
    if not rest:
        raise _unreadable(line, "revesino A corta B napolitana C")
    said: dict[str, Side | None] = {"corta": None, "napolitana": None}
    duty = ""
    left = iter(rest[1:])
    for word in left:
        if word in said and said[word] is None:
            field = "cutter" if word == "corta" else word
            said[word] = _side(next(left, ""), field)
        elif word in DUTIES and not duty:
            duty = word
        else:
            raise _unreadable(line, "revesino A corta B napolitana C levanta (otra)")
    goer = _side(rest[0], "goer")
    return Revesino(goer, said["corta"], said["napolitana"], duty, renuncios, dealer)


def _napolitana(words: list[str], line: str) -> Napolitana:
    rest, renuncios, dealer = _marks(words)
    left = "dejada" in rest
    if left:
        rest.remove("dejada")
    match rest:
        case [holder]:
            return Napolitana(_side(holder, "holder"), False, None, left, renuncios, dealer)
        case [holder, "pierde"]:
            return Napolitana(_side(holder, "holder"), True, None, left, renuncios, dealer)
        case [holder, "pierde", other]:
            introducer = _side(other, "introducer")
            return Napolitana(_side(holder, "holder"), True, introducer, left, renuncios, dealer)
    raise _unreadable(line, "napolitana A · napolitana A pierde · napolitana A pierde B")


def _null(words: list[str], line: str) -> Null:
    match _dealer_only(words, line):
        case [], dealer:
            return Null(False, dealer)
        case ["pasa"], dealer:
            return Null(True, dealer)
    raise _unreadable(line, "nula · nula pasa")


def _fault(words: list[str], line: str) -> Fault:
    match _dealer_only(words, line):
        case [fault, side, *to], dealer if fault in FAULTS and len(to) < 2:
            other = _side(to[0], "to") if to else None
            return Fault(fault, _side(side, "side"), other, dealer)
    raise _unreadable(line, "falta descarte A B dC · falta doble A · falta repite A B")


def _result(of: str) -> Callable[[list[str], str], Result]:
    def read(words: list[str], line: str) -> Result:
        rest, dealer = _dealer_only(words, line)
        return Result(of, _amounts(rest, line), dealer)

    return read


def _plate(words: list[str], line: str) -> Plate:
    return Plate(_amounts(words, line))


def _end(words: list[str], line: str) -> End:
    if words:
        raise _unreadable(line, "fin")
    return End()


def _reason_missing(words: list[str], line: str) -> Hand:
    raise refusal("reason_missing", "reason")


_WRITTEN: dict[str, Callable[[list[str], str], Hand]] = {
    "revesino": _revesino,
    "napolitana": _napolitana,
    "nula": _null,
    "falta": _fault,
    **{of: _result(of) for of in RESULTS},
    "platillo": _plate,
    "fin": _end,
    "pierde": _reason_missing,
    "arbitro": _reason_missing,
    "árbitro": _reason_missing,
}
