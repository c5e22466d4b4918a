"""The notation of truco: the acts of a hand in order; faults, dealer and gallo anywhere.

>>> str(parse("  ae Q 31-B at N "))
'Ae q 31-b At n'
"""

import re

from rules.core import Side
from rules.notation import Notation, Words, side_in, unreadable_error
from rules.reading import dashed_text
from rules.shorthands import Shorthand, line_per_unit_shorthand, one_line_shorthand, race_results
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
    TrucoWinner,
)
from rules.truco.codes import refuse
from rules.truco.hands import MISDEALS, Chico, Deal, ExtraCards, Misdeal, Ruling, Signs
from rules.truco.options import Options

_EXAMPLES = "Ae q 31-27 At q ABA · mB · chico 30-24 · maldada · sobra A"
_POINTS = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6})+")
_TANTOS = re.compile(r"(?:[0-9]{1,6}(?:\.[0-9])?|b)(?:-(?:[0-9]{1,6}(?:\.[0-9])?|b))+")
_ROUNDS = re.compile(r"[abcp]+")
_MARK = re.compile(r"([dg])([a-z])([0-9]?)")


def _fixed_words() -> dict[str, tuple[Act, ...]]:
    """Return the words of a hand that have no numbers, in small letters, each with the acts that it
    writes.
    """
    words: dict[str, tuple[Act, ...]] = {
        "q": (Answer(True),),
        "quiero": (Answer(True),),
        "n": (Answer(False),),
        "no": (Answer(False),),
    }
    for side in range(SIDES):
        words |= {str(Chant(side, chant)).lower(): (Chant(side, chant),) for chant in CHANTS}
        words |= {str(act).lower(): (act,) for act in (Mazo(side), TrucoWinner(side))}
    return words


_WORDS = _fixed_words()
_FAULTS = {
    str(Fault(kind, side)).lower(): Fault(kind, side) for kind in FAULTS for side in range(SIDES)
}
_ROUND = {"a": Round(0), "b": Round(1), "c": Round(2), "p": Round(None)}


def _read_side(word: str, field: str) -> Side:
    return side_in(word, field, SIDES)


def _read_deal(words: Words, line: str) -> Deal:
    """Read a hand from its words; errors quote the words as the user typed them."""
    acts: list[Act] = []
    faults: list[Fault] = []
    marks: dict[str, Seat] = {}
    for typed_word in words:
        word = typed_word.lower()
        if fixed_acts := _WORDS.get(word):
            acts += fixed_acts
        elif _ROUNDS.fullmatch(word):
            acts += [_ROUND[letter] for letter in word]
        elif _TANTOS.fullmatch(word):
            acts.append(_read_tantos(word))
        elif fault := _FAULTS.get(word):
            faults.append(fault)
        elif mark := _MARK.fullmatch(word):
            _add_mark(marks, mark, typed_word)
        else:
            raise unreadable_error(typed_word, _EXAMPLES)
    gallo = marks.get("g")
    return Deal(tuple(acts), tuple(faults), marks.get("d"), None if gallo is None else gallo.side)


def _add_mark(marks: dict[str, Seat], mark: re.Match[str], word: str) -> None:
    """Add the dealer or the gallo that this word names; each word comes once at most."""
    sign, letter, number = mark.groups()
    field = "dealer" if sign == "d" else "gallo"
    if sign in marks:
        raise refuse("truco.word_twice", field, value=word)
    if sign == "g" and number:
        raise unreadable_error(word, _EXAMPLES)
    marks[sign] = Seat(_read_side(letter, field), int(number or 1))


def _read_tantos(word: str) -> Tantos:
    return Tantos(tuple(_read_tanto(part) for part in word.split("-")))


def _read_tanto(text: str) -> Tanto | None:
    if text == "b":
        return None
    value, dot, seat = text.partition(".")
    return Tanto(int(value), int(seat) if dot else None)


