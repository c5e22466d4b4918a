"""Creating a tournament and changing it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.recipes import RecipeForm
from tournaments.forms.setup import DayForm, EventForm, TournamentForm, initial_of
from tournaments.models import Tournament
from tournaments.permissions import act
from tournaments.services.setup.checks import order_of
from tournaments.services.setup.locks import is_locked
from tournaments.services.setup.recipes import create_by_recipe
from tournaments.services.setup.tournament import create_tournament, edit_tournament, plan_of
from tournaments.views.submit import posted, submit
from tournaments.wording.games import length_in_words


@act("create_tournament")
def create(request: HttpRequest) -> HttpResponse:
    """Four steps and a recipe; what is asked for by GET only shows what it would be."""
    form = RecipeForm(posted(request), initial=request.GET.dict())
    return _created(request, form, create_by_recipe, "tournaments/create.html")


@act("create_tournament")
def create_custom(request: HttpRequest) -> HttpResponse:
    """Everything that can be chosen, on one page."""
    form = TournamentForm(posted(request), initial=request.GET.dict())
    return _created(request, form, create_tournament, "tournaments/create_custom.html")


def _created(
    request: HttpRequest, form: DayForm, service: Callable[..., Tournament], template: str
) -> HttpResponse:
    sent = submit(form, lambda: service(author=request.user, **form.plan()), refuse=form.refuse)
    if sent.done:
        _say_created(request, sent.made)
        return redirect("panel", slug=sent.made.slug)
    return render(request, template, {"form": form}, status=sent.status)


def _say_created(request: HttpRequest, tournament: Tournament) -> None:
    """Say that it is made, and by what its standings go."""
    plan = plan_of(tournament, tournament.stage)
    said = [_("Torneo creado."), order_of(plan), _("Ahora, a inscribir.")]
    messages.success(request, " ".join(filter(None, said)))


@act("edit_tournament")
def settings(request: HttpRequest) -> HttpResponse:
    tournament = request.tournament
    stage = tournament.stage
    locked = is_locked(stage)
    # A page opened before the draw still brings the format: the service refuses it.
    kind = EventForm if locked and "format" not in request.POST else TournamentForm
    initial = initial_of(plan_of(tournament, stage))
    form = kind(posted(request), initial=initial)
    sent = submit(
        form,
        lambda: edit_tournament(tournament=tournament, author=request.user, **form.plan()),
        refuse=form.refuse,
    )
    if sent.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("settings", slug=tournament.slug)
    length = length_in_words(tournament.game, stage.game_options)
    context = {"form": form, "locked": locked, "length": length}
    return render(request, "tournaments/settings.html", context, status=sent.status)
