"""The final order of the whole event: every entry once, over all its stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournaments.formats.quotas import REST, Quota, StageRow, StageTable

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A stage as it stands: who comes to it by which `quotas`, and its `tables`, best rows first.

    `divisions`: its groups are one above another. `drawn` is false before its first round: then
    nobody in it is ahead of anybody.
    """

    number: int
    quotas: tuple[Quota, ...]
    tables: tuple[StageTable, ...]
    divisions: bool = False
    drawn: bool = True


class Final(NamedTuple):
    """One entry: its `place` in the event, the last `stage` it reached, and there its `group` and
    `stage_place` (0 for who was never drawn). `shared`: others have the same place."""

    place: int
    entrant: int
    stage: int
    group: str
    stage_place: int
    shared: bool
    withdrawn: bool


def final_order(stages: Sequence[Ended]) -> tuple[Final, ...]:
    """Everybody by the last stage reached, from the first place down.

    Stages of one level (`levels`) are compared as groups of one stage are: by place, then by what
    was made a match, as when somebody goes on. Who is equal in that shares the place.
    """
    by_number = {stage.number: stage for stage in stages}
    found: list[Final] = []
    seen: set[int] = set()
    for level in levels({stage.number: stage.quotas for stage in stages}):
        rows = _rows([by_number[number] for number in level], seen)
        for _key, group in groupby(rows, key=lambda one: one[0]):
            together = list(group)
            place, shared = len(found) + 1, len(together) > 1
            found += [
                Final(
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
    return tuple(found)


def levels(quotas: Mapping[int, Sequence[Quota]]) -> list[list[int]]:
    """The stages from the one whose people stand first to those by which everybody enters.

    Below each stage come, whole and in order, those that take the better places of where its
    people come from, then those that take the rest; who goes on stands above who does not. The
    stages nobody goes to are one level, and so are those that feed the same ones alike.

    >>> main, rest, final = Quota(1, 1, 2), Quota(1, per="rest"), Quota(2)
    >>> levels({1: (), 2: [main], 3: [rest], 4: [final]})
    [[4], [2], [3], [1]]
    """
    order: list[int] = []

    def visit(parents: Sequence[int]) -> None:
        for child in sorted(_fed(quotas, parents), key=lambda one: _merit(one, quotas, parents)):
            if child not in order and child not in waiting:
                waiting.add(child)
                visit([child])
                order.append(child)

    waiting: set[int] = set()
    first = [number for number in quotas if not quotas[number]]
    visit(first)
    found: dict[Key, list[int]] = {}
    for number in order:
        goes = frozenset(_goes(number, quotas))
        found.setdefault((goes,) if goes else (number,), []).append(number)
    return [*found.values(), first]


def _fed(quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> list[int]:
    return [number for number, of in quotas.items() if any(one.stage in parents for one in of)]


def _merit(child: int, quotas: Mapping[int, Sequence[Quota]], parents: Sequence[int]) -> Key:
    """The lower the better: for the rest after any other, then by the best place it takes."""
    own = [one for one in quotas[child] if one.stage in parents]
    places = [one.first for one in own if one.per != REST]
    return (not places, min(places, default=0), child)


def _goes(number: int, quotas: Mapping[int, Sequence[Quota]]) -> list[Key]:
    """Where the people of a stage go, and which."""
    return [
        (target, one.per, one.first, one.last, one.best, one.fill)
        for target, of in quotas.items()
        for one in of
        if one.stage == number
    ]


def _rows(stages: Sequence[Ended], seen: set[int]) -> list[tuple[Key, int, StageTable, StageRow]]:
    """The rows of a level, best first, with what they go by; those seen already left out."""
    alone = sum(table.drawn for stage in stages for table in stage.tables) == 1
    rows = [
        (_key(stage, at, table, row, alone), stage.number, table, row)
        for stage in stages
        for at, table in enumerate(stage.tables)
        for row in table.rows
        if row.number not in seen
    ]
    return sorted(rows, key=lambda one: (one[0], one[3].number))


def _key(stage: Ended, at: int, table: StageTable, row: StageRow, alone: bool) -> Key:
    if not table.drawn:
        return (2, 0, 0)
    if not stage.drawn:
        return (1, 0, 0)
    averages = () if alone else tuple(-average for average in row.averages)
    return (0, at if stage.divisions else 0, row.place, *averages)
