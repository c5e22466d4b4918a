"""The pages anybody may see, without an account. They refresh by themselves."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.public.bracket import bracket_page
from scoring.public.front import front
from scoring.public.pairings import pairings as pairings_context
from scoring.public.standings import legend, standings_page
from scoring.public.whole_event import whole_event_page
from tournaments.live import Piece, live_page, not_changed
from tournaments.permissions import public


@require_safe
@public
def tournament(request: HttpRequest) -> HttpResponse:
    """What, where, when, how, and where the day stands."""
    piece = Piece(
        id="jornada",
        template="scoring/public/tournament_piece.html",
        context=partial(front, request.tournament),
        news=_("Hay novedades en el torneo."),
        kept_as="front",
    )
    return live_page(request, "scoring/public/tournament.html", piece)


@require_safe
@public
def pairings(request: HttpRequest) -> HttpResponse:
    """The round in play, by table or, with `?por=apellido`, by surname."""
    by_surname = request.GET.get("por") == "apellido"
    piece = Piece(
        id="emparejamientos",
        template="scoring/public/pairings_piece.html",
        context=partial(pairings_context, request.tournament, by_surname),
        news=_("Los emparejamientos han cambiado."),
        kept_as="by_surname" if by_surname else "by_table",
    )
    return live_page(request, "scoring/public/pairings.html", piece, {"by_surname": by_surname})


@require_safe
@public
def bracket(request: HttpRequest) -> HttpResponse:
    """The brackets, and the lives of each. A Swiss has none: 404, with the way to what it has."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    if not request.tournament.stage.has_bracket:
        return render(request, "scoring/public/no_bracket.html", status=404)
    piece = Piece(
        id="cuadro",
        template="scoring/public/bracket_piece.html",
        context=partial(bracket_page, request.tournament),
        news=_("El cuadro ha cambiado."),
        kept_as="bracket",
    )
    return live_page(request, "scoring/public/bracket.html", piece)


@require_safe
@public
def standings(request: HttpRequest) -> HttpResponse:
    """Every entry in order, with the tie-breaks and the reason of each place."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    stage = request.tournament.stage
    piece = Piece(
        id="clasificacion",
        template="scoring/public/standings_piece.html",
        context=lambda: standings_page(stage),
        news=_("La clasificación ha cambiado."),
        kept_as="standings",
    )
    context = {"rules": legend(stage), "several_stages": request.tournament.stages.count() > 1}
    return live_page(request, "scoring/public/standings.html", piece, context)


@require_safe
@public
def whole_event(request: HttpRequest) -> HttpResponse:
    """Everybody over all the stages, by the last one each reached."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    piece = Piece(
        id="clasificacion",
        template="scoring/public/whole_event_piece.html",
        context=partial(whole_event_page, request.tournament),
        news=_("La clasificación ha cambiado."),
        kept_as="whole_event",
    )
    return live_page(request, "scoring/public/whole_event.html", piece)
