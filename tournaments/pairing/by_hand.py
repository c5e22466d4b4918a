"""Matches that a person writes in place of drawn matches."""

import re
from collections.abc import Sequence

from rules.reading import hyphens
from tournaments.formats.core import DrawError

Numbers = tuple[int, ...]

BETWEEN_MATCHES = re.compile(r"[,;\n]+")
MATCH = re.compile(r"[0-9]{1,5}(?:(?:\s*[-+/·]\s*|\s+)[0-9]{1,5})*")
SHOWN = 40


def read_matches(text: str) -> tuple[Numbers, ...]:
    """Return the numbers of each match as written. Raises DrawError `match_unreadable`.

    >>> read_matches("12-7, 3 – 9; 4+5-6+8")
    ((12, 7), (3, 9), (4, 5, 6, 8))
    """
    pieces = [piece.strip(" \t\r.") for piece in BETWEEN_MATCHES.split(text)]
    matches = tuple(_read(piece) for piece in pieces if piece)
    if not matches:
        raise DrawError("match_unreadable", match=text.strip()[:SHOWN])
    return matches


def _read(piece: str) -> Numbers:
    if not MATCH.fullmatch(hyphens(piece)):
        raise DrawError("match_unreadable", match=piece[:SHOWN])
    return tuple(int(number) for number in re.findall("[0-9]+", piece))


def place_matches(
    matches: Sequence[Numbers], drawn: Sequence[Numbers], resting: Sequence[Numbers]
) -> tuple[Numbers, ...]:
    """Return the matches, put in the positions of drawn matches of equal size, then the byes.

    Each match takes the first free position of its size. Entries without a match rest, by number.
    Raises DrawError `twice_by_hand` if a number is written twice, `tables_by_hand` if no drawn
    match of that size is left, and `missing_by_hand` if a drawn match gets no written match.
    """
    seen: set[int] = set()
    for match in matches:
        for number in match:
            if number in seen:
                raise DrawError("twice_by_hand", match=match_text(match), number=number)
            seen.add(number)
    free, tables = list(range(len(drawn))), dict(enumerate(drawn))
    for match in matches:
        if len(match) == 1:  # a bye may be written too
            continue
        at = next((at for at in free if len(drawn[at]) == len(match)), None)
        if at is None:
            raise DrawError("tables_by_hand", match=match_text(match), size=len(match))
        free.remove(at)
        tables[at] = match
    playing = {number for match in matches if len(match) > 1 for number in match}
    left = sorted({number for sides in (*drawn, *resting) for number in sides} - playing)
    if free:
        rests = sum(map(len, resting))
        raise DrawError("missing_by_hand", numbers=", ".join(map(str, left)), rests=rests)
    others = iter(left)
    return (*tables.values(), *(tuple(next(others) for _seat in sides) for sides in resting))


def exchanges(drawn: Sequence[Numbers], target: Sequence[Numbers]) -> list[tuple[int, int]]:
    """Return the couples that change places, in sequence, to turn `drawn` into `target`.

    >>> exchanges([(1, 2), (3, 4)], [(1, 4), (2, 3)])
    [(2, 4), (3, 2)]
    """
    seats = [number for sides in drawn for number in sides]
    places = {number: place for place, number in enumerate(seats)}
    couples = []
    for place, comes in enumerate(number for sides in target for number in sides):
        leaves = seats[place]
        if leaves == comes:
            continue
        seats[place], seats[places[comes]] = comes, leaves
        places[leaves], places[comes] = places[comes], place
        couples.append((leaves, comes))
    return couples


def match_text(match: Sequence[int]) -> str:
    """Return the match as text: «12-7»."""
    return "-".join(map(str, match))
