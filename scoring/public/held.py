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
from tournaments.names.audience import NOBODY, Audience, current_audience
from tournaments.selectors.day import Day, day


@dataclass(frozen=True, slots=True)
class Played:
    """Matches of a stage with ties together; with `fates` and everybody, if all are here."""

    meetings: tuple[Meeting, ...]
    fates: Fates | None = None
    competitors: Mapping[int, Competitor] = field(default_factory=dict)


def lines_of(stage: Stage, audience: Audience) -> tuple[Line, ...]:
    return held(
        stage.tournament, f"lines/{stage.pk}", audience, lambda: stage_standings(stage, audience)
    )


def event_of(tournament: Tournament, audience: Audience) -> tuple[Final, ...]:
    return held(tournament, "event", audience, lambda: whole_event(tournament, audience))


def everybody(tournament: Tournament) -> Mapping[int, Competitor]:
    return held(tournament, "everybody", NOBODY, lambda: competitors_of(tournament))


def hall_now(stage: Stage, audience: Audience) -> Hall:
    return held(stage.tournament, f"hall/{stage.pk}", audience, lambda: hall_of(stage, audience))


def clock_now(stage: Stage, audience: Audience) -> HallClock | None:
    return held(
        stage.tournament, f"clock/{stage.pk}", audience, lambda: hall_clock(stage, audience)
    )


def day_now(tournament: Tournament, stage: Stage, audience: Audience) -> Day:
    return held(tournament, f"day/{stage.pk}", audience, lambda: day(tournament, stage, audience))


def found_by(tournament: Tournament, asked: str) -> list[Competitor]:
    """The competitors that somebody may mean with a number or some words."""
    number = number_asked(asked)
    known = competitors_of(tournament, [number]) if number is not None else {}
    if not current_audience().names:  # a name would say whose number it is
        return list(known.values())
    return list(known.values()) or find(everybody(tournament), asked)


def all_played(stage: Stage, audience: Audience) -> Played:

    def make() -> Played:
        # Not those that are held: somebody may have come and been drawn since.
        competitors = competitors_of(stage.tournament)
        found = as_ties(meetings(stage, competitors, audience))
        return Played(tuple(found), fates_of(stage, found, competitors), competitors)

    return held(stage.tournament, f"played/{stage.pk}", audience, make)


def played_by(stage: Stage, numbers: Collection[int], audience: Audience) -> Played:
    """Return the meetings of these competitors, and all where a bracket says what comes next."""
    if stage.has_bracket:
        return all_played(stage, audience)
    return Played(tuple(as_ties(meetings_of(stage, numbers, audience))))
