"""The final order of the whole event, as the page and the paper show it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator

from scoring.public.held import event_of
from scoring.public.names import PODIUM
from scoring.selectors.matches.meetings import Competitor, competitors_of
from scoring.selectors.stages.endings import event_over
from scoring.standings.whole_event import Final
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.stages import stages_of
from tournaments.wording.formats import group_name

EACH = 100


def whole_event_page(
    tournament: Tournament, audience: Audience, page: int = 1, each: int = EACH
) -> dict[str, Any]:
    """A page of entries, each with its place, the last stage it reached and its place there."""
    lines, over = event_of(tournament, audience), event_over(tournament, audience)
    shown = Paginator(lines, each).get_page(page)
    best = [line for line in lines if over and line.place <= PODIUM]
    competitors = competitors_of(tournament, {line.entrant for line in (*shown, *best)})
    return {
        "rows": _told(tournament, shown, competitors),
        "page": shown,
        "query": "",
        "over": over,
        "podium": [{"line": line, "competitor": competitors[line.entrant]} for line in best],
    }


def own_in_event(tournament: Tournament, number: int, audience: Audience) -> dict[str, Any]:
    """The row of one competitor, for the edge of any page; {} without one."""
    lines = event_of(tournament, audience)
    own = [line for line in lines if line.entrant == number]
    if not own:
        return {}
    competitors = competitors_of(tournament, [number])
    return {
        "rows": _told(tournament, own, competitors),
        "number": number,
        "own_page": page_of(tournament, number, audience) if len(lines) > EACH else 0,
        "query": "",
    }


def page_of(tournament: Tournament, number: int, audience: Audience) -> int:
    """The page where this number is; the first one where it is nowhere."""
    places = {line.entrant: place for place, line in enumerate(event_of(tournament, audience))}
    return places.get(number, 0) // EACH + 1


def event_rows(tournament: Tournament, lines: Sequence[Final]) -> list[dict[str, Any]]:
    return _told(tournament, lines, competitors_of(tournament, [line.entrant for line in lines]))


def _told(
    tournament: Tournament, lines: Iterable[Final], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    stages = {stage.number: stage for stage in stages_of(tournament)}
    return [_row(line, competitors[line.entrant], stages[line.stage]) for line in lines]


def _row(line: Final, competitor: Competitor, stage: Stage) -> dict[str, Any]:
    return {
        "line": line,
        "competitor": competitor,
        "stage": stage.label,
        "group": group_name(stage.format, line.group),
    }
