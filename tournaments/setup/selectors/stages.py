"""Queries about the stages of a tournament and the stages that feed them."""

from tournaments.formats.knockout import KNOCKOUT as KNOCKOUT_FORMAT
from tournaments.formats.totals import TOTALS
from tournaments.formats.words.knockout import KNOCKOUT
from tournaments.models import Entry, RequestCache, Stage, Tournament
from tournaments.people.selectors.wishes import fixes_bracket


def seeding_in_words(stage: Stage) -> str:
    """Return a sentence on the seating of the seeds of a fixed bracket; "" for any other stage."""
    if not fixes_bracket(stage):
        return ""
    return str(KNOCKOUT.choices["seeding"][stage.options_for(KNOCKOUT_FORMAT).seeding])


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages in order, each with its tournament."""
    return (tournament.request_cache or RequestCache(tournament)).stages


def has_several_groups(stage: Stage) -> bool:
    """Return whether the stage has several groups; totals has them only if its option sets them."""
    if not stage.system.has_groups:
        return False
    return stage.format != "totals" or stage.options_for(TOTALS).groups > 1


def later_stages_of(stage: Stage) -> list[Stage]:
    """Return the stages that this stage feeds."""
    later_stages = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    return [
        later_stage
        for later_stage in later_stages.select_related("tournament").order_by("number")
        if any(quota["stage"] == stage.number for quota in later_stage.intake)
    ]


def source_stages(stage: Stage) -> list[Stage]:
    """Return the stages that feed this stage, in order."""
    numbers = {quota["stage"] for quota in stage.intake}
    stages = Stage.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    return list(stages.select_related("tournament").order_by("number"))


def open_sibling_stages(stage: Stage) -> list[Stage]:
    """Return the open stages that share a source stage with this stage."""
    sources = {quota["stage"] for quota in stage.intake}
    return [
        sibling
        for sibling in stages_of(stage.tournament)
        if sibling.pk != stage.pk
        and sibling.opened_at is not None
        and not sources.isdisjoint(quota["stage"] for quota in sibling.intake)
    ]


def entry_stages(tournament: Tournament) -> list[Stage]:
    """Return the stages that people enter directly, in order."""
    stages = tournament.stages.filter(takes_entries=True)
    return list(stages.select_related("tournament").order_by("number"))


def stage_of(entry: Entry) -> Stage:
    """Return the stage where the entry plays now: the last stage it reached, or its entry stage."""
    stages = Stage.objects.filter(tournament=entry.tournament_id).select_related("tournament")
    reached_stage = stages.filter(places__entry=entry).order_by("-number").first()
    return reached_stage or stages.get(number=entry.enters)


def next_stages(stage: Stage) -> list[Stage]:
    """Return the stages that are not open yet, but whose source stages all are."""
    stages = stages_of(stage.tournament)
    open_numbers = {other.number for other in stages if other.has_people}
    return [
        other
        for other in stages
        if other.number not in open_numbers
        and {quota["stage"] for quota in other.intake} <= open_numbers
    ]