def _read_signs(words: Words, line: str, reason: str) -> Signs | None:
    return Signs(_read_side(words[0], "side"), reason) if len(words) == 1 else None


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["anula"]:
            return Ruling("anula", None, None, reason)
        case ["chico" | "partido" as act, side]:
            return Ruling(act, _read_side(side, "side"), None, reason)
        case ["tantos", side, points] if re.fullmatch("[0-9]{1,6}", points):
            return Ruling("tantos", _read_side(side, "side"), int(points), reason)
    return None


def _read_chico(words: Words, line: str) -> Chico:
    match words:
        case [points] if _POINTS.fullmatch(points):
            return Chico(_read_numbers(points))
        case [points, winner] if _POINTS.fullmatch(points):
            return Chico(_read_numbers(points), _read_side(winner, "chico"))
        case [winner] if winner.isalpha():
            return Chico(None, _read_side(winner, "chico"))
    raise unreadable_error(line, "chico 30-24 · chico A")


def _read_numbers(points: str) -> tuple[int, ...]:
    return tuple(int(number) for number in points.split("-"))


def _read_misdeal(words: Words, line: str) -> Misdeal:
    words = [word.lower() for word in words]
    kind = words.pop(0) if words and words[0] in MISDEALS else None
    if not words:
        return Misdeal(kind)
    seat_match = re.fullmatch(r"([a-z])([0-9]?)", words[0])
    if len(words) > 1 or seat_match is None:
        raise unreadable_error(line, "maldada · maldada mas · maldada menos · maldada vuelta A2")
    return Misdeal(kind, Seat(_read_side(seat_match[1], "dealer"), int(seat_match[2] or 1)))


def _read_extra_cards(words: Words, line: str) -> ExtraCards:
    match words:
        case [side]:
            return ExtraCards(_read_side(side, "side"))
        case [side, word] if (mark := _MARK.fullmatch(word.lower())) and mark[1] == "d":
            dealer = Seat(_read_side(mark[2], "dealer"), int(mark[3] or 1))
            return ExtraCards(_read_side(side, "side"), dealer)
    raise unreadable_error(line, "sobra A · sobra A dB2")


parse = Notation(
    SIDES,
    forms_with_reason="pierde A: … · senas A: … · arbitro tantos A 2: … · arbitro chico A: … · "
    "arbitro partido A: … · arbitro anula: …",
    default_reader=_read_deal,
    readers={"chico": _read_chico, "maldada": _read_misdeal, "sobra": _read_extra_cards},
    readers_with_reason={"arbitro": _read_ruling, "senas": _read_signs},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («2-1») as lines of truco.
UNSTATED_TALLIES = ("tantos",)


def shorthands(options: Options) -> tuple[Shorthand[object], ...]:
    """Return the shorthands for typed results.

    The numbers («2-1») are the chicos that each side won, or the tantos of a chico.

    >>> [shorthand.word for shorthand in shorthands(Options(chicos=1))]
    ['chico']
    """
    chico: Shorthand[object] = one_line_shorthand("chico")
    if options.chicos == 1:
        return (chico,)
    possible_results = race_results(options.chicos_to_win) if options.sides == 2 else []
    chicos: Shorthand[object] = line_per_unit_shorthand(
        "chicos",
        "chico",
        possible_results,
        unstated_tallies=UNSTATED_TALLIES,
        full_example=_example_chicos(options),
    )
    return chicos, chico


def unstated_tallies(hand: object) -> tuple[str, ...]:
    """Return the tallies that a line omits: the tantos, if the line is a chico with only its
    winner.
    """
    return UNSTATED_TALLIES if isinstance(hand, Chico) and hand.points is None else ()


def _example_chicos(options: Options) -> str:
    """Return example numbers of a match won by A, each chico with its tantos.

    >>> _example_chicos(Options(chicos=3)), _example_chicos(Options(players=3, chicos=3))
    ('30-24 18-30 30-20', '30-24-24 18-30-18 30-20-20')
    """

    def chico(winner: int, lacking: int) -> str:
        tantos = [max(options.target - lacking, 0)] * options.sides
        tantos[winner] = options.target
        return dashed_text(tantos)

    return " ".join([*[chico(0, 6)] * (options.chicos_to_win - 1), chico(1, 12), chico(0, 10)])
