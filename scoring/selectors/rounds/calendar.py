"""All the rounds of a stage whose draw looks at no result: those played, and those to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.selectors.matches.meetings import Competitor, Meeting, competitors_of, meetings
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.standings import stage_situation
from tournaments.formats.core import DrawError, Pairing
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.routes import Plan, drawn_rounds, planned_rounds
from tournaments.models import Round, Stage
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import date_of, name_to_come
from tournaments.selectors.wishes import wishes_of


@dataclass(frozen=True, slots=True)
class Fixture:
    """The host and the guest; `meeting` is the match, or the tie, once it is published."""

    home: Competitor
    away: Competitor
    group: str
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class Date:
    """A round of the calendar; `serial` is 0 while it is to come."""

    name: str
    number: int
    at: datetime | None
    serial: int
    fixtures: tuple[Fixture, ...]
    rests: tuple[Competitor, ...]


def calendar(stage: Stage, audience: Audience, *, ahead: bool) -> list[Date]:
    """Every published round and, if asked, all those to come if nobody comes or goes."""
    competitors = competitors_of(stage.tournament)
    rounds: dict[int, list[Meeting]] = {}
    for one in as_ties(meetings(stage, competitors, audience)):
        rounds.setdefault(one.round, []).append(one)
    drawn_as = {round.number: round for round in stage.rounds.all()}
    dates = [_played(stage, drawn_as[number], rounds[number]) for number in sorted(rounds)]
    if ahead:
        drawn = len(dates)
        dates += [
            _to_come(stage, number, pairings, competitors)
            for number, pairings in enumerate(rounds_ahead(stage, drawn, audience), start=drawn + 1)
        ]
    return dates


def rounds_ahead(stage: Stage, drawn: int, audience: Audience) -> Sequence[Sequence[Pairing]]:
    """Return the rounds after so many, by their seeds; none while they cannot be drawn."""
    if not isinstance(stage.system, RoundRobin):
        return ()
    situation = stage_situation(stage, audience, drawn + 1)
    try:
        return stage.system.calendar(situation, stage.format_rules(), f"{stage.seed}/1")
    except DrawError:
        return ()


def _played(stage: Stage, round: Round, found: Sequence[Meeting]) -> Date:
    ties = [one for one in found if not one.is_bye]
    return Date(
        str(round),
        round.number,
        date_of(stage, round.number),
        round.serial,
        tuple(Fixture(tie.sides[0], tie.sides[1], tie.group, tie) for tie in ties),
        tuple(one.sides[0] for one in found if one.is_bye),
    )


def _to_come(
    stage: Stage, number: int, pairings: Sequence[Pairing], competitors: Mapping[int, Competitor]
) -> Date:
    return Date(
        name_to_come(stage, number),
        number,
        date_of(stage, number),
        0,
        tuple(
            Fixture(competitors[pairing.sides[0]], competitors[pairing.sides[1]], pairing.group)
            for pairing in pairings
            if not pairing.rest
        ),
        tuple(competitors[one.sides[0]] for one in pairings if one.rest),
    )


def stage_plan(stage: Stage, audience: Audience) -> Plan:
    """Every round, drawn or to come, by their seeds. Raises DrawError as `planned_rounds`."""
    return planned_rounds(
        stage_situation(stage, audience),
        stage.format_rules(),
        lambda number: f"{stage.seed}/{number}",
        stage.system,
        lambda number: wishes_of(stage, number),
    )


def plan_until(round: Round, audience: Audience) -> Plan | None:
    """The rounds drawn up to this one where several sit at a table, else None."""
    stage = round.stage
    if stage.sides() <= 2 and stage.system.partners == 1:
        return None
    return drawn_rounds(stage_situation(stage, audience, round.number + 1).rounds)
