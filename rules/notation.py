"""The notation that all games share: the first word of a line, and the reason after a colon.

Each line of the acta is one line of text, in capital or small letters, with any number of spaces
and any dash for a hyphen. `str(hand)` writes what the `parse` of a game reads.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import RuleError, refusal
from rules.lines import End, Forfeit, Stop
from rules.reading import SIDE_NAMES, Side, hyphens, quoting, read_side, single_line

Words = list[str]
_SPELLINGS = {"árbitro": "arbitro", "señas": "senas"}


@dataclass(frozen=True, slots=True)
class Notation:
    """How the lines of a game are read.

    sides: the number of side letters.
    forms_with_reason: the possible lines with a reason, which the error of an unknown line lists.
    default_reader: the reader of a line whose first word is not in `readers`: a hand, in most
    games.
    lowercase: whether the words of a line without a reason are changed to small letters before they
    are read.
    readers: a reader for each first word; it gets the remaining words and the line.
    readers_with_reason: a reader for the first word of a line with a reason; it gets the words in
        small letters, the line and the reason, and returns None for an unknown line. This class
        reads the lines of all games: «pierde», «pierden todos» and «arbitro fin» or «tablas».
    """

    sides: int
    forms_with_reason: str
    default_reader: Callable[[Words, str], Any]
    lowercase: bool = False
    readers: Mapping[str, Callable[[Words, str], Any]] = field(default_factory=dict)
    readers_with_reason: Mapping[str, Callable[[Words, str, str], Any]] = field(
        default_factory=dict
    )

    def parse(self, text: str) -> Any:
        """Return the line written in `text`.

        Raises `RuleError` for text that cannot be read or that the game does not allow; the error
        quotes the text letter for letter as typed.
        """
        line = single_line(text)
        with quoting(line):
            return self._read(line)

    def _read(self, line: str) -> Any:
        head, colon, reason = line.partition(":")
        head = hyphens(head)
        words = (head.lower() if self.lowercase else head).split()
        first_word = words[0].lower() if words else ""
        first_word = _SPELLINGS.get(first_word, first_word)
        if colon:
            hand = self._read_with_reason(
                first_word, [word.lower() for word in words[1:]], line, reason
            )
            if hand is None:
                raise unreadable_error(line, self.forms_with_reason)
            return hand
        if first_word in self.readers:
            return self.readers[first_word](words[1:], line)
        if first_word in ("pierde", "pierden") or first_word in self.readers_with_reason:
            raise refusal("reason_missing", "reason")
        return self.default_reader(words, line)

    def _read_with_reason(self, first_word: str, words: Words, line: str, reason: str) -> Any:
        """Return the line with a reason that these words write; None for an unknown line."""
        match first_word, words:
            case "pierde", [letter]:
                return Forfeit(side_in(letter, "loser", self.sides), reason)
            case "pierden", [] | ["todos" | "ambos" | "todas" | "ambas"]:
                return Stop(reason, lost=True)
            case "arbitro", ["fin" | "tablas" as end]:
                return Stop(reason, drawn=end == "tablas")
        read = self.readers_with_reason.get(first_word)
        return read and read(words, line, reason)


def unreadable_error(value: str, allowed: str, field: str = "line") -> RuleError:
    """Return the error of unreadable text, with the forms that are allowed."""
    return refusal("line_unreadable", field, value=value, allowed=allowed)


def side_in(word: str, field: str, sides: int = 2) -> Side:
    """Return the side that a letter names, capital or small; raises `not_a_side`."""
    capital = word.upper()
    return read_side(capital if capital in set(SIDE_NAMES[:sides]) else word, field, sides)


def only_word(words: Words, line: str, form: str) -> str:
    """Return the only word after the first word of the line.

    Raises `line_unreadable` for any other number of words; `form` is the example in this error.
    """
    if len(words) != 1:
        raise unreadable_error(line, form)
    return words[0]


def read_end(words: Words, line: str) -> End:
    """Return the line «fin»; raises `line_unreadable` if more words follow."""
    if words:
        raise unreadable_error(line, "fin")
    return End()
