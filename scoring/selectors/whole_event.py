"""The whole event of a tournament: its final standings, and whether everything has been played."""

from scoring.selectors.quotas import source_tables
from scoring.whole_event import Ended, Final, final_order
from tournaments.formats.quotas import Quota
from tournaments.models import Stage, Tournament
from tournaments.selectors.day import day_of_stage
from tournaments.selectors.stages import stages_of


def whole_event(tournament: Tournament) -> tuple[Final, ...]:
    """Every entry by the last stage it reached, as things stand. 12 queries at most for each stage
    with people."""
    return final_order([_ended(stage) for stage in stages_of(tournament) if stage.has_people])


def event_over(tournament: Tournament) -> bool:
    """Whether every stage planned has been played. One query, and those of `day_of_stage` for each
    stage with people."""
    return all(stage.has_people and day_of_stage(stage).over for stage in stages_of(tournament))


def _ended(stage: Stage) -> Ended:
    return Ended(
        stage.number,
        tuple(Quota(**asked) for asked in stage.intake),
        tuple(source_tables(stage)),
        divisions=stage.has_divisions,
        drawn=stage.rounds.exists(),
    )
