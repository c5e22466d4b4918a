"""The situation of each stage, and the part of the stage that is played today."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from scoring.stages.selectors.chain import check_stages
from scoring.stages.selectors.going_on import entry_counts_by_stage
from scoring.standings.selectors.standings import stage_situation
from tournaments.forecast.plans import MOST_ROUNDS, unopened_situation
from tournaments.formats.core import Situation
from tournaments.formats.history import all_finished
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import date_of
from tournaments.setup.selectors.stages import stages_of
from tournaments.site.wall_clock import minute, time_between

# A day of play may pass midnight: it ends with a rest longer than LONGEST_REST, or after
# LONGEST_DAY.
LONGEST_REST = timedelta(hours=6)
LONGEST_DAY = timedelta(days=2)


def situation_by_stage(
    stage: Stage, entries: int | None, audience: Audience
) -> dict[Stage, Situation]:
    """Return every stage in order with its situation; future stages have unnamed entrants.

    `entries` is how many entries to expect in `stage`, if it is not drawn yet.
    """
    stages = stages_of(stage.tournament)
    situations = {other: stage_situation(other, audience) for other in stages if other.has_people}
    if stage in situations and situations[stage].rounds:
        entries = None
    if entries:
        situations.pop(stage, None)
    if len(situations) < len(stages):
        entry_counts = entry_counts_by_stage(stage.tournament)
        entry_counts[stage.number] = entries or entry_counts[stage.number]
        sizes = check_stages(stages, entry_counts).sizes
        for other, (_fewest, largest_size) in zip(stages, sizes, strict=True):
            if other not in situations:
                situations[other] = unopened_situation(
                    largest_size, other.sides(), other.table_sizes()
                )
    return {other: situations[other] for other in stages}


def left_to_play(stage: Stage, situation: Situation) -> bool:
    """Return whether the stage has a round to draw or a match to finish."""
    return not (situation.rounds and stage.system.is_over(situation, stage.format_rules()))


def can_be_played(situation: Situation) -> bool:
    """Return whether there are enough entries for a match, or a match is unfinished."""
    enough = sum(entrant.active for entrant in situation.entrants) >= situation.sides
    return enough or not all_finished(situation)


# --- Today ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StageToday:
    """A stage, and the part of it that is played today.

    `rounds` is how many rounds may still be drawn today. `dates` are the dates of rounds on later
    days; `undated` is whether a calendar begun on an earlier day has rounds without a date.
    `calls` has the unfinished pairings, by round and position: for each board, the minute when it
    was called to a table, None if it waits.
    """

    stage: Stage
    situation: Situation
    rounds: int
    dates: list[datetime]
    undated: bool
    calls: dict[tuple[int, int], list[float | None]]


def stages_today(
    tournament: Tournament, situations: Mapping[Stage, Situation], now: datetime, *, live: bool
) -> list[StageToday]:
    """Return the part of each stage that is played on the day of `now`, and its open matches.

    A calendar is continued if a round was published before that day. Of a continued calendar, today
    has only the rounds dated today and the matches published or called today.
    """
    is_recent = Q(called_at__gt=now - LONGEST_DAY) | Q(state__in=Match.UNFINISHED)
    rows = (
        tournament.matches.filter(is_recent).exclude(state=Match.State.PLANNED).order_by("number")
    )
    matches = rows.select_related("round").defer("round__report") if live else ()
    began = _beginning(tournament, matches, now) if live else now
    continued_stages: set[int] = set()
    if tournament.starts_at < began:
        earlier_rounds = tournament.rounds.filter(published_at__lt=began)
        continued_stages = set(earlier_rounds.values_list("stage", flat=True))
    return [
        _stage_today(
            stage,
            situation,
            [match for match in matches if match.round.stage_id == stage.pk],
            began,
            stage.has_calendar and stage.pk in continued_stages,
        )
        for stage, situation in situations.items()
    ]


def _beginning(tournament: Tournament, matches: Iterable[Match], now: datetime) -> datetime:
    """Return when the day of play began: midnight, or earlier if play went on without a long rest.

    A match published or called before the start of the tournament counts from the start.
    """
    moments = [at for match in matches for at in (match.called_at, match.round.published_at)]
    began = now
    for moment in sorted((max(at, tournament.starts_at) for at in moments if at), reverse=True):
        if time_between(moment, began) > LONGEST_REST:
            break
        began = moment
    return min(began, timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0))


def _stage_today(
    stage: Stage, situation: Situation, matches: Iterable[Match], began: datetime, continued: bool
) -> StageToday:
    day, drawn_count = timezone.localdate(began), len(situation.rounds)

    def is_later(date: datetime | None) -> bool:
        return date is not None and timezone.localdate(date) > day

    def is_today(date: datetime | None, opened_at: datetime | None = None) -> bool:
        """Return whether a round dated `date`, or an open match, is for today.

        `opened_at` is when a match was published or called; None for a round.
        """
        if date is not None and timezone.localdate(date) >= day:
            return not is_later(date)
        return not continued or (opened_at is not None and opened_at >= began)

    total = stage.system.rounds_in_all(len(situation.entrants), stage.format_rules())
    numbers_ahead = range(drawn_count + 1, max(total, len(stage.dates), drawn_count) + 1)
    later_numbers = [number for number in numbers_ahead if not is_today(date_of(stage, number))]
    end_number = [
        *later_numbers,
        numbers_ahead.stop if continued else drawn_count + 1 + MOST_ROUNDS,
    ][0]
    dates = [date_of(stage, number) for number in later_numbers]
    calls: dict[tuple[int, int], list[float | None]] = {}
    for match in matches:
        is_postponed = match.state == Match.State.POSTPONED
        date = match.postponed_to if is_postponed else date_of(stage, match.round.number)
        if match.state not in Match.UNFINISHED or (is_postponed and date is None):
            continue
        if is_today(date, match.called_at or match.round.published_at):
            called_minute = minute(match.called_at) if match.called_at else None
            calls.setdefault((match.round.number, match.position), []).append(called_minute)
        elif is_later(date):
            dates.append(date)
    return StageToday(
        stage,
        situation,
        rounds=end_number - drawn_count - 1,
        dates=[date for date in dates if date is not None and is_later(date)],
        undated=not all(map(is_later, dates)),
        calls=calls,
    )
