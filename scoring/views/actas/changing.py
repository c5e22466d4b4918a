"""An act of one button that changes a result: first its consequences, where a draw came of it.

And the page of a match that has changed its result without asking, with the same remedies.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.corrections.change import Change, change_result, consequences_of_act, first_reached
from scoring.corrections.page import consequences_page
from scoring.corrections.settled import drawn_before, remedy_settled
from scoring.corrections.words import done
from scoring.views.actas.pieces import match_to_write
from tournaments.forms.refusals import REFUSALS
from tournaments.permissions import act, allows
from tournaments.refusal import refused_from

# The fields that the page of the consequences adds to those of the act.
ASKED = "sabido"
OWN = (ASKED, "remedy", "seen", "csrfmiddlewaretoken")


def change_or_ask(
    request: HttpRequest, act: Callable[..., Any], label: str, **asked: Any
) -> Change[Any] | HttpResponse:
    """Do the act with the arguments `asked`, or return the page that tells its consequences and
    asks what to do with the draws made from the old result. `label` is the button."""
    if ASKED in request.POST:
        remedy = "remedy" in request.POST
        seen = request.POST.get("seen", "") if remedy else None
        change = change_result(act, remedy=remedy, seen=seen, **asked)
        match = first_reached(asked)
        if remedy and match is not None:
            for one in change.consequences.possible:
                messages.success(request, done(one, match.round.stage.number))
        return change
    match, found = first_reached(asked), consequences_of_act(act, **asked)
    if match is None or not found.reaches_draws:
        return change_result(act, **asked)
    context = {
        "match": match,
        "label": label,
        "changes": consequences_page(match, found),
        "may_remedy": allows("draw_round", request.role, True) and found.possible,
        "fields": [
            (name, value)
            for name, values in request.POST.lists()
            if name not in OWN
            for value in values
        ],
    }
    return render(request, "scoring/corrections/change_asked.html", context)


@act("draw_round")
def acta_drawn(request: HttpRequest, code: str) -> HttpResponse:
    """Show the draws made from an older result of the match; «Rehacer» carries out the remedies."""
    match, status = match_to_write(request, code), 200
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        try:
            found = remedy_settled(match=match, author=request.user, seen=seen)
        except REFUSALS as error:
            refused = refused_from(error)
            messages.error(request, str(refused))
            status = refused.status if refused else 409
        else:
            for one in found.possible:
                messages.success(request, done(one, match.round.stage.number))
            return redirect("panel", slug=request.tournament.slug)
    found = drawn_before(match)
    context = {
        "match": match,
        "changes": consequences_page(match, found) if found else None,
        "may_remedy": bool(found and found.possible),
        "label": _("Rehacer lo sorteado"),
        "settled": True,
    }
    return render(request, "scoring/corrections/drawn_before.html", context, status=status)
