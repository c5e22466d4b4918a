"""Ties between teams as pages show them: the two teams, the boards won, and each board's card."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.public.cards import card, score_of
from scoring.selectors.meetings import Meeting, State, competitors_of, meetings
from scoring.selectors.ties import as_ties
from scoring.wording.scores import against
from tournaments.models import Round, Tournament


def ties_shown(tournament: Tournament, played: Sequence[Meeting]) -> list[dict[str, Any]]:
    """Each tie with its heading and its boards, those still in play before those finished. No
    queries."""
    found = sorted(as_ties(played), key=lambda one: (one.is_finished, one.round, one.position))
    return [_shown(tournament, one) for one in found if one.boards]


def round_ties(tournament: Tournament, round: Round) -> dict[str, Any]:
    """The ties of a published round and who rests; {} where a pairing is one match. Two
    queries."""
    if not round.stage.boards():
        return {}
    competitors = competitors_of(tournament)
    played = meetings(round.stage, competitors, round=round)
    return {
        "ties": ties_shown(tournament, played),
        "byes": [card(tournament, one) for one in played if one.is_bye],
    }


def _shown(tournament: Tournament, tie: Meeting) -> dict[str, Any]:
    score = score_of(tie)
    return {
        "position": tie.position,
        "serial": tie.serial,
        "sides": [
            {"competitor": competitor, "winner": tie.winner == side}
            for side, competitor in enumerate(tie.sides)
        ],
        "score": against(score, tie.unit) if score else "",
        "state": "forfeit" if tie.forfeit else tie.state,
        "label": _("Por ausencia") if tie.forfeit else State(tie.state).label,
        "finished": tie.is_finished,
        "cards": [_board(tournament, tie, one) for one in tie.boards],
    }


def _board(tournament: Tournament, tie: Meeting, one: Meeting) -> dict[str, Any]:
    """The card of a board: under the heading of its tie only who plays needs saying."""
    words = _("mesa %(board)s de %(boards)s") % {"board": one.board, "boards": len(tie.boards)}
    shown = card(tournament, one, note=words)
    for side, competitor in zip(shown["sides"], one.sides, strict=True):
        side["name"] = competitor.playing or competitor.title
    return shown
