"""The calendar of a league or of groups, in public, and its dates."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.rounds import DatesForm, EveryForm
from scoring.public.calendar import calendar_page
from tournaments.pages import page_asked
from tournaments.permissions import act, allows, public
from tournaments.selectors.rounds import is_told_ahead
from tournaments.services.draws.calendar import set_dates
from tournaments.views.submit import submit


@require_safe
@public
def calendar(request: HttpRequest) -> HttpResponse:
    return _page(request)


@require_POST
@act("draw_round")
def calendar_every(request: HttpRequest) -> HttpResponse:
    """A date every so many days, for all the rounds there are."""
    form = EveryForm(request.POST, auto_id="cada-%s")
    context = _context(request)
    stage, rounds = request.tournament.stage, len(context["every"])
    sent = submit(
        form,
        lambda: set_dates(stage=stage, author=request.user, dates=form.dates(rounds)),
        refuse=form.refuse,
    )
    if sent.done:
        return _done(request)
    return _page(request, sent.status, every_form=form)


@require_POST
@act("draw_round")
def calendar_dates(request: HttpRequest) -> HttpResponse:
    """Each date by itself."""
    names = {date.number: date.name for date in _context(request)["every"]}
    form = DatesForm(request.POST, names=names, auto_id="fecha-%s")
    sent = submit(
        form,
        lambda: set_dates(stage=request.tournament.stage, author=request.user, dates=form.dates()),
        refuse=form.refuse,
    )
    if sent.done:
        return _done(request)
    return _page(request, sent.status, dates_form=form)


def _context(request: HttpRequest) -> dict[str, Any]:
    """The rounds to come are the organiser's until the first is published."""
    stage = request.tournament.stage
    if not stage.has_calendar:
        raise Http404
    organiser = allows("draw_round", request.role, request.user.is_authenticated)
    begun = is_told_ahead(stage, request.audience)
    page = page_asked(request) if "page" in request.GET else 0
    shown = calendar_page(request.tournament, request.audience, ahead=organiser or begun, page=page)
    return {**shown, "begun": begun, "may_date": organiser}


def _page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    context = _context(request)
    if context["may_date"]:
        told = {f"date_{date.number}": date.at for date in context["every"]}
        names = {date.number: date.name for date in context["every"]}
        context["every_form"] = EveryForm(
            auto_id="cada-%s", initial={"first": request.tournament.starts_at}
        )
        context["dates_form"] = DatesForm(names=names, initial=told, auto_id="fecha-%s")
    return render(request, "scoring/rounds/calendar.html", {**context, **forms}, status=status)


def _done(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Fechas guardadas."))
    stage = request.tournament.stage.number
    address = reverse("calendar", kwargs={"slug": request.tournament.slug})
    return redirect(f"{address}?fase={stage}")
