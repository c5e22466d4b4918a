"""Results in, ordered lines out, each with the tie-break that placed it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.outcomes import Field, Outcome, field_of
from scoring.tiebreaks import TIEBREAKS
from tournaments.formats.core import Entrant

__all__ = ["TIEBREAKS", "Entrant", "Line", "Outcome", "standings"]


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's line.

    `played` counts every decided match, forfeits too and byes where they are won, so that played
    = won + drawn + lost. `values` has every tie-break of the chain in order. `decided_by` is the
    one that put this line below the one above; None on the first line and between lines that
    share a place.
    """

    place: int
    entrant: int
    played: int
    won: int
    lost: int
    values: tuple[tuple[str, int], ...]
    decided_by: str | None
    shared: bool
    withdrawn: bool
    drawn: int = 0


def standings(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    chain: Sequence[str],
    seed: str,
    counted: str,
) -> tuple[Line, ...]:
    """Every entrant in order, from the first place down; withdrawn ones stay, marked.

    The chain is applied from the left: each tie-break splits the groups the ones before left
    together. Who is still together at the end shares the place (1, 2, 2, 4), lower number
    first. `counted` is the game's tally that is added up. The order of `entrants` and of
    `outcomes` does not matter. A key that is not in TIEBREAKS is a KeyError.
    """
    field = field_of(entrants, outcomes, seed, counted)
    values: dict[int, list[tuple[str, int]]] = {number: [] for number in field.entrants}
    groups = [sorted(field.entrants)] if field.entrants else []
    decided_by: list[str | None] = [None]
    for key in chain:
        split: list[list[int]] = []
        reasons: list[str | None] = []
        for group, reason in zip(groups, decided_by, strict=False):
            parts = _split(field, key, group, values)
            split += parts
            reasons += [reason, *[key] * (len(parts) - 1)]
        groups, decided_by = split, reasons
    lines: list[Line] = []
    for group, reason in zip(groups, decided_by, strict=False):
        place = len(lines) + 1
        for number in group:
            first = number == group[0]
            lines.append(
                _line(field, number, place, values[number], reason if first else None, len(group))
            )
    return tuple(lines)


def _split(
    field: Field, key: str, group: list[int], values: dict[int, list[tuple[str, int]]]
) -> list[list[int]]:
    """The group in parts, best first; notes each one's value on the way."""
    found = TIEBREAKS[key](field, group)
    parts: dict[int, list[int]] = {}
    for number in group:
        values[number].append((key, found[number]))
        parts.setdefault(found[number], []).append(number)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _line(
    field: Field,
    number: int,
    place: int,
    values: list[tuple[str, int]],
    decided_by: str | None,
    sharing: int,
) -> Line:
    outcomes = field.outcomes.get(number, ())
    return Line(
        place=place,
        entrant=number,
        played=sum(not outcome.rest for outcome in outcomes),
        won=field.wins.get(number, 0),
        lost=sum(outcome.winner not in (number, None) for outcome in outcomes),
        values=tuple(values),
        decided_by=decided_by,
        shared=sharing > 1,
        withdrawn=not field.entrants[number].active,
        drawn=field.drawn(number),
    )
