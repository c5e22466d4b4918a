"""The order of the entries, the tie-break that placed each one, and the sums behind it.

Each sum has its total and its parts by round, so that readers can add it up by hand.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.standings.field import Standing, StandingsField
from scoring.standings.tiebreaks import SUM_AMOUNTS, TIEBREAKS, match_count, tiebreak

LAST = "last"  # value of `decided_by` for an entry placed below all others, whatever its results


class StandingsLine(NamedTuple):
    """The line of one entrant.

    `played` is won + drawn + lost: every decided match, with forfeits and with won or drawn byes.
    `values` has every tie-break of the chain in order. `decided_by` is the tie-break that put the
    line below the line above, or LAST; None on the first line and between lines that share a place.
    `match_tally` has the tally `Extras.match_tally` won and lost by the entrant; None if there is
    no such tally.
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
    values: dict[Standing, list[int]] = {entry: [] for entry in field.entries}
    last_values = [-(entry.number in field.extras.last_entries) for entry in field.entries]
    groups = _split(field.entries, last_values, values)
    for key in chain:
        chain_tiebreak = tiebreak(key)
        groups = [
            part
            for group in groups
            for part in _split(group, chain_tiebreak.values(group, field), values)
        ]
    lines: list[StandingsLine] = []
    above: list[int] = []
    for group in groups:
        place = len(lines) + 1
        for entry in group:
            entry_values = values[entry]
            decided_by = _deciding_tiebreak((LAST, *chain), above, entry_values)
            lines.append(
                _line(field, entry, place, chain, entry_values[1:], decided_by, len(group) > 1)
            )
            above = entry_values
    return tuple(lines)


def _split(
    group: Sequence[Standing], results: Sequence[int], values: Mapping[Standing, list[int]]
) -> list[list[Standing]]:
    """Split the group by value, highest value first.

    `results` has the value of each entry of the group. Each value is appended to the entry's
    `values`.
    """
    parts = defaultdict[int, list[Standing]](list)
    for entry, value in zip(group, results, strict=True):
        values[entry].append(value)
        parts[value].append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _deciding_tiebreak(
    names: Sequence[str], values_above: Sequence[int], line_values: Sequence[int]
) -> str | None:
    """Return the first of `names` on which the line has another value than the line above.

    Return None if all values are equal, or for the first line, whose `values_above` is empty.
    """
    pairs = zip(names, values_above, line_values, strict=False)
    return next((name for name, value_above, value in pairs if value_above != value), None)


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
    """The sums of one entry as the stage counts them, and the number of matches that count."""

    points: int
    counted_diff: int
    counted_won: int
    matches: int


def entry_totals(field: StandingsField) -> dict[int, EntryTotals]:
    """Return each entrant's totals, even if the stage does not rank by them."""
    points, diff, won = (TIEBREAKS[key] for key in EntryTotals._fields[:-1])
    return {
        entry.number: EntryTotals(
            points.value(entry, field),
            diff.value(entry, field),
            won.value(entry, field),
            match_count(entry, field),
        )
        for entry in field.entries
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
    """A sum: its parts by round, the value `carried` over, and the penalties `taken` off."""

    parts: tuple[CountedMatch, ...]
    carried: int
    taken: int

    @property
    def total(self) -> int:
        counted_sum = sum(part.value for part in self.parts if part.counts)
        return counted_sum + self.carried - self.taken


def sums_of(
    field: StandingsField, key: str, penalties: Mapping[int, int] | None = None
) -> dict[int, Sum]:
    """Return, by entrant, the sum of `key` (one of SUM_AMOUNTS) with its parts.

    `penalties`: the penalties in the units of the key, already subtracted from the field's carried
    values. The total of each sum is the value of the tie-break.
    """
    sums = {}
    for entry in field.entries:
        penalty = (penalties or {}).get(entry.number, 0)
        carried = field.carried_value(key, entry.number) + penalty
        sums[entry.number] = Sum(_parts(field, entry, key), carried, penalty)
    return sums


def _parts(field: StandingsField, entry: Standing, key: str) -> tuple[CountedMatch, ...]:
    """Return the matches of a sum by round.

    Of two matches of equal value, the one of the earlier round counts first. A bye worth nothing is
    never among the best matches, and takes the place of no other match.
    """
    amount_of = SUM_AMOUNTS[key]
    matches = sorted(entry.matches, key=lambda match: match.round)
    scored_matches = [match for match in matches if not match.worth.idle]
    scored_matches.sort(key=lambda match: -amount_of(match.worth))
    discarded_matches = scored_matches[field.best :] if field.best else []
    return tuple(
        CountedMatch(
            match.round,
            amount_of(match.worth),
            all(match is not discarded_match for discarded_match in discarded_matches),
            match.worth.bye,
        )
        for match in matches
    )
