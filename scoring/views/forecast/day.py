"""«¿Acabamos a la hora?»: the rest of the day, with its times, for whoever organises."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.forms.forecast import ForecastForm
from scoring.selectors.forecast.day import Wanted, day_forecast
from scoring.selectors.forecast.ways import ways_to_play
from tournaments.live import Piece, live_page, not_changed
from tournaments.models import Tournament
from tournaments.permissions import act

TEMPLATE = "scoring/forecast.html"


@require_safe
@act("see_forecast")
def forecast_page(request: HttpRequest) -> HttpResponse:
    """The forecast with what its form says, which refreshes by itself as the tables finish."""
    tournament = request.tournament
    if (answer := not_changed(request, tournament)) is not None:
        return answer
    form = ForecastForm(request.GET, tournament=tournament, auto_id="hora-%s")
    valid = form.is_valid()
    context = _context(tournament, form.wanted() if valid else Wanted())
    form.suit(context["day"])
    if not valid:
        return render(request, TEMPLATE, {"form": form, "refused": True}, status=400)
    piece = Piece(
        id="prevision",
        template="scoring/parts/forecast.html",
        context=lambda: context,
        news=_("La previsión se ha actualizado."),
    )
    return live_page(request, TEMPLATE, piece, lambda: {"form": form, "day": context["day"]})


def _context(tournament: Tournament, wanted: Wanted) -> Mapping[str, Any]:
    day = day_forecast(tournament, wanted, timezone.now())
    return {"day": day, "ways": ways_to_play(tournament, day, wanted)}
