"""A day of several stages: each begins when those that feed it are over, at the same tables."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from tournaments.forecast.chance import dice
from tournaments.forecast.core import Ask, Forecast, quantiles
from tournaments.forecast.day import (
    HallTables,
    RoundTimes,
    StageRun,
    gathered,
    in_order,
    outlines,
    plan_of,
    until_bell,
)
from tournaments.forecast.lengths import Minutes


@dataclass(frozen=True, slots=True)
class StageOfDay:
    """A stage of the day; `after` are the places, from 0, of those that have to be over before."""

    ask: Ask
    after: tuple[int, ...] = ()


def forecast_stages(stages: Sequence[StageOfDay]) -> tuple[Forecast, tuple[Forecast, ...]]:
    """When the whole day will be over, and each of its stages. They share the hall of the first:
    of those that can go on, the one whose next round may begin first takes the tables first.

    Each stage comes after those that feed it. Raises ValueError for none.
    """
    if not stages:
        raise ValueError("no stages to play")
    ways = [
        ((),) if _by_the_clock(one.ask) else one.ask.outlines or outlines(one.ask) for one in stages
    ]
    many = max(map(len, ways))
    runs = -(-stages[0].ask.runs // many)
    days = [
        _simulate_stages(stages, [way[day % len(way)] for way in ways], f"lengths {day}", runs)
        for day in range(many)
    ]
    told = tuple(
        gathered(one.ask, [day[place][0] for day in days]) for place, one in enumerate(stages)
    )
    ends = in_order([numpy.max([end for _told, end in day], axis=0) for day in days])
    rounds = tuple(one for stage in told for one in stage.rounds)
    return Forecast(rounds, quantiles(ends), ends), told


def _simulate_stages(
    stages: Sequence[StageOfDay],
    drawn: Sequence[Sequence[Sequence[tuple[int, ...]]]],
    label: str,
    runs: int,
) -> list[tuple[list[RoundTimes], Minutes]]:
    """Return what is told of each stage, and when it is over."""
    first = stages[0].ask
    plans = [
        [] if _by_the_clock(one.ask) else plan_of(one.ask, way)
        for one, way in zip(stages, drawn, strict=True)
    ]
    tables = HallTables(first.venue.tables, plans, first.now, runs)
    going = [
        StageRun(one.ask, plan, tables, dice(one.ask.seed, label), runs)
        for one, plan in zip(stages, plans, strict=True)
    ]
    over: dict[int, Minutes] = {}
    begun: set[int] = set()
    while len(over) < len(stages):
        for place, one in enumerate(stages):
            if place not in begun and over.keys() >= set(one.after):
                begun.add(place)
                before = [over[source] + first.venue.pause for source in one.after]
                gate = numpy.max([numpy.full(runs, first.now), *before], axis=0)
                going[place].begin(gate)
                if _by_the_clock(one.ask):
                    going[place].told = until_bell(one.ask, runs, gate)
                    tables.busy_until(going[place].end)
        waiting = [place for place in sorted(begun) if going[place].left]
        if waiting:
            soonest = min(waiting, key=lambda place: float(numpy.median(going[place].gate)))
            going[soonest].play_round()
        over |= {
            place: going[place].end
            for place in begun
            if place not in over and not going[place].left
        }
    return [(one.told, over[place]) for place, one in enumerate(going)]


def _by_the_clock(ask: Ask) -> bool:
    return ask.format.by_calls and not ask.situation.closed
