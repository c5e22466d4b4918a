"""Views of the calendar of a league or of groups: public page, dates, postponed matches."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.views.pieces import match_or_404
from scoring.public.crosses import calendar_page
from scoring.rounds.forms import DatesForm, EveryForm, PostponeForm
from tournaments.models import Match
from tournaments.permissions import act, allows, public
from tournaments.rounds.selectors.rounds import shows_later_rounds
from tournaments.rounds.services.announcing import set_dates
from tournaments.rounds.services.tables import postpone_match, resume_match
from tournaments.site.pages import requested_page
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


@require_safe
@public
def calendar_page_view(request: PageRequest) -> HttpResponse:
    return _page(request)


@require_POST
@act("draw_round")
def calendar_every(request: UserRequest) -> HttpResponse:
    """Set a date for each round, from a first date and the interval of the form."""
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
def calendar_dates(request: UserRequest) -> HttpResponse:
    """Set the date of each round separately."""
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


def _context(request: PageRequest) -> dict[str, Any]:
    """Return the context of the page.

    Before the first round is published, only organisers see the rounds to come.
    """
    stage = request.tournament.stage
    if not stage.has_calendar:
        raise Http404
    organiser = allows("draw_round", request.role, request.user.is_authenticated)
    begun = shows_later_rounds(stage, request.audience)
    page = requested_page(request) if "page" in request.GET else 0
    shown = calendar_page(request.tournament, request.audience, ahead=organiser or begun, page=page)
    return {**shown, "begun": begun, "may_date": organiser}


def _page(request: PageRequest, status: int = 200, **forms: Any) -> HttpResponse:
    context = _context(request)
    if context["may_date"]:
        told = {f"date_{date.number}": date.at for date in context["every"]}
        names = {date.number: date.name for date in context["every"]}
        context["every_form"] = EveryForm(
            auto_id="cada-%s", initial={"first": request.tournament.starts_at}
        )
        context["dates_form"] = DatesForm(names=names, initial=told, auto_id="fecha-%s")
    return render(request, "scoring/rounds/calendar.html", {**context, **forms}, status=status)


def _done(request: PageRequest) -> HttpResponse:
    messages.success(request, _("Fechas guardadas."))
    stage = request.tournament.stage.number
    address = reverse("calendar", kwargs={"slug": request.tournament.slug})
    return redirect(f"{address}?fase={stage}")


# --- Postponing -----------------------------------------------------------------------------------
@act("postpone_match")
def match_postpone(request: UserRequest, code: str) -> HttpResponse:
    """Postpone a match to another day, or change the day to which it is postponed."""
    match = match_or_404(request, code)
    form = PostponeForm(
        posted_data(request), boards=bool(match.board), initial={"to": match.postponed_to}
    )
    sent = submit(
        form, lambda: postpone_match(match=match, author=request.user, **form.cleaned_data)
    )
    if sent.done:
        message = _("Encuentro %(match)s: aplazado.") % {"match": match.number}
        messages.success(request, message)
        return redirect("desk", slug=request.tournament.slug)
    context = {"match": match, "form": form}
    return render(request, "scoring/rounds/match_postpone.html", context, status=sent.status)


@require_POST
@act("postpone_match")
def match_resume(request: UserRequest, code: str) -> HttpResponse:
    """Put a postponed match back in the queue for a table and return to the hall.

    With `whole_tie`, all postponed boards of the tie go back to the queue.
    """
    match = match_or_404(request, code)
    with show_outcome(request):
        resumed = resume_match(
            match=match, author=request.user, whole_tie=bool(request.POST.get("whole_tie"))
        )
        for one in resumed:
            messages.success(request, _resumed(one))
    return redirect("desk", slug=request.tournament.slug)


def _resumed(match: Match) -> str:
    if match.state == Match.State.PLAYING:
        words = _("Encuentro %(match)s: a la mesa %(table)s.")
    else:
        words = _("Encuentro %(match)s: espera mesa.")
    return words % {"match": match.number, "table": match.table}
