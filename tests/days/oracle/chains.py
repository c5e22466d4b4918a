"""Days of several stages: each played by the dice, opened one after another, with what happens in
between."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from scoring.forecast.simulation.rehearsal import stage_over
from tests.days.any_day import some
from tests.days.hall import WITH_DRAWS, Day
from tests.days.oracle.luck import (
    HAPPENS,
    TRUCO,
    Look,
    play_a_day,
    somebody_comes,
    something_happens,
)
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

REST = [{"stage": 1, "per": "rest"}]
Opened = Callable[[Stage], None]


class Planned(NamedTuple):
    """A stage to come."""

    format: str
    options: Mapping[str, Any]
    intake: Sequence[Mapping[str, Any]]
    more: Mapping[str, Any] = {}


CHAINS: Mapping[str, tuple[str, dict[str, Any], dict[str, Any], list[Planned]]] = {
    "groups to bracket": (
        "groups",
        {"size": 4},
        {},
        [Planned("knockout", {"third_place": True}, [{"stage": 1, "last": 2}])],
    ),
    "groups, best second, the rest": (
        "groups",
        {"size": 3},
        {},
        [
            Planned("knockout", {}, [{"stage": 1}, {"stage": 1, "first": 2, "last": 2, "best": 1}]),
            Planned("swiss", {"rounds": 2}, REST),
        ],
    ),
    "swiss to bracket": (
        "swiss",
        {"rounds": 3},
        {},
        [Planned("knockout", {}, [{"stage": 1, "per": "all", "last": 4}])],
    ),
    "swiss to gold, silver and the rest": (
        "swiss",
        {"rounds": 3, "bye": "mean"},
        {"game_options": WITH_DRAWS},
        [
            Planned("league", {}, [{"stage": 1, "per": "all", "last": 3}]),
            Planned("groups", {"size": 3}, [{"stage": 1, "per": "all", "first": 4, "last": 6}]),
            Planned("swiss", {"rounds": 2}, REST),
        ],
    ),
    "points carried": (
        "groups",
        {"size": 3},
        {},
        [
            Planned("league", {}, [{"stage": 1}], {"carries": True}),
            Planned("swiss", {"rounds": 2}, REST, {"carries": True}),
        ],
    ),
    "three stages of guiñote": (
        "groups",
        {"size": 4},
        {"game": "guinote", "game_options": {"cotos": 1, "partidas": 3}},
        [
            Planned("swiss", {"rounds": 2}, [{"stage": 1, "last": 2}]),
            Planned("knockout", {}, [{"stage": 2, "per": "all", "last": 2}]),
        ],
    ),
    "totals to lives of truco": (
        "totals",
        {"rounds": 3, "groups": 2},
        TRUCO,
        [Planned("lives", {"lives": 2}, [{"stage": 1, "last": 2}]), Planned("league", {}, REST)],
    ),
}


class DayOfStage(Day):
    """The same day, one of its stages looked at."""

    number = 1

    @property
    def stage(self) -> Stage:
        return self.stage_number(self.number)


def begin_a_chain(begin: Callable[..., Day], name: str, dice: Random, most: int = 14) -> DayOfStage:
    """The tournament of a chain, its stages planned and nine entries or more in it."""
    format, options, changes, plans = CHAINS[name]
    made = begin("Cadena", format, options, **{"tables": 3, **changes})
    day = DayOfStage(made.author, made.tournament)
    for at, planned in enumerate(plans, start=2):
        day.plan(
            f"Fase {at}",
            planned.format,
            dict(planned.options),
            [dict(quota) for quota in planned.intake],
            **planned.more,
        )
    some(day, dice.randint(9, most))
    return day


def play_a_chain(day: DayOfStage, dice: Random, look: Look, opened: Opened) -> None:
    """Every stage to its end, in order; `opened` is told of a stage just before it is opened."""
    later = [one for one in HAPPENS if one is not somebody_comes]
    for stage in day.tournament.stages.order_by("number"):
        day.number = stage.number
        if stage.number > 1:
            something_happens(day, dice, later)
            try:
                opened(day.stage)
            except Refused as refused:
                assert refused.code in ("too_few_qualified", "stage_unfinished"), refused
                return
            look()
        play_a_day(day, dice, look, HAPPENS if stage.number == 1 else later)
        if not stage_over(day.stage, EVERYTHING):
            return
