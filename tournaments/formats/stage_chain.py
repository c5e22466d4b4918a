"""The chain of stages before any draw: how many entries reach each stage, and its problems.

The quotas of every stage take explicit places first. Then, stage by stage, `fill` and REST quotas
take the places that are left. `check` needs only numbers of entries; `qualifiers_into` needs
the tables of played stages.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats import FORMATS
from tournaments.formats.base import FormatOptions
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import (
    ALL,
    REST,
    Claim,
    Contest,
    Qualifier,
    Quota,
    StageTable,
    contests,
    qualifiers,
)
from tournaments.pairing.byes import bracket_size

# A place of a stage: (place from 1, group from 0).
Place = tuple[int, int]
Params = tuple[tuple[str, object], ...]
FEWEST = 2  # the fewest entries in a stage
# How many sizes are tried between the smallest and the largest, from the smallest up. Unequal
# groups occur at small sizes.
MOST_SIZES_TRIED = 300


@dataclass(frozen=True, slots=True)
class ChainStage:
    """A stage of the chain: its format, and the quotas that feed it, if any.

    If `entered`, entries may enter by this stage, after its qualifiers, up to its `capacity` (0: no
    limit). `declined` has the numbers of the entries that declined their place. `seats` is how many
    entries meet in a match. `seed` draws the lots among equals.
    """

    format: str
    options: FormatOptions
    quotas: tuple[Quota, ...] = ()
    entered: bool = False
    capacity: int = 0
    declined: frozenset[int] = frozenset()
    seats: int = 2
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a note about a stage (from 1); `params` has the values of its sentence.

    `entries` is the first total number of entries with which it was found. Errors: `stage_unknown`,
    `nobody_comes`, `too_few`, `place_missing`, `best_missing`, `same_place`, `overfull`,
    `groups_too_many`. Notes: `byes`, `out`, `averages`, `not_filled`, `perhaps_fewer`,
    `few_entered`, `no_room`.
    """

    code: str
    stage: int
    entries: int
    error: bool
    params: Params = ()


@dataclass(frozen=True, slots=True)
class Check:
    """The problems of a chain, and the (fewest, most) `sizes` of each stage."""

    sizes: tuple[tuple[int, int], ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.error)

    @property
    def notes(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if not problem.error)


def check(steps: Sequence[ChainStage], entries: Mapping[int, tuple[int, int]]) -> Check:
    """Return the sizes and problems of the stages.

    `entries` has the (fewest, most) entries that enter by each stage. If one stage has a range, its
    ends are tried, and the MOST_SIZES_TRIED lowest numbers between them. If several stages have a
    range, two cases are tried: the fewest in every stage, and the most.
    """
    problems: dict[tuple[str, int, object], Problem] = {}
    sizes: list[list[int]] = [[] for _step in steps]
    for entry_counts in _cases(entries):
        plan = _Plan(steps, entry_counts)
        for stage, size in enumerate(plan.run(), start=1):
            sizes[stage - 1].append(size)
        for problem in plan.problems:
            source = dict(problem.params).get("source")
            problems.setdefault((problem.code, problem.stage, source), problem)
    ordered_problems = sorted(
        problems.values(), key=lambda problem: (not problem.error, problem.stage)
    )
    return Check(
        tuple((min(stage_sizes), max(stage_sizes)) for stage_sizes in sizes),
        tuple(ordered_problems),
    )


def qualifiers_into(
    steps: Sequence[ChainStage],
    stage: int,
    tables: Mapping[int, Sequence[StageTable]],
    open_claims: Mapping[int, Sequence[Claim]] | None = None,
) -> tuple[Qualifier, ...]:
    """Return the qualifiers of a stage (from 1) by the tables of played stages, best seed first.

    `open_claims` has, by stage, the entries that each open stage has already taken, even if the
    tables changed later. Raises DrawError `stage_not_played` if a stage that feeds it has no tables
    yet.
    """
    step, claims = steps[stage - 1], _earlier_claims(steps, stage, tables, open_claims or {})
    return _stage_qualifiers(step, step.quotas, tables, claims)


