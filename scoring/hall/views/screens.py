"""The screens of the hall and its clock, run from the desk."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.hall.forms.screens import MinutesForm, NowForm, ScreenForm
from scoring.hall.services import remove_screen, save_screen, show_now
from scoring.models import Screen, Show
from scoring.public.screens import screen_numbered, screens_of
from scoring.refereeing.selectors.clock import hall_clock, stage_refereeing
from scoring.refereeing.services.hall_clock import (
    add_minutes,
    resume_clock,
    start_clock,
    stop_clock,
)
from tournaments.permissions import act
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


# --- Screens ----------------------------------------------------------------------------------
@act("run_hall")
def screens(request: UserRequest) -> HttpResponse:
    """Show every screen, and add a new screen."""
    form = ScreenForm(posted_data(request))
    submission = submit(
        form,
        lambda: save_screen(
            tournament=request.tournament, author=request.user, **form.cleaned_data
        ),
    )
    if submission.done:
        messages.success(request, _("Pantalla lista: ábrala en el ordenador del proyector."))
        return _redirect_to_screens(request)
    return _page(request, status=submission.status, form=form)


@act("run_hall")
def screen_edit(request: UserRequest, screen: int) -> HttpResponse:
    stored_screen = _screen_or_404(request, screen)
    initial = {
        "name": stored_screen.name,
        "shows": stored_screen.shows,
        "notice": stored_screen.notice,
    }
    form = ScreenForm(posted_data(request), initial=initial)
    submission = submit(
        form,
        lambda: save_screen(
            tournament=request.tournament,
            author=request.user,
            screen=stored_screen,
            **form.cleaned_data,
        ),
    )
    if submission.done:
        messages.success(request, _("Guardado: la pantalla lo muestra enseguida."))
        return _redirect_to_screens(request)
    context = {"screen": stored_screen, "form": form}
    return render(request, "scoring/hall/screen_edit.html", context, status=submission.status)


@require_POST
@act("run_hall")
def screen_remove(request: UserRequest, screen: int) -> HttpResponse:
    remove_screen(screen=_screen_or_404(request, screen), author=request.user)
    messages.success(request, _("Pantalla quitada."))
    return _redirect_to_screens(request)


@require_POST
@act("run_hall")
def screen_now(request: UserRequest, screen: int) -> HttpResponse:
    """Show one value of `Show` on a screen; with `volver`, return the screen to its setup."""
    stored_screen = _screen_or_404(request, screen)
    if "volver" in request.POST:
        show_now(screen=stored_screen, author=request.user, shows="")
        return _redirect_to_screens(request)
    form = NowForm(request.POST, auto_id=f"ahora-{screen}-%s")
    submission = submit(
        form, lambda: show_now(screen=stored_screen, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        return _redirect_to_screens(request)
    return _page(request, status=submission.status, now_forms={screen: form})


# --- The clock --------------------------------------------------------------------------------
@require_POST
@act("run_hall")
def clock_start(request: UserRequest) -> HttpResponse:
    with show_outcome(request, _("Señal dada: el tiempo empieza a contar ahora.")):
        start_clock(stage=request.tournament.stage, author=request.user)
    return _redirect_from_clock(request)


@require_POST
@act("run_hall")
def clock_stop(request: UserRequest) -> HttpResponse:
    with show_outcome(request, _("Reloj parado en todas las mesas.")):
        stop_clock(stage=request.tournament.stage, author=request.user)
    return _redirect_from_clock(request)


@require_POST
@act("run_hall")
def clock_resume(request: UserRequest) -> HttpResponse:
    with show_outcome(request, _("El reloj sigue: cada mesa con el tiempo que le quedaba.")):
        resume_clock(stage=request.tournament.stage, author=request.user)
    return _redirect_from_clock(request)


@require_POST
@act("run_hall")
def clock_minutes(request: UserRequest) -> HttpResponse:
    form = MinutesForm(request.POST, auto_id="mas-%s")
    submission = submit(
        form,
        lambda: add_minutes(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if not submission.done:
        return _page(request, status=submission.status, minutes_form=form)
    words = ngettext("Hecho en %(n)s mesa.", "Hecho en %(n)s mesas.", submission.result)
    messages.success(request, words % {"n": submission.result})
    return _redirect_from_clock(request)


# --- The page ---------------------------------------------------------------------------------
def _page(
    request: PageRequest,
    *,
    status: int,
    form: ScreenForm | None = None,
    now_forms: Mapping[int, NowForm] | None = None,
    minutes_form: MinutesForm | None = None,
) -> HttpResponse:
    tournament = request.tournament
    moment = timezone.now()
    address = base_url(request)
    context = {
        "screens": [
            _row(screen, address, (now_forms or {}).get(screen.number), screen.shown_now(moment))
            for screen in screens_of(tournament)
        ],
        "form": form or ScreenForm(),
        "minutes_form": minutes_form or MinutesForm(auto_id="mas-%s"),
        "clock": hall_clock(tournament.stage, request.audience),
        "has_clock": bool(stage_refereeing(tournament.stage).minutes),
        "timed_stage": tournament.stage,
        "only_here": is_only_here(address),
    }
    return render(request, "scoring/hall/screens.html", context, status=status)


def _row(screen: Screen, address: str, form: NowForm | None, current_show: str) -> dict[str, Any]:
    """Return a screen with its address and form, for its card on the page."""
    path = reverse("screen_numbered", args=[screen.tournament.slug, screen.number])
    return {
        "screen": screen,
        "address": f"{address}{path}",
        "shows": [str(Show(show).label) for show in screen.shows if show in Show.values],
        "now": Show(current_show).label if current_show else "",
        "form": form or NowForm(auto_id=f"ahora-{screen.number}-%s"),
    }


def _screen_or_404(request: PageRequest, number: int) -> Screen:
    screen = screen_numbered(request.tournament, number)
    if screen is None:
        raise Http404
    return screen


def _redirect_to_screens(request: PageRequest) -> HttpResponse:
    return redirect("screens", slug=request.tournament.slug)


def _redirect_from_clock(request: PageRequest) -> HttpResponse:
    """Redirect to the page of the pressed button: La sala or the page of screens."""
    if request.POST.get("desde") == "sala":
        return redirect("desk", slug=request.tournament.slug)
    return _redirect_to_screens(request)
