"""The draw of a published round made again, step by step, here and in the visitor's browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.selectors.round_pages import verification_context
from tournaments.permissions import public
from tournaments.selectors.rounds import published_round


@require_safe
@public
def round_check(request: HttpRequest, number: int) -> HttpResponse:
    found = published_round(request.tournament, number)
    if found is None:
        raise Http404
    return render(request, "scoring/public/check.html", verification_context(found))