def places_among_groups(
    steps: Sequence[ChainStage],
    stage: int,
    tables: Mapping[int, Sequence[StageTable]],
    open_claims: Mapping[int, Sequence[Claim]] | None = None,
) -> tuple[Contest, ...]:
    """Return the places of a stage that only the best of several groups get, with all candidates.

    Takes the arguments of `qualifiers_into`, and raises the same errors.
    """
    step, claims = steps[stage - 1], _earlier_claims(steps, stage, tables, open_claims or {})
    return contests(tables, step.quotas, claims, step.seed, step.declined)


def _earlier_claims(
    steps: Sequence[ChainStage],
    stage: int,
    tables: Mapping[int, Sequence[StageTable]],
    open_claims: Mapping[int, Sequence[Claim]],
) -> list[Claim]:
    """Return the claims of other stages that come before the claims of `stage`."""
    claims = {
        number: tuple(stage_claims)
        for number, stage_claims in open_claims.items()
        if number != stage
    }
    open_stages = frozenset(claims)
    for number, step in enumerate(steps, start=1):
        if number not in open_stages:
            ready_quotas = [
                quota for quota in step.quotas if quota.names_places and quota.stage in tables
            ]
            claims[number] = _claims(
                _stage_qualifiers(step, ready_quotas, tables, _other_claims(claims, number))
            )
    for number, step in enumerate(steps[: stage - 1], start=1):
        if number not in open_stages and all(quota.stage in tables for quota in step.quotas):
            claims[number] = _claims(
                _stage_qualifiers(step, step.quotas, tables, _other_claims(claims, number))
            )
    return _other_claims(claims, stage)


def _stage_qualifiers(
    step: ChainStage,
    quotas: Sequence[Quota],
    tables: Mapping[int, Sequence[StageTable]],
    claims: Sequence[Claim],
) -> tuple[Qualifier, ...]:
    """Return the qualifiers of a stage by these of its quotas, up to its capacity."""
    return qualifiers(tables, quotas, claims, step.seed, step.declined)[: step.capacity or None]


def _other_claims(claims: Mapping[int, Sequence[Claim]], stage: int) -> list[Claim]:
    return [
        claim
        for number, stage_claims in claims.items()
        if number != stage
        for claim in stage_claims
    ]


def _claims(qualifiers: Sequence[Qualifier]) -> tuple[Claim, ...]:
    return tuple(qualifier.claim for qualifier in qualifiers)


def _cases(entry_ranges: Mapping[int, tuple[int, int]]) -> Iterator[dict[int, int]]:
    lowest = {stage: min(ends) for stage, ends in entry_ranges.items()}
    highest = {stage: max(ends) for stage, ends in entry_ranges.items()}
    ranged_stages = [stage for stage in sorted(entry_ranges) if lowest[stage] < highest[stage]]
    yield lowest
    if len(ranged_stages) == 1:
        (stage,) = ranged_stages
        sizes_between = range(lowest[stage] + 1, highest[stage])[:MOST_SIZES_TRIED]
        yield from ({**lowest, stage: number} for number in sizes_between)
    if ranged_stages:
        yield highest


