"""Whether a stage is over."""

from scoring.selectors.standings import stage_situation
from tournaments.models import Stage


def stage_over(stage: Stage) -> bool:
    """Whether the format has nothing left to draw and everything drawn is finished. 8 queries at
    most."""
    return stage.system.is_over(stage_situation(stage), stage.format_rules())
