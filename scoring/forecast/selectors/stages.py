"""The stages of the day: their situations, and the part of each that is played today."""

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


def known_stages(stage: Stage, entries: int | None, audience: Audience) -> dict[Stage, Situation]:
    """Return every stage in order with its situation; future stages have unnamed entrants.

    `entries` is how many entries to expect in `stage`, if it is not drawn yet.
    """
    stages = stages_of(stage.tournament)
    known = {each: stage_situation(each, audience) for each in stages if each.has_people}
    if stage in known and known[stage].rounds:
        entries = None
    if entries:
        known.pop(stage, None)
    if len(known) < len(stages):
        entered = entry_counts_by_stage(stage.tournament)
        entered[stage.number] = entries or entered[stage.number]
        sizes = check_stages(stages, entered).sizes
        for each, (_fewest, most) in zip(stages, sizes, strict=True):
            if each not in known:
                known[each] = unopened_situation(most, each.sides(), each.table_sizes())
    return {each: known[each] for each in stages}


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

    `rounds` is how many rounds may still be drawn today. `dates` are the dates of the rounds of
    later days; `undated` is whether a calendar begun on an earlier day has rounds without a date.
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
    tournament: Tournament, known: Mapping[Stage, Situation], now: datetime, *, live: bool
) -> list[StageToday]:
    """Return the part of each stage that is played on the day of `now`, and its open matches.

    A calendar is `continued` if a round was published before that day. Of a continued calendar,
    today has only the rounds dated today and the matches published or called today.
    """
    recent = Q(called_at__gt=now - LONGEST_DAY) | Q(state__in=Match.UNFINISHED)
    rows = tournament.matches.filter(recent).exclude(state=Match.State.PLANNED).order_by("number")
    matches = rows.select_related("round").defer("round__report") if live else ()
    began = _beginning(tournament, matches, now) if live else now
    continued: set[int] = set()
    if tournament.starts_at < began:
        earlier = tournament.rounds.filter(published_at__lt=began)
        continued = set(earlier.values_list("stage", flat=True))
    return [
        _stage_today(
            stage,
            situation,
            [match for match in matches if match.round.stage_id == stage.pk],
            began,
            stage.has_calendar and stage.pk in continued,
        )
        for stage, situation in known.items()
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
    day, drawn = timezone.localdate(began), len(situation.rounds)

    def is_later(date: datetime | None) -> bool:
        return date is not None and timezone.localdate(date) > day

    def is_today(date: datetime | None, since: datetime | None = None) -> bool:
        """Return whether a round dated `date`, or an open match, is for today.

        `since` is when a match was published or called; None for a round.
        """
        if date is not None and timezone.localdate(date) >= day:
            return not is_later(date)
        return not continued or (since is not None and since >= began)

    total = stage.system.rounds_in_all(len(situation.entrants), stage.format_rules())
    ahead = range(drawn + 1, max(total, len(stage.dates), drawn) + 1)
    others = [number for number in ahead if not is_today(date_of(stage, number))]
    end = [*others, ahead.stop if continued else drawn + 1 + MOST_ROUNDS][0]
    dates = [date_of(stage, number) for number in others]
    calls: dict[tuple[int, int], list[float | None]] = {}
    for match in matches:
        is_postponed = match.state == Match.State.POSTPONED
        date = match.postponed_to if is_postponed else date_of(stage, match.round.number)
        if match.state not in Match.UNFINISHED or (is_postponed and date is None):
            continue
        if is_today(date, match.called_at or match.round.published_at):
            called = minute(match.called_at) if match.called_at else None
            calls.setdefault((match.round.number, match.position), []).append(called)
        elif is_later(date):
            dates.append(date)
    return StageToday(
        stage,
        situation,
        rounds=end - drawn - 1,
        dates=[date for date in dates if date is not None and is_later(date)],
        undated=not all(map(is_later, dates)),
        calls=calls,
    )
