"""Recuperación: who rests plays after all, and undoing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.forms.catch_ups import CatchUpForm
from scoring.forms.desk import ReasonForm
from scoring.selectors.catch_ups import catches_up, sizes_of, who_may_help
from scoring.services import catch_ups
from scoring.views.actas import match_or_404
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.models import Match
from tournaments.permissions import act


@act("catch_up")
def catch_up(request: HttpRequest, code: str) -> HttpResponse:
    """Choose who sits down against who rests; then it is a match like any other."""
    match, status = match_or_404(request, code, byes=True), 200
    if match.state != Match.State.BYE:  # somebody else has just done it
        return redirect("acta", slug=request.tournament.slug, code=code)
    stage, free = match.round.stage, who_may_help(match)
    form = CatchUpForm(request.POST or None, free=free, sizes=sizes_of(stage))
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                catch_ups.catch_up(match=match, rivals=form.rivals(), author=request.user)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                return redirect("acta", slug=request.tournament.slug, code=code)
    shown = {"match": match, "form": form, "free": free, "known": catches_up(stage)}
    return render(request, "scoring/catch_up.html", shown, status=status)


@act("catch_up")
def catch_up_undo(request: HttpRequest, code: str) -> HttpResponse:
    """Give the bye back, and say why."""
    match, status = match_or_404(request, code, byes=True), 200
    form = ReasonForm(request.POST or None)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                catch_ups.undo_catch_up(match=match, author=request.user, **form.cleaned_data)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                messages.success(request, _("Recuperación anulada: vuelve a descansar."))
                return redirect("desk", slug=request.tournament.slug)
    return render(
        request, "scoring/catch_up_undo.html", {"match": match, "form": form}, status=status
    )
