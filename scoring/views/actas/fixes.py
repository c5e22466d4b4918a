"""One click: the sides exchanged, an acta that was of another match."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.corrections.change import Change
from scoring.forms.actas import MoveForm, SwapForm
from scoring.models import Acta
from scoring.selectors.hall.desk import the_one
from scoring.services.actas import move_acta, swap_sides
from scoring.views.actas.changing import change_or_ask
from scoring.views.actas.pieces import match_to_write, writer
from tournaments.forms.refusals import REFUSALS
from tournaments.permissions import act
from tournaments.refusal import refused_from


@require_POST
@act("correct_result")
def acta_swap(request: HttpRequest, code: str) -> HttpResponse:
    """Return what was A's is B's, in every line."""
    match = match_to_write(request, code)

    def swap(asked: dict[str, Any]) -> Change[Acta] | HttpResponse:
        return change_or_ask(request, swap_sides, _("Cambiar los lados"), match=match, **asked)

    return _done(request, code, SwapForm(request.POST), swap, _("Lados cambiados."))


@require_POST
@act("correct_result")
def acta_move(request: HttpRequest, code: str) -> HttpResponse:
    """The acta goes to the match it was of, and one goes on there."""
    match = match_to_write(request, code)

    def move(asked: dict[str, Any]) -> Change[Acta] | HttpResponse:
        to = match_to_write(request, the_one(request.tournament, asked.pop("to")).code)
        return change_or_ask(request, move_acta, _("Pasar el acta"), match=match, to=to, **asked)

    return _done(request, code, MoveForm(request.POST), move, _("El acta ya está en su partida."))


def _done(
    request: HttpRequest,
    code: str,
    form: forms.Form,
    do: Callable[[dict[str, Any]], Change[Acta] | HttpResponse],
    said: str,
) -> HttpResponse:
    """To the acta as it stands now, or back to the one there was with why it cannot be."""
    if not form.is_valid():
        told = (f"{form[name].label}: {' '.join(wrong)}" for name, wrong in form.errors.items())
        messages.error(request, " ".join(told))
    else:
        try:
            change = do({"author": writer(request), **form.cleaned_data})
        except REFUSALS as error:
            messages.error(request, str(refused_from(error)))
        else:
            if isinstance(change, HttpResponse):
                return change
            messages.success(request, said)
            code = change.made.match.code
    return redirect("acta", slug=request.tournament.slug, code=code)
