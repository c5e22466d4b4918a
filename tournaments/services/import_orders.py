"""An import asked for: done at once when it is little, handed to a worker when it is much."""

from django.contrib.auth.models import User

from tournaments.imports.rows import GOOD
from tournaments.jobs_import import AT_ONCE
from tournaments.models import ImportPreview, Job
from tournaments.services.imports import accept_import, checked_rows
from tournaments.services.jobs import start_job


def order_reading(*, preview: ImportPreview, author: User) -> Job | None:
    """Have a worker read the file of a preview that waits for it; None when it is read."""
    if preview.state != ImportPreview.State.READING:
        return None
    return start_job(
        tournament=preview.tournament,
        owner=author,
        kind="import_read",
        params={"preview": str(preview.pk)},
    )


def order_import(*, preview: ImportPreview, author: User) -> Job | int:
    """Register the good rows, or the job that does it. Raises Refused as `accept_import` does."""
    good = sum(row.state == GOOD for row in checked_rows(preview))
    if good <= AT_ONCE:
        return accept_import(preview=preview, author=author)
    return start_job(
        tournament=preview.tournament,
        owner=author,
        kind="import",
        params={"preview": str(preview.pk)},
        total=good,
    )
