"""Final order of the whole event: every entry once, over all stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournaments.formats.quotas import REST, Quota, StageRow, StageTable

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class EndedStage:
    """A stage with its results: the `quotas` that feed it, and its `tables`, best rows first.

    `divisions`: its groups are ordered, the best first. `drawn`: the stage has had a first round.
    Until then all its entries are tied.
    """

    number: int
    quotas: tuple[Quota, ...]
    tables: tuple[StageTable, ...]
    divisions: bool = False
    drawn: bool = True


class FinalLine(NamedTuple):
    """The final line of one entry: its `place` in the event, and the last `stage` that it reached.

    `group` and `stage_place` belong to that stage. `stage_place` is 0 if the entry was not drawn
    there. `shared`: other entries have the same place.
    """

    place: int
    entrant: int
    stage: int
    group: str
    stage_place: int
    shared: bool
    withdrawn: bool


def final_order(stages: Sequence[EndedStage]) -> tuple[FinalLine, ...]:
    """Return all entries by the last stage that they reached, best first.

    The stages of one level (`levels`) compare as the groups of one stage do when entries qualify:
    by place, then by averages per match. Entries that tie in both share a place in the event.
    """
    stages_by_number = {stage.number: stage for stage in stages}
    lines: list[FinalLine] = []
    listed_numbers: set[int] = set()
    for level in levels({stage.number: stage.quotas for stage in stages}):
        rows = _rows([stages_by_number[number] for number in level], listed_numbers)
        for _key, group in groupby(rows, key=lambda row: row[0]):
            tied_rows = list(group)
            place, is_shared = len(lines) + 1, len(tied_rows) > 1
            lines += [
                FinalLine(
                    place,
                    row.number,
                    stage,
                    table.name,
                    row.place if table.drawn else 0,
                    is_shared,
                    not row.active,
                )
                for _key, stage, table, row in tied_rows
            ]
        listed_numbers.update(row.number for _key, _stage, _table, row in rows)
    return tuple(lines)


def levels(quotas: Mapping[int, Sequence[Quota]]) -> list[list[int]]:
    """Return the stages in levels, from the highest to the stages where entries register.

    The stages that a stage feeds come above it: first those that take its better places, then the
    others. Stages that feed the same stages with the same quotas form one level. A stage that feeds
    none is a level of its own.

    >>> main, rest, final = Quota(1, 1, 2), Quota(1, per="rest"), Quota(2)
    >>> levels({1: (), 2: [main], 3: [rest], 4: [final]})
    [[4], [2], [3], [1]]
    """
    order: list[int] = []

    def visit(parents: Sequence[int]) -> None:
        for child in sorted(
            _fed_stages(quotas, parents), key=lambda stage: _merit(stage, quotas, parents)
        ):
            if child not in order and child not in waiting:
                waiting.add(child)
                visit([child])
                order.append(child)

    waiting: set[int] = set()
    first_stages = [number for number in quotas if not quotas[number]]
    visit(first_stages)
    stages_by_level: dict[Key, list[int]] = {}
    for number in order:
        feeds = frozenset(_feeds(number, quotas))
        stages_by_level.setdefault((feeds,) if feeds else (number,), []).append(number)
    return [*stages_by_level.values(), first_stages]


def _fed_stages(quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> list[int]:
    return [
        number
        for number, stage_quotas in quotas.items()
        if any(quota.stage in parents for quota in stage_quotas)
    ]


def _merit(child: int, quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> Key:
    """Return the sort key of a stage, lowest first: the best place that it takes.

    Only places in the stages `parents` count. A stage that takes only «the rest» comes last.
    """
    own_quotas = [quota for quota in quotas[child] if quota.stage in parents]
    places = [quota.first for quota in own_quotas if quota.per != REST]
    return (not places, min(places, default=0), child)


def _feeds(number: int, quotas: Mapping[int, Sequence[Quota]]) -> list[Key]:
    """Return the stages that a stage feeds, each with the fields of the quota that feeds it."""
    return [
        (target, quota.per, quota.first, quota.last, quota.best, quota.fill)
        for target, stage_quotas in quotas.items()
        for quota in stage_quotas
        if quota.stage == number
    ]


def _rows(
    stages: Sequence[EndedStage], listed_numbers: set[int]
) -> list[tuple[Key, int, StageTable, StageRow]]:
    """Return (sort key, stage, table, row) for each row of a level, best first.

    The entries in `listed_numbers` are left out.
    """
    is_single_table = sum(table.drawn for stage in stages for table in stage.tables) == 1
    rows = [
        (_key(stage, table_index, table, row, is_single_table), stage.number, table, row)
        for stage in stages
        for table_index, table in enumerate(stage.tables)
        for row in table.rows
        if row.number not in listed_numbers
    ]
    return sorted(rows, key=lambda row: (row[0], row[3].number))


def _key(
    stage: EndedStage, table_index: int, table: StageTable, row: StageRow, is_single_table: bool
) -> Key:
    if not table.drawn:
        return (2, 0, 0)
    if not stage.drawn:
        return (1, 0, 0)
    averages = () if is_single_table else tuple(-average for average in row.averages)
    return (0, table_index if stage.divisions else 0, row.place, *averages)
