"""Pages to confirm a result, or to decide one that is disputed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.actas import ResolveForm, SignForm
from scoring.services.actas import resolve_dispute, sign_acta
from scoring.views.actas.changing import change_or_ask
from scoring.views.actas.pieces import marked, match_to_write, writer
from tournaments.permissions import act
from tournaments.views.submit import say_sent, submit


@require_POST
@act("enter_result")
@marked
def acta_sign(request: HttpRequest, code: str) -> HttpResponse:
    """Confirm the version that waits for it."""
    match, form = match_to_write(request, code), SignForm(request.POST)
    if form.is_valid():
        asked = {"match": match, "author": writer(request), **form.cleaned_data}
        sent = submit(
            form, lambda: change_or_ask(request, sign_acta, _("Confirmar el resultado"), **asked)
        )
        if isinstance(sent.made, HttpResponse):
            return sent.made
        say_sent(request, form, sent, _("Resultado confirmado."))
    return redirect("acta", slug=request.tournament.slug, code=match.code)


@require_POST
@act("correct_result")
@marked
def acta_resolve(request: HttpRequest, code: str) -> HttpResponse:
    """Choose an account of a disputed match, on its acta or from the list of matters."""
    match, form = match_to_write(request, code), ResolveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Falta el motivo: diga en una frase por qué vale esa versión."))
    else:
        asked = {"match": match, "author": writer(request), **form.cleaned_data}
        sent = submit(
            form, lambda: change_or_ask(request, resolve_dispute, _("Decidir cuál vale"), **asked)
        )
        if isinstance(sent.made, HttpResponse):
            return sent.made
        say_sent(request, form, sent, _("Decidido: queda en el acta, con su motivo."))
    if request.POST.get("desde") == "arbitraje":
        return redirect("refereeing", slug=request.tournament.slug)
    return redirect("acta", slug=request.tournament.slug, code=match.code)
