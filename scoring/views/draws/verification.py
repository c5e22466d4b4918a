"""The draw of a published round made again, step by step, here and in the visitor's browser."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.selectors.draws.checked import check_under_way
from scoring.selectors.draws.round_pages import verification_context
from scoring.services.draws.rounds import repeated
from tournaments.models import Job, Round
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
        return _news(request, round)
    again = repeated(round)
    if isinstance(again, Job):
        context = _job_context(request, round, again)
        return render(request, "scoring/public/check_waiting.html", context)
    return render(request, "scoring/public/check.html", verification_context(round, again))


def _news(request: HttpRequest, round: Round) -> HttpResponse:
    """The job that the page waits for; once it is over, have the browser load the page again."""
    take_up_lost_jobs()
    job = check_under_way(request.tournament, request.GET.get("trabajo", ""))
    if job is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "scoring/public/check_job.html", _job_context(request, round, job))


def _job_context(request: HttpRequest, round: Round, job: Job) -> dict[str, Any]:
    return {
        "tournament": request.tournament,
        "round": round,
        "job": job,
        "waiting_for": waiting_for(job),
    }
