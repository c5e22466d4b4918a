"""The panel of a table beside the map of the hall: who plays, how they stand, what can be done."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from scoring import acta_words
from scoring.disputes import said_of
from scoring.games import GAMES
from scoring.referee import stop_of
from scoring.selectors.hall.tiles import match_at
from scoring.selectors.matches.ties import score_of_tie
from scoring.selectors.refereeing.clock import call_of, clock_of, minutes_since
from scoring.views.actas.pieces import live
from tournaments.models import Match
from tournaments.names.text import read_number
from tournaments.permissions import allows, includes
from tournaments.selectors.rounds import fixed_tables


def table_asked(request: HttpRequest) -> int | None:
    """The table of `?mesa=`; None where it says none."""
    return read_number(request.GET.get("mesa"), digits=4)


def panel_piece(request: HttpRequest, table: int, version: str) -> HttpResponse:
    """The panel alone, or 204 while it shows this `version` of the hall."""
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    context = {"panel": panel_context(request, table, version)}
    return render(request, "scoring/hall/hall_panel_live.html", context)


def panel_context(request: HttpRequest, table: int, version: str) -> dict[str, Any]:
    """The context of the panel of a table, `url` to ask for it again."""
    address = reverse("desk", kwargs={"slug": request.tournament.slug})
    match = match_at(request.tournament, table)
    return {
        "table": table,
        "match": match,
        "own": includes(request.tables, table),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
        "service": _service(request, table),
        "keepers": [
            number for number, own in fixed_tables(request.tournament).items() if own == table
        ],
        **(_played(match) if match else {}),
        "url": f"{address}?{urlencode({'mesa': table, 'v': version})}",
    }


def _service(request: HttpRequest, table: int) -> dict[str, bool]:
    """Whether the table is out of service, and whether whoever asks may change that."""
    may_change = allows("run_hall", request.role, authenticated=True)
    exists = 1 <= table <= request.tournament.tables
    return {"out": table in request.tournament.out_of_service, "may": may_change and exists}


def _played(match: Match) -> dict[str, Any]:
    """How the match stands: who plays, the score, what is said of it, its clock and its call."""
    now, record = timezone.now(), live(match)
    board, clock = acta_words.board(match, record.score), clock_of(match, now)
    score_in_words = GAMES[match.tournament.game].words.score_in_words
    return {
        "sides": [(side["letter"], side["name"]) for side in board["sides"]],
        "score": score_in_words(record.score, match.game_rules()),
        "foot": board["foot"],
        "over": record.score.over,
        "lines": acta_words.lines(match, record),
        "said": said_of(match),
        "minutes": minutes_since(match.called_at, now),
        "clock": clock,
        "stop": stop_of(match, record, clock),
        "call": call_of(match, now),
        "tie_score": score_of_tie(match) if match.board else None,
    }
