"""The notation: one line of text a line of the acta. `str(hand)` writes what `parse` reads.

Capital or small letters, and as many spaces as one likes. A deal begins with who took it, for
what, the points of his camp and its oudlers; the other words come in any order after that.
"""

import re
from collections.abc import Callable

from rules.core import Side, refusal
from rules.lines import Stop, forfeit_from_text
from rules.reading import SIDE_NAMES, one_line, side_of
from rules.tarot.cards import DEFENCE, TAKER
from rules.tarot.codes import refuse
from rules.tarot.faults import EFFECTS, Fault
from rules.tarot.hands import VOICES, Deal, End, Hand, Passed, PetitAlone, Poignee, Results, Ruling
from rules.tarot.options import CONTRACTS, SEATS

_FORMS = "B guardia 49 2o p+ B10 · paso · petit B · repartos 1 318 -106 -106 -106 · fin"
_RULINGS = "pierde A: … · arbitro anula: … · arbitro puntos -10 10 0 0: … · arbitro fin: …"
_HEAD = re.compile(
    r"([A-Z])(?:\+([A-Z])| (SOLO))?(?: (REY|DAMA|CABALLO|JOTA))? ([A-Z]{3,12})"
    r" ([0-9]{1,6})([.,]5)? ([0-9]{1,6})O(?: (.*))?",
    re.IGNORECASE | re.ASCII,
)
_NUMBER = re.compile(r"([+-]?)([0-9]{1,6})([.,]5)?")
_POIGNEE = re.compile(r"([A-Z])([0-9]{1,6})", re.ASCII)
_FAULT = re.compile(r"F([A-Z])([0-9]{1,6})([NP]?)", re.ASCII)
_CAMPS = {"+": TAKER, "-": DEFENCE}


def parse(text: str) -> Hand:
    """The line written in `text`.

    Raises `RuleError` for what cannot be read and for what the cards do not allow.

    >>> parse("b Garde 45,5 2o").halves
    91
    """
    line = one_line(text)
    said, colon, reason = line.partition(":")
    words = said.split()
    if colon:
        return _with_reason([word.lower() for word in words], reason, line)
    read = _WRITTEN.get(words[0].lower())
    if read is not None:
        return read([word.upper() for word in words[1:]], line)
    return _deal(" ".join(words), line)


def _unreadable(value: str, allowed: str = _FORMS, field: str = "line") -> Exception:
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def _side(letter: str, field: str) -> Side:
    side = SIDE_NAMES.find(letter)
    return side if side >= 0 else side_of(letter, field, SEATS)


def _deal(said: str, line: str) -> Deal:
    head = _HEAD.fullmatch(said)
    if head is None:
        raise _unreadable(line)
    taker, partner, solo, called, contract, points, half, oudlers, rest = head.groups()
    side = _side(taker.upper(), "taker")
    voice = VOICES.get(contract.lower())
    if voice is None:
        allowed = ", ".join(CONTRACTS)
        raise refusal("not_a_choice", "contract", value=contract, allowed=allowed)
    helper = side if solo else None if partner is None else _side(partner.upper(), "partner")
    halves = 2 * int(points) + (half is not None)
    named = called and called.lower()
    if rest is None:
        return Deal(side, voice, halves, int(oudlers), partner=helper, called=named)
    once, poignees, faults = _words(rest.upper().split())
    return Deal(
        side,
        voice,
        halves,
        int(oudlers),
        once.get("petit"),
        helper,
        named,
        poignees,
        "announced" in once,
        once.get("slam"),
        faults,
        _side(once["dealer"], "dealer") if "dealer" in once else None,
    )


def _words(words: list[str]) -> tuple[dict[str, str], tuple[Poignee, ...], tuple[Fault, ...]]:
    """Read what stands behind the oudlers: p+ C10 !ch ch+ fD4 dA."""
    once: dict[str, str] = {}
    poignees: list[Poignee] = []
    faults: list[Fault] = []
    for word in words:
        if found := _POIGNEE.fullmatch(word):
            poignees.append(Poignee(_side(found[1], "poignees"), int(found[2])))
        elif found := _FAULT.fullmatch(word):
            effect = EFFECTS.get(found[3].lower())
            faults.append(Fault(_side(found[1], "faults"), int(found[2]), effect))
        else:
            name, value = _single(word)
            if name in once:
                raise refuse("tarot.word_twice", name, value=word)
            once[name] = value
    return once, tuple(poignees), tuple(faults)


def _single(word: str) -> tuple[str, str]:
    """A word that stands once in a deal, with what it says."""
    if word in ("P+", "P-"):
        return "petit", _CAMPS[word[1]]
    if word in ("CH+", "CH-"):
        return "slam", _CAMPS[word[2]]
    if word == "!CH":
        return "announced", word
    if len(word) == 2 and word[0] == "D":
        return "dealer", word[1]
    raise _unreadable(word, "p+ · p- · C10 · !ch · ch+ · ch- · fC4 · fC1n · fC1p · dA")


def _with_reason(words: list[str], reason: str, line: str) -> Hand:
    match words:
        case ["pierde", side]:
            return forfeit_from_text(side, reason, SEATS)
        case ["arbitro" | "árbitro", "fin" | "tablas" as what]:
            return Stop(reason, what == "tablas")
        case ["arbitro" | "árbitro", "anula"]:
            return Ruling("redeal", reason)
        case ["arbitro" | "árbitro", "puntos", *numbers]:
            return Ruling("points", reason, _numbers(numbers, line))
    raise _unreadable(line, _RULINGS)


def _numbers(words: list[str], line: str) -> tuple[int, ...]:
    """Points of each player, as half points."""
    halves = []
    for word in words:
        found = _NUMBER.fullmatch(word)
        if found is None:
            raise _unreadable(line, "repartos 1 318 -106 -106 -106")
        number = 2 * int(found[2]) + (found[3] is not None)
        halves.append(-number if found[1] == "-" else number)
    return tuple(halves)


def _dealer(words: list[str], line: str) -> Side | None:
    match words:
        case []:
            return None
        case [word] if len(word) == 2 and word[0] == "D":
            return _side(word[1], "dealer")
    raise _unreadable(line)


def _passed(words: list[str], line: str) -> Passed:
    return Passed(_dealer(words, line))


def _petit(words: list[str], line: str) -> PetitAlone:
    if not words:
        raise _unreadable(line, "petit B")
    return PetitAlone(_side(words[0], "player"), _dealer(words[1:], line))


def _results(words: list[str], line: str) -> Results:
    dealer = words.pop() if words and words[-1][0] == "D" else None
    if not words or not re.fullmatch(r"[0-9]{1,6}", words[0]):
        raise _unreadable(line, "repartos 1 318 -106 -106 -106")
    by = None if dealer is None else _dealer([dealer], line)
    return Results(int(words[0]), _numbers(words[1:], line), by)


def _end(words: list[str], line: str) -> End:
    if words:
        raise _unreadable(line, "fin")
    return End()


def _reason_missing(words: list[str], line: str) -> Hand:
    raise refusal("reason_missing", "reason")


_WRITTEN: dict[str, Callable[[list[str], str], Hand]] = {
    "paso": _passed,
    "petit": _petit,
    "repartos": _results,
    "fin": _end,
    "pierde": _reason_missing,
    "arbitro": _reason_missing,
    "árbitro": _reason_missing,
}
