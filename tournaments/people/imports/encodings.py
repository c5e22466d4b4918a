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
RARE = frozenset("äöãõìæÄÖÃÕÌÆ")  # rare in lists from Spain and France
MARKS = frozenset("ºª°€¿¡«»“”‘’–—·…´✓ \xa0")
INSIDE = frozenset("’·´")  # marks between two letters: «O’Hara»
OTHER = re.compile(r"[^\x00-\x7f]")
LOOKED_AT = 4_000  # most letters outside of ASCII that are examined


def read_old(content: bytes) -> tuple[str, tuple[RowFault, ...]]:
    """Decode with the alphabet that makes the most plausible words; add a remark.

    Raises SheetError when no alphabet gives plausible words.

    >>> [read_old("Begoña Ibáñez".encode(name))[0] for name in ("cp1252", "mac_roman", "cp850")]
    ['Begoña Ibáñez', 'Begoña Ibáñez', 'Begoña Ibáñez']
    """
    read = [(content.decode(name, "replace"), remark) for name, remark in ALPHABETS]
    points = [_points(text) for text, _remark in read]
    best = max(points)
    text, remark = read[points.index(best)]
    if best < 0 and mostly_controls(text):
        raise SheetError("not_a_table")
    if best < 0:
        raise SheetError("unknown_alphabet")
    return text, (remark,)


def mostly_controls(text: str) -> bool:
    """Return whether over a twentieth of the text is control characters, which lists never have."""
    return sum(ord(c) < 32 and c not in "\t\r\n" for c in text) > len(text) // 20


def _points(text: str) -> int:
    """Return how well the letters outside of ASCII fit in their words; a negative number means
    badly.
    """
    return sum(
        _worth(text[max(0, at - 1) : at], text[at], text[at + 1 : at + 2])
        for at in (match.start() for match in islice(OTHER.finditer(text), LOOKED_AT))
    )


def _worth(before: str, letter: str, after: str) -> int:
    """Return points for a letter or mark between `before` and `after`; negative if impossible.

    No word of these languages has three letters outside of ASCII in a row.
    """
    points = 3 if letter in SPANISH else 0 if letter in RARE else 2
    inside = before.isalpha() and after.isalpha()
    if inside and not before.isascii() and not after.isascii():
        return -3
    if letter in LOWER:
        return -3 if after.isupper() else points
    if letter in UPPER:
        return -3 if before.islower() else points
    if letter in MARKS:
        return -3 if inside and letter not in INSIDE else points
    return -3
