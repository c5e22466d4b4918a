"""The forecast of the day, and its rehearsal."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.forecast.forms import ForecastForm, RehearsalForm
from scoring.forecast.selectors.day import DayForecast, DayWishes, day_forecast
from scoring.forecast.selectors.rehearsals import last_rehearsals, rehearsal_context
from scoring.forecast.selectors.ways import ways_to_play
from scoring.forecast.services import order_rehearsal
from scoring.people_data.services.erasing import delete_rehearsals
from scoring.public.charts.strip import Stretch, strip
from tournaments.models import Tournament
from tournaments.names.audience import Audience
from tournaments.permissions import act
from tournaments.rounds.selectors.day import entries_count
from tournaments.site.live import PagePiece, live_page, unchanged_response
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import submit
from tournaments.site.wall_clock import local_time, minute
from tournaments.words import oclock

TEMPLATE = "scoring/forecast/forecast.html"


@require_safe
@act("see_forecast")
def forecast_page(request: UserRequest) -> HttpResponse:
    """Show the forecast for the values of the form. It refreshes itself as matches end.

    With `?tira`, return only the picture of the forecast, for the page Hoy.
    """
    tournament = request.tournament
    if "tira" in request.GET:
        day = day_forecast(tournament, DayWishes(), timezone.now(), request.audience)
        strip = {"day": day, "picture": forecast_strip(day)}
        return render(request, "scoring/forecast/forecast_strip.html", strip)
    if (answer := unchanged_response(request, tournament)) is not None:
        return answer
    form = ForecastForm(request.GET, tournament=tournament, auto_id="hora-%s")
    valid = form.is_valid()
    context = _context(tournament, form.wishes() if valid else DayWishes(), request.audience)
    form.suit(context["day"])
    if not valid:
        return render(request, TEMPLATE, {"form": form, "refused": True}, status=400)
    piece = PagePiece(
        id="prevision",
        template="scoring/forecast/forecast_piece.html",
        context=lambda: context,
        news=_("La previsión se ha actualizado."),
    )
    return live_page(request, TEMPLATE, piece, lambda: {"form": form, "day": context["day"]})


def _context(tournament: Tournament, wishes: DayWishes, audience: Audience) -> Mapping[str, Any]:
    day = day_forecast(tournament, wishes, timezone.now(), audience)
    picture = forecast_strip(day)
    return {"day": day, "picture": picture, "ways": ways_to_play(tournament, day)}


@never_cache
@require_safe
@act("rehearse_day")
def rehearsal_page(request: UserRequest) -> HttpResponse:
    live_count = entries_count(request.tournament).live
    return _rehearsal_page(request, RehearsalForm(initial={"entries": live_count or None}), 200)


@require_POST
@act("rehearse_day")
def rehearsal_start(request: UserRequest) -> HttpResponse:
    form = RehearsalForm(request.POST)
    submission = submit(
        form,
        lambda: order_rehearsal(
            tournament=request.tournament,
            author=request.user,
            entries=form.cleaned_data["entries"] or 0,
        ),
    )
    if submission.done:
        return redirect("job", slug=request.tournament.slug, job=submission.result.pk)
    return _rehearsal_page(request, form, submission.status)


@require_POST
@act("rehearse_day")
def throw_rehearsal(request: UserRequest) -> HttpResponse:
    delete_rehearsals(request.tournament)
    messages.success(request, _("Ensayo tirado."))
    return redirect("rehearsal", slug=request.tournament.slug)


def _rehearsal_page(request: PageRequest, form: RehearsalForm, status: int) -> HttpResponse:
    jobs = last_rehearsals(request.tournament)
    context = {
        "form": form,
        "running_job": jobs["running"],
        "rehearsal": request.tournament.rehearsals.first(),
        "kept_days": settings.TAPETE_REHEARSALS_KEPT_DAYS,
    }
    if jobs["finished"] is not None:
        context |= rehearsal_context(jobs["finished"], request.audience)
    return render(request, "scoring/forecast/rehearsal.html", context, status=status)


def forecast_strip(day: DayForecast) -> dict[str, Any] | None:
    """Return the strip of a forecast for its template; None if nothing is left to play."""
    if not day.rounds or day.end is None:
        return None
    zero = minute(day.begins)
    stretches = [
        Stretch(
            minute(round.start.likely) - zero,
            minute(round.end.likely) - zero,
            minute(round.end.late) - zero,
        )
        for round in day.rounds
    ]
    marks = [minute(day.deadline) - zero] if day.deadline else []
    hours_strip = strip(stretches, day.begins.hour * 60 + day.begins.minute, marks)
    return {
        "strip": hours_strip,
        "bars": [
            (bar, str(round.serial or round.number or ""))
            for bar, round in zip(hours_strip.bars, day.rounds, strict=True)
        ],
        "hours": [
            (formats.time_format(local_time(zero + minutes).time(), "H:i"), x)
            for minutes, x in hours_strip.hours
        ],
        "deadline": formats.time_format(day.deadline.time(), "H:i") if day.deadline else "",
        "title": gettext(
            "Las rondas que quedan: se acaba hacia %(likely)s, y ocho de cada diez veces entre "
            "%(early)s y %(late)s"
        )
        % {name: oclock(getattr(day.end, name).time()) for name in ("early", "likely", "late")},
    }
