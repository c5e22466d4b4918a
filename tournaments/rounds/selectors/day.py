"""Where the day stands: what the panel and the head of every page say of a tournament."""

from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Count, Q

from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_of
from tournaments.ports import scoring_port
from tournaments.rounds.selectors.rounds import rounds_of
from tournaments.setup.selectors.stages import feeding, next_stages, stages_of
from tournaments.site.once import once

OPEN, PLAYING, FINISHED = "open", "playing", "finished"


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries by what is known of them; those that left, wait or look for a partner apart."""

    live: int
    paid: int
    present: int
    withdrawn: int
    waiting: int = 0
    singles: int = 0

    @property
    def absent(self) -> int:
        """How many of those that play have not been seen yet."""
        return max(self.live - self.present, 0)


@dataclass(frozen=True, slots=True)
class Day:
    """`round` is the last one published, `draft` the one not yet; `left` its matches to finish.

    `last_number` is the number of the round that decides the tournament, 0 while nobody knows.
    """

    entries: Entries
    round: Round | None
    draft: Round | None
    last_number: int
    tables: int
    playing: int
    waiting: int
    left: int
    silent: Round | None = None  # published and not announced
    over: bool = False  # the stage has nothing left to draw or to play
    following: tuple[Stage, ...] = ()  # the stages to open once this one is over
    elsewhere: tuple[Stage, ...] = ()  # and those still being played, or about to
    by_calls: bool = False  # no rounds: by the clock
    rung: bool = False  # its last call has been given
    fed: bool = False  # who plays it comes from other stages, and nobody enters

    @property
    def free(self) -> int:
        return max(self.tables - self.playing, 0)

    @property
    def finished(self) -> bool:
        """Whether the stage is over and none waits for it to be opened."""
        return self.round is not None and self.over and not self.following

    @property
    def phase(self) -> str:
        """Where the tournament is: FINISHED once no stage, opened or planned, has anything left."""
        if self.round is None and not self.fed:
            return OPEN
        return FINISHED if self.finished and not self.elsewhere else PLAYING

    @property
    def next_number(self) -> int:
        """The number of the next round to draw."""
        return self.round.number + 1 if self.round else 1


def day(tournament: Tournament, stage: Stage, audience: Audience) -> Day:
    """Where the day stands."""
    return _with_others(
        _day(tournament, stage, entries_count(tournament), audience), stage, audience
    )


def phase(tournament: Tournament, stage: Stage, audience: Audience) -> str:
    """Whether entries are open, cards are dealt or all is over in the stage."""
    return _with_others(day_of_stage(stage, audience), stage, audience).phase


def day_of_stage(stage: Stage, audience: Audience) -> Day:
    """The day of the stage alone, without its entries, which are left at nought."""
    return _day(stage.tournament, stage, Entries(0, 0, 0, 0), audience)


def ready_stages(stage: Stage, audience: Audience) -> list[Stage]:
    """The planned stages that can be opened once this one is over."""
    return [
        other
        for other in next_stages(stage)
        if all(
            source.pk == stage.pk or day_of_stage(source, audience).over
            for source in feeding(other)
        )
    ]


def pending_stages(stage: Stage, audience: Audience) -> list[Stage]:
    """The other stages with something left: being played, or planned and not open yet."""
    others = [other for other in stages_of(stage.tournament) if other.pk != stage.pk]
    return [
        other for other in others if not (other.has_people and day_of_stage(other, audience).over)
    ]


def days_of_stages(tournament: Tournament, audience: Audience) -> list[tuple[Stage, Day]]:
    """Each stage with people in it and where it stands; [] where there is only one."""
    stages = [stage for stage in stages_of(tournament) if stage.has_people]
    return [(stage, day_of_stage(stage, audience)) for stage in stages] if len(stages) > 1 else []


def entries_count(tournament: Tournament, stage: Stage | None = None) -> Entries:
    """Return how many entries there are (in the stage, if one is given), and how they stand."""
    live = Q(state=Entry.State.ENTERED)
    entries = entries_of(stage) if stage else tournament.entries
    counts = partial(
        entries.aggregate,
        live=Count("pk", filter=live),
        paid=Count("pk", filter=live & Q(paid=True)),
        present=Count("pk", filter=live & Q(present=True)),
        withdrawn=Count("pk", filter=Q(state__in=Entry.GONE)),
        waiting=Count("pk", filter=Q(state=Entry.State.WAITING)),
        singles=Count("pk", filter=Q(state=Entry.State.SINGLE)),
    )
    return Entries(**once(tournament, ("entries", stage and stage.pk), counts))


def _day(tournament: Tournament, stage: Stage, entries: Entries, audience: Audience) -> Day:
    rounds = rounds_of(stage, audience)
    published = [round for round in rounds if round.state == Round.State.PUBLISHED]
    day = Day(
        entries=entries,
        round=published[-1] if published else None,
        silent=next((round for round in published if round.is_silent), None),
        draft=next((round for round in rounds if round.state == Round.State.DRAFT), None),
        last_number=_last_number(stage, published),
        tables=len(tournament.tables_in_service),
        playing=sum(round.playing for round in published),
        waiting=sum(round.waiting for round in published),
        left=sum(round.to_play - round.finished for round in published),
        by_calls=stage.by_calls,
        rung=stage.closed_at is not None,
        fed=stage.opened_at is not None and not stage.takes_entries,
    )
    return replace(day, over=_over(day, stage, audience))


def _with_others(day: Day, stage: Stage, audience: Audience) -> Day:
    """Return what there is to do elsewhere, once the stage is over."""
    if not day.over:
        return day
    others = [other for other in stages_of(stage.tournament) if other.pk != stage.pk]
    return replace(
        day,
        following=tuple(ready_stages(stage, audience)) if others else (),
        elsewhere=tuple(
            other for other in others if other.has_people and not day_of_stage(other, audience).over
        ),
    )


def _last_number(stage: Stage, published: list[Round]) -> int:
    """Known once the first round says how many entered."""
    if not published:
        return 0
    entrants = published[0].entrants
    return stage.system.rounds_in_all(entrants, stage.format_rules())


def _over(day: Day, stage: Stage, audience: Audience) -> bool:
    """By its number where the first round says which is the last; elsewhere by the results."""
    if day.round is None or day.left or day.draft:
        return False
    if day.last_number and not stage.system.overlaps:
        if day.round.number >= day.last_number:
            return True
        if not stage.has_bracket:
            return False  # in a bracket nobody may be left: both sides of a match can lose it
    return scoring_port().stage_over(stage, audience)
