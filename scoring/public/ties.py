"""Ties between teams as pages show them: the two teams, the boards won, and each board's card."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from scoring.public.cards import card, label_of, score_of
from scoring.selectors.matches.meetings import UNFINISHED, Meeting, meetings_in
from scoring.selectors.matches.ties import as_ties
from scoring.wording.numbers import against
from tournaments.models import Round, Tournament
from tournaments.names.audience import Audience

TIES_SHOWN = 12  # of a page, each with its boards


def ties_shown(tournament: Tournament, played: Sequence[Meeting]) -> list[dict[str, Any]]:
    """Each tie with its heading and its boards, those still in play before those finished."""
    found = sorted(as_ties(played), key=lambda one: (one.is_finished, one.round, one.position))
    return [_shown(tournament, one) for one in found if one.boards]


def round_ties(
    tournament: Tournament, round: Round, audience: Audience, page: int = 1
) -> dict[str, Any]:
    """A page of the ties of a published round and of who rests; {} where a pairing is one match."""
    if not round.stage.boards():
        return {}
    shown = Paginator(_positions(round), TIES_SHOWN).get_page(page)
    keys = round.matches.filter(position__in=list(shown)).order_by()
    played = meetings_in(round.stage, keys.values_list("pk", flat=True), audience)
    return {
        "ties": ties_shown(tournament, played),
        "byes": [card(tournament, one) for one in played if one.is_bye],
        "page": shown,
    }


def page_of_tie(round: Round, number: int) -> int:
    """The page where the tie of this team is; the first one where it does not play."""
    own = set(round.matches.filter(sides__entry__number=number).values_list("position", flat=True))
    places = (place for place, position in enumerate(_positions(round)) if position in own)
    return next(places, 0) // TIES_SHOWN + 1


def _positions(round: Round) -> list[int]:
    """The places of the ties, those that are not over first."""
    rows = list(round.matches.order_by().values_list("position", "state"))
    left = {position for position, state in rows if state in UNFINISHED}
    known = {position for position, _state in rows}
    return sorted(known, key=lambda position: (position not in left, position))


def _shown(tournament: Tournament, tie: Meeting) -> dict[str, Any]:
    score = score_of(tie)
    return {
        "position": tie.position,
        "serial": tie.serial,
        "sides": [
            {"competitor": competitor, "winner": tie.winner == side and not tie.void}
            for side, competitor in enumerate(tie.sides)
        ],
        "score": against(score, tie.unit) if score else "",
        "state": "forfeit" if tie.forfeit or tie.void else tie.state,
        "label": label_of(tie),
        "finished": tie.is_finished,
        "cards": [_board(tournament, tie, board) for board in tie.boards],
    }


def _board(tournament: Tournament, tie: Meeting, one: Meeting) -> dict[str, Any]:
    """The card of a board: under the heading of its tie only who plays needs saying."""
    boards = tournament.stage.boards()  # an older tie has here only those that it has left
    words = _("mesa %(board)s de %(boards)s") % {"board": one.board, "boards": boards}
    shown = card(tournament, one, note=words)
    for side, competitor in zip(shown["sides"], one.sides, strict=True):
        side["name"] = competitor.playing or competitor.title
    return shown
