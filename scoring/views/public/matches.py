"""One match in public: its acta with every version; and what the code on the paper opens."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring import acta_words
from scoring.public.pictures.match import match_picture
from scoring.selectors.matches.actas import drawn_from, fold_lines, versions, written
from scoring.selectors.matches.meetings import annulled_match
from scoring.views.actas.pieces import match_or_404, writes
from scoring.views.draws.rounds import not_announced
from scoring.wording.rounds import only_counts_for
from tournaments.formats.core import WIN
from tournaments.live import Piece, live_page, not_changed, refreshes
from tournaments.models import Match, Round
from tournaments.names.audience import Audience
from tournaments.permissions import public, visible_to


@refreshes()
@require_safe
@public
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The acta of a match, for anybody: who wrote what, and what was corrected and why."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    if (silent := silent_page(request, code)) is not None:
        return silent
    match = match_or_404(request, code, byes=True)
    piece = Piece(
        id="acta",
        template="scoring/public/match_piece.html",
        context=partial(_shown, match, request.audience),
        news=_("Hay novedades en esta partida."),
        kept_as=match.code,
    )
    return live_page(request, "scoring/public/match.html", piece, lambda: {"match": match})


def silent_page(request: HttpRequest, code: str) -> HttpResponse | None:
    """Return what is said of a match whose round is not announced; None for any other."""
    audience = request.audience
    if audience.hidden == frozenset() or not code.isalnum():
        return None
    rounds = request.tournament.rounds.silent(audience.moment).filter(matches__code=code.upper())
    return not_announced(request, rounds) if rounds else None


def _shown(match: Match, audience: Audience) -> dict[str, Any]:
    if match.state == Match.State.BYE:
        return {"match": match, "rest_wins": match.round.stage.rest() == WIN}
    shown = acta_words.versions(match, versions(match))
    record = fold_lines(match, written(shown[0].acta) if shown else [])
    return {
        "match": match,
        "board": acta_words.board(match, record.score),
        "drawn_match": match_picture(record.steps, match.game_rules().unit),
        "live": shown[0] if shown else None,
        "older": shown[1:],
        "drawn": drawn_from(match, audience),
        "annulled": annulled_match(match),
        "catch_up": only_counts_for(match.everybody[0].number) if match.guests else "",
    }


@require_safe
@public
def acta_code(request: HttpRequest, code: str) -> HttpResponse:
    """The QR of the paper: helpers go on to write, everybody else to read."""
    known = Match.objects.filter(tournament__in=visible_to(request))
    known = known.select_related("tournament", "round").defer("round__report")
    match = get_object_or_404(known, code=code.upper())
    if match.round.state != Round.State.PUBLISHED:
        raise Http404
    acta = match.state != Match.State.BYE and writes(request, match)
    return redirect("acta" if acta else "match", slug=match.tournament.slug, code=match.code)
