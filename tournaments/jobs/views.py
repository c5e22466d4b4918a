"""Views of a job: its page and its file."""

import mimetypes
from contextlib import suppress
from datetime import timedelta
from pathlib import PurePath
from typing import Any
from uuid import UUID

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.jobs.selectors import preview_of, why_waiting
from tournaments.jobs.services.jobs import cancel_job, refuse_expired, start_again
from tournaments.jobs.work import KINDS, refuse_unseen
from tournaments.models import Job
from tournaments.people.jobs import READ_JOB
from tournaments.permissions import act
from tournaments.refusal import Conflict
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.tasks import resend_lost_jobs

# A sheet takes about a second, so the page of its job polls fast at first, then slower.
FAST_POLLS_FOR, FAST_POLL, SLOW_POLL = timedelta(seconds=5), "400ms", "1s"


def find_job(request: Any, job_id: UUID) -> Job:
    """Return the tournament's job. Raises Http404, and the errors of `refuse_unseen`."""
    jobs = Job.objects.select_related("tournament")
    job = get_object_or_404(jobs, pk=job_id, tournament=request.tournament, kind__in=KINDS)
    refuse_unseen(job, request.role, request.tables)
    return job


def job_file_response(job: Job, *, saved: bool = False) -> FileResponse:
    """Return a response with the file of a job, for the browser to show, or to save if `saved`.

    Raises Http404 if the job has no file, Refused 410 `file_expired` if the file has expired.
    """
    refuse_expired(job)
    if job.state != Job.State.DONE or not job.file:
        raise Http404
    name = PurePath(job.file.name or "").name
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = FileResponse(job.file.open(), as_attachment=saved, filename=name, content_type=kind)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@never_cache
@act("view_panel")
def job_page(request: UserRequest, job: UUID) -> HttpResponse:
    resend_lost_jobs()
    shown_job = find_job(request, job)
    preview = preview_of(shown_job)
    if shown_job.kind == READ_JOB and shown_job.state == Job.State.DONE and preview is not None:
        return _redirect_to_result(request, "import_preview", preview=preview.pk)
    is_new = timezone.now() - shown_job.created_at < FAST_POLLS_FOR
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "stage": request.tournament.stage,
        "job": shown_job,
        "is_going": shown_job.is_going,
        "asks_every": FAST_POLL if is_new else SLOW_POLL,
        "waiting_for": why_waiting(shown_job),
        "preview": preview if shown_job.kind != READ_JOB else None,
        "may_ask_again": not KINDS[shown_job.kind].takes_upload,
        "may_cancel": KINDS[shown_job.kind].stops,
    }
    part = "tournaments/jobs/job_progress.html" if request.htmx else "tournaments/jobs/job.html"
    return render(request, part, context)


def _redirect_to_result(request: PageRequest, name: str, **url_arguments: Any) -> HttpResponse:
    """Redirect the browser to the result of a job; for htmx, with a header."""
    answer = redirect(name, slug=request.tournament.slug, **url_arguments)
    return HttpResponse(headers={"HX-Redirect": answer.url}) if request.htmx else answer


@csp_replace({"object-src": [SELF]})  # the browser's PDF viewer counts as an object
@act("view_panel")
def job_file(request: HttpRequest, job: UUID) -> FileResponse:
    """Show the file in the browser; with `?guardar=1`, save the file."""
    return job_file_response(find_job(request, job), saved="guardar" in request.GET)


@require_POST
@act("view_panel")
def job_again(request: UserRequest, job: UUID) -> HttpResponse:
    new_job = start_again(job=find_job(request, job), author=request.user)
    return redirect("job", slug=request.tournament.slug, job=new_job.pk)


@require_POST
@act("view_panel")
def job_cancel(request: UserRequest, job: UUID) -> HttpResponse:
    """Cancel the job; if the job has ended meanwhile, show its page."""
    stored_job = find_job(request, job)
    with suppress(Conflict):
        cancel_job(job=stored_job)
    return redirect("job", slug=request.tournament.slug, job=stored_job.pk)
