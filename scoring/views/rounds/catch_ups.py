"""Recuperación: who rests plays after all, and undoing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.forms.desk import ReasonForm
from scoring.forms.rounds import CatchUpForm
from scoring.selectors.rounds.resting import catches_up, sizes_of, who_may_help
from scoring.services.rounds import catch_ups
from scoring.views.actas.changing import change_or_ask
from scoring.views.actas.pieces import match_or_404
from tournaments.models import Match
from tournaments.permissions import act
from tournaments.views.submit import posted, submit


@act("catch_up")
def catch_up(request: HttpRequest, code: str) -> HttpResponse:
    """Choose who sits down against who rests; then it is a match like any other."""
    match = match_or_404(request, code, byes=True)
    if match.state != Match.State.BYE:  # somebody else has just done it
        return redirect("acta", slug=request.tournament.slug, code=code)
    stage, free = match.round.stage, who_may_help(match)
    form = CatchUpForm(posted(request), free=free, sizes=sizes_of(stage))
    sent = submit(
        form, lambda: catch_ups.catch_up(match=match, rivals=form.rivals(), author=request.user)
    )
    if sent.done:
        return redirect("acta", slug=request.tournament.slug, code=code)
    context = {"match": match, "form": form, "free": free, "known": catches_up(stage)}
    return render(request, "scoring/rounds/catch_up.html", context, status=sent.status)


@act("catch_up")
def catch_up_undo(request: HttpRequest, code: str) -> HttpResponse:
    """Give the bye back, and say why."""
    match = match_or_404(request, code, byes=True)
    form = ReasonForm(posted(request))
    sent = submit(
        form,
        lambda: change_or_ask(
            request,
            catch_ups.undo_catch_up,
            _("Anular la recuperación"),
            match=match,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(sent.made, HttpResponse):
        return sent.made
    if sent.done:
        messages.success(request, _("Recuperación anulada: vuelve a descansar."))
        return redirect("desk", slug=request.tournament.slug)
    return render(
        request,
        "scoring/rounds/catch_up_undo.html",
        {"match": match, "form": form},
        status=sent.status,
    )
