"""By the clock: the last call, and going on when it came too early."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.rounds import ResumeForm
from scoring.services.refereeing.calls import ring_bell, unring_bell
from scoring.views.draws.rounds import rounds_page
from tournaments.forms.refusals import REFUSALS
from tournaments.permissions import act
from tournaments.views.submit import submit


@require_POST
@act("draw_round")
def bell_ring(request: HttpRequest) -> HttpResponse:
    try:
        ring_bell(stage=request.tournament.stage, author=request.user)
    except REFUSALS as error:
        return rounds_page(request, error)
    messages.success(request, _("Última llamada dada: se acaba lo que está en las mesas."))
    return redirect("rounds", slug=request.tournament.slug)


@require_POST
@act("draw_round")
def bell_unring(request: HttpRequest) -> HttpResponse:
    form = ResumeForm(request.POST, auto_id="llamadas-%s")
    sent = submit(
        form,
        lambda: unring_bell(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if sent.done:
        messages.success(request, _("Se vuelve a llamar a quien quede libre."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=sent.status, resume_form=form)
