"""Order of the entries, each line with the tie-break that placed it, and the sums behind it.

Each sum has its total and its addends by round, so that readers can add it up by hand.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.standings.field import Standing, StandingsField
from scoring.standings.tiebreaks import SUMMED, TIEBREAKS, counting_matches, tiebreak

LAST = "last"  # value of `decided_by` for an entry placed below all others, whatever its results


class StandingsLine(NamedTuple):
    """The line of one entrant.

    `played` is won + drawn + lost: every decided match, with forfeits and with won or drawn byes.
    `values` has every tie-break of the chain in order.
    `decided_by` is the tie-break that put the line below the line above, or LAST; None on the first
    line and between lines that share a place.
    `match_tally` is how much of the tally `Extras.match_tally` the entrant won and lost; None if
    there is no such tally.
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
    match_tally: tuple[int, int] | None = None


def rank_entries(field: StandingsField, chain: Sequence[str]) -> tuple[StandingsLine, ...]:
    """Return one line per entry, best first; withdrawn entries are marked.

    The entries of `Extras.last` come below all others. The chain applies from the left: each
    tie-break splits the groups that the tie-breaks before it have left tied. Entries tied at the
    end share the place (1, 2, 2, 4), lower number first.
    Raises KeyError for a key that is no tie-break.
    """
    values: dict[Standing, list[int]] = {entry: [] for entry in field.entered}
    first = [-(entry.number in field.extras.last) for entry in field.entered]
    groups = _split(field.entered, first, values)
    for key in chain:
        chosen = tiebreak(key)
        groups = [
            part for group in groups for part in _split(group, chosen.values(group, field), values)
        ]
    lines: list[StandingsLine] = []
    above: list[int] = []
    for group in groups:
        place = len(lines) + 1
        for entry in group:
            own = values[entry]
            decided_by = _deciding_tiebreak((LAST, *chain), above, own)
            lines.append(_line(field, entry, place, chain, own[1:], decided_by, len(group) > 1))
            above = own
    return tuple(lines)


def _split(
    group: Sequence[Standing], results: Sequence[int], values: Mapping[Standing, list[int]]
) -> list[list[Standing]]:
    """Split the group by value, highest value first.

    `results` has the value of each entry of the group; each is appended to the entry's `values`.
    """
    parts = defaultdict[int, list[Standing]](list)
    for entry, value in zip(group, results, strict=True):
        values[entry].append(value)
        parts[value].append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _deciding_tiebreak(
    names: Sequence[str], above: Sequence[int], own: Sequence[int]
) -> str | None:
    """Return the tie-break that put a line with the values `own` below the line above, or None.

    `names` are the tie-breaks, `above` the values of the line above. Return None if the values are
    equal, or for the first line, whose `above` is empty.
    """
    pairs = zip(names, above, own, strict=False)
    return next((name for name, better, value in pairs if better != value), None)


def _line(
    field: StandingsField,
    entry: Standing,
    place: int,
    chain: Sequence[str],
    values: Sequence[int],
    decided_by: str | None,
    shared: bool,
) -> StandingsLine:
    match_tally = entry.tally(field.extras.match_tally)[:2] if field.extras.match_tally else None
    return StandingsLine(
        place,
        entry.number,
        entry.decided,
        entry.won,
        entry.lost,
        tuple(zip(chain, values, strict=True)),
        decided_by,
        shared,
        not entry.active,
        entry.drawn,
        match_tally,
    )


class EntryTotals(NamedTuple):
    """The sums of one entry as the stage counts them, and how many matches count."""

    points: int
    counted_diff: int
    counted_won: int
    matches: int


def totals_of(field: StandingsField) -> dict[int, EntryTotals]:
    """Return each entrant's totals, even if the stage does not rank by them."""
    points, diff, won = (TIEBREAKS[key] for key in EntryTotals._fields[:-1])
    return {
        entry.number: EntryTotals(
            points.value(entry, field),
            diff.value(entry, field),
            won.value(entry, field),
            counting_matches(entry, field),
        )
        for entry in field.entered
    }


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match in a sum. `counts`: it is among the best matches; `rest`: it is a bye."""

    round: int
    value: int
    counts: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum: its parts by round, the `carried` value and the penalties `taken`."""

    parts: tuple[CountedMatch, ...]
    carried: int
    taken: int

    @property
    def total(self) -> int:
        counted = sum(part.value for part in self.parts if part.counts)
        return counted + self.carried - self.taken


def sums_of(
    field: StandingsField, key: str, taken: Mapping[int, int] | None = None
) -> dict[int, Sum]:
    """Return, by entrant, the components of the sum of `key` (one of SUMMED).

    `taken`: the penalties in the units of the key, already subtracted from the field's carried
    values. The total of each sum is the value of the tie-break.
    """
    sums = {}
    for entry in field.entered:
        off = (taken or {}).get(entry.number, 0)
        carried = field.carried(key, entry.number) + off
        sums[entry.number] = Sum(_parts(field, entry, key), carried, off)
    return sums


def _parts(field: StandingsField, entry: Standing, key: str) -> tuple[CountedMatch, ...]:
    """Return the matches of a sum by round.

    Of two matches of equal value, the match of the earlier round counts first. A bye worth nothing
    is never among the best matches, and takes the place of no other match.
    """
    adds = SUMMED[key]
    matches = sorted(entry.matches, key=lambda match: match.round)
    bringing = [match for match in matches if not match.worth.idle]
    bringing.sort(key=lambda match: -adds(match.worth))
    left_out = bringing[field.best :] if field.best else []
    return tuple(
        CountedMatch(
            match.round,
            adds(match.worth),
            all(match is not left_match for left_match in left_out),
            match.worth.bye,
        )
        for match in matches
    )
