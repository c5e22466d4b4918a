"""The sums behind the standings, round by round, so that readers can add them up by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.standings.counting import OFF_COUNTED, OFF_POINTS
from scoring.standings.selectors.counting import stage_counting, units
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from scoring.standings.selectors.standings import penalties_of, stage_fields
from scoring.standings.table import CountedMatch, Sum, sums_of
from scoring.standings.tiebreaks import SUM_AMOUNTS
from scoring.standings.words.tiebreaks import tally_in_words, tiebreak_words
from tournaments.models import Stage
from tournaments.names.audience import Audience

TOTALS = frozenset({"totals", "melee"})  # formats that only add up tallies


@dataclass(frozen=True, slots=True)
class StageSums:
    """The sums of a stage, by tie-break and entry number.

    `rounds`: the rounds with a match. `cap`: the maximum that a match counts; 0 is no limit.
    """

    sums_by_key: Mapping[str, Mapping[int, Sum]] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()
    cap: int = 0


def shows_sums(stage: Stage) -> bool:
    """Return whether the standings show sums.

    They do in a format that only adds up tallies, and if only the best matches count.
    """
    return stage.format in TOTALS or stage_counting(stage).best > 0


def stage_sums(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> StageSums:
    """Return the sums of a stage that shows them, else empty sums."""
    keys = [key for key in stage.chain if key in SUM_AMOUNTS]
    if not keys or not shows_sums(stage):
        return StageSums()
    fields, penalties = stage_fields(stage, audience, supposed), _subtracted_penalties(stage)
    sums_by_key = {
        key: {
            number: entry_sum
            for field in fields.values()
            for number, entry_sum in sums_of(field, key, penalties.get(key)).items()
        }
        for key in keys
    }
    rounds = {
        part.round for sums in sums_by_key.values() for sum_ in sums.values() for part in sum_.parts
    }
    return StageSums(sums_by_key, tuple(sorted(rounds)), stage_counting(stage).cap)


def _subtracted_penalties(stage: Stage) -> dict[str, dict[int, int]]:
    """Return the penalties subtracted from each sum, in its units, by tie-break and entry."""
    tally, points = units(stage)
    worth = {
        OFF_POINTS: {"points": points},
        OFF_COUNTED: {"counted_won": tally, "counted_diff": tally},
    }.get(stage_counting(stage).penalties, {})
    entry_penalties = penalties_of(stage) if worth else {}
    return {
        key: {number: unit * points for number, points in entry_penalties.items()}
        for key, unit in worth.items()
    }


# --- In words ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Cell:
    """The amount that one match adds to a sum, as text.

    `discarded`: the match is not among the best. `rest`: it is a bye. `capped`: the amount equals
    the maximum that a match counts.
    """

    value: str = ""
    discarded: bool = False
    rest: bool = False
    capped: bool = False


def sum_tables(
    stage: Stage, sums: StageSums, order: Sequence[int], titles: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return, for each tie-break that adds up matches, a table with the parts of every sum."""
    words = tiebreak_words(stage.tournament.game, boards=bool(stage.boards()))
    return [
        {
            "key": key,
            "title": words[key].name,
            "rounds": sums.rounds,
            **_marks([entry_sums[number] for number in order]),
            "rows": [
                _row(stage, key, sums, entry_sums[number], number, titles) for number in order
            ],
        }
        for key, entry_sums in sums.sums_by_key.items()
    ]


def _marks(sums: Sequence[Sum]) -> dict[str, bool]:
    """Return which kinds of special amounts the sums have, so that the table explains them."""
    parts = [part for sum_ in sums for part in sum_.parts]
    return {
        "discarded": any(not part.counts for part in parts),
        "rests": any(part.rest for part in parts),
        "carried": any(sum_.carried for sum_ in sums),
        "taken": any(sum_.taken for sum_ in sums),
    }


def _row(
    stage: Stage, key: str, sums: StageSums, own: Sum, number: int, titles: Mapping[int, str]
) -> dict[str, Any]:
    def text_of(value: int) -> str:
        return tally_in_words(key, value, *units(stage))

    parts_by_round: dict[int, list[CountedMatch]] = {round: [] for round in sums.rounds}
    for part in own.parts:
        parts_by_round[part.round].append(part)
    return {
        "number": number,
        "title": titles[number],
        "cells": [
            [
                Cell(
                    text_of(part.value), not part.counts, part.rest, _is_capped(key, part, sums.cap)
                )
                for part in parts
            ]
            for parts in parts_by_round.values()
        ],
        "carried": text_of(own.carried) if own.carried else "",
        "taken": f"−{text_of(own.taken)}" if own.taken else "",
        "total": text_of(own.total),
    }


def _is_capped(key: str, part: CountedMatch, cap: int) -> bool:
    return key == "counted_won" and cap > 0 and part.value == cap
