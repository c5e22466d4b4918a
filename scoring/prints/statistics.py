"""A tournament in numbers, and the matches of one of its entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import NamedTuple

from django.db.models import Count, Q

from scoring.actas.selectors.cards import headline
from scoring.actas.selectors.meetings import Competitor, Meeting, as_ties, meetings_of
from scoring.games.figures import versus_text
from scoring.models import Hand
from tournaments.models import Entry, EntryPlayer, Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_taking_part
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.setup.selectors.stages import stages_of


class TimedMatch(NamedTuple):
    """A match and the whole minutes from its call to its result."""

    minutes: int
    number: int
    table: int


class PathStep(NamedTuple):
    """A match of an entry: its round, its rivals, and the score with the entry's own score first.

    `score` is "" without a result; `rests` is whether it was a bye; `won` is None without a winner.
    """

    round: str
    rivals: tuple[Competitor, ...]
    score: str
    rests: bool
    won: bool | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a tournament: counts, and the lengths of its matches.

    - `departures`: how many entries left before the end.
    - `began` and `ended`: the times of the first call and of the last result.
    - `usual_minutes`: the median length of a match, 0 if unknown.
    - `shortest` and `longest`: the matches with the fewest and the most minutes.
    """

    entries: int
    departures: int
    people: int
    towns: int
    rounds: int
    matches: int
    forfeits: int
    lines: int
    began: datetime | None
    ended: datetime | None
    usual_minutes: int
    shortest: TimedMatch | None
    longest: TimedMatch | None


def statistics_of(tournament: Tournament, audience: Audience) -> Statistics:
    """Return the statistics of the tournament so far, also before it is over."""
    entries = entries_taking_part(tournament.entries.order_by())
    counts = entries.aggregate(
        entries=Count("pk"),
        departures=Count("pk", filter=Q(state__in=Entry.GONE)),
        towns=Count("town", distinct=True, filter=~Q(town="")),
    )
    finished_matches = Match.objects.filter(
        published_rounds(audience, "round"), tournament=tournament, state=Match.State.FINISHED
    ).order_by()
    rows = list(
        finished_matches.values_list(
            "number", "table", "called_at", "finished_at", "result__forfeit"
        )
    )
    timed_matches = sorted(
        TimedMatch(int((ended - called).total_seconds() // 60), number, table)
        for number, table, called, ended, forfeit in rows
        if called and ended and number and table and not forfeit
    )
    return Statistics(
        **counts,
        people=EntryPlayer.objects.filter(entry__in=entries).count(),
        rounds=Round.objects.filter(published_rounds(audience), tournament=tournament).count(),
        matches=len(rows),
        forfeits=sum(bool(row[4]) for row in rows),
        lines=Hand.objects.filter(acta__match__tournament=tournament, acta__live=True).count(),
        began=min((row[2] for row in rows if row[2]), default=None),
        ended=max((row[3] for row in rows if row[3]), default=None),
        usual_minutes=int(median(timed_match.minutes for timed_match in timed_matches))
        if timed_matches
        else 0,
        shortest=timed_matches[0] if timed_matches else None,
        longest=timed_matches[-1] if timed_matches else None,
    )


def entry_path(tournament: Tournament, number: int, audience: Audience) -> list[PathStep]:
    """Return the matches of an entry over all the stages, in order of play."""
    return [
        step
        for stage in stages_of(tournament)
        for step in _steps(stage, as_ties(meetings_of(stage, [number], audience)), number)
    ]


def _steps(stage: Stage, meetings: Sequence[Meeting], number: int) -> list[PathStep]:
    names = {round.number: str(round) for round in stage.rounds.defer("report")}
    return [
        PathStep(
            names[meeting.round],
            meeting.rivals_of(number),
            _score(meeting, meeting.side_of(number)),
            meeting.is_bye,
            None if meeting.winner is None else meeting.won_by(number),
        )
        for meeting in meetings
        if meeting.has(number) and number not in meeting.guests
    ]


def _score(meeting: Meeting, side: int) -> str:
    if not meeting.tallies:
        return ""
    score = headline(meeting.tallies)
    return versus_text([score[side], *score[:side], *score[side + 1 :]], meeting.unit)
