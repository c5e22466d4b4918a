"""Views of the wishes for the draw, and of forbidden couples."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.people.forms.wishes import ForbidForm, WishesForm
from tournaments.people.selectors.wishes import forbidden_couples
from tournaments.people.services.wishes import allow_couple, forbid_couple, set_wishes
from tournaments.permissions import act
from tournaments.setup.selectors.stages import stages_of
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit


@act("edit_tournament")
def wishes(request: UserRequest) -> HttpResponse:
    stage = request.tournament.stage
    form = WishesForm(posted_data(request), stage=stage)
    submission = submit(form, lambda: set_wishes(stage=stage, author=request.user, **form.wishes()))
    if submission.done:
        messages.success(request, _("Guardado. Vale desde el próximo sorteo."))
        page = reverse("wishes", args=[request.tournament.slug])
        return redirect(f"{page}?fase={stage.number}")
    return _page(request, submission.status, form=form)


@require_POST
@act("edit_tournament")
def wishes_forbid(request: UserRequest) -> HttpResponse:
    form = ForbidForm(request.POST, tournament=request.tournament, auto_id="no-%s")
    submission = submit(
        form,
        lambda: forbid_couple(
            tournament=request.tournament, author=request.user, **form.cleaned_data
        ),
    )
    if submission.done:
        messages.success(request, _("Anotado: no se cruzarán mientras se pueda evitar."))
        return redirect("wishes", slug=request.tournament.slug)
    return _page(request, submission.status, forbid=form)


@require_POST
@act("edit_tournament")
def wishes_allow(request: UserRequest, couple: int) -> HttpResponse:
    forbidden_couple = get_object_or_404(request.tournament.forbidden, pk=couple)
    allow_couple(couple=forbidden_couple, author=request.user)
    messages.success(request, _("Ya se pueden cruzar."))
    return redirect("wishes", slug=request.tournament.slug)


def _page(request: PageRequest, status: int, **forms: Any) -> HttpResponse:
    tournament = request.tournament
    context = {
        "form": WishesForm(stage=tournament.stage),
        "forbid": ForbidForm(tournament=tournament, auto_id="no-%s"),
        "couples": forbidden_couples(tournament),
        "planned_stages": stages_of(tournament),
        **forms,
    }
    return render(request, "tournaments/people/wishes.html", context, status=status)
