"""A job as the worker that keeps a pool of processes sees it from outside."""

from celery.exceptions import WorkerLostError
from celery.worker.request import Request
from django.db import connections

from tournaments.tasks import end_killed
from tournaments.worker.time_limits import TimeUp


class JobRequest(Request):  # type: ignore[misc]
    """A task that ends, and is not tried again, when its process is killed or falls."""

    def on_timeout(self, soft: bool, timeout: int) -> None:
        super().on_timeout(soft, timeout)
        if not soft:
            self._end(TimeUp())

    def on_failure(
        self, exc_info: object, send_failed_event: bool = True, return_ok: bool = False
    ) -> object:
        error = getattr(exc_info, "exception", None)
        error = getattr(error, "exc", error)  # what the process wraps with its trace
        if isinstance(error, WorkerLostError):
            self._end(error)
        return super().on_failure(exc_info, send_failed_event, return_ok)

    def _end(self, error: Exception) -> None:
        try:
            end_killed(self.args[0], error)
        finally:
            connections.close_all()
