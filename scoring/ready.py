"""What this app alone knows and the one below asks: whether a stage is over, and whom to call."""

from django.contrib.auth.models import User

from scoring.selectors.standings import stage_situation
from scoring.services.calls import call_the_free
from tournaments.models import Stage, Tournament
from tournaments.selectors.endings import tells_ending
from tournaments.selectors.stages import stages_of
from tournaments.services.arrivals import on_arrival


@tells_ending
def nothing_left(stage: Stage) -> bool:
    """Whether the format has nothing left to draw and everything drawn is finished."""
    return stage.system.is_over(stage_situation(stage), stage.format_rules())


@on_arrival
def call_who_came(tournament: Tournament, author: User | None) -> None:
    """By the clock, whoever came in plays at once if there is a rival."""
    for stage in stages_of(tournament):
        if stage.by_calls:
            call_the_free(stage=stage, author=author)
