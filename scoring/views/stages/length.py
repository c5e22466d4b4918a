"""More rounds than were said, or fewer."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.rounds import LengthForm
from scoring.views.draws.rounds import rounds_page
from tournaments.permissions import act
from tournaments.services.setup.length import change_rounds
from tournaments.views.submit import submit


@require_POST
@act("draw_round")
def rounds_change(request: HttpRequest) -> HttpResponse:
    form = LengthForm(request.POST, auto_id="cuantas-%s")
    sent = submit(
        form,
        lambda: change_rounds(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if sent.done:
        messages.success(request, _("Cambiado: queda dicho en público, con su motivo."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=sent.status, length_form=form)
