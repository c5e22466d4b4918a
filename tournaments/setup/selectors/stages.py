"""Queries about the stages of a tournament and how they feed one another."""

from tournaments.formats.words.knockout import KNOCKOUT
from tournaments.models import Entry, RequestCache, Stage, Tournament
from tournaments.people.selectors.wishes import fixes_bracket


def seeding_said(stage: Stage) -> str:
    """How a knockout seats its seeds, as its option says it; "" elsewhere."""
    if not fixes_bracket(stage):
        return ""
    return str(KNOCKOUT.choices["seeding"][stage.format_rules().seeding])


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages in order, each with its tournament."""
    return (tournament.request_cache or RequestCache(tournament)).stages


def in_groups(stage: Stage) -> bool:
    """Whether it is played in several groups: totals only where it says in how many."""
    if not stage.system.has_groups:
        return False
    return stage.format != "totals" or stage.format_rules().groups > 1


def fed_by(stage: Stage) -> list[Stage]:
    """The stages that take somebody from this one."""
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    return [
        later_stage
        for later_stage in later.select_related("tournament").order_by("number")
        if any(quota["stage"] == stage.number for quota in later_stage.intake)
    ]


def feeding(stage: Stage) -> list[Stage]:
    """The stages this one takes somebody from, in order."""
    numbers = {quota["stage"] for quota in stage.intake}
    before = Stage.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    return list(before.select_related("tournament").order_by("number"))


def open_beside(stage: Stage) -> list[Stage]:
    """The other stages, open already, that take people from those that feed this one."""
    sources = {quota["stage"] for quota in stage.intake}
    return [
        beside
        for beside in stages_of(stage.tournament)
        if beside.pk != stage.pk
        and beside.opened_at is not None
        and not sources.isdisjoint(quota["stage"] for quota in beside.intake)
    ]


def entry_stages(tournament: Tournament) -> list[Stage]:
    """The stages by which one enters, in order: the first, and any other that takes entries."""
    stages = tournament.stages.filter(takes_entries=True)
    return list(stages.select_related("tournament").order_by("number"))


def stage_of(entry: Entry) -> Stage:
    """Where the entry plays now: the last stage it has reached, or the one it came in by."""
    stages = Stage.objects.filter(tournament=entry.tournament_id).select_related("tournament")
    reached = stages.filter(places__entry=entry).order_by("-number").first()
    return reached or stages.get(number=entry.enters)


def next_stages(stage: Stage) -> list[Stage]:
    """The planned stages, not yet open, that only wait for stages that are."""
    stages = stages_of(stage.tournament)
    opened = {other.number for other in stages if other.has_people}
    return [
        other
        for other in stages
        if other.number not in opened and {quota["stage"] for quota in other.intake} <= opened
    ]
