"""The start of an import: Tapete reads or registers a short list at once, a long list in a job."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.jobs.services.jobs import start_job
from tournaments.models import ImportPreview, Job, Tournament
from tournaments.people.imports.rows import GOOD
from tournaments.people.imports.worksheets import quick_to_read
from tournaments.people.jobs import READ_JOB, SHORT_LIST
from tournaments.people.services.imports import (
    accept_import,
    checked_rows,
    create_file_preview,
    preview_import,
)


def import_list(
    *,
    tournament: Tournament,
    author: User,
    text: str = "",
    name: str = "",
    content: bytes | None = None,
    stage: int | None = None,
) -> tuple[ImportPreview, Job | None]:
    """Create the preview of a paste (`text`) or of a file (`content`, `name`).

    A short paste is read at once. A file or a long paste is read by the returned job. Raises
    Refused 400 for an unreadable list, and the refusals of `start_job`.
    """
    if content is None and quick_to_read(text):
        preview = preview_import(tournament=tournament, author=author, text=text, stage=stage)
        return preview, None
    if content is None:
        name, content = str(_("Lista pegada")), text.encode("utf-8", "replace")
    preview = create_file_preview(
        tournament=tournament, author=author, content=content, name=name, stage=stage
    )
    try:
        job = start_job(
            tournament=tournament,
            owner=author,
            kind=READ_JOB,
            params={"preview": str(preview.pk)},
            upload=content,
        )
    except Exception:
        preview.delete()
        raise
    return preview, job


def order_import(*, preview: ImportPreview, author: User) -> Job | int:
    """Register the good rows and return how many; for many rows, return the job that does it.

    Raises the refusals of `accept_import` and `start_job`.
    """
    good_count = sum(row.state == GOOD for row in checked_rows(preview))
    if good_count <= SHORT_LIST:
        return accept_import(preview=preview, author=author)
    return start_job(
        tournament=preview.tournament,
        owner=author,
        kind="import",
        params={"preview": str(preview.pk)},
        total=good_count,
    )
