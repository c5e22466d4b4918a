"""The notation of tarot.

A deal begins with the taker, the contract, the points of his camp and its oudlers; the other words
follow in any order.

>>> parse("b Garde 45,5 2o").halves
91
"""

import re

from rules.core import Score, Side, refusal
from rules.notation import Notation, Words, read_end, unreadable_error
from rules.reading import SIDE_NAMES, Tally, read_side
from rules.shorthands import Shorthand, spaced_text
from rules.tarot.cards import DEFENCE, TAKER
from rules.tarot.codes import refuse
from rules.tarot.faults import EFFECTS, Fault
from rules.tarot.hands import VOICES, Deal, PassedDeal, PetitAlone, Poignee, Results, Ruling
from rules.tarot.match import State
from rules.tarot.options import CONTRACTS, SEATS, Options

_EXAMPLES = "B guardia 49 2o p+ B10 · paso · petit B · repartos 1 318 -106 -106 -106 · fin"
_HEAD = re.compile(
    r"([A-Z])(?:\+([A-Z])| (SOLO))?(?: (REY|DAMA|CABALLO|JOTA))? ([A-Z]{3,12})"
    r" ([0-9]{1,6})([.,]5)? ([0-9]{1,6})O(?: (.*))?",
    re.IGNORECASE | re.ASCII,
)
_NUMBER = re.compile(r"([+-]?)([0-9]{1,6})([.,]5)?")
_POIGNEE = re.compile(r"([A-Z])([0-9]{1,6})", re.ASCII)
_FAULT = re.compile(r"F([A-Z])([0-9]{1,6})([NP]?)", re.ASCII)
_CAMPS = {"+": TAKER, "-": DEFENCE}


def _read_side(letter: str, field: str) -> Side:
    side = SIDE_NAMES.find(letter)
    return side if side >= 0 else read_side(letter, field, SEATS)


def _read_deal(words: Words, line: str) -> Deal:
    head = _HEAD.fullmatch(" ".join(words))
    if head is None:
        raise unreadable_error(line, _EXAMPLES)
    taker, partner, solo, called, contract, points, half, oudlers, other_words = head.groups()
    side = _read_side(taker.upper(), "taker")
    voice = VOICES.get(contract.lower())
    if voice is None:
        raise refusal("not_a_choice", "contract", value=contract, allowed=CONTRACTS)
    partner_side = (
        side if solo else None if partner is None else _read_side(partner.upper(), "partner")
    )
    halves = 2 * int(points) + (half is not None)
    called_rank = called and called.lower()
    if other_words is None:
        return Deal(side, voice, halves, int(oudlers), partner=partner_side, called=called_rank)
    fields, poignees, faults = _read_marks(other_words.upper().split())
    return Deal(
        side,
        voice,
        halves,
        int(oudlers),
        fields.get("petit"),
        partner_side,
        called_rank,
        poignees,
        "announced" in fields,
        fields.get("slam"),
        faults,
        _read_side(fields["dealer"], "dealer") if "dealer" in fields else None,
    )


def _read_marks(words: Words) -> tuple[dict[str, str], tuple[Poignee, ...], tuple[Fault, ...]]:
    """Return the fields, the poignées and the faults in the words after the oudlers, such as p+ C10
    !ch ch+ fD4 dA.
    """
    fields: dict[str, str] = {}
    poignees: list[Poignee] = []
    faults: list[Fault] = []
    for word in words:
        if word_match := _POIGNEE.fullmatch(word):
            poignees.append(Poignee(_read_side(word_match[1], "poignees"), int(word_match[2])))
        elif word_match := _FAULT.fullmatch(word):
            effect = EFFECTS.get(word_match[3].lower())
            faults.append(Fault(_read_side(word_match[1], "faults"), int(word_match[2]), effect))
        else:
            name, value = _field_and_value(word)
            if name in fields:
                raise refuse("tarot.word_twice", name, value=word)
            fields[name] = value
    return fields, tuple(poignees), tuple(faults)


def _field_and_value(word: str) -> tuple[str, str]:
    """Return the field that a word fills and the value of the field, for a word that a deal may
    have only once.
    """
    if word in ("P+", "P-"):
        return "petit", _CAMPS[word[1]]
    if word in ("CH+", "CH-"):
        return "slam", _CAMPS[word[2]]
    if word == "!CH":
        return "announced", word
    if len(word) == 2 and word[0] == "D":
        return "dealer", word[1]
    raise unreadable_error(word, "p+ · p- · C10 · !ch · ch+ · ch- · fC4 · fC1n · fC1p · dA")


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["anula"]:
            return Ruling("redeal", reason)
        case ["puntos", *numbers]:
            return Ruling("points", reason, _read_numbers(numbers, line))
    return None


def _read_numbers(words: Words, line: str) -> tuple[int, ...]:
    """Return the points of each player, as half points."""
    halves = []
    for word in words:
        number_match = _NUMBER.fullmatch(word)
        if number_match is None:
            raise unreadable_error(line, "repartos 1 318 -106 -106 -106")
        number = 2 * int(number_match[2]) + (number_match[3] is not None)
        halves.append(-number if number_match[1] == "-" else number)
    return tuple(halves)


def _read_dealer(words: Words, line: str) -> Side | None:
    match words:
        case []:
            return None
        case [word] if len(word) == 2 and word[0] in "dD":
            return _read_side(word[1].upper(), "dealer")
    raise unreadable_error(line, _EXAMPLES)


def _read_passed_deal(words: Words, line: str) -> PassedDeal:
    return PassedDeal(_read_dealer(words, line))


def _read_petit(words: Words, line: str) -> PetitAlone:
    if not words:
        raise unreadable_error(line, "petit B")
    return PetitAlone(_read_side(words[0].upper(), "player"), _read_dealer(words[1:], line))


def _read_results(words: Words, line: str) -> Results:
    dealer = words.pop() if words and words[-1][0] in "dD" else None
    if not words or not re.fullmatch(r"[0-9]{1,6}", words[0]):
        raise unreadable_error(line, "repartos 1 318 -106 -106 -106")
    dealer_side = None if dealer is None else _read_dealer([dealer], line)
    return Results(int(words[0]), _read_numbers(words[1:], line), dealer_side)


parse = Notation(
    SEATS,
    forms_with_reason="pierde A: … · arbitro anula: … · arbitro puntos -10 10 0 0: … · "
    "arbitro fin: …",
    default_reader=_read_deal,
    readers={
        "paso": _read_passed_deal,
        "petit": _read_petit,
        "repartos": _read_results,
        "fin": read_end,
    },
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («-106 318 -106») as lines of tarot.
def shorthands(options: Options) -> tuple[Shorthand[State], ...]:
    """Return the shorthands for typed results.

    The numbers are what each player gains or loses in the remaining deals or, in a match by time,
    in one deal.

    >>> from rules.tarot.match import start
    >>> shorthands(Options(deals=4))[0].write((-106, 318, -106, -106), start(Options()))
    ['repartos 4 -106 318 -106 -106']
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        deals_left = 1 if options.last_deal is None else options.last_deal - score.state.deals
        return [f"repartos {deals_left} {spaced_text(numbers)}"]

    return (Shorthand("repartos", write),)
