"""The draw of a published round made again, step by step, here and in the visitor's browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.selectors.checked import check_under_way
from scoring.selectors.round_pages import verification_context
from scoring.services.checks import repeated
from tournaments.models import Job
from tournaments.permissions import public
from tournaments.selectors.jobs import waiting_for
from tournaments.selectors.rounds import published_round
from tournaments.tasks import take_up_lost_jobs


@require_safe
@public
def round_check(request: HttpRequest, number: int) -> HttpResponse:
    """The steps; while a worker draws a long round again, a page that asks until it is done."""
    round = published_round(request.tournament, number)
    if round is None:
        raise Http404
    if request.htmx:
        return _news(request)
    again = repeated(round)
    if isinstance(again, Job):
        context = {"round": round, "job": again, "waiting_for": waiting_for(again)}
        return render(request, "scoring/public/check_waiting.html", context)
    return render(request, "scoring/public/check.html", verification_context(round, again))


def _news(request: HttpRequest) -> HttpResponse:
    """204 while the job that the page waits for is not over; then have the browser reload it."""
    take_up_lost_jobs()
    if check_under_way(request.tournament, request.GET.get("trabajo", "")):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})
