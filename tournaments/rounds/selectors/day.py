"""State of the day: the values of the panel and of the page heads."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Count, Q

from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.models.tournament import ask_once
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_of
from tournaments.ports import scoring_port
from tournaments.rounds.selectors.rounds import rounds_of
from tournaments.setup.selectors.stages import next_stages, source_stages, stages_of

OPEN, PLAYING, FINISHED = "open", "playing", "finished"


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many entries are in each state; `paid` and `present` count live entries only."""

    live: int
    paid: int
    present: int
    withdrawn: int
    waiting: int = 0
    singles: int = 0
    both: int = 0  # live entries that are present and have paid

    @property
    def unpaid(self) -> int:
        """Return the number of live entries that have not paid."""
        return max(self.live - self.paid, 0)

    @property
    def neither(self) -> int:
        """Return the number of live entries that are not present and have not paid."""
        return max(self.live - self.present - self.paid + self.both, 0)

    @property
    def absent(self) -> int:
        """Return the number of live entries that have not been seen yet."""
        return max(self.live - self.present, 0)


@dataclass(frozen=True, slots=True)
class Day:
    """State of the day in a stage.

    `round` is the last published round, `draft` the drawn but unpublished round. `last_number` is
    the number of the last round of the stage, 0 if unknown. `tables` is the number of tables in
    service; `playing`, `waiting` and `left` (unfinished) are numbers of matches.
    """

    entries: EntryCounts
    round: Round | None
    draft: Round | None
    last_number: int
    tables: int
    playing: int
    waiting: int
    left: int
    silent: Round | None = None  # published, not announced
    over: bool = False  # the stage has nothing left to draw or to play
    following: tuple[Stage, ...] = ()  # the stages to open once this stage is over
    elsewhere: tuple[Stage, ...] = ()  # other stages that have people and are not over
    by_calls: bool = False  # the stage has calls by the clock instead of rounds
    rung: bool = False  # the last call of the stage has been given
    next_phase: str = ""  # the phase of the next round (`Format.phase`), if it is certain
    draws_lots: bool = True  # lots are drawn for the next round
    draws_consolation: bool = False  # lots are drawn only for the consolation of that round
    fed: bool = False  # the entries of the stage all come from other stages

    @property
    def free(self) -> int:
        return max(self.tables - self.playing, 0)

    @property
    def finished(self) -> bool:
        """Return whether the stage is over and no stage waits to be opened."""
        return self.round is not None and self.over and not self.following

    @property
    def phase(self) -> str:
        """Return OPEN before the first round, FINISHED if no stage has anything left, or PLAYING.

        A stage that other stages feed is never OPEN.
        """
        if self.round is None and not self.fed:
            return OPEN
        return FINISHED if self.finished and not self.elsewhere else PLAYING

    @property
    def next_number(self) -> int:
        """Return the number of the next round to draw."""
        return self.round.number + 1 if self.round else 1


def day(tournament: Tournament, stage: Stage, audience: Audience) -> Day:
    """Return the state of the day in the stage, with the tournament's counts of entries."""
    return _add_other_stages(
        _day(tournament, stage, entries_count(tournament), audience), stage, audience
    )


def phase(tournament: Tournament, stage: Stage, audience: Audience) -> str:
    """Return the phase of the stage: entries open, in play or finished."""
    return _add_other_stages(day_of_stage(stage, audience), stage, audience).phase


def day_of_stage(stage: Stage, audience: Audience) -> Day:
    """Return the day of the stage without counting its entries (all counts are 0)."""
    return _day(stage.tournament, stage, EntryCounts(0, 0, 0, 0), audience)


def ready_stages(stage: Stage, audience: Audience) -> list[Stage]:
    """Return the planned stages that can be opened once this stage is over."""
    return [
        other
        for other in next_stages(stage)
        if all(
            source.pk == stage.pk or day_of_stage(source, audience).over
            for source in source_stages(other)
        )
    ]


def pending_stages(stage: Stage, audience: Audience) -> list[Stage]:
    """Return the other stages with something left: in play, or planned and not open yet."""
    other_stages = [other for other in stages_of(stage.tournament) if other.pk != stage.pk]
    return [
        other
        for other in other_stages
        if not (other.has_people and day_of_stage(other, audience).over)
    ]