@dataclass
class _Plan:
    """The chain for one number of entries: the places of each stage, and who claims each place.

    `entry_counts` has the number of entries that enter by each stage. `takers_by_stage` has, by
    stage, the later stage that claims each place.
    """

    steps: Sequence[ChainStage]
    entry_counts: Mapping[int, int]
    problems: list[Problem] = field(default_factory=list)
    places: dict[int, list[Place]] = field(default_factory=dict)
    takers_by_stage: dict[int, dict[Place, int]] = field(default_factory=dict)

    def run(self) -> list[int]:
        """Return the number of entries that reach each stage, in order."""
        return [self._run_stage(stage, step) for stage, step in enumerate(self.steps, start=1)]

    def _run_stage(self, stage: int, step: ChainStage) -> int:
        earlier_quotas = [quota for quota in step.quotas if quota.stage < stage]
        for quota in step.quotas:
            if quota.stage >= stage:
                self._add_problem("stage_unknown", stage, source=quota.stage)
        if not step.quotas and not step.entered and not self.entry_counts.get(stage):
            self._add_problem("nobody_comes", stage)
            return self._record_places(stage, step, 0)
        arrivals = self.entry_counts.get(stage, 0)
        arrivals += sum(
            len(self._places_taken(quota.stage, stage)) for quota in _one_per_source(earlier_quotas)
        )
        for quota in sorted(earlier_quotas, key=lambda quota: quota.per == REST):
            if not quota.names_places:
                arrivals += self._claim_remaining_places(stage, quota, arrivals)
            if quota.never_zero:
                self._add_problem("perhaps_fewer", stage, error=False, source=quota.stage)
        if step.capacity and arrivals > step.capacity:
            self._add_problem(
                "no_room",
                stage,
                error=False,
                reached=arrivals,
                capacity=step.capacity,
                out=arrivals - step.capacity,
            )
            arrivals = step.capacity
        return self._record_places(stage, step, arrivals)

    def _places_taken(self, source: int, stage: int) -> list[Place]:
        return [place for place, taker in self.takers_by_stage[source].items() if taker == stage]

    def _claim_remaining_places(self, stage: int, quota: Quota, arrivals: int) -> int:
        """Return the number of entries that a `fill` or REST quota adds, and claim their places.

        `arrivals` is the number of entries of the stage without those of this quota.
        """
        takers = self.takers_by_stage[quota.stage]
        free_places = [
            place for place in _named_places(self.places[quota.stage], quota) if place not in takers
        ]
        places_left = quota.best or (quota.fill - arrivals if quota.fill else len(free_places))
        if quota.fill and places_left < 0:
            self._add_problem(
                "overfull", stage, source=quota.stage, fill=quota.fill, reached=arrivals
            )
        elif places_left > len(free_places) and quota.fill:
            short = places_left - len(free_places)
            self._add_problem("not_filled", stage, error=False, fill=quota.fill, short=short)
        elif places_left > len(free_places):
            self._add_problem(
                "best_missing", stage, source=quota.stage, best=places_left, there=len(free_places)
            )
        claimed_places = free_places[: max(places_left, 0)]
        takers.update(dict.fromkeys(claimed_places, stage))
        if len(claimed_places) < len(free_places) and quota.per != ALL:
            self._note_comparison(stage, quota.stage)
        return len(claimed_places)

    def _record_places(self, stage: int, step: ChainStage, arrivals: int) -> int:
        """Record the places of a stage; return the number of entries that reach it.

        Also claim the places that later stages take, and add the problems found.
        """
        groups = self._groups(stage, step, arrivals)
        self.places[stage] = sorted(
            (place, group) for group, size in enumerate(groups) for place in range(1, size + 1)
        )
        self.takers_by_stage[stage] = {}
        pools: list[tuple[int, Quota, set[Place]]] = []
        for fed_stage, step_fed in enumerate(self.steps[stage:], start=stage + 1):
            for quota in step_fed.quotas:
                if quota.stage == stage and quota.names_places:
                    self._claim(fed_stage, quota, groups, pools)
        if any(quota.stage == stage for step_fed in self.steps for quota in step_fed.quotas):
            self._note_entries_out(stage, arrivals)
        if step.format == "knockout" and arrivals >= FEWEST and bracket_size(arrivals) > arrivals:
            self._add_problem(
                "byes", stage, error=False, size=bracket_size(arrivals), reached=arrivals
            )
        return arrivals

    def _groups(self, stage: int, step: ChainStage, arrivals: int) -> Sequence[int]:
        if arrivals < FEWEST:
            if step.entered:
                self._add_problem("few_entered", stage, error=False, reached=arrivals)
            elif step.quotas or self.entry_counts.get(stage):
                self._add_problem("too_few", stage, reached=arrivals)
            return (arrivals,)
        try:
            groups = FORMATS[step.format].group_sizes(arrivals, step.options)
        except DrawError as error:
            self._add_problem(
                "groups_too_many", stage, reached=arrivals, groups=error.params["groups"]
            )
            return (arrivals,)
        if len(groups) > 1 and min(groups) < step.seats:
            self._add_problem("groups_too_many", stage, reached=arrivals, groups=len(groups))
        return groups

    def _claim(
        self,
        fed_stage: int,
        quota: Quota,
        groups: Sequence[int],
        pools: list[tuple[int, Quota, set[Place]]],
    ) -> None:
        """Claim the places of a quota for `fed_stage`, and report the problems of the quota.

        `groups` has the sizes of the groups of the feeding stage. `pools` has the earlier quotas
        from that stage, each with the stage that it feeds and its places; this quota is added.
        """
        stage = quota.stage
        if self.steps[stage - 1].entered and sum(groups) < FEWEST:
            return  # `few_entered` is noted: more entries can come
        places = list(_named_places(self.places[stage], quota))
        smallest = sum(groups) if quota.per == ALL else min(groups)
        if quota.best > len(places):
            self._add_problem(
                "best_missing", fed_stage, source=stage, best=quota.best, there=len(places)
            )
        elif not quota.best and max(quota.last, quota.first) > smallest:
            place = max(quota.last, quota.first)
            self._add_problem("place_missing", fed_stage, source=stage, place=place, size=smallest)
        for other, _quota, pool in pools:
            shared_places = sorted(pool & set(places))
            if shared_places:
                self._add_problem(
                    "same_place", fed_stage, source=stage, other=other, place=shared_places[0][0]
                )
        pools.append((fed_stage, quota, set(places)))
        claimed_places = places[: quota.best] if quota.best else places
        if len(claimed_places) < len(places) or (quota.per == ALL and len(groups) > 1):
            self._note_comparison(fed_stage, stage)
        for taken_place in claimed_places:
            self.takers_by_stage[stage].setdefault(taken_place, fed_stage)

    def _note_comparison(self, fed_stage: int, source: int) -> None:
        """Note that `fed_stage` compares entries of groups of `source` that differ in size."""
        size_of_group: dict[int, int] = {}
        for _place, group in self.places[source]:
            size_of_group[group] = size_of_group.get(group, 0) + 1
        if len(set(size_of_group.values())) > 1:
            sizes = sorted(size_of_group.values())
            self._add_problem(
                "averages",
                fed_stage,
                error=False,
                source=source,
                smallest=sizes[0],
                largest=sizes[-1],
            )

    def _note_entries_out(self, stage: int, arrivals: int) -> None:
        """Note how many entries go nowhere, unless a `fill` or REST quota may take them."""
        open_ended = any(
            quota.stage == stage and not quota.names_places
            for step in self.steps
            for quota in step.quotas
        )
        out = arrivals - len(self.takers_by_stage[stage])
        if out > 0 and not open_ended:
            self._add_problem("out", stage, error=False, out=out, reached=arrivals)

    def _add_problem(self, code: str, stage: int, error: bool = True, **params: object) -> None:
        entries = sum(self.entry_counts.values())
        self.problems.append(Problem(code, stage, entries, error, tuple(sorted(params.items()))))


def _named_places(places: Sequence[Place], quota: Quota) -> Iterator[Place]:
    for overall, place in enumerate(places, start=1):
        if quota.has(overall if quota.per == ALL else place[0]):
            yield place


def _one_per_source(quotas: Sequence[Quota]) -> list[Quota]:
    """Return one quota per feeding stage."""
    return list({quota.stage: quota for quota in quotas}.values())
