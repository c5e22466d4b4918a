"""Quotas from one stage to the next, for example the first two places of each group.

The result is in seeding order: first places of the groups before second places; entries of equal
place by their averages per match (so that groups may differ in size), then by lot.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from tournaments.formats.core import DrawError, Entrant, check_words, refuse_out_of_range
from tournaments.pairing.draw import ball_order

GROUP, ALL, REST = "group", "all", "rest"
LABEL = "quotas"
MOST = 10_000
AVERAGED_KEYS = ("points", "counted_diff", "counted_won")


@dataclass(frozen=True, slots=True)
class Quota:
    """Places of a stage (from 1) that qualify: from `first` to `last`, 0 being the last place.

    `per` GROUP: places of each group; ALL: places among all entries; REST: every entry that no
    other quota takes. `best` limits the quota to that number of entries, the best. `fill` limits it
    to the entries that bring the new stage up to that size. 0 is no limit. With `never_zero`, no
    entry without a point qualifies.
    """

    stage: int
    first: int = 1
    last: int = 1
    per: str = GROUP
    best: int = 0
    fill: int = 0
    never_zero: bool = False

    def __post_init__(self) -> None:
        refuse_out_of_range("stage", self.stage, 1, MOST)
        refuse_out_of_range("first", self.first, 1, MOST)
        if self.last:
            refuse_out_of_range("last", self.last, self.first, MOST)
        refuse_out_of_range("best", self.best, 0, MOST)
        refuse_out_of_range("fill", self.fill, 0, 0 if self.best else MOST)
        check_words(self, {"per": (GROUP, ALL, REST)})

    @property
    def names_places(self) -> bool:
        """Return whether the places decide the number of qualifiers, whatever the other quotas."""
        return self.per != REST and not self.fill

    @property
    def takes_all_others(self) -> bool:
        """Return whether the quota takes every entry that no other quota takes, without a limit."""
        return self.per == REST and not (self.best or self.fill or self.never_zero)

    def has(self, place: int) -> bool:
        return self.per == REST or (place >= self.first and (not self.last or place <= self.last))


@dataclass(frozen=True, slots=True)
class StageRow:
    """A row of a table.

    `points`, `counted_diff` and `counted_won` are sums over `played` matches. `order` has the
    criteria that compare the row with rows of other tables: these three sums, and the tie-breaks of
    `other_averages`, which are averages already.
    """

    number: int
    place: int
    played: int
    points: Fraction | int
    counted_diff: Fraction | int = 0
    counted_won: Fraction | int = 0
    active: bool = True
    order: tuple[str, ...] = AVERAGED_KEYS
    other_averages: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def averages(self) -> tuple[Fraction, ...]:
        """Return the values of `order`; sums are divided by the matches played, at least by 1.

        Raises KeyError for a key of `order` without a value.
        """
        sums = {
            "points": self.points,
            "counted_diff": self.counted_diff,
            "counted_won": self.counted_won,
        }
        matches = max(self.played, 1)
        return tuple(
            Fraction(sums[key]) / matches if key in sums else self.other_averages[key]
            for key in self.order
        )


@dataclass(frozen=True, slots=True)
class StageTable:
    """The rows of a group, best first; the name is empty without groups.

    If `drawn` is false, the rows are the entries that are in no other table of the stage; they have
    no place, and this table comes last.
    """

    rows: tuple[StageRow, ...]
    name: str = ""
    drawn: bool = True


class Claim(NamedTuple):
    """An entry that another stage has taken from `stage`, with its places in `stage`.

    `place` is its place in its group, and `overall` its place among all entries. A place of 0
    is not fixed: the results decide it.
    """

    stage: int
    number: int
    group: str = ""
    place: int = 0
    overall: int = 0


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entry that qualifies: its `seed` (from 1), and its `place` in `group` of `stage`.

    `place` is 0 for an entry that was never drawn; `overall` is its place among all entries of the
    stage. `why` is the `per` of the quota that took the entry. `best`: that quota takes only its
    best entries. `by_lot`: the lot decided between the entry and an equal one that is out.
    """

    number: int
    seed: int
    stage: int
    group: str
    place: int
    why: str
    best: bool = False
    by_lot: bool = False
    overall: int = field(default=0, compare=False)

    @property
    def claim(self) -> Claim:
        """Return the place of the entry as a claim that other stages must respect."""
        return Claim(self.stage, self.number, self.group, self.place, self.overall)

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the tag of the group that it comes from, as «group:1A», for `Wishes.apart`."""
        return (f"group:{self.stage}{self.group}",) if self.group else ()


class Contender(NamedTuple):
    """A candidate whose place alone did not qualify it.

    `order` has the criteria that compare it with other groups, `averages` its value in each,
    `played` its matches.
    """

    number: int
    group: str
    place: int
    played: int
    order: tuple[str, ...]
    averages: tuple[Fraction, ...]


class Contest(NamedTuple):
    """A quota that takes only the best: its candidates, best first, and its number of places."""

    quota: Quota
    contenders: tuple[Contender, ...]
    places_left: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    row: StageRow
    place: int
    stage: int
    group: str
    rank: tuple[int | Fraction, ...]  # lower is better
    lot: int
    overall: int = 0

    @property
    def level(self) -> tuple[object, ...]:
        """Return a key that is equal for candidates tied in everything within a table."""
        return (self.stage, self.group, self.row.place, self.row.averages)

    @property
    def contender(self) -> Contender:
        row = self.row
        return Contender(row.number, self.group, self.place, row.played, row.order, row.averages)


def qualifiers(
    tables: Mapping[int, Sequence[StageTable]],
    quotas: Sequence[Quota],
    claims: Sequence[Claim] = (),
    seed: str = "",
    declined_numbers: Collection[int] = (),
) -> tuple[Qualifier, ...]:
    """Return the entries that qualify by these quotas, best seed first.

    `tables` has the tables of each stage that the quotas name. Entries that qualified for another
    stage (`claims`) keep their places and qualify nowhere else. The other places are counted
    without withdrawn entries and without `declined_numbers`. Raises DrawError
    `stage_not_played` (`stage`) for a stage without tables.
    """
    pool = _pool(tables, quotas, claims, seed, declined_numbers)
    choices: dict[int, tuple[_Candidate, Quota, bool]] = {}
    for quota, candidates, places_left in _quota_turns(pool, quotas, claims):
        for candidate in candidates[:places_left]:
            tied_at_cut = (
                len(candidates) > places_left and candidate.rank == candidates[places_left].rank
            )
            choices[candidate.row.number] = candidate, quota, tied_at_cut
    ordered_choices = sorted(choices.values(), key=lambda choice: (choice[0].rank, choice[0].lot))
    levels_out = {candidate.level for candidate in pool if candidate.row.number not in choices}
    return tuple(
        Qualifier(
            candidate.row.number,
            seed_number,
            candidate.stage,
            candidate.group,
            candidate.place,
            quota.per,
            best=bool(quota.best or quota.fill),
            by_lot=tied_at_cut or candidate.level in levels_out,
            overall=candidate.overall,
        )
        for seed_number, (candidate, quota, tied_at_cut) in enumerate(ordered_choices, start=1)
    )


def contests(
    tables: Mapping[int, Sequence[StageTable]],
    quotas: Sequence[Quota],
    claims: Sequence[Claim] = (),
    seed: str = "",
    declined_numbers: Collection[int] = (),
) -> tuple[Contest, ...]:
    """Return the quotas that take only the best of some places, with their candidates.

    Takes the arguments of `qualifiers`, and raises the same errors.
    """
    pool = _pool(tables, quotas, claims, seed, declined_numbers)
    return tuple(
        Contest(quota, tuple(candidate.contender for candidate in candidates), places_left)
        for quota, candidates, places_left in _quota_turns(pool, quotas, claims)
        if quota.per == GROUP and (quota.best or quota.fill)
    )


def entrants(qualifiers: Sequence[Qualifier]) -> tuple[Entrant, ...]:
    """Return the entrants of the next stage: seeded, and tagged with the groups they come from."""
    return tuple(
        Entrant(qualifier.number, seed=qualifier.seed, tags=qualifier.tags)
        for qualifier in qualifiers
    )


def _pool(
    tables: Mapping[int, Sequence[StageTable]],
    quotas: Sequence[Quota],
    claims: Sequence[Claim],
    seed: str,
    declined_numbers: Collection[int],
) -> list[_Candidate]:
    """Return every candidate of the stages that the quotas name.

    Raises DrawError `stage_not_played` (`stage`) for a stage without tables.
    """
    missing = [quota.stage for quota in quotas if quota.stage not in tables]
    if missing:
        raise DrawError("stage_not_played", stage=missing[0])
    return [
        candidate
        for stage in sorted({quota.stage for quota in quotas})
        for candidate in _stage_candidates(tables[stage], stage, seed, declined_numbers, claims)
    ]


def _quota_turns(
    pool: Sequence[_Candidate], quotas: Sequence[Quota], claims: Sequence[Claim]
) -> Iterator[tuple[Quota, list[_Candidate], int]]:
    """Yield each quota in its turn, its remaining candidates, and how many of them it takes."""
    claimed_entries = {(claim.stage, claim.number) for claim in claims}
    qualified_entries: set[int] = set()
    for quota in sorted(quotas, key=lambda quota: (quota.per == REST, bool(quota.fill))):
        candidates = [
            candidate
            for candidate in _named_candidates(pool, quota)
            if (candidate.stage, candidate.row.number) not in claimed_entries
            and candidate.row.number not in qualified_entries
        ]
        places_left = quota.best or (
            max(quota.fill - len(qualified_entries), 0) if quota.fill else len(candidates)
        )
        yield quota, candidates, places_left
        qualified_entries |= {candidate.row.number for candidate in candidates[:places_left]}


def _stage_candidates(
    tables: Sequence[StageTable],
    stage: int,
    seed: str,
    declined_numbers: Collection[int],
    claims: Sequence[Claim],
) -> list[_Candidate]:
    """Return every candidate of a stage: by place, then averages, then lot."""
    balls = ball_order({row.number for table in tables for row in table.rows}, seed, LABEL)
    lots = {number: place for place, number in enumerate(balls)}
    stage_claims = [claim for claim in claims if claim.stage == stage]
    candidates = []
    for table in tables:
        active_rows = [
            row for row in table.rows if row.active and row.number not in declined_numbers
        ]
        active_rows.sort(key=lambda row: (*_rank(row.place, row), lots[row.number]))
        places_held = {
            claim.number: claim.place
            for claim in stage_claims
            if claim.group == table.name and table.drawn
        }
        places = _places_left((row.number for row in active_rows), places_held)
        candidates += [
            _Candidate(
                row,
                places[row.number] if table.drawn else 0,
                stage,
                table.name,
                _rank(places[row.number] if table.drawn else MOST, row),
                lots[row.number],
            )
            for row in active_rows
        ]
    candidates.sort(key=lambda candidate: (candidate.rank, candidate.lot))
    places_held = {claim.number: claim.overall for claim in stage_claims}
    overall = _places_left((candidate.row.number for candidate in candidates), places_held)
    return [replace(candidate, overall=overall[candidate.row.number]) for candidate in candidates]


def _places_left(order: Iterable[int], places_held: Mapping[int, int]) -> dict[int, int]:
    """Return the place of each number, best first: its place in `places_held`, or the first free.

    A place of 0 in `places_held` counts as none.

    >>> _places_left([7, 8, 9], {8: 1, 5: 2})
    {7: 3, 8: 1, 9: 4}
    """
    occupied_places = set(places_held.values())
    free_places = (place for place in count(1) if place not in occupied_places)
    return {number: places_held.get(number) or next(free_places) for number in order}


def _rank(place: int, row: StageRow) -> tuple[int | Fraction, ...]:
    return (place, *(-average for average in row.averages))


def _named_candidates(pool: Sequence[_Candidate], quota: Quota) -> Iterator[_Candidate]:
    """Yield the candidates whose place the quota names, best first."""
    for candidate in pool:
        if candidate.stage != quota.stage or (quota.per == GROUP and not candidate.place):
            continue
        place = candidate.overall if quota.per == ALL else candidate.place
        if quota.has(place) and not (quota.never_zero and candidate.row.points <= 0):
            yield candidate
