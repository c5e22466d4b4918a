"""Postpone a match, and resume it when its sides play."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.desk import PostponeForm
from scoring.views.actas.pieces import match_or_404
from tournaments.models import Match
from tournaments.permissions import act
from tournaments.services.tables import postpone_match, resume_match
from tournaments.views.submit import posted, say_outcome, submit


@act("postpone_match")
def match_postpone(request: HttpRequest, code: str) -> HttpResponse:
    """Take a match off its table until another day, or change the day."""
    match = match_or_404(request, code)
    form = PostponeForm(
        posted(request), boards=bool(match.board), initial={"to": match.postponed_to}
    )
    sent = submit(
        form, lambda: postpone_match(match=match, author=request.user, **form.cleaned_data)
    )
    if sent.done:
        message = _("Encuentro %(match)s: aplazado.") % {"match": match.number}
        messages.success(request, message)
        return redirect("desk", slug=request.tournament.slug)
    context = {"match": match, "form": form}
    return render(request, "scoring/hall/match_postpone.html", context, status=sent.status)


@require_POST
@act("postpone_match")
def match_resume(request: HttpRequest, code: str) -> HttpResponse:
    """Put a postponed match in the queue for a table again, with the postponed boards of its tie
    where `whole_tie` says so, and back to the hall."""
    match = match_or_404(request, code)
    with say_outcome(request):
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
