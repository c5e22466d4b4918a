"""The end of a stage and of the whole event, and the final order of everybody."""

from scoring.selectors.stages.quotas import source_tables
from scoring.selectors.standings import stage_situation
from scoring.standings.whole_event import Ended, Final, final_order, levels
from tournaments.formats.quotas import REST, Quota
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.day import day_of_stage
from tournaments.selectors.stages import stages_of


def stage_over(stage: Stage, audience: Audience) -> bool:
    """Whether the format has nothing left to draw and everything drawn is finished."""
    return stage.system.is_over(stage_situation(stage, audience), stage.format_rules())


def winner_goes_on(stage: Stage) -> bool:
    """Whether the winner of the stage plays another one, so that its podium is not final."""
    return any(
        quota["stage"] == stage.number and quota["per"] != REST and quota["first"] == 1
        for one in stages_of(stage.tournament)
        for quota in one.intake
    )


def whole_event(tournament: Tournament, audience: Audience) -> tuple[Final, ...]:
    """Every entry by the last stage it reached, as things stand."""
    stages = [stage for stage in stages_of(tournament) if stage.has_people]
    comparable = levels({stage.number: _quotas(stage) for stage in stages})
    alone = [level[0] for level in comparable if len(level) == 1]
    return final_order([_ended(stage, stage.number in alone, audience) for stage in stages])


def event_over(tournament: Tournament, audience: Audience) -> bool:
    """Whether every stage planned has been played."""
    return all(
        stage.has_people and day_of_stage(stage, audience).over for stage in stages_of(tournament)
    )


def _quotas(stage: Stage) -> tuple[Quota, ...]:
    return tuple(Quota(**asked) for asked in stage.intake)


def _ended(stage: Stage, alone: bool, audience: Audience) -> Ended:
    """The stage as it stands; `alone`: no other is compared with it."""
    return Ended(
        stage.number,
        _quotas(stage),
        tuple(source_tables(stage, audience, alone=alone)),
        divisions=stage.has_divisions,
        drawn=stage.rounds.exists(),
    )
