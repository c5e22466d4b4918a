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
        return _only_dates(stage, audience)
    venues = venues_of(stage) if audience.names else {}  # a venue reveals its entry
    competitors = competitors_of(stage.tournament, audience)
    rounds: dict[int, list[Meeting]] = {}
    for tie in as_ties(meetings(stage, competitors, audience)):
        rounds.setdefault(tie.round, []).append(tie)
    drawn_as = {round.number: round for round in stage.rounds.all()}
    dates = [_played(stage, drawn_as[number], rounds[number]) for number in sorted(rounds)]
    if ahead:
        drawn = len(dates)
        dates += [
            _to_come(stage, number, pairings, competitors)
            for number, pairings in enumerate(rounds_ahead(stage, drawn, audience), start=drawn + 1)
        ]
    if not venues:
        return dates
    return [
        replace(
            date,
            fixtures=tuple(
                replace(fixture, venue=venues.get(fixture.home.number, ""))
                for fixture in date.fixtures
            ),
        )
        for date in dates
    ]


def venues_of(stage: Stage) -> dict[int, str]:
    """Return the venue of each entry that has one, by number; {} for a stage not played at home."""
    if not stage.at_home:
        return {}
    homes = stage.tournament.entries.exclude(venue="").order_by("number")
    return dict(homes.values_list("number", "venue"))


def crowded_venues(dates: Sequence[CalendarRound]) -> list[tuple[CalendarRound, str, int]]:
    """Return (round, venue, number of matches) for each venue with several matches in a round."""
    return [
        (date, venue, matches)
        for date in dates
        for venue, matches in Counter(
            fixture.venue for fixture in date.fixtures if fixture.venue
        ).items()
        if matches > 1
    ]


def _only_dates(stage: Stage, audience: Audience) -> list[CalendarRound]:
    """Return the rounds with their dates, without fixtures."""
    rounds = {round.number: round for round in stage.rounds.all() if round.is_shown_to(audience)}
    last = max(rounds_in_stage(stage), len(stage.dates), *rounds, 0)
    return [
        CalendarRound(
            str(rounds[number]) if number in rounds else name_to_come(stage, number),
            number,
            date_of(stage, number),
            rounds[number].serial if number in rounds else 0,
            (),
            (),
        )
        for number in range(1, last + 1)
    ]


def rounds_in_stage(stage: Stage) -> int:
    """Return the number of rounds of the stage with its present entries; 0 if unknown."""
    entrants = entries_of(stage).filter(state=Entry.State.ENTERED).count()
    return stage.system.rounds_in_all(entrants, stage.format_rules()) if entrants else 0


def rounds_ahead(stage: Stage, drawn: int, audience: Audience) -> Sequence[Sequence[Pairing]]:
    """Return the rounds after round `drawn`, as the seed draws them; () if that is impossible."""
    if not isinstance(stage.system, RoundRobin):
        return ()
    situation = stage_situation(stage, audience, drawn + 1)
    try:
        return stage.system.calendar(situation, stage.format_rules(), f"{stage.seed}/1")
    except DrawError:
        return ()


def _played(stage: Stage, round: Round, meetings: Sequence[Meeting]) -> CalendarRound:
    ties = [meeting for meeting in meetings if not meeting.is_bye]
    return CalendarRound(
        str(round),
        round.number,
        date_of(stage, round.number),
        round.serial,
        tuple(Fixture(tie.sides[0], tie.sides[1], tie.group, tie) for tie in ties),
        tuple(meeting.sides[0] for meeting in meetings if meeting.is_bye),
    )


def _to_come(
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
            if not pairing.rest
        ),
        tuple(competitors[pairing.sides[0]] for pairing in pairings if pairing.rest),
    )


def stage_plan(stage: Stage, audience: Audience) -> Plan:
    """Return every round of the stage: as drawn or, if to come, as its seed would draw it.

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
    """Return the rounds drawn up to this round, or None if only two entries meet at a table."""
    stage = round.stage
    if stage.sides() <= 2 and stage.system.partners == 1:
        return None
    return drawn_rounds(stage_situation(stage, audience, round.number + 1).rounds)


# --- To come --------------------------------------------------------------------------------------
# The matches of rounds to come, as far as they can be known.
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
    drawn = latest_round(stage)
    published = stage.rounds.filter(state=Round.State.PUBLISHED).count()
    first = drawn.serial if drawn and drawn.number > published else next_serial(stage.tournament)
    known = stage.has_calendar and published > 0
    partners = stage.system.partners
    following = (
        _known(stage, published, audience)
        if known
        else _outlined(stage, published, rounds, audience)
    )
    return [
        UpcomingRound(serial, tuple(teams(sides, partners) for sides in matches), known)
        for serial, matches in enumerate(following[:rounds], first)
    ]


def rounds_after(stage: Stage, entrants: int, first: int, rounds: int) -> list[UpcomingRound]:
    """Return at most `rounds` rounds of a stage that is not open yet, with `entrants` entries.

    `first` is the serial of its first round. The matches of these rounds are not known.
    """
    situation = unopened_situation(entrants, stage.sides())
    drawn = sides_of_future_rounds(
        stage.system, stage.format_rules(), situation, stage.seed, rounds
    )
    partners = stage.system.partners
    return [
        UpcomingRound(serial, tuple(teams(sides, partners) for sides in matches), known=False)
        for serial, matches in enumerate(drawn, first)
    ]


def _known(stage: Stage, published: int, audience: Audience) -> list[Sequence[tuple[int, ...]]]:
    return [
        [pairing.sides for pairing in pairings if not pairing.rest]
        for pairings in rounds_ahead(stage, published, audience)
    ]


def _outlined(
    stage: Stage, published: int, rounds: int, audience: Audience
) -> list[Sequence[tuple[int, ...]]]:
    situation, options = stage_situation(stage, audience, published + 1), stage.format_rules()
    outlines = sides_of_future_rounds(stage.system, options, situation, stage.seed, rounds)
    if not stage.has_lives:
        return list(outlines)
    # How many entries lose their last life is not known: assume that none does.
    alive = sorted(stage.system.still_in(situation, options))
    most = list(zip(alive[::2], alive[1::2], strict=False))
    return [most for _round in outlines]
