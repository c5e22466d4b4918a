"""Jobs of an import: reading of big sheets, registration of many entries."""

from django.utils.translation import gettext as _

from tournaments.jobs.work import Progress, job_kind, uploaded_file
from tournaments.models import ImportPreview, Job
from tournaments.people.imports.rows import GOOD
from tournaments.people.services.imports import accept_import, checked_rows, read_upload
from tournaments.refusal import Refused

READ_JOB = "import_read"
SHORT_LIST = 200  # entries registered while the page waits
SLICE_SIZE = 500  # entries that a worker registers in each transaction


@job_kind(READ_JOB, act="manage_entries", takes_upload=True)
def read_uploaded_list(job: Job, progress: Progress) -> None:
    """Read the uploaded file of the preview in `job.params`. Idempotent."""
    progress.step(0, 0, _("Leyendo el archivo…"))
    preview = _preview(job)
    if preview.state == ImportPreview.State.READING:
        read_upload(preview=preview, content=uploaded_file(job))
    count = len(preview.rows)
    progress.step(count, count, _("Líneas leídas"))


@job_kind("import", act="manage_entries")
def register_good_rows(job: Job, progress: Progress) -> None:
    """Register the good rows of the preview in `job.params`, in slices of `SLICE_SIZE`.

    Each slice is one transaction that also marks its rows: a restarted job skips those rows.
    """
    preview = _preview(job)
    good_places = [place for place, row in enumerate(checked_rows(preview)) if row.state == GOOD]
    registered_count = 0
    progress.step(registered_count, len(good_places), _("Inscribiendo…"))
    for start in range(0, len(good_places), SLICE_SIZE):
        slice_places = good_places[start : start + SLICE_SIZE]
        registered_count += accept_import(preview=preview, author=job.owner, positions=slice_places)
        progress.step(registered_count, len(good_places), _("Inscribiendo…"))


def _preview(job: Job) -> ImportPreview:
    previews = ImportPreview.objects.filter(tournament=job.tournament).select_related("tournament")
    preview = previews.filter(pk=job.params["preview"]).first()
    if preview is None:
        raise Refused("import_expired", _("Esa lista ya no se guarda: tráigala otra vez."))
    return preview
