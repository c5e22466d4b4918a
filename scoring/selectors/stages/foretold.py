"""A stage before it is added: how many play it, its rounds, its matches, its end."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.selectors.stages.chain import checked_chain
from tournaments.forecast.core import Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import usual
from tournaments.forecast.planned import planned
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors.stages import stages_of


@dataclass(frozen=True, slots=True)
class Foretold:
    """So many `entrants` play `rounds` rounds, `matches` matches, in so many `minutes`."""

    entrants: int
    rounds: int
    matches: int
    minutes: int


def entered_by_stage(tournament: Tournament) -> Counter[int]:
    """How many entries in play each stage has by itself."""
    live = tournament.entries.filter(state=Entry.State.ENTERED)
    return Counter(live.order_by().values_list("enters", flat=True))


def foretold(
    tournament: Tournament, entered: Mapping[int, int], plan: Mapping[str, Any]
) -> Foretold | None:
    """Return what the stage of this plan would be after those there are; None where so few are
    entered, or go on, that it cannot be played."""
    stages = stages_of(tournament)
    stage = Stage(tournament=tournament, number=stages[-1].number + 1, **plan)
    _fewest, entrants = checked_chain([*stages, stage], entered).sizes[-1]
    if not any(entered.values()) or entrants < stage.sides():
        return None
    length = usual(tournament.rules, stage.game_rules())
    venue = Venue(len(tournament.tables_in_service))
    try:
        ask = planned(stage.system, stage.format_rules(), entrants, stage.sides(), length, venue)
    except DrawError:
        return None
    result = forecast([ask])
    matches = sum(round.matches for round in result.rounds)
    return Foretold(entrants, len(result.rounds), matches, round(result.end.likely))
