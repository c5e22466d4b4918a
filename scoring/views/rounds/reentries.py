"""Reenganche: who is out comes back in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.services.rounds.reentries import reenter, undo_reenter, who_may_reenter, who_may_undo
from tournaments.forms.refusals import REFUSALS
from tournaments.permissions import act
from tournaments.selectors.joined import seats


@require_safe
@act("manage_entries")
def reentries(request: HttpRequest) -> HttpResponse:
    """Return who may come back now, and who has."""
    tournament = request.tournament
    entries = tournament.entries.prefetch_related(seats()).order_by("number")
    context = {
        "out": entries.filter(number__in=who_may_reenter(tournament.stage)),
        "back": entries.filter(again__gt=0),
        "undoable": who_may_undo(tournament.stage),
    }
    return render(request, "scoring/reentries.html", context)


@require_POST
@act("manage_entries")
def entry_reenter(request: HttpRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    try:
        reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    except REFUSALS as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("El número %(number)s vuelve a entrar.") % {"number": number})
    return redirect("reentries", slug=request.tournament.slug)


@require_POST
@act("manage_entries")
def entry_reenter_undo(request: HttpRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    try:
        undo_reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    except REFUSALS as error:
        messages.error(request, str(error))
    else:
        said = _("Reenganche anulado: el número %(number)s vuelve a estar fuera.")
        messages.success(request, said % {"number": number})
    return redirect("reentries", slug=request.tournament.slug)
