"""The final standings of the whole event, as the page and the paper show them."""

from typing import Any

from scoring.public.names import PODIUM
from scoring.selectors.meetings import Competitor, competitors_of
from scoring.selectors.whole_event import event_over, whole_event
from scoring.whole_event import Final
from tournaments.models import Stage, Tournament
from tournaments.selectors.stages import stages_of
from tournaments.wording.formats import group_name


def whole_event_page(tournament: Tournament) -> dict[str, Any]:
    """Every entry with its place, the last stage it reached and its place there. Two queries, and
    those of `whole_event` and of `event_over`."""
    competitors = competitors_of(tournament)
    stages = {stage.number: stage for stage in stages_of(tournament)}
    lines = whole_event(tournament)
    over = event_over(tournament)
    return {
        "rows": [_row(line, competitors[line.entrant], stages[line.stage]) for line in lines],
        "over": over,
        "podium": [
            {"line": line, "competitor": competitors[line.entrant]}
            for line in lines
            if over and line.place <= PODIUM
        ],
    }


def _row(line: Final, competitor: Competitor, stage: Stage) -> dict[str, Any]:
    return {
        "line": line,
        "competitor": competitor,
        "stage": stage.label,
        "group": group_name(stage.format, line.group),
    }
