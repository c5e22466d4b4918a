"""A job's page, and the file it made."""

import mimetypes
from pathlib import PurePath
from uuid import UUID

from csp.constants import SELF
from csp.decorators import csp_replace
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.jobs import KINDS
from tournaments.models import Job
from tournaments.permissions import act, allows
from tournaments.selectors.jobs import preview_of, waiting_for
from tournaments.services.jobs import refuse_expired, start_again
from tournaments.tasks import take_up_lost_jobs


def _job_of(request: HttpRequest, job_id: UUID) -> Job:
    """This tournament's job; 403 for a role that may not do the act of its kind."""
    job = get_object_or_404(Job, pk=job_id, tournament=request.tournament, kind__in=KINDS)
    if not allows(KINDS[job.kind].act, request.role, request.user.is_authenticated):
        raise PermissionDenied
    return job


@never_cache
@act("view_panel")
def job_page(request: HttpRequest, job: UUID) -> HttpResponse:
    take_up_lost_jobs()
    found = _job_of(request, job)
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "stage": request.tournament.stage,
        "job": found,
        "going": found.state in (Job.State.QUEUED, Job.State.RUNNING),
        "waiting_for": waiting_for(found),
        "preview": preview_of(found),
    }
    part = "tournaments/job_progress.html" if request.htmx else "tournaments/job.html"
    return render(request, part, context)


@csp_replace({"object-src": [SELF]})  # a browser's own viewer of PDFs counts as an object
@act("view_panel")
def job_file(request: HttpRequest, job: UUID) -> HttpResponse:
    """The file, shown by the browser; with `?guardar=1`, saved."""
    found = _job_of(request, job)
    refuse_expired(found)
    if found.state != Job.State.DONE or not found.file:
        raise Http404
    name = PurePath(found.file.name).name
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = FileResponse(
        found.file.open(), as_attachment="guardar" in request.GET, filename=name, content_type=kind
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@act("view_panel")
def job_again(request: HttpRequest, job: UUID) -> HttpResponse:
    new = start_again(job=_job_of(request, job), author=request.user)
    return redirect("job", slug=request.tournament.slug, job=new.pk)
