"""An act of one button that changes a result: first its consequences, where a draw came of it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.corrections.change import Change, change_result, consequences_of_act, first_reached
from scoring.corrections.page import consequences_page
from scoring.corrections.words import done
from tournaments.permissions import allows

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
