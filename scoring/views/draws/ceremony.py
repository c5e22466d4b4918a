"""The draw shown ball by ball: by the organiser, and for everybody when the organiser wants."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.prints.actas import qr_svg
from scoring.selectors.draws.ceremony import ceremony_context, wall_context
from scoring.selectors.draws.rounds import entries_since
from scoring.selectors.draws.since_drawn import changes_since, must_redraw
from scoring.views.draws.rounds import round_of_stage
from tournaments.models import Round
from tournaments.names.text import read_number
from tournaments.permissions import act, public
from tournaments.public_address import base_url, is_only_here
from tournaments.selectors.rounds import draft_version
from tournaments.services.draws.ceremony import reveal, start_ceremony

DRAFT = Round.State.DRAFT


@require_safe
@act("draw_round")
def ceremony(request: HttpRequest, number: int) -> HttpResponse:
    """The page that leads: the last ball shown, and the button for the next one."""
    found = round_of_stage(request, number)
    if found.state != DRAFT:
        return redirect("round", slug=request.tournament.slug, number=number)
    if _is_stale(found):
        return _to_draft(request, number)
    context = {**ceremony_context(found), "version": draft_version(found), "leads": True}
    return render(request, "scoring/draws/ceremony.html", context)


@require_safe
@act("draw_round")
def ceremony_wall(request: HttpRequest, number: int) -> HttpResponse:
    """The projector's page: nothing but the draw, driven from another window or with the keys.

    204 while there is no new ball (`?bolas=`); once published, the way to the screen of the hall.
    """
    found = round_of_stage(request, number)
    if found.state != DRAFT:
        return _to(request, "screen", slug=request.tournament.slug)
    shown, again = str(found.report.get("revealed", -1)), "bolas" in request.GET
    stale = _is_stale(found)
    if again and request.GET["bolas"] == shown and not stale:
        return HttpResponse(status=204)
    place = "ceremony_public" if found.report.get("in_public") else "tournament"
    where = {"slug": request.tournament.slug}
    if place == "ceremony_public":
        where["number"] = number
    address = base_url(request) + reverse(place, kwargs=where)
    context = {
        **({"stale": True, "round": found} if stale else wall_context(found)),
        "shown": "stale" if stale else shown,
        "address_said": address.partition("://")[2],
        "qr": "" if is_only_here(address) else qr_svg(address),
    }
    template = "scoring/screen/draw_piece.html" if again else "scoring/screen/draw.html"
    response = render(request, template, context)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_POST
@act("draw_round")
def ceremony_start(request: HttpRequest, number: int) -> HttpResponse:
    found = round_of_stage(request, number)
    if _is_stale(found):
        return _to_draft(request, number)
    in_public = request.POST.get("publico") == "1"
    start_ceremony(round=found, author=request.user, in_public=in_public)
    return redirect("ceremony", slug=request.tournament.slug, number=number)


@require_POST
@act("draw_round")
def ceremony_ball(request: HttpRequest, number: int) -> HttpResponse:
    """Show so many balls: the button says how many, so that pressing twice shows one."""
    balls = read_number(request.POST.get("bola"))
    found = round_of_stage(request, number)
    if _is_stale(found):
        return _to_draft(request, number)
    reveal(round=found, balls=-1 if balls is None else balls)
    return redirect("ceremony", slug=request.tournament.slug, number=number)


@require_safe
@public
def ceremony_public(request: HttpRequest, number: int) -> HttpResponse:
    """Show what the hall has seen: 204 while there is no new ball (`?bolas=`)."""
    found = round_of_stage(request, number)
    if found.state != DRAFT:
        return _to(request, "round", slug=request.tournament.slug, number=number)
    if not found.report.get("in_public"):
        raise Http404
    again = bool(request.htmx) and "bolas" in request.GET
    if again and request.GET["bolas"] == str(found.report.get("revealed", 0)):
        return HttpResponse(status=204)
    template = (
        "scoring/public/draws/ceremony_piece.html"
        if again
        else "scoring/public/draws/ceremony.html"
    )
    response = render(request, template, ceremony_context(found))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _is_stale(round: Round) -> bool:
    """Whether it is a draft that has to be drawn again: nothing of it is shown any more."""
    if round.state != DRAFT:
        return False
    _came, left = entries_since(round)
    return must_redraw(round, changes_since(round), left)


def _to_draft(request: HttpRequest, number: int) -> HttpResponse:
    """Go back to the draft, which says what has changed since it was drawn."""
    messages.error(request, _("El sorteo ya no vale: hay que volver a sortear."))
    return redirect("round_draft", slug=request.tournament.slug, number=number)


def _to(request: HttpRequest, page: str, **where: Any) -> HttpResponse:
    """Lead there, also a page that asks again for a piece of it."""
    if not request.htmx:
        return redirect(page, **where)
    response = HttpResponse(status=204)
    response.headers["HX-Redirect"] = reverse(page, kwargs=where)
    return response
