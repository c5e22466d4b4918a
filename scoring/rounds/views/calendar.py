"""Views of the calendar of a stage: public page, dates, rests, venues, postponed matches."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.views.pieces import match_or_404
from scoring.public.crosses import calendar_page
from scoring.rounds.forms import (
    DatesForm,
    IntervalForm,
    MoveDateForm,
    PostponeForm,
    RestsForm,
    VenuesForm,
)
from scoring.rounds.selectors.calendar import rounds_in_stage
from tournaments.models import Entry, Match, Stage
from tournaments.people.selectors.entries import entries_of
from tournaments.people.services.registering import set_venues
from tournaments.permissions import act, allows, public
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import date_of, shows_later_rounds
from tournaments.rounds.services.announcing import move_date, rest_days, set_dates, set_rests
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
    stage = request.tournament.stage
    form = _interval_form(stage, _context(request), request.POST)
    submission = submit(
        form,
        lambda: set_dates(stage=stage, author=request.user, dates=form.dates()),
        refuse=form.refuse,
    )
    if submission.done:
        return _redirect_with_message(request)
    return _page(request, submission.status, every_form=form)


@require_POST
@act("draw_round")
def calendar_dates(request: UserRequest) -> HttpResponse:
    """Set the date of each round separately."""
    form = DatesForm(request.POST, names=_round_names(_context(request)), auto_id="fecha-%s")
    submission = submit(
        form,
        lambda: set_dates(stage=request.tournament.stage, author=request.user, dates=form.dates()),
        refuse=form.refuse,
    )
    if submission.done:
        return _redirect_with_message(request)
    return _page(request, submission.status, dates_form=form)


@require_POST
@act("draw_round")
def calendar_move(request: UserRequest) -> HttpResponse:
    """Move the date of a round, and the following dates if the form asks for it."""
    form = MoveDateForm(request.POST, names=_round_names(_context(request)), auto_id="mover-%s")
    stage = request.tournament.stage
    submission = submit(
        form,
        lambda: move_date(stage=stage, author=request.user, **form.cleaned_data),
        refuse=form.refuse,
    )
    if submission.done:
        return _redirect_with_message(request)
    return _page(request, submission.status, move_form=form)


@require_POST
@act("draw_round")
def calendar_rests(request: UserRequest) -> HttpResponse:
    """Set the weeks of rest; the rounds to come move past them."""
    _context(request)
    form = RestsForm(request.POST, auto_id="descanso-%s")
    stage = request.tournament.stage
    submission = submit(
        form,
        lambda: set_rests(stage=stage, author=request.user, **form.cleaned_data),
        refuse=form.refuse,
    )
    if submission.done:
        return _redirect_with_message(request)
    return _page(request, submission.status, rests_form=form)


@require_POST
@act("draw_round")
def calendar_venues(request: UserRequest) -> HttpResponse:
    """Set whether the stage is played at the venue of the home side, and the venues."""
    _context(request)
    stage = request.tournament.stage
    form = _venues_form(request, request.POST)
    submission = submit(
        form,
        lambda: set_venues(
            stage=stage,
            author=request.user,
            at_home=form.cleaned_data["at_home"],
            venues=form.venues(),
        ),
        refuse=form.refuse,
    )
    if submission.done:
        return _redirect_with_message(request, _("Sedes guardadas."))
    return _page(request, submission.status, venues_form=form)


def _context(request: PageRequest) -> dict[str, Any]:
    """Return the context of the page.

    Before the first round is published, only organisers see the rounds to come. Raises Http404 for
    a stage without dates.
    """
    stage = request.tournament.stage
    if not stage.has_dates:
        raise Http404
    organiser = allows("draw_round", request.role, request.user.is_authenticated)
    begun = shows_later_rounds(stage, request.audience)
    page = requested_page(request) if "page" in request.GET else 0
    page_context = calendar_page(
        request.tournament, request.audience, ahead=organiser or begun, page=page
    )
    return {**page_context, "begun": begun, "may_date": organiser, "rests": rest_days(stage)}


def _round_names(context: dict[str, Any]) -> dict[int, str]:
    return {date.number: date.name for date in context["every"]}


def _interval_form(stage: Stage, context: dict[str, Any], data: Any = None) -> IntervalForm:
    round_count = len(context["every"]) if stage.has_calendar else rounds_in_stage(stage)
    first_date = date_of(stage, 1) or stage.tournament.starts_at
    rests = rest_days(stage)
    return IntervalForm(
        data, round_count=round_count, rests=rests, auto_id="cada-%s", initial={"first": first_date}
    )


def _venues_form(request: PageRequest, data: Any = None) -> VenuesForm:
    stage = request.tournament.stage
    entries = entries_of(stage).filter(state=Entry.State.ENTERED)
    return VenuesForm(
        data,
        entries=list(entries.order_by("number").prefetch_related(seats())),
        audience=request.audience,
        auto_id="sede-%s",
        initial={"at_home": stage.at_home},
    )


def _page(request: PageRequest, status: int = 200, **forms: Any) -> HttpResponse:
    context = _context(request)
    if context["may_date"]:
        stage, names = request.tournament.stage, _round_names(context)
        dates = {f"date_{date.number}": date.at for date in context["every"]}
        context["every_form"] = _interval_form(stage, context)
        context["dates_form"] = DatesForm(names=names, initial=dates, auto_id="fecha-%s")
        context["move_form"] = MoveDateForm(names=names, auto_id="mover-%s")
        rests = {"rests": RestsForm.text_of(context["rests"])}
        context["rests_form"] = RestsForm(initial=rests, auto_id="descanso-%s")
        if stage.has_calendar:
            context["venues_form"] = _venues_form(request)
    return render(request, "scoring/rounds/calendar.html", {**context, **forms}, status=status)


def _redirect_with_message(request: PageRequest, message: str = "") -> HttpResponse:
    messages.success(request, message or _("Fechas guardadas."))
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
    submission = submit(
        form, lambda: postpone_match(match=match, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        message = _("Encuentro %(match)s: aplazado.") % {"match": match.number}
        messages.success(request, message)
        return redirect("desk", slug=request.tournament.slug)
    context = {"match": match, "form": form}
    return render(request, "scoring/rounds/match_postpone.html", context, status=submission.status)


@require_POST
@act("postpone_match")
def match_resume(request: UserRequest, code: str) -> HttpResponse:
    """Put a postponed match back in the queue for a table and return to the hall.

    With `whole_tie`, all postponed boards of the tie go back to the queue.
    """
    match = match_or_404(request, code)
    with show_outcome(request):
        resumed_matches = resume_match(
            match=match, author=request.user, whole_tie=bool(request.POST.get("whole_tie"))
        )
        for resumed_match in resumed_matches:
            messages.success(request, _resumed_message(resumed_match))
    return redirect("desk", slug=request.tournament.slug)


def _resumed_message(match: Match) -> str:
    if match.state == Match.State.PLAYING:
        message = _("Encuentro %(match)s: a la mesa %(table)s.")
    else:
        message = _("Encuentro %(match)s: espera mesa.")
    return message % {"match": match.number, "table": match.table}
