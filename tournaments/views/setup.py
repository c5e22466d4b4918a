"""Creating a tournament and changing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.refusals import REFUSALS
from tournaments.forms.setup import EventForm, TournamentForm, initial_of
from tournaments.permissions import act
from tournaments.services.setup import create_tournament, edit_tournament, plan_of
from tournaments.services.setup_locks import is_locked
from tournaments.wording.games import length_in_words


@act("create_tournament")
def create(request: HttpRequest) -> HttpResponse:
    form = TournamentForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                tournament = create_tournament(author=request.user, **form.plan())
                messages.success(request, _("Torneo creado. Ahora, a inscribir."))
                return redirect("panel", slug=tournament.slug)
            except REFUSALS as error:
                status = form.refuse(error)
    return render(request, "tournaments/create.html", {"form": form}, status=status)


@act("edit_tournament")
def settings(request: HttpRequest) -> HttpResponse:
    tournament = request.tournament
    stage = tournament.stage
    locked = is_locked(stage)
    # A page opened before the draw still brings the format: the service answers that, not we.
    kind = EventForm if locked and "format" not in request.POST else TournamentForm
    initial = initial_of(plan_of(tournament, stage))
    form = kind(request.POST if request.method == "POST" else None, initial=initial)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                edit_tournament(tournament=tournament, author=request.user, **form.plan())
                messages.success(request, _("Cambios guardados."))
                return redirect("settings", slug=tournament.slug)
            except REFUSALS as error:
                status = form.refuse(error)
    length = length_in_words(tournament.game, stage.game_options)
    context = {"form": form, "locked": locked, "length": length}
    return render(request, "tournaments/settings.html", context, status=status)
