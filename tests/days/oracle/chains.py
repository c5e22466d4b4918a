"""Random days of several stages, played in order, with withdrawals and corrections in between."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from scoring.forecast.simulation.rehearsal import stage_over
from tests.days.any_day import enter_first
from tests.days.hall import ONE_LINE_WITH_DRAWS, Day
from tests.days.oracle.luck import (
    ACTS,
    TRUCO,
    Check,
    add_late_entry,
    play_random_day,
    run_random_act,
)
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

REST_QUOTA = [{"stage": 1, "per": "rest"}]
OpenStage = Callable[[Stage], None]


class PlannedStage(NamedTuple):
    """A stage to plan; `fields` are other arguments of `Day.plan`."""

    format: str
    options: Mapping[str, Any]
    intake: Sequence[Mapping[str, Any]]
    fields: Mapping[str, Any] = {}


CHAINS: Mapping[str, tuple[str, dict[str, Any], dict[str, Any], list[PlannedStage]]] = {
    "groups to bracket": (
        "groups",
        {"size": 4},
        {},
        [PlannedStage("knockout", {"third_place": True}, [{"stage": 1, "last": 2}])],
    ),
    "groups, best second, the rest": (
        "groups",
        {"size": 3},
        {},
        [
            PlannedStage(
                "knockout", {}, [{"stage": 1}, {"stage": 1, "first": 2, "last": 2, "best": 1}]
            ),
            PlannedStage("swiss", {"rounds": 2}, REST_QUOTA),
        ],
    ),
    "swiss to bracket": (
        "swiss",
        {"rounds": 3},
        {},
        [PlannedStage("knockout", {}, [{"stage": 1, "per": "all", "last": 4}])],
    ),
    "swiss to gold, silver and the rest": (
        "swiss",
        {"rounds": 3, "bye": "mean"},
        {"game_options": ONE_LINE_WITH_DRAWS},
        [
            PlannedStage("league", {}, [{"stage": 1, "per": "all", "last": 3}]),
            PlannedStage(
                "groups", {"size": 3}, [{"stage": 1, "per": "all", "first": 4, "last": 6}]
            ),
            PlannedStage("swiss", {"rounds": 2}, REST_QUOTA),
        ],
    ),
    "points carried": (
        "groups",
        {"size": 3},
        {},
        [
            PlannedStage("league", {}, [{"stage": 1}], {"carries": True}),
            PlannedStage("swiss", {"rounds": 2}, REST_QUOTA, {"carries": True}),
        ],
    ),
    "three stages of guiñote": (
        "groups",
        {"size": 4},
        {"game": "guinote", "game_options": {"cotos": 1, "partidas": 3}},
        [
            PlannedStage("swiss", {"rounds": 2}, [{"stage": 1, "last": 2}]),
            PlannedStage("knockout", {}, [{"stage": 2, "per": "all", "last": 2}]),
        ],
    ),
    "totals to lives of truco": (
        "totals",
        {"rounds": 3, "groups": 2},
        TRUCO,
        [
            PlannedStage("lives", {"lives": 2}, [{"stage": 1, "last": 2}]),
            PlannedStage("league", {}, REST_QUOTA),
        ],
    ),
}


class DayOfStage(Day):
    """A day whose `stage` is stage number `number`, instead of the stage in play."""

    number = 1

    @property
    def stage(self) -> Stage:
        return self.stage_number(self.number)


def begin_chain(
    begin: Callable[..., Day], name: str, dice: Random, most_entries: int = 14
) -> DayOfStage:
    """Begin the tournament `CHAINS[name]` with 9 to `most_entries` entries; plan its stages."""
    format, options, changes, plans = CHAINS[name]
    plain_day = begin("Cadena", format, options, **{"tables": 3, **changes})
    day = DayOfStage(plain_day.author, plain_day.tournament)
    for number, plan in enumerate(plans, start=2):
        day.plan(
            f"Fase {number}",
            plan.format,
            dict(plan.options),
            [dict(quota) for quota in plan.intake],
            **plan.fields,
        )
    enter_first(day, dice.randint(9, most_entries))
    return day


def play_chain(day: DayOfStage, dice: Random, check: Check, open_stage: OpenStage) -> None:
    """Play every stage to its end, in order; `open_stage` opens each stage after the first.

    It ends early if too few entries qualify or a stage stays unfinished.
    """
    later_acts = [act for act in ACTS if act is not add_late_entry]
    for stage in day.tournament.stages.order_by("number"):
        day.number = stage.number
        if stage.number > 1:
            run_random_act(day, dice, later_acts)
            try:
                open_stage(day.stage)
            except Refused as refused:
                assert refused.code in ("too_few_qualified", "stage_unfinished"), refused
                return
            check()
        play_random_day(day, dice, check, ACTS if stage.number == 1 else later_acts)
        if not stage_over(day.stage, EVERYTHING):
            return
