"""All the rounds of a stage that looks at no result, and how often people meet again in them."""

from scoring.selectors.standings import stage_situation
from tournaments.formats.routes import Plan, drawn_rounds, planned_rounds
from tournaments.models import Round, Stage
from tournaments.selectors.wishes import wishes_of


def stage_plan(stage: Stage) -> Plan:
    """Every round, drawn or to come, by the seeds they will be drawn from. Raises DrawError as
    `planned_rounds`."""
    return planned_rounds(
        stage_situation(stage),
        stage.format_rules(),
        lambda number: f"{stage.seed}/{number}",
        stage.system,
        lambda number: wishes_of(stage, number),
    )


def plan_until(round: Round) -> Plan | None:
    """The rounds drawn up to this one, where several sit at a table: else None, as nobody counts
    meetings there."""
    stage = round.stage
    if stage.sides() <= 2 and stage.system.partners == 1:
        return None
    return drawn_rounds(stage_situation(stage, round.number + 1).rounds)
