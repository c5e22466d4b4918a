"""Values that several pages start from, held in memory for one revision of the tournament."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from scoring.selectors.hall.whereabouts import Hall, find, hall_of, number_asked
from scoring.selectors.matches.meetings import (
    Competitor,
    Meeting,
    competitors_of,
    meetings,
    meetings_of,
)
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.refereeing.hall_clock import HallClock, hall_clock
from scoring.selectors.stages.endings import whole_event
from scoring.selectors.stages.fates import Fates, fates_of
from scoring.selectors.standings import stage_standings
from scoring.standings.table import Line
from scoring.standings.whole_event import Final
from tournaments.kept import held
from tournaments.models import Stage, Tournament
from tournaments.names.audience import audience
from tournaments.selectors.day import Day, day


@dataclass(frozen=True, slots=True)
class Played:
    """Matches of a stage with ties together; with `fates` and everybody, if all are here."""

    meetings: tuple[Meeting, ...]
    fates: Fates | None = None
    competitors: Mapping[int, Competitor] = field(default_factory=dict)


def lines_of(stage: Stage) -> tuple[Line, ...]:
    return held(stage.tournament, f"lines/{stage.pk}", lambda: stage_standings(stage))


def event_of(tournament: Tournament) -> tuple[Final, ...]:
    return held(tournament, "event", lambda: whole_event(tournament))


def everybody(tournament: Tournament) -> Mapping[int, Competitor]:
    return held(tournament, "everybody", lambda: competitors_of(tournament))


def hall_now(stage: Stage) -> Hall:
    return held(stage.tournament, f"hall/{stage.pk}", lambda: hall_of(stage))


def clock_now(stage: Stage) -> HallClock | None:
    return held(stage.tournament, f"clock/{stage.pk}", lambda: hall_clock(stage))


def day_now(tournament: Tournament, stage: Stage) -> Day:
    return held(tournament, f"day/{stage.pk}", lambda: day(tournament, stage))


def found_by(tournament: Tournament, asked: str) -> list[Competitor]:
    """The competitors that somebody may mean with a number or some words."""
    number = number_asked(asked)
    known = competitors_of(tournament, [number]) if number is not None else {}
    if not audience().names:  # a name would say whose number it is
        return list(known.values())
    return list(known.values()) or find(everybody(tournament), asked)


def all_played(stage: Stage) -> Played:

    def make() -> Played:
        # Not those that are held: somebody may have come and been drawn since.
        competitors = competitors_of(stage.tournament)
        found = as_ties(meetings(stage, competitors))
        return Played(tuple(found), fates_of(stage, found, competitors), competitors)

    return held(stage.tournament, f"played/{stage.pk}", make)


def played_by(stage: Stage, numbers: Collection[int]) -> Played:
    """Return the meetings of these competitors, and all where a bracket says what comes next."""
    if stage.has_bracket:
        return all_played(stage)
    return Played(tuple(as_ties(meetings_of(stage, numbers))))
