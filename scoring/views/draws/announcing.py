"""A round that is published and kept from the public until it is announced."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.rounds import AnnounceForm
from scoring.views.draws.rounds import round_of_stage
from tournaments.forms.refusals import REFUSALS
from tournaments.permissions import act
from tournaments.refusal import refused_from
from tournaments.services.draws.announcing import announce_round, hide_round
from tournaments.views.submit import say_outcome


@require_POST
@act("draw_round")
def round_announce(request: HttpRequest, number: int) -> HttpResponse:
    """Announce a round now, or at the hour written."""
    found = round_of_stage(request, number)
    form = AnnounceForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(form.errors["at"]))
        return redirect("round", slug=request.tournament.slug, number=number)
    try:
        announced = announce_round(round=found, author=request.user, at=form.moment())
    except REFUSALS as error:
        messages.error(request, str(refused_from(error)))
    else:
        done = _("%(round)s: se anuncia a las %(hour)s.")
        if not announced.is_silent:
            done = _("%(round)s: anunciada. Ya la ve todo el mundo.")
        hour = timezone.localtime(announced.announced_at).strftime("%H:%M")
        messages.success(request, done % {"round": found, "hour": hour})
    return redirect("round", slug=request.tournament.slug, number=number)


@require_POST
@act("draw_round")
def round_hide(request: HttpRequest, number: int) -> HttpResponse:
    """Keep a round from the public again while nothing is written in it."""
    found = round_of_stage(request, number)
    with say_outcome(request, _("%(round)s: oculta otra vez.") % {"round": found}):
        hide_round(round=found, author=request.user)
    return redirect("round", slug=request.tournament.slug, number=number)
