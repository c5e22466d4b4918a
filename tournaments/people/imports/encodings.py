"""Decoding of files that are not UTF-8: the old alphabets of Windows, Mac and DOS."""

import re
from itertools import islice

from tournaments.people.imports.core import RowFault, SheetError

# DOS: cp858 writes Spanish as cp850 and cp437 do, and has the euro.
ALPHABETS = (
    ("cp1252", RowFault("read_as_windows")),
    ("mac_roman", RowFault("read_as_mac")),
    ("cp858", RowFault("read_as_dos")),
)
LOWER = frozenset("áéíóúüñçàèìòùâêîôûäëïöãõœæ")
UPPER = frozenset("ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÎÔÛÄËÏÖÃÕŒÆ")
SPANISH = frozenset("áéíóúüñÁÉÍÓÚÜÑºª")
RARE_LETTERS = frozenset("äöãõìæÄÖÃÕÌÆ")  # rare in lists from Spain and France
MARKS = frozenset("ºª°€¿¡«»“”‘’–—·…´✓ \xa0")
INNER_MARKS = frozenset("’·´")  # marks between two letters: «O’Hara»
NON_ASCII = re.compile(r"[^\x00-\x7f]")
MAX_NON_ASCII = 4_000  # the most letters outside of ASCII that are examined


def read_old_encoding(content: bytes) -> tuple[str, tuple[RowFault, ...]]:
    """Decode with the alphabet that makes the most plausible words; add a remark.

    Raises SheetError when no alphabet gives plausible words.

    >>> codecs = ("cp1252", "mac_roman", "cp850")
    >>> [read_old_encoding("Begoña Ibáñez".encode(codec))[0] for codec in codecs]
    ['Begoña Ibáñez', 'Begoña Ibáñez', 'Begoña Ibáñez']
    """
    readings = [(content.decode(name, "replace"), remark) for name, remark in ALPHABETS]
    all_points = [_text_points(text) for text, _remark in readings]
    best_points = max(all_points)
    text, remark = readings[all_points.index(best_points)]
    if best_points < 0 and mostly_controls(text):
        raise SheetError("not_a_table")
    if best_points < 0:
        raise SheetError("unknown_alphabet")
    return text, (remark,)


def mostly_controls(text: str) -> bool:
    """Return whether control characters, which no list has, are over a twentieth of the text."""
    return sum(ord(c) < 32 and c not in "\t\r\n" for c in text) > len(text) // 20


def _text_points(text: str) -> int:
    """Return how well the letters outside of ASCII fit in their words; negative if badly."""
    return sum(
        _letter_points(text[max(0, at - 1) : at], text[at], text[at + 1 : at + 2])
        for at in (match.start() for match in islice(NON_ASCII.finditer(text), MAX_NON_ASCII))
    )


def _letter_points(previous: str, letter: str, following: str) -> int:
    """Return the points of a letter or mark; negative if its neighbours make it impossible.

    No word of these languages has three letters outside of ASCII in a row.
    """
    points = 3 if letter in SPANISH else 0 if letter in RARE_LETTERS else 2
    is_inside = previous.isalpha() and following.isalpha()
    if is_inside and not previous.isascii() and not following.isascii():
        return -3
    if letter in LOWER:
        return -3 if following.isupper() else points
    if letter in UPPER:
        return -3 if previous.islower() else points
    if letter in MARKS:
        return -3 if is_inside and letter not in INNER_MARKS else points
    return -3
