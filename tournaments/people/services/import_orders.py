"""Start of an import: a short list is read or registered immediately, a long list by a job."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.jobs.services.jobs import start_job
from tournaments.models import ImportPreview, Job, Tournament
from tournaments.people.imports.rows import GOOD
from tournaments.people.imports.worksheets import quick_to_read
from tournaments.people.jobs import AT_ONCE, READ
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
    """Import a paste (`text`) or a file (`content`, `name`); a job, if returned, reads a long list.

    Raises Refused 400 when nothing in the paste or file is readable, and as `start_job`.
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
            kind=READ,
            params={"preview": str(preview.pk)},
            upload=content,
        )
    except Exception:
        preview.delete()
        raise
    return preview, job


def order_import(*, preview: ImportPreview, author: User) -> Job | int:
    """Register the good rows and return how many, or return the job that registers them.

    Raises Refused as `accept_import` or `start_job` does.
    """
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
