"""The pages of a hall with several tournaments: its tables, its clock and its screen."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.public.views.screens import milliseconds
from scoring.shared_halls.forms import HallForm, PlaceForm
from scoring.shared_halls.selectors import clocks_of, hall_screen, screen_version, shown_tournaments
from scoring.shared_halls.services import CLOCK_ACTS, change_hall_clock
from tournaments.halls.selectors import (
    halls_of,
    tournaments_in,
    tournaments_of_today,
    tournaments_to_place,
)
from tournaments.halls.services import delete_hall, place_tournament, save_hall
from tournaments.models import Hall
from tournaments.permissions import act, public
from tournaments.site.public_address import base_url
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit

MOST_TO_PLACE = 6  # the maximum of tournaments without a hall that the page of a hall offers


@act("run_own_halls")
def halls(request: UserRequest) -> HttpResponse:
    """Show the halls that the user runs, and create a hall."""
    form = HallForm(posted_data(request))
    submission = submit(form, lambda: save_hall(author=request.user, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("Sala creada. Póngala en los «Ajustes» de cada torneo."))
        return redirect("shared_hall", hall=submission.result.code)
    context = {"halls": halls_of(request.user), "form": form}
    return render(request, "scoring/shared_halls/halls.html", context, status=submission.status)


@act("run_own_halls")
def hall_page(request: UserRequest, hall: str) -> HttpResponse:
    """Show the tournaments, the clock and the screen of a hall, and change the hall."""
    own_hall = _own_hall(request, hall)
    form = HallForm(
        posted_data(request), initial={"name": own_hall.name, "tables": own_hall.tables}
    )
    submission = submit(
        form, lambda: save_hall(author=request.user, hall=own_hall, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("shared_hall", hall=hall)
    clocks = clocks_of(tournaments_of_today(own_hall))
    context = {
        "hall": own_hall,
        "form": form,
        "clocks": clocks,
        "acts": [
            name
            for name, clock_act in CLOCK_ACTS.items()
            if any(clock_act.suits(tournament_clock.clock) for tournament_clock in clocks)
        ],
        "tournaments": tournaments_in(own_hall),
        "to_place": tournaments_to_place(request.user)[:MOST_TO_PLACE],
        "address": base_url(request) + reverse("shared_hall_screen", args=[hall]),
    }
    return render(request, "scoring/shared_halls/hall.html", context, status=submission.status)


@require_POST
@act("run_own_halls")
def hall_delete(request: UserRequest, hall: str) -> HttpResponse:
    """Delete a hall without tournaments."""
    with show_outcome(request, _("Sala borrada.")):
        delete_hall(hall=_own_hall(request, hall))
        return redirect("shared_halls")
    return redirect("shared_hall", hall=hall)


@require_POST
@act("run_own_halls")
def hall_clock_change(request: UserRequest, hall: str) -> HttpResponse:
    """Start, stop or resume every clock of the hall, by the pressed button."""
    own_hall, clock_act = _own_hall(request, hall), request.POST.get("act", "")
    with show_outcome(request):
        changed_count = change_hall_clock(hall=own_hall, author=request.user, act=clock_act)
        message = ngettext("Hecho en %(n)s ronda.", "Hecho en %(n)s rondas.", changed_count)
        messages.success(request, message % {"n": changed_count})
    return redirect("shared_hall", hall=hall)


@require_safe
@public
def hall_screen_page(request: PageRequest, hall: str) -> HttpResponse:
    """Show today's tournaments in turn on a screen; answer 204 if `?v=` is the current version."""
    shown_hall, now = get_object_or_404(Hall, code=hall), timezone.now()
    tournaments = shown_tournaments(shown_hall, request)
    version = f"{screen_version(tournaments)}.{int(now.timestamp() // 60)}"
    if request.GET.get("v") == version:
        response = HttpResponse(status=204)
    else:
        context = {
            "tournament": shown_hall,
            "hall_screen": hall_screen(tournaments),
            "live_id": "pantalla",
            "live_url": f"{request.path}?v={version}",
            "live_template": "scoring/shared_halls/screen_piece.html",
            "refresh": "60",
            "zone": timezone.get_current_timezone_name(),
            "address_text": "",
        }
        is_whole_page = "v" not in request.GET
        template = "scoring/hall/screen/screen.html" if is_whole_page else "parts/live.html"
        response = render(request, template, context)
    response.headers["X-Tapete-Now"] = str(milliseconds(now))
    return response


@act("edit_tournament")
def place(request: UserRequest) -> HttpResponse:
    """Choose the hall of the tournament, and its tables there."""
    tournament = request.tournament
    choices = halls_of(request.user)
    initial = {
        "hall": tournament.hall_id or request.GET.get("sala"),
        "first_table": tournament.first_table,
        "tables": tournament.tables,
    }
    form = PlaceForm(posted_data(request), initial=initial, halls=choices)
    submission = submit(
        form, lambda: place_tournament(tournament=tournament, author=request.user, **form.plan())
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("place", slug=tournament.slug)
    context = {"form": form, "halls": choices, "hall": tournament.hall}
    return render(request, "scoring/shared_halls/place.html", context, status=submission.status)


def _own_hall(request: UserRequest, code: str) -> Hall:
    return get_object_or_404(halls_of(request.user), code=code)
