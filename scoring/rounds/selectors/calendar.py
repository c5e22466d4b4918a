"""All rounds, played and to come, of a stage whose draws do not depend on results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scoring.actas.selectors.meetings import Competitor, Meeting, as_ties, competitors_of, meetings
from scoring.standings.selectors.standings import stage_situation
from tournaments.forecast.plans import sides_of_future_rounds, unopened_situation
from tournaments.formats.core import DrawError, Pairing, teams
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.routes import Plan, drawn_rounds, planned_rounds
from tournaments.models import Entry, Round, Stage
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_of
from tournaments.people.selectors.wishes import wishes_of
from tournaments.rounds.selectors.rounds import date_of, latest_round, name_to_come, next_serial


@dataclass(frozen=True, slots=True)
class Fixture:
    """The host (`home`) and the guest (`away`) of a fixture.

    `meeting` is the match or tie of the fixture, None until it is published.
    """

    home: Competitor
    away: Competitor
    group: str
    meeting: Meeting | None = None
    venue: str = ""  # venue of the host, if the stage is played at home and names are shown


@dataclass(frozen=True, slots=True)
class CalendarRound:
    """A round of the calendar, with its byes (`rests`); `serial` is 0 until it is published."""

    name: str
    number: int
    at: datetime | None
    serial: int
    fixtures: tuple[Fixture, ...]
    rests: tuple[Competitor, ...]


def calendar_rounds(stage: Stage, audience: Audience, *, ahead: bool) -> list[CalendarRound]:
    """Return the published rounds and, if `ahead`, the rounds to come with the present entries.

    If the draws depend on results, return all rounds with their dates, without fixtures or rests.
    """
    if not stage.has_calendar:
        return _rounds_without_fixtures(stage, audience)
    venues = venues_of(stage) if audience.names else {}  # a venue reveals its entry
    competitors = competitors_of(stage.tournament, audience)
    rounds: dict[int, list[Meeting]] = {}
    for tie in as_ties(meetings(stage, competitors, audience)):
        rounds.setdefault(tie.round, []).append(tie)
    round_by_number = {round.number: round for round in stage.rounds.all()}
    calendar = [
        _published_round(stage, round_by_number[number], rounds[number])
        for number in sorted(rounds)
    ]
    if ahead:
        published_count = len(calendar)
        calendar += [
            _upcoming_round(stage, number, pairings, competitors)
            for number, pairings in enumerate(
                rounds_ahead(stage, published_count, audience), start=published_count + 1
            )
        ]
    if not venues:
        return calendar
    return [
        replace(
            round,
            fixtures=tuple(
                replace(fixture, venue=venues.get(fixture.home.number, ""))
                for fixture in round.fixtures
            ),
        )
        for round in calendar
    ]


def venues_of(stage: Stage) -> dict[int, str]:
    """Return the venue of each entry that has one, by number; {} for a stage not played at home."""
    if not stage.at_home:
        return {}
    homes = stage.tournament.entries.exclude(venue="").order_by("number")
    return dict(homes.values_list("number", "venue"))


def crowded_venues(rounds: Sequence[CalendarRound]) -> list[tuple[CalendarRound, str, int]]:
    """Return (round, venue, number of matches) for each venue with several matches in a round."""
    return [
        (round, venue, matches)
        for round in rounds
        for venue, matches in Counter(
            fixture.venue for fixture in round.fixtures if fixture.venue
        ).items()
        if matches > 1
    ]


def _rounds_without_fixtures(stage: Stage, audience: Audience) -> list[CalendarRound]:
    rounds = {round.number: round for round in stage.rounds.all() if round.is_shown_to(audience)}
    last_number = max(rounds_in_stage(stage), len(stage.dates), *rounds, 0)
    return [
        CalendarRound(
            str(rounds[number]) if number in rounds else name_to_come(stage, number),
            number,
            date_of(stage, number),
            rounds[number].serial if number in rounds else 0,
            (),
            (),
        )
        for number in range(1, last_number + 1)
    ]


def rounds_in_stage(stage: Stage) -> int:
    """Return the number of rounds of the stage with its present entries; 0 if unknown."""
    entrants = entries_of(stage).filter(state=Entry.State.ENTERED).count()
    return stage.system.rounds_in_all(entrants, stage.format_rules()) if entrants else 0


def rounds_ahead(stage: Stage, last_number: int, audience: Audience) -> Sequence[Sequence[Pairing]]:
    """Return the rounds after round `last_number`, as the seed draws them.

    Return () if the stage has no calendar, or its entries cannot be drawn.
    """
    if not isinstance(stage.system, RoundRobin):
        return ()
    situation = stage_situation(stage, audience, last_number + 1)
    try:
        return stage.system.calendar(situation, stage.format_rules(), f"{stage.seed}/1")
    except DrawError:
        return ()


def _published_round(stage: Stage, round: Round, meetings: Sequence[Meeting]) -> CalendarRound:
    ties = [meeting for meeting in meetings if not meeting.is_bye]
    return CalendarRound(
        str(round),
        round.number,
        date_of(stage, round.number),
        round.serial,
        tuple(Fixture(tie.sides[0], tie.sides[1], tie.group, tie) for tie in ties),
        tuple(meeting.sides[0] for meeting in meetings if meeting.is_bye),
    )


def _upcoming_round(
    stage: Stage, number: int, pairings: Sequence[Pairing], competitors: Mapping[int, Competitor]
) -> CalendarRound:
    return CalendarRound(
        name_to_come(stage, number),
        number,
        date_of(stage, number),
        0,
        tuple(
            Fixture(competitors[pairing.sides[0]], competitors[pairing.sides[1]], pairing.group)
            for pairing in pairings
            if not pairing.is_bye
        ),
        tuple(competitors[pairing.sides[0]] for pairing in pairings if pairing.is_bye),
    )


def stage_plan(stage: Stage, audience: Audience) -> Plan:
    """Return every round of the stage: drawn rounds, then later rounds as their seeds draw them.

    Raises the DrawError of `planned_rounds`.
    """
    return planned_rounds(
        stage_situation(stage, audience),
        stage.format_rules(),
        lambda number: f"{stage.seed}/{number}",
        stage.system,
        lambda number: wishes_of(stage, number),
    )


def plan_until(round: Round, audience: Audience) -> Plan | None:
    """Return the rounds up to this round as drawn, or None if only two entries meet at a table."""
    stage = round.stage
    if stage.sides() <= 2 and stage.system.partners == 1:
        return None
    return drawn_rounds(stage_situation(stage, audience, round.number + 1).rounds)


# --- Rounds to come -------------------------------------------------------------------------------
# The matches of rounds to come, if they can be known.
@dataclass(frozen=True, slots=True)
class UpcomingRound:
    """A round to come: its number in the event, and the entry numbers on each side of each match.

    `known` is whether the calendar has the round. Otherwise the numbers are only examples: the
    number of matches and the size of each table are right, but not who plays.
    """

    serial: int
    matches: tuple[tuple[tuple[int, ...], ...], ...]
    known: bool


def rounds_to_come(stage: Stage, rounds: int, audience: Audience) -> list[UpcomingRound]:
    """Return at most `rounds` rounds to come.

    A draft counts as a round to come. Its matches stay secret, and so do the matches of a calendar
    until its first round is published.
    """
    if not stage.has_people:
        return []
    round = latest_round(stage)
    published_count = stage.rounds.filter(state=Round.State.PUBLISHED).count()
    first_serial = (
        round.serial if round and round.number > published_count else next_serial(stage.tournament)
    )
    known = stage.has_calendar and published_count > 0
    partners = stage.system.partners
    sides_of_rounds = (
        _sides_in_calendar(stage, published_count, audience)
        if known
        else _example_sides(stage, published_count, rounds, audience)
    )
    return [
        UpcomingRound(serial, tuple(teams(sides, partners) for sides in matches), known)
        for serial, matches in enumerate(sides_of_rounds[:rounds], first_serial)
    ]


def rounds_of_unopened_stage(
    stage: Stage, entrants: int, first_serial: int, rounds: int
) -> list[UpcomingRound]:
    """Return at most `rounds` rounds of a stage that is not open yet, with `entrants` entries.

    `first_serial` is the serial of its first round. The matches of these rounds are not known.
    """
    situation = unopened_situation(entrants, stage.sides())
    sides_of_rounds = sides_of_future_rounds(
        stage.system, stage.format_rules(), situation, stage.seed, rounds
    )
    partners = stage.system.partners
    return [
        UpcomingRound(serial, tuple(teams(sides, partners) for sides in matches), known=False)
        for serial, matches in enumerate(sides_of_rounds, first_serial)
    ]


def _sides_in_calendar(
    stage: Stage, published_count: int, audience: Audience
) -> list[Sequence[tuple[int, ...]]]:
    return [
        [pairing.sides for pairing in pairings if not pairing.is_bye]
        for pairings in rounds_ahead(stage, published_count, audience)
    ]


def _example_sides(
    stage: Stage, published_count: int, rounds: int, audience: Audience
) -> list[Sequence[tuple[int, ...]]]:
    situation, options = stage_situation(stage, audience, published_count + 1), stage.format_rules()
    outlines = sides_of_future_rounds(stage.system, options, situation, stage.seed, rounds)
    if not stage.has_lives:
        return list(outlines)
    # How many entries lose their last life is not known: assume that none does.
    alive = sorted(stage.system.living_entries(situation, options))
    pairs = list(zip(alive[::2], alive[1::2], strict=False))
    return [pairs for _round in outlines]
