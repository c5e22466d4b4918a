"""Matches that a person writes in place of drawn matches."""

import re
from collections.abc import Sequence

from rules.reading import hyphens
from tournaments.formats.core import DrawError

Numbers = tuple[int, ...]

SEPARATOR = re.compile(r"[,;\n]+")
MATCH = re.compile(r"[0-9]{1,5}(?:(?:\s*[-+/·]\s*|\s+)[0-9]{1,5})*")
MOST_CHARACTERS = 40


def read_matches(text: str) -> tuple[Numbers, ...]:
    """Return the numbers of each match as written. Raises DrawError `match_unreadable`.

    >>> read_matches("12-7, 3 – 9; 4+5-6+8")
    ((12, 7), (3, 9), (4, 5, 6, 8))
    """
    pieces = [piece.strip(" \t\r.") for piece in SEPARATOR.split(text)]
    matches = tuple(_read(piece) for piece in pieces if piece)
    if not matches:
        raise DrawError("match_unreadable", match=text.strip()[:MOST_CHARACTERS])
    return matches


def _read(piece: str) -> Numbers:
    if not MATCH.fullmatch(hyphens(piece)):
        raise DrawError("match_unreadable", match=piece[:MOST_CHARACTERS])
    return tuple(int(number) for number in re.findall("[0-9]+", piece))


def place_matches(
    matches: Sequence[Numbers], drawn_matches: Sequence[Numbers], byes: Sequence[Numbers]
) -> tuple[Numbers, ...]:
    """Return the matches, put in the positions of drawn matches of equal size, then the byes.

    Each match takes the first free position of its size. Entries without a match rest, by number.
    Raises DrawError `twice_by_hand` if a number is written twice, `tables_by_hand` if no drawn
    match of that size is left, and `missing_by_hand` if a drawn match gets no written match.
    """
    numbers_seen: set[int] = set()
    for match in matches:
        for number in match:
            if number in numbers_seen:
                raise DrawError("twice_by_hand", match=match_text(match), number=number)
            numbers_seen.add(number)
    free_positions, placed_matches = list(range(len(drawn_matches))), dict(enumerate(drawn_matches))
    for match in matches:
        if len(match) == 1:  # a bye may be written too
            continue
        position = next(
            (position for position in free_positions if len(drawn_matches[position]) == len(match)),
            None,
        )
        if position is None:
            raise DrawError("tables_by_hand", match=match_text(match), size=len(match))
        free_positions.remove(position)
        placed_matches[position] = match
    playing = {number for match in matches if len(match) > 1 for number in match}
    numbers_left = sorted(
        {number for sides in (*drawn_matches, *byes) for number in sides} - playing
    )
    if free_positions:
        rests = sum(map(len, byes))
        raise DrawError("missing_by_hand", numbers=", ".join(map(str, numbers_left)), rests=rests)
    resting_numbers = iter(numbers_left)
    return (
        *placed_matches.values(),
        *(tuple(next(resting_numbers) for _seat in sides) for sides in byes),
    )


def exchanges(drawn_matches: Sequence[Numbers], target: Sequence[Numbers]) -> list[tuple[int, int]]:
    """Return the couples that change places, in sequence, to turn `drawn_matches` into `target`.

    >>> exchanges([(1, 2), (3, 4)], [(1, 4), (2, 3)])
    [(2, 4), (3, 2)]
    """
    seats = [number for sides in drawn_matches for number in sides]
    places = {number: place for place, number in enumerate(seats)}
    couples = []
    for place, new_number in enumerate(number for sides in target for number in sides):
        old_number = seats[place]
        if old_number == new_number:
            continue
        seats[place], seats[places[new_number]] = new_number, old_number
        places[old_number], places[new_number] = places[new_number], place
        couples.append((old_number, new_number))
    return couples


def match_text(match: Sequence[int]) -> str:
    """Return the match as text: «12-7»."""
    return "-".join(map(str, match))