def phase_to_come(stage: Stage, published_rounds: Sequence[Round]) -> str:
    """Return the phase of the round after the stage's `published_rounds`, "" if not certain.

    The number of entries in the first draw decides it. Before that draw, it is certain only for a
    bracket whose entries come from other stages.
    """
    if published_rounds:
        number, entrants = published_rounds[-1].number + 1, published_rounds[0].entrants
    elif stage.is_fed and stage.has_bracket:
        live_entries = entries_of(stage).filter(state=Entry.State.ENTERED)
        number, entrants = 1, ask_once(stage.tournament, ("fed", stage.pk), live_entries.count)
    else:
        return ""
    return stage.system.phase_to_come(number, entrants, stage.format_rules())


def lots_to_come(stage: Stage, published_rounds: Sequence[Round]) -> tuple[bool, bool]:
    """Return whether the next round draws lots, and whether it draws them only for a consolation.

    The next round is the round after the stage's `published_rounds`.
    """
    if not published_rounds:
        return stage.draws_lots(1), False
    number, entrants = published_rounds[-1].number + 1, published_rounds[0].entrants
    consolation = stage.system.consolation_round(entrants, stage.format_rules())
    if consolation:
        return number == consolation, number == consolation
    return stage.draws_lots(number), False


def days_of_stages(tournament: Tournament, audience: Audience) -> list[tuple[Stage, Day]]:
    """Return each stage that has people, with its day; [] if fewer than two stages have people."""
    stages = [stage for stage in stages_of(tournament) if stage.has_people]
    return [(stage, day_of_stage(stage, audience)) for stage in stages] if len(stages) > 1 else []


def entries_count(tournament: Tournament, stage: Stage | None = None) -> EntryCounts:
    """Count the entries of `stage` by state; without `stage`, the entries of the tournament."""
    live = Q(state=Entry.State.ENTERED)
    entries = entries_of(stage) if stage else tournament.entries
    counts = partial(
        entries.aggregate,
        live=Count("pk", filter=live),
        # An alias hides the column from the aggregates after it.
        both=Count("pk", filter=live & Q(paid=True, present=True)),
        paid=Count("pk", filter=live & Q(paid=True)),
        present=Count("pk", filter=live & Q(present=True)),
        withdrawn=Count("pk", filter=Q(state__in=Entry.GONE)),
        waiting=Count("pk", filter=Q(state=Entry.State.WAITING)),
        singles=Count("pk", filter=Q(state=Entry.State.SINGLE)),
    )
    return EntryCounts(**ask_once(tournament, ("entries", stage and stage.pk), counts))


def _day(tournament: Tournament, stage: Stage, entries: EntryCounts, audience: Audience) -> Day:
    rounds = rounds_of(stage, audience)
    published_rounds = [round for round in rounds if round.state == Round.State.PUBLISHED]
    draws_lots, draws_consolation = lots_to_come(stage, published_rounds)
    day = Day(
        entries=entries,
        round=published_rounds[-1] if published_rounds else None,
        silent=next((round for round in published_rounds if round.is_silent), None),
        draft=next((round for round in rounds if round.state == Round.State.DRAFT), None),
        last_number=_last_number(stage, published_rounds),
        tables=len(tournament.tables_in_service),
        playing=sum(round.playing for round in published_rounds),
        waiting=sum(round.waiting for round in published_rounds),
        left=sum(round.to_play - round.finished for round in published_rounds),
        by_calls=stage.by_calls,
        rung=stage.closed_at is not None,
        next_phase=phase_to_come(stage, published_rounds),
        draws_lots=draws_lots,
        draws_consolation=draws_consolation,
        fed=stage.is_fed,
    )
    return replace(day, over=_is_over(day, stage, audience))


def _add_other_stages(day: Day, stage: Stage, audience: Audience) -> Day:
    """Add the stages to open and the other unfinished stages, if this stage is over."""
    if not day.over:
        return day
    other_stages = [other for other in stages_of(stage.tournament) if other.pk != stage.pk]
    return replace(
        day,
        following=tuple(ready_stages(stage, audience)) if other_stages else (),
        elsewhere=tuple(
            other
            for other in other_stages
            if other.has_people and not day_of_stage(other, audience).over
        ),
    )


def _last_number(stage: Stage, published_rounds: list[Round]) -> int:
    """Return the last round's number, known once the first round fixes the entries; else 0."""
    if not published_rounds:
        return 0
    entrants = published_rounds[0].entrants
    return stage.system.rounds_in_all(entrants, stage.format_rules())


def _is_over(day: Day, stage: Stage, audience: Audience) -> bool:
    """Return whether the stage is over: by the last round's number, else by the results."""
    if day.round is None or day.left or day.draft:
        return False
    if day.last_number and not stage.system.overlaps:
        if day.round.number >= day.last_number:
            return True
        if not stage.has_bracket:
            return False  # a bracket may lose all its entries: both sides of a match can lose
    return scoring_port().stage_over(stage, audience)
