"""The notation of revesino.

>>> parse("Revesino a CORTA b")
Revesino(goer=0, cutter=1, napolitana=None, duty='', renuncios=(), dealer=None)
"""

import re
from functools import lru_cache, partial

from rules.core import Side
from rules.notation import Notation, Words, read_end, side_in, unreadable_error
from rules.reading import Tally
from rules.revesino.cards import SEATS
from rules.revesino.codes import refuse
from rules.revesino.hands import DUTIES, Deal, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.renuncios import Fate
from rules.revesino.results import RESULTS, Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Ruling, VoidHand
from rules.shorthands import Shorthand, one_line_shorthand, spaced_text

_EXAMPLES = (
    "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC · revesino A · napolitana A · mano 8 -4 -4 0"
)
_COUNT = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")
_FATE = re.compile(r"(ao|ac|ae|ab|cc)=(?:(d)|([a-z])(j)|([a-z])([vs])([a-z]))", re.ASCII)
_AMOUNT = re.compile(r"[+-]?[0-9]{1,6}")
_MARK = re.compile(r"[rd][a-z]", re.ASCII)


def _read_side(word: str, field: str) -> Side:
    return side_in(word, field, SEATS)


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | DealerRuling | None:
    match words:
        case ["pie", side]:
            return DealerRuling(_read_side(side, "dealer"), reason)
        case ["mano" | "tantos" as act, *amounts]:
            return Ruling(act, _read_amounts(amounts, line), reason)
    return None


def _read_amounts(words: Words, line: str) -> Tally:
    if len(words) != SEATS or not all(map(_AMOUNT.fullmatch, words)):
        raise unreadable_error(line, "8 -4 -4 0", "amounts")
    return tuple(map(int, words))


def _read_marks(words: Words) -> tuple[list[str], tuple[Side, ...], Side | None]:
    """Separate the words rB and dD, which may stand anywhere, from the other words.

    Return the remaining words, the renuncios and the dealer.
    """
    other_words = []
    renuncios = []
    dealer = None
    for word in words:
        if len(word) != 2 or not _MARK.fullmatch(word):
            other_words.append(word)
        elif word[0] == "r":
            renuncios.append(_read_side(word[1], "renuncios"))
        elif dealer is not None:
            raise refuse("revesino.word_twice", "dealer", value=word)
        else:
            dealer = _read_side(word[1], "dealer")
    return other_words, tuple(renuncios), dealer


def _words_and_dealer(words: Words, line: str) -> tuple[list[str], Side | None]:
    """Separate the word dD from the other words; the line may have no renuncios."""
    other_words, renuncios, dealer = _read_marks(words)
    if renuncios:
        raise unreadable_error(line, _EXAMPLES)
    return other_words, dealer


def _read_deal(words: Words, line: str) -> Deal:
    """Read a deal: first the bazas and points of the four players.

    The fates of the five cards and all other words follow in any order.
    """
    counts = [count for count in map(_bazas_and_points, words[:SEATS]) if count]
    if len(counts) != SEATS:
        raise unreadable_error(line, _EXAMPLES)
    bazas, points = zip(*counts, strict=True)
    other_words, renuncios, dealer = _read_marks(words[SEATS:])
    return Deal(
        bazas=bazas,
        points=points,
        fates=tuple(_read_fate(word) for word in other_words),
        renuncios=renuncios,
        dealer=dealer,
    )


@lru_cache(maxsize=1024)
def _bazas_and_points(word: str) -> tuple[int, int] | None:
    """Return the bazas and points of a player; None if the word is not «bazas/points»."""
    count = _COUNT.fullmatch(word)
    return (int(count[1]), int(count[2])) if count else None


