"""Jobs of an import: reading of big sheets, registration of many entries."""

from django.utils.translation import gettext as _

from tournaments.jobs.work import Progress, job_kind, uploaded_file
from tournaments.models import ImportPreview, Job
from tournaments.people.imports.rows import GOOD
from tournaments.people.services.imports import accept_import, checked_rows, read_upload
from tournaments.refusal import Refused

READ = "import_read"
AT_ONCE = 200  # entries registered while the page waits
A_PIECE = 500  # entries that a worker registers in each transaction


@job_kind(READ, act="manage_entries", takes_upload=True)
def read_uploaded_list(job: Job, progress: Progress) -> None:
    """Read the uploaded file of the preview in `job.params`. Idempotent."""
    progress.step(0, 0, _("Leyendo el archivo…"))
    preview = _preview(job)
    if preview.state == ImportPreview.State.READING:
        read_upload(preview=preview, content=uploaded_file(job))
    count = len(preview.rows)
    progress.step(count, count, _("Líneas leídas"))


@job_kind("import", act="manage_entries")
def accept(job: Job, progress: Progress) -> None:
    """Register the good rows of the preview in `job.params`, in slices of `A_PIECE`.

    Each slice is one transaction that also marks its rows: a restarted job skips those rows.
    """
    preview = _preview(job)
    good = [place for place, row in enumerate(checked_rows(preview)) if row.state == GOOD]
    done = 0
    progress.step(done, len(good), _("Inscribiendo…"))
    for start in range(0, len(good), A_PIECE):
        piece = good[start : start + A_PIECE]
        done += accept_import(preview=preview, author=job.owner, only=piece)
        progress.step(done, len(good), _("Inscribiendo…"))


def _preview(job: Job) -> ImportPreview:
    previews = ImportPreview.objects.filter(tournament=job.tournament).select_related("tournament")
    preview = previews.filter(pk=job.params["preview"]).first()
    if preview is None:
        raise Refused("import_expired", _("Esa lista ya no se guarda: tráigala otra vez."))
    return preview
