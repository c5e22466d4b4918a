"""The notation of zanga: after the voice, the words of a hand come in any order.

>>> parse("PPJ 4-4 eb")
Deal(passes=2, way='juega', naipes='propias', bazas=(4, 4), five=None, todas=False, estuche=1, false_claim=None, renuncios=(), mano=None)
"""  # noqa: E501

import re
from dataclasses import dataclass, field

from rules.core import Side
from rules.notation import Notation, Words, only_word, side_in, unreadable_error
from rules.reading import Tally
from rules.shorthands import Shorthand, fixed_length_results, line_per_unit_shorthand, race_results
from rules.zanga.codes import refuse
from rules.zanga.hands import NAIPES, WAYS, Deal, Partida
from rules.zanga.options import Options
from rules.zanga.renuncios import Renuncio
from rules.zanga.rulings import ManoRuling, PartidaRuling, Ruling, ValesRuling, VoidRuling
from rules.zanga.seats import Seat, seat_of

_EXAMPLES = "j 5-3 mA1 · ppj 4-4 · pppz 3-5 eB · s 8-0 tA · partida A"
_WORDS = "5-3 · cA · tA · eA · fA · rA · rAe · rAe8 · mA1"
_VOICE = re.compile(r"(p{0,20})(?:([zv])([sm]?)|([jsmo]))", re.IGNORECASE | re.ASCII)
_THREE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})-([0-9]{1,6})")
_WORD = re.compile(
    r"(?P<a>[0-9]{1,6})-(?P<b>[0-9]{1,6})"
    r"|(?P<sign>[ctef])(?P<side>[A-Z])"
    r"|r(?P<offender>[A-Z])(?P<matador>e?)(?P<eight>8?)"
    r"|m(?P<seat>[A-Z][0-9])",
    re.IGNORECASE | re.ASCII,
)

_WAYS = {letter: way for way, letter in WAYS.items()} | {"": "juega"}
_NAIPES = {letter: naipes for naipes, letter in NAIPES.items()}
_FIELDS = {"c": "five", "t": "todas", "e": "estuche", "f": "false_claim"}


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["anula"]:
            return VoidRuling(reason)
        case ["partida", letter]:
            return PartidaRuling(side_in(letter, "side"), reason)
        case ["mano", seat]:
            return ManoRuling(seat_of(seat.upper()), reason)
        case ["vales", numbers] if three := _THREE.fullmatch(numbers):
            a, b, middle = (int(number) for number in three.groups())
            return ValesRuling((a, b), middle, reason)
    return None


def _read_partida(words: Words, line: str) -> Partida:
    return Partida(side_in(only_word(words, line, "partida A"), "winner"))


@dataclass(slots=True)
class _HandWords:
    """The words of a hand as read so far."""

    bazas: Tally | None = None
    mano: Seat | None = None
    sides: dict[str, Side] = field(default_factory=dict)
    renuncios: list[Renuncio] = field(default_factory=list)

    def read_word(self, word: str) -> None:
        parts = _WORD.fullmatch(word)
        if parts is None:
            raise unreadable_error(word, _WORDS)
        a, b, sign, side, offender, matador, eight, seat = parts.groups()
        if sign:
            self._read_sign(sign.lower(), side, word)
        elif a:
            _check_single(self.bazas, "bazas", word)
            self.bazas = int(a), int(b)
        elif offender:
            offender_side = side_in(offender, "renuncios")
            self.renuncios.append(Renuncio(offender_side, bool(matador), bool(eight)))
        else:
            _check_single(self.mano, "mano", word)
            self.mano = seat_of(seat.upper())

    def _read_sign(self, sign: str, letter: str, word: str) -> None:
        """Read a sign with a side; each sign may come once.

        Raises `word_twice` for a repeated sign, and an error of `_BOTH_SIDES_CODES` if the other
        side has it: only one side can hold the estuche. If both sides ask five, or both claim
        falsely, the judge decides.
        """
        side = side_in(letter, _FIELDS[sign])
        if self.sides.get(sign, side) != side and sign in _BOTH_SIDES_CODES:
            raise refuse(_BOTH_SIDES_CODES[sign], _FIELDS[sign])
        _check_single(self.sides.get(sign), _FIELDS[sign], word)
        self.sides[sign] = side


_BOTH_SIDES_CODES = {
    "c": "zanga.both_ask",
    "t": "zanga.both_ask",
    "e": "zanga.estuche_both",
    "f": "zanga.two_faults",
}


def _check_single(previous_value: object, field: str, word: str) -> None:
    if previous_value is not None:
        raise refuse("zanga.word_twice", field, value=word)


def _read_deal(words: Words, line: str) -> Deal:
    """Read a hand: first the voice (a p for each pass, then the way to play), then the other
    words.
    """
    voice = _VOICE.fullmatch(words[0])
    if voice is None:
        raise unreadable_error(line, _EXAMPLES)
    hand_words = _HandWords()
    for word in words[1:]:
        hand_words.read_word(word)
    five, todas = hand_words.sides.get("c"), hand_words.sides.get("t")
    if five is not None and todas is not None and five != todas:
        raise refuse("zanga.both_ask", "five")
    return Deal(
        passes=len(voice[1]),
        way=_WAYS[(voice[3] or voice[4] or "").lower()],
        naipes=_NAIPES[(voice[2] or "").lower()],
        bazas=hand_words.bazas,
        five=five if todas is None else todas,
        todas=todas is not None,
        estuche=hand_words.sides.get("e"),
        false_claim=hand_words.sides.get("f"),
        renuncios=tuple(hand_words.renuncios),
        mano=hand_words.mano,
    )


parse = Notation(
    sides=2,
    forms_with_reason="pierde A: … · arbitro partida A: … · arbitro anula: … · "
    "arbitro vales 20-8-4: … · arbitro mano A2: …",
    default_reader=_read_deal,
    readers={"partida": _read_partida},
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («2-1») as lines of zanga.
def shorthands(options: Options) -> tuple[Shorthand[object], ...]:
    """Return the shorthands for typed results.

    The numbers («2-1») are the partidas that each side won.
    """
    possible_results = (
        fixed_length_results(options.jornada) if options.jornada else race_results(options.partidas)
    )
    return (line_per_unit_shorthand("partidas", "partida", possible_results),)
