"""The notation of malilla: after the points, the words of a deal come in any order.

>>> parse("40-32 ro a/CARGAR")
Deal(points=(40, 32), asleep=None, card=Card(rank='R', suit='o'), capote=None, dealer=None, faults=(SideFault(side=0, fault='cargar'),), split=None)
"""  # noqa: E501

import re
from functools import partial

from rules.core import Side, refusal
from rules.malilla.amounts import parse_amounts
from rules.malilla.codes import refuse
from rules.malilla.forms import FAULTS, MOST_SIDES, RANKS
from rules.malilla.hands import Card, Deal, Favorito, Misdeal, Partida, Ruling, SideFault, Vuelta
from rules.malilla.options import Options
from rules.notation import Notation, Words, only_word, side_in, unreadable_error
from rules.reading import SUITS
from rules.shorthands import Shorthand, one_line_shorthand, signed_text

_EXAMPLES = "40-32 Ro · 40-32 9c dA B/cargar · vuelta +20-20 · mal · favorito o"
_WORDS = "Ro · s12 · capote · sincapote · dA · A/cargar · r-10+4+3+3"
_POINTS = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6}){1,4}")
_ASLEEP = re.compile(r"[sS][0-9]{1,6}")
_CARD = re.compile(r"(1[012]|[A-Z0-9])([A-Z]?)", re.IGNORECASE | re.ASCII)
_FIGURES = {"10": "S", "11": "C", "12": "R"}  # figures, by the numbers that some packs print
_CAPOTE = {"capote": True, "sincapote": False}


def _read_side(letter: str, field: str) -> Side:
    return side_in(letter, field, MOST_SIDES)


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["anula"]:
            return Ruling("anula", reason)
        case ["da" | "partida" as act, side]:
            return Ruling(act, reason, _read_side(side, "side"))
        case [tantos] if tantos[0] in "+-":
            return Ruling("tantos", reason, halves=parse_amounts(tantos, "tantos"))
        case ["mano", tantos]:
            return Ruling("mano", reason, halves=parse_amounts(tantos, "tantos"))
    return None


def _read_misdeal(words: Words, line: str, *, short_pack: bool) -> Misdeal:
    match words:
        case []:
            return Misdeal(short_pack)
        case [dealer] if len(dealer) == 2 and dealer[0] in "dD":
            return Misdeal(short_pack, _read_side(dealer[1], "dealer"))
    raise unreadable_error(line, "mal · baraja · mal dA")


def _read_favorito(words: Words, line: str) -> Favorito:
    return Favorito(only_word(words, line, "favorito o").lower())


def _read_vuelta(words: Words, line: str) -> Vuelta:
    return Vuelta(parse_amounts(only_word(words, line, "vuelta +20-20"), "tantos"))


def _read_partida(words: Words, line: str) -> Partida:
    return Partida(parse_amounts(only_word(words, line, "partida +20-20"), "tantos"))


def _read_deal(words: Words, line: str) -> Deal:
    """Read a deal: points first; then the alce, s, capote, d and r at most once each, and the
    faults.
    """
    if not _POINTS.fullmatch(words[0]):
        raise unreadable_error(line, _EXAMPLES)
    fields: dict[str, object] = {}
    faults: list[SideFault] = []
    for word in words[1:]:
        if len(word) > 2 and word[1] == "/":
            faults.append(_read_fault(word))
            continue
        field, value = _field_and_value(word)
        if field in fields:
            raise refuse("malilla.word_twice", field, value=word)
        fields[field] = value
    points = tuple(map(int, words[0].split("-")))
    return Deal(points, faults=tuple(faults), **fields)  # type: ignore[arg-type]


def _field_and_value(word: str) -> tuple[str, object]:
    """Return the field of a deal that a word fills, and its value."""
    if (capote := _CAPOTE.get(word.lower())) is not None:
        return "capote", capote
    if card := _CARD.fullmatch(word):
        rank, suit = card[1].upper(), card[2].lower()
        rank = _FIGURES.get(rank, rank)
        if rank == "D":
            return "dealer", _read_side(card[2], "dealer")
        if rank in RANKS or (suit and suit in SUITS):
            return "card", Card(rank, suit or None)
    if _ASLEEP.fullmatch(word):
        return "asleep", int(word[1:])
    if word[0] in "rR" and len(word) > 1:
        halves = parse_amounts(word[1:], "split")
        if any(amount % 2 for amount in halves):
            raise refuse("malilla.tantos_half", "split", value=word)
        return "split", tuple(amount // 2 for amount in halves)
    raise unreadable_error(word, _WORDS)


def _read_fault(word: str) -> SideFault:
    fault = word[2:].lower()
    if fault not in FAULTS:
        raise refusal("not_a_choice", "faults", value=fault, allowed=FAULTS)
    return SideFault(_read_side(word[0], "faults"), fault)


parse = Notation(
    MOST_SIDES,
    forms_with_reason="pierde A: … · arbitro +10-10: … · arbitro mano +10-10: … · "
    "arbitro da A: … · arbitro anula: …",
    default_reader=_read_deal,
    readers={
        "mal": partial(_read_misdeal, short_pack=False),
        "baraja": partial(_read_misdeal, short_pack=True),
        "favorito": _read_favorito,
        "vuelta": _read_vuelta,
        "partida": _read_partida,
    },
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («+20 -20») as lines of malilla.
def shorthands(options: Options) -> tuple[Shorthand[object], ...]:
    """Return the shorthands for typed results.

    The numbers («+20 -20») are what each side gains or loses in the match, or in a vuelta.
    """
    return one_line_shorthand("partida", signed_text), one_line_shorthand("vuelta", signed_text)