@lru_cache(maxsize=512)  # there are fewer than 512 ways to write the fate of a card
def _read_fate(word: str) -> Fate:
    parts = _FATE.fullmatch(word)
    if parts is None:
        raise unreadable_error(word, "ao=AvB · ac=AsB · ae=Aj · ab=d · cc=AvB · rA · dA", "fates")
    card, asleep, leads, led, gains, way, pays = parts.groups()
    if asleep:
        return Fate(card, "asleep")
    if led:
        return Fate(card, "led", None, _read_side(leads, "fates"))
    fate = "sold" if way == "v" else "drawn"
    return Fate(card, fate, _read_side(gains, "fates"), _read_side(pays, "fates"))


def _read_revesino(words: Words, line: str) -> Revesino:
    other_words, renuncios, dealer = _read_marks(words)
    if not other_words:
        raise unreadable_error(line, "revesino A corta B napolitana C")
    sides: dict[str, Side | None] = {"corta": None, "napolitana": None}
    duty = ""
    words_left = iter(other_words[1:])
    for word in words_left:
        if word in sides and sides[word] is None:
            field = "cutter" if word == "corta" else word
            sides[word] = _read_side(next(words_left, ""), field)
        elif word in DUTIES and not duty:
            duty = word
        else:
            raise unreadable_error(line, "revesino A corta B napolitana C levanta (otra)")
    goer = _read_side(other_words[0], "goer")
    return Revesino(goer, sides["corta"], sides["napolitana"], duty, renuncios, dealer)


def _read_napolitana(words: Words, line: str) -> Napolitana:
    other_words, renuncios, dealer = _read_marks(words)
    left = "dejada" in other_words
    if left:
        other_words.remove("dejada")
    match other_words:
        case [holder]:
            return Napolitana(_read_side(holder, "holder"), False, None, left, renuncios, dealer)
        case [holder, "pierde"]:
            return Napolitana(_read_side(holder, "holder"), True, None, left, renuncios, dealer)
        case [holder, "pierde", introducer_letter]:
            introducer = _read_side(introducer_letter, "introducer")
            return Napolitana(
                _read_side(holder, "holder"), True, introducer, left, renuncios, dealer
            )
    raise unreadable_error(line, "napolitana A · napolitana A pierde · napolitana A pierde B")


def _read_void_hand(words: Words, line: str) -> VoidHand:
    match _words_and_dealer(words, line):
        case [], dealer:
            return VoidHand(False, dealer)
        case ["pasa"], dealer:
            return VoidHand(True, dealer)
    raise unreadable_error(line, "nula · nula pasa")


def _read_fault(words: Words, line: str) -> Fault:
    match _words_and_dealer(words, line):
        case [fault, side, *payee_letters], dealer if fault in FAULTS and len(payee_letters) < 2:
            payee = _read_side(payee_letters[0], "to") if payee_letters else None
            return Fault(fault, _read_side(side, "side"), payee, dealer)
    raise unreadable_error(line, "falta descarte A B dC · falta doble A · falta repite A B")


def _read_result(words: Words, line: str, *, unit: str) -> Result:
    other_words, dealer = _words_and_dealer(words, line)
    return Result(unit, _read_amounts(other_words, line), dealer)


def _read_plate(words: Words, line: str) -> Plate:
    return Plate(_read_amounts(words, line))


parse = Notation(
    SEATS,
    forms_with_reason="pierde A: … · arbitro mano 4 4 4 -12: … · "
    "arbitro tantos … · arbitro pie B: …",
    default_reader=_read_deal,
    lowercase=True,
    readers={
        "revesino": _read_revesino,
        "napolitana": _read_napolitana,
        "nula": _read_void_hand,
        "falta": _read_fault,
        **{unit: partial(_read_result, unit=unit) for unit in RESULTS},
        "platillo": _read_plate,
        "fin": read_end,
    },
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («7 -2 -5 0») as lines of revesino.
def shorthands(options: Options) -> tuple[Shorthand[object], ...]:
    """Return the shorthands for typed results.

    The numbers («7 -2 -5 0») are what each player gains or loses in a vuelta, or in a hand.
    """
    return one_line_shorthand("vuelta", spaced_text), one_line_shorthand("mano", spaced_text)
