"""The standings, with every tie-break and the reason of each place."""

from typing import Any

from scoring.public.names import first_round, podium
from scoring.selectors.counting import stage_counting, units
from scoring.selectors.meetings import meetings, pairs_of
from scoring.selectors.standings import stage_standings
from scoring.wording import tiebreaks
from tournaments.models import Tournament
from tournaments.selectors.day import FINISHED, day
from tournaments.wording.tiebreaks import Words


def standings_page(tournament: Tournament) -> dict[str, Any]:
    """The standings with every tie-break and the reason of each place. 8 queries at most."""
    stage, pairs = tournament.stage, pairs_of(tournament)
    lines, today = stage_standings(stage), day(tournament, stage)
    first = first_round(stage, meetings(stage, pairs, round__number=1))
    game, words = tournament.game, tiebreaks.words_of(tournament.game)
    told = (game, lines, first, *units(stage))
    values, reasons = tiebreaks.shown(*told), tiebreaks.reasons(*told)
    columns = tiebreaks.columns(game, lines, stage.chain, first)
    over = today.phase == FINISHED
    return {
        "rows": [
            {
                "line": line,
                "pair": pairs[line.entrant],
                "values": [value for value in values[line.entrant] if value.key in columns],
                "reason": reasons[line.entrant],
            }
            for line in lines
        ],
        "heads": [{"key": key, "short": words[key].short} for key in columns],
        "draws": "points" in stage.chain and any(line.drawn for line in lines),
        "round": today.round,
        "left": today.left,
        "over": over,
        "podium": podium(lines, pairs) if over else [],
    }


def legend(tournament: Tournament) -> list[Words]:
    """The tie-breaks of the stage in play, in order. One query."""
    stage = tournament.stage
    words = tiebreaks.words_of(tournament.game, stage_counting(stage))
    return [words[key] for key in stage.chain]
