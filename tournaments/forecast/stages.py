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
from tournaments.formats.clock import CLOCK


@dataclass(frozen=True, slots=True)
class StageOfDay:
    """A stage of the day; `after` are the places, from 0, of those that have to be over before."""

    ask: Ask
    after: tuple[int, ...] = ()


def forecast_stages(stages: Sequence[StageOfDay]) -> tuple[Forecast, tuple[Forecast, ...]]:
    """Forecast the end of the day and of each stage, all in the hall of the first.

    The stage whose next round may begin first takes the tables first. Each comes after those that
    feed it. Raises ValueError for none.
    """
    if not stages:
        raise ValueError("no stages to play")
    ways = [
        ((),) if _by_the_clock(stage.ask) else stage.ask.outlines or outlines(stage.ask)
        for stage in stages
    ]
    many = max(map(len, ways))
    runs = -(-stages[0].ask.runs // many)
    days = [
        _simulate_stages(stages, [way[day % len(way)] for way in ways], f"lengths {day}", runs)
        for day in range(many)
    ]
    forecasts = tuple(
        gathered(stage.ask, [day[place][0] for day in days]) for place, stage in enumerate(stages)
    )
    ends = in_order([numpy.max([end for _played, end in day], axis=0) for day in days])
    rounds = tuple(round for stage in forecasts for round in stage.rounds)
    return Forecast(rounds, quantiles(ends), ends), forecasts


def _simulate_stages(
    stages: Sequence[StageOfDay],
    drawn: Sequence[Sequence[Sequence[tuple[int, ...]]]],
    label: str,
    runs: int,
) -> list[tuple[list[RoundTimes], Minutes]]:
    """Return the times of the rounds of each stage, and when it is over."""
    first = stages[0].ask
    plans = [
        [] if _by_the_clock(stage.ask) else plan_of(stage.ask, way)
        for stage, way in zip(stages, drawn, strict=True)
    ]
    tables = HallTables(first.venue.tables, plans, first.now, runs)
    stage_runs = [
        StageRun(stage.ask, plan, tables, dice(stage.ask.seed, label), runs)
        for stage, plan in zip(stages, plans, strict=True)
    ]
    over: dict[int, Minutes] = {}
    begun: set[int] = set()
    while len(over) < len(stages):
        for place, stage in enumerate(stages):
            if place not in begun and over.keys() >= set(stage.after):
                begun.add(place)
                before = [over[source] + first.venue.pause for source in stage.after]
                gate = numpy.max([numpy.full(runs, first.now), *before], axis=0)
                stage_runs[place].begin(gate)
                if _by_the_clock(stage.ask):
                    stage_runs[place].played = until_bell(stage.ask, runs, gate)
                    tables.busy_until(stage_runs[place].end)
        waiting = [place for place in sorted(begun) if stage_runs[place].left]
        if waiting:
            soonest = min(waiting, key=lambda place: float(numpy.median(stage_runs[place].gate)))
            stage_runs[soonest].play_round()
        over |= {
            place: stage_runs[place].end
            for place in begun
            if place not in over and not stage_runs[place].left
        }
    return [(run.played, over[place]) for place, run in enumerate(stage_runs)]


def _by_the_clock(ask: Ask) -> bool:
    return ask.format is CLOCK and not ask.situation.closed
