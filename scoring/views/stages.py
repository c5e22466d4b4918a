"""The stages of a tournament: the chain as a picture for everybody; planning and opening them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.selectors.quotas import qualified
from scoring.selectors.stage_chain import chain_context
from scoring.services.stages import open_stage, shut_stage
from tournaments.formats.core import DrawError
from tournaments.forms.refusals import REFUSALS
from tournaments.forms.stages import StageForm, stage_initial, stage_title
from tournaments.models import Stage
from tournaments.permissions import act, public
from tournaments.refusal import refused_from
from tournaments.selectors.entries import entries_by_number
from tournaments.selectors.stages import seeds_in, stages_of
from tournaments.services.setup import is_locked
from tournaments.services.stages import add_stage, edit_stage, remove_stage
from tournaments.wording.quotas import say_why


@require_safe
@public
def stages(request: HttpRequest) -> HttpResponse:
    """The chain: each stage, who reaches it, and what does not close."""
    return _chain_page(request)


@act("edit_tournament")
def stage_new(request: HttpRequest) -> HttpResponse:
    found = stages_of(request.tournament)
    form = StageForm(request.POST or None, stages=found, initial={"source": found[-1].number})
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                add_stage(tournament=request.tournament, author=request.user, **form.plan())
            except REFUSALS as error:
                status = form.refuse(error)
            else:
                messages.success(request, _("Fase añadida."))
                return redirect("stages", slug=request.tournament.slug)
    return _form_page(request, form, None, status)


@act("edit_tournament")
def stage_edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change a stage that is not drawn yet; its people are looked at again when it is opened."""
    stage = _stage(request, number)
    earlier = [one for one in stages_of(request.tournament) if one.number < number]
    if not stage.intake or not earlier:
        return redirect("settings", slug=request.tournament.slug)
    form = StageForm(request.POST or None, stages=earlier, initial=stage_initial(stage))
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                edit_stage(stage=stage, author=request.user, **form.plan())
            except REFUSALS as error:
                status = form.refuse(error)
            else:
                messages.success(request, _("Cambios guardados."))
                return redirect("stages", slug=request.tournament.slug)
    return _form_page(request, form, stage, status)


@require_POST
@act("edit_tournament")
def stage_remove(request: HttpRequest, number: int) -> HttpResponse:
    stage = _stage(request, number)
    try:
        remove_stage(stage=stage, author=request.user)
    except REFUSALS as error:
        return _chain_page(request, error)
    messages.success(request, _("Fase quitada."))
    return redirect("stages", slug=request.tournament.slug)


@act("draw_round")
def stage_open(request: HttpRequest, number: int) -> HttpResponse:
    """Who would go in as things stand; sent, they do."""
    stage = _stage(request, number)
    if request.method == "POST":
        try:
            places = open_stage(stage=stage, author=request.user)
        except REFUSALS as error:
            return _open_page(request, stage, error)
        words = _("Fase abierta: entran %(count)s. Ya se puede sortear.") % {"count": len(places)}
        messages.success(request, words)
        return redirect(f"{reverse('rounds', args=[request.tournament.slug])}?fase={number}")
    return _open_page(request, stage)


@require_POST
@act("draw_round")
def stage_shut(request: HttpRequest, number: int) -> HttpResponse:
    try:
        shut_stage(stage=_stage(request, number), author=request.user)
    except REFUSALS as error:
        return _chain_page(request, error)
    messages.success(request, _("La fase vuelve a estar sin abrir."))
    return redirect("stages", slug=request.tournament.slug)


def _stage(request: HttpRequest, number: int) -> Stage:
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=request.tournament, number=number)


def _chain_page(request: HttpRequest, error: Exception | None = None) -> HttpResponse:
    context: dict[str, Any] = chain_context(request.tournament)
    status = 200
    if error is not None:
        context["refused"] = refused_from(error)
        status = context["refused"].status
    return render(request, "scoring/stages.html", context, status=status)


def _form_page(
    request: HttpRequest, form: StageForm, stage: Stage | None, status: int
) -> HttpResponse:
    context = {"form": form, "edited": stage, "title": stage_title(stage) if stage else ""}
    return render(request, "scoring/stage_form.html", context, status=status)


def _open_page(request: HttpRequest, stage: Stage, error: Exception | None = None) -> HttpResponse:
    context: dict[str, Any] = {"opened": stage, "title": stage_title(stage), "found": []}
    status = 200
    try:
        found = qualified(stage)
    except DrawError as missing:
        found, error = (), error or missing
    entries = entries_by_number(request.tournament)
    context["found"] = [
        {"seed": one.seed, "entry": entries[one.number], "why": say_why(one)} for one in found
    ]
    context["seeds"] = seeds_in(stage, len(found))
    context["locked"] = is_locked(stage)
    if error is not None:
        context["refused"] = refused_from(error)
        status = context["refused"].status if request.method == "POST" else 200
    return render(request, "scoring/stage_open.html", context, status=status)
