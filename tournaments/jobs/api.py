"""API of jobs, which take longer than a request."""

from typing import Any
from uuid import UUID

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.jobs.selectors import why_waiting
from tournaments.jobs.services.jobs import cancel_job, start_again
from tournaments.jobs.views import find_job, job_file_response
from tournaments.models import Job
from tournaments.site.api.view import ApiView
from tournaments.tasks import resend_lost_jobs


class JobSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="0: unknown.")
    message = serializers.CharField(allow_blank=True)
    code = serializers.CharField(
        allow_blank=True, help_text="Code of the refusal of a failed job; `message` has its text."
    )
    created_at = serializers.DateTimeField()
    waiting_for = serializers.ChoiceField(
        choices=["worker", "turn"],
        allow_blank=True,
        help_text='Reason for the delay: no worker runs, or other jobs go first. "": no delay.',
    )
    file = serializers.CharField(allow_null=True, help_text="Address of the finished file.")
    file_expired_at = serializers.DateTimeField(
        allow_null=True, help_text="When the file was deleted because of its age."
    )


class AnyAccept(BaseContentNegotiation):
    """Content negotiation that ignores `Accept`: a file stays as it is, and an error is JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class JobView(ApiView):
    acts = {"GET": "view_panel"}

    @extend_schema(responses=JobSerializer)
    def get(self, request: Request, slug: str, job: UUID) -> Response:
        """Return a job, with its progress."""
        resend_lost_jobs()
        return self.answer(JobSerializer, job_data(find_job(request, job)))


class JobAgainView(ApiView):
    acts = {"POST": "view_panel"}

    @extend_schema(request=None, responses={202: JobSerializer})
    def post(self, request: Request, slug: str, job: UUID) -> Response:
        """Restart a job that failed or was cancelled, or whose file has been removed."""
        new_job = start_again(job=find_job(request, job), author=self.user)
        return job_accepted(self, new_job)


class JobCancelView(ApiView):
    acts = {"POST": "view_panel"}

    @extend_schema(request=None, responses=JobSerializer)
    def post(self, request: Request, slug: str, job: UUID) -> Response:
        """Cancel a running print: 409 `job_over` if it has ended."""
        stored_job = find_job(request, job)
        cancel_job(job=stored_job)
        stored_job.refresh_from_db()
        return self.answer(JobSerializer, job_data(stored_job))


class JobFileView(ApiView):
    acts = {"GET": "view_panel"}
    content_negotiation_class = AnyAccept

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, job: UUID) -> FileResponse:
        """Return the file of the job."""
        return job_file_response(find_job(request, job))


def job_accepted(view: ApiView, job: Job) -> Response:
    """Return a 202 with the new job and its address."""
    job.refresh_from_db()  # the job may have ended already
    answer = view.answer(JobSerializer, job_data(job), status=202)
    answer.headers["Location"] = reverse("api_job", args=[job.tournament.slug, job.pk])
    return answer


def job_data(job: Job) -> dict[str, Any]:
    """Return the values of `JobSerializer` for a job."""
    columns = (
        *("id", "kind", "state", "done", "total", "message", "code"),
        *("created_at", "file_expired_at"),
    )
    has_file = job.state == Job.State.DONE and job.file
    return {
        **{name: getattr(job, name) for name in columns},
        "waiting_for": why_waiting(job),
        "file": reverse("api_job_file", args=[job.tournament.slug, job.pk]) if has_file else None,
    }
