"""The sums of the standings, round by round, as they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.selectors.counting import units
from scoring.selectors.standings import StageSums
from scoring.standings.table import Part, Sum
from scoring.wording.tiebreaks import counted, words_of
from tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class Cell:
    """The sum that one round brings, as it is read; "" for nothing."""

    value: str = ""
    discarded: bool = False
    rest: bool = False
    capped: bool = False


def sum_tables(
    stage: Stage, sums: StageSums, order: Sequence[int], titles: Mapping[int, str]
) -> list[dict[str, Any]]:
    """For each tie-break that adds up matches, a table of what each of these sums is made of."""
    words = words_of(stage.tournament.game, boards=bool(stage.boards()))
    return [
        {
            "key": key,
            "title": words[key].name,
            "rounds": sums.rounds,
            **_marks([found[number] for number in order]),
            "rows": [_row(stage, key, sums, found[number], number, titles) for number in order],
        }
        for key, found in sums.by_key.items()
    ]


def _marks(sums: Sequence[Sum]) -> dict[str, bool]:
    """Return what there is of each kind, so that the table explains it and nothing else."""
    parts = [part for one in sums for part in one.parts]
    return {
        "discarded": any(not part.counts for part in parts),
        "rests": any(part.rest for part in parts),
        "carried": any(one.carried for one in sums),
        "taken": any(one.taken for one in sums),
    }


def _row(
    stage: Stage, key: str, sums: StageSums, own: Sum, number: int, titles: Mapping[int, str]
) -> dict[str, Any]:
    def told(value: int) -> str:
        return counted(key, value, *units(stage))

    by_round: dict[int, list[Part]] = {round: [] for round in sums.rounds}
    for part in own.parts:
        by_round[part.round].append(part)
    return {
        "number": number,
        "title": titles[number],
        "cells": [
            [
                Cell(told(part.value), not part.counts, part.rest, _capped(key, part, sums.cap))
                for part in parts
            ]
            for parts in by_round.values()
        ],
        "carried": told(own.carried) if own.carried else "",
        "taken": f"−{told(own.taken)}" if own.taken else "",
        "total": told(own.total),
    }


def _capped(key: str, part: Part, cap: int) -> bool:
    return key == "counted_won" and cap > 0 and part.value == cap
