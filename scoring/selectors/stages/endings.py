"""Whether a stage is over, and whether it is the end of the road for its winner."""

from scoring.selectors.standings import stage_situation
from tournaments.formats.quotas import REST
from tournaments.models import Stage
from tournaments.selectors.stages import stages_of


def stage_over(stage: Stage) -> bool:
    """Whether the format has nothing left to draw and everything drawn is finished."""
    return stage.system.is_over(stage_situation(stage), stage.format_rules())


def winner_goes_on(stage: Stage) -> bool:
    """Whether the first of the stage plays another one, so that its first three are no final
    podium. A query."""
    return any(
        quota["stage"] == stage.number and quota["per"] != REST and quota["first"] == 1
        for one in stages_of(stage.tournament)
        for quota in one.intake
    )
