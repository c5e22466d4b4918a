"""«Para emparejar a mano»: what whoever makes the next round on paper has to know of everybody."""

from collections import defaultdict
from typing import Any

from django.utils.translation import gettext as _

from scoring.prints.ask import Ask, Chunk, header
from scoring.prints.people import refuse_nobody
from scoring.selectors.matches.meetings import competitors_of, meetings
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.stages.fates import Fates, fates_of
from scoring.selectors.standings import stage_situation, stage_tables
from tournaments.formats import history
from tournaments.formats.core import Situation
from tournaments.formats.ladder import Ladder
from tournaments.models import Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.selectors.rounds import latest_round, next_serial
from tournaments.wording.formats import group_name
from tournaments.wording.rounds import numbered

AHEAD = 2  # rounds whose results are written beside


def is_paired_from_list(stage: Stage) -> bool:
    """Whether its next round hangs on who has met whom: not on a calendar, a bracket or tables."""
    if stage.has_bracket and not stage.has_lives:
        return stage.system.redraws(stage.format_rules())
    return not (stage.has_calendar or isinstance(stage.system, Ladder))


def pairing_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Return everybody who is still in, by the standings: wins, lives, rests, rivals, and boxes for
    the rounds to come. Raises Refused 409 with nobody entered."""
    refuse_nobody(tournament, ask)
    stage = tournament.stage
    competitors = competitors_of(tournament)
    situation = stage_situation(stage, EVERY_ROUND)
    fates = fates_of(stage, as_ties(meetings(stage, competitors, EVERY_ROUND)), competitors)
    alive = stage.system.still_in(situation, stage.format_rules())
    seen = _seen(situation)
    tables = [
        {
            "group": group_name(stage.format, group),
            "rows": [
                {
                    "line": line,
                    "competitor": competitors[line.entrant],
                    "lives": _lives(fates, line.entrant),
                    **seen[line.entrant],
                }
                for line in lines
                if line.entrant in alive
            ],
        }
        for group, lines in stage_tables(stage, EVERY_ROUND).items()
    ]
    context = {
        **header(tournament, _("Para emparejar a mano"), stage),
        "tables": tables,
        "lives": stage.has_lives,
        "partners": stage.system.partners > 1,
        "ahead": _ahead(stage),
    }
    return [Chunk(context)]


def _seen(situation: Situation) -> dict[int, dict[str, Any]]:
    """Return the rivals, the partners and the rests of each."""
    seen: dict[int, dict[str, Any]] = defaultdict(lambda: {"met": set(), "with": set(), "rests": 0})
    for (one, other), _times in history.meetings(situation.rounds).items():
        seen[one]["met"].add(other)
        seen[other]["met"].add(one)
    for (one, other), _times in history.partnerships(situation.rounds).items():
        seen[one]["with"].add(other)
        seen[other]["with"].add(one)
    for number, rests in history.byes_taken(situation.rounds).items():
        seen[number]["rests"] = rests
    for row in seen.values():
        row["met"], row["with"] = sorted(row["met"]), sorted(row["with"])
    return seen


def _lives(fates: Fates | None, number: int) -> int | str:
    return fates.lives_left(number) if fates is not None and fates.lives else ""


def _ahead(stage: Stage) -> list[str]:
    """The names of the rounds whose results are to be written: that in play and the next."""
    last = latest_round(stage)
    first = last.serial if last is not None else next_serial(stage.tournament)
    return [numbered(serial, stage.by_calls) for serial in range(first, first + AHEAD)]
