"""Notation of all games: how a line begins, and what stands after a colon.

A notation is one line of text a line of the acta, in capital or small letters, with as many spaces
as one likes and any dash for a hyphen. `str(hand)` writes what the `parse` of a game reads.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import RuleError, refusal
from rules.lines import End, Forfeit, Stop
from rules.reading import SIDE_NAMES, Side, hyphens, one_line, quoting, side_of

Words = list[str]
_SPELLINGS = {"árbitro": "arbitro", "señas": "senas"}


@dataclass(frozen=True, slots=True)
class Notation:
    """How the lines of a game are read.

    sides: how many letters there are.
    with_reason: what a line with a reason can be, for the error of one that is none.
    otherwise: reads a line that begins with no word of `written`: a hand, in most games.
    small: whether the words are read in small letters, and so shown where one cannot be read.
    written: by the first word of a line, what reads the other words; it gets the line too.
    reasoned: the same of a line with a reason, which it gets too; the words are in small letters.
        It returns None where there is no such line. The lines of all games, «pierde», «pierden
        todos» and «arbitro fin» or «tablas», are read here.
    """

    sides: int
    with_reason: str
    otherwise: Callable[[Words, str], Any]
    small: bool = False
    written: Mapping[str, Callable[[Words, str], Any]] = field(default_factory=dict)
    reasoned: Mapping[str, Callable[[Words, str, str], Any]] = field(default_factory=dict)

    def parse(self, text: str) -> Any:
        """Return the line written in `text`.

        Raises `RuleError` for what cannot be read and for what the game does not allow; it quotes
        what was typed letter for letter.
        """
        line = one_line(text)
        with quoting(line):
            return self._read(line)

    def _read(self, line: str) -> Any:
        said, colon, reason = line.partition(":")
        said = hyphens(said)
        words = (said.lower() if self.small else said).split()
        first = words[0].lower() if words else ""
        first = _SPELLINGS.get(first, first)
        if colon:
            hand = self._decided(first, [word.lower() for word in words[1:]], line, reason)
            if hand is None:
                raise unreadable(line, self.with_reason)
            return hand
        if first in self.written:
            return self.written[first](words[1:], line)
        if first in ("pierde", "pierden") or first in self.reasoned:
            raise refusal("reason_missing", "reason")
        return self.otherwise(words, line)

    def _decided(self, first: str, words: Words, line: str, reason: str) -> Any:
        match first, words:
            case "pierde", [letter]:
                return Forfeit(side_in(letter, "loser", self.sides), reason)
            case "pierden", [] | ["todos" | "ambos" | "todas" | "ambas"]:
                return Stop(reason, lost=True)
            case "arbitro", ["fin" | "tablas" as end]:
                return Stop(reason, drawn=end == "tablas")
        read = self.reasoned.get(first)
        return read and read(words, line, reason)


def unreadable(value: str, allowed: str, field: str = "line") -> RuleError:
    """Return the error of what cannot be read, and what can be written there."""
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def side_in(word: str, field: str, sides: int = 2) -> Side:
    """Return the side that a letter names, capital or small; raises `not_a_side`."""
    capital = word.upper()
    return side_of(capital if capital in set(SIDE_NAMES[:sides]) else word, field, sides)


def only_word(words: Words, line: str, form: str) -> str:
    """Return the one word that follows the first one in a line of this form."""
    if len(words) != 1:
        raise unreadable(line, form)
    return words[0]


def end_of_time(words: Words, line: str) -> End:
    """Read the line «fin»."""
    if words:
        raise unreadable(line, "fin")
    return End()
