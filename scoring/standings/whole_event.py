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

    `divisions`: its groups are ordered, one above another. `drawn`: the stage has had a first
    round; until then all its entries are tied.
    """

    number: int
    quotas: tuple[Quota, ...]
    tables: tuple[StageTable, ...]
    divisions: bool = False
    drawn: bool = True


class FinalLine(NamedTuple):
    """The final line of one entry: its `place` in the event and the last `stage` it reached.

    `group` and `stage_place` belong to that stage; `stage_place` is 0 if the entry was not drawn
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
    """Return all entries by the last stage reached, best first.

    Stages of one level (`levels`) compare like groups of one stage when entries qualify: by place,
    then by averages per match. Entries with the same place and the same averages share a place in
    the event.
    """
    by_number = {stage.number: stage for stage in stages}
    lines: list[FinalLine] = []
    seen: set[int] = set()
    for level in levels({stage.number: stage.quotas for stage in stages}):
        rows = _rows([by_number[number] for number in level], seen)
        for _key, group in groupby(rows, key=lambda row: row[0]):
            together = list(group)
            place, shared = len(lines) + 1, len(together) > 1
            lines += [
                FinalLine(
                    place,
                    row.number,
                    stage,
                    table.name,
                    row.place if table.drawn else 0,
                    shared,
                    not row.active,
                )
                for _same, stage, table, row in together
            ]
        seen.update(row.number for _key, _stage, _table, row in rows)
    return tuple(lines)


def levels(quotas: Mapping[int, Sequence[Quota]]) -> list[list[int]]:
    """Return the stages in levels, from the highest to the stages where entries register.

    The stages that a stage feeds come above it, in order: first the stages that take its better
    places, then the stages that take the other places. Each stage that feeds no other stage is a
    level of its own. Stages that feed the same stages in the same way form one level.

    >>> main, rest, final = Quota(1, 1, 2), Quota(1, per="rest"), Quota(2)
    >>> levels({1: (), 2: [main], 3: [rest], 4: [final]})
    [[4], [2], [3], [1]]
    """
    order: list[int] = []

    def visit(parents: Sequence[int]) -> None:
        for child in sorted(
            _fed(quotas, parents), key=lambda stage: _merit(stage, quotas, parents)
        ):
            if child not in order and child not in waiting:
                waiting.add(child)
                visit([child])
                order.append(child)

    waiting: set[int] = set()
    first = [number for number in quotas if not quotas[number]]
    visit(first)
    by_level: dict[Key, list[int]] = {}
    for number in order:
        goes = frozenset(_goes(number, quotas))
        by_level.setdefault((goes,) if goes else (number,), []).append(number)
    return [*by_level.values(), first]


def _fed(quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> list[int]:
    return [number for number, of in quotas.items() if any(quota.stage in parents for quota in of)]


def _merit(child: int, quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> Key:
    """Return a sort key, lower is better: the best place that the stage `child` takes.

    Only places in the stages `parents` count. A stage that takes only «the rest» comes last.
    """
    own = [quota for quota in quotas[child] if quota.stage in parents]
    places = [quota.first for quota in own if quota.per != REST]
    return (not places, min(places, default=0), child)


def _goes(number: int, quotas: Mapping[int, Sequence[Quota]]) -> list[Key]:
    """Return the stages that a stage feeds, each with the fields of the quota that feeds it."""
    return [
        (target, quota.per, quota.first, quota.last, quota.best, quota.fill)
        for target, of in quotas.items()
        for quota in of
        if quota.stage == number
    ]


def _rows(
    stages: Sequence[EndedStage], seen: set[int]
) -> list[tuple[Key, int, StageTable, StageRow]]:
    """Return (sort key, stage, table, row) for each row of a level, best first.

    Entries in `seen` are left out.
    """
    alone = sum(table.drawn for stage in stages for table in stage.tables) == 1
    rows = [
        (_key(stage, at, table, row, alone), stage.number, table, row)
        for stage in stages
        for at, table in enumerate(stage.tables)
        for row in table.rows
        if row.number not in seen
    ]
    return sorted(rows, key=lambda row: (row[0], row[3].number))


def _key(stage: EndedStage, at: int, table: StageTable, row: StageRow, alone: bool) -> Key:
    if not table.drawn:
        return (2, 0, 0)
    if not stage.drawn:
        return (1, 0, 0)
    averages = () if alone else tuple(-average for average in row.averages)
    return (0, at if stage.divisions else 0, row.place, *averages)
