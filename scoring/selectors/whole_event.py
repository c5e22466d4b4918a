"""The whole event of a tournament: its final standings, and whether everything has been played."""

from scoring.selectors.stages.quotas import source_tables
from scoring.standings.whole_event import Ended, Final, final_order, levels
from tournaments.formats.quotas import Quota
from tournaments.models import Stage, Tournament
from tournaments.selectors.day import day_of_stage
from tournaments.selectors.stages import stages_of


def whole_event(tournament: Tournament) -> tuple[Final, ...]:
    """Every entry by the last stage it reached, as things stand."""
    stages = [stage for stage in stages_of(tournament) if stage.has_people]
    comparable = levels({stage.number: _quotas(stage) for stage in stages})
    alone = [level[0] for level in comparable if len(level) == 1]
    return final_order([_ended(stage, stage.number in alone) for stage in stages])


def event_over(tournament: Tournament) -> bool:
    """Whether every stage planned has been played."""
    return all(stage.has_people and day_of_stage(stage).over for stage in stages_of(tournament))


def _quotas(stage: Stage) -> tuple[Quota, ...]:
    return tuple(Quota(**asked) for asked in stage.intake)


def _ended(stage: Stage, alone: bool) -> Ended:
    """The stage as it stands; `alone`: no other is compared with it."""
    return Ended(
        stage.number,
        _quotas(stage),
        tuple(source_tables(stage, alone=alone)),
        divisions=stage.has_divisions,
        drawn=stage.rounds.exists(),
    )
