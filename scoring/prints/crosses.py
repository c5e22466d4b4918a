"""«Todos contra todos»: the square of a league or of each group, split where it is too wide."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.ask import Ask, Chunk, header
from scoring.prints.results import open_matches
from scoring.public.crosses import CrossRow, cross_table, is_crossed
from scoring.selectors.matches.meetings import competitors_of, meetings
from scoring.selectors.standings import stage_tables
from tournaments.models import Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Conflict
from tournaments.selectors.rounds import current_round
from tournaments.wording.formats import group_name

COLUMNS = 14  # of rivals on a sheet
WIDEST = 500


def crosses_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Each group in the order of its standings. Raises Refused 409 as `refuse_no_crosses`."""
    refuse_no_crosses(tournament, ask)
    stage = tournament.stage
    competitors = competitors_of(tournament)
    played = meetings(stage, competitors, EVERY_ROUND)
    squares = []
    for group, lines in stage_tables(stage, EVERY_ROUND).items():
        order = [competitors[line.entrant] for line in lines]
        rows = cross_table(stage, order, played, widest=WIDEST)
        name = group_name(stage.format, group)
        squares += [{"group": name, **part} for part in _parts(rows)]
    head = header(tournament, _("Todos contra todos"), stage)
    return [Chunk({**head, **open_matches(stage), "squares": squares})]


def refuse_no_crosses(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where not everybody meets everybody, or before the first round."""
    if not is_crossed(tournament.stage):
        raise Conflict("no_crosses", gettext_lazy("En esta fase no juegan todos contra todos."))
    if current_round(tournament.stage, EVERY_ROUND) is None:
        raise Conflict("nothing_drawn", gettext_lazy("Todavía no se ha sorteado nada."))


def _parts(rows: Sequence[CrossRow]) -> list[dict[str, Any]]:
    """The square by blocks of columns, each with all its rows."""
    return [
        {
            "columns": [row.competitor.number for row in rows[first : first + COLUMNS]],
            "rows": [
                {"competitor": row.competitor, "cells": row.cells[first : first + COLUMNS]}
                for row in rows
            ],
        }
        for first in range(0, len(rows), COLUMNS)
    ]
