"""Tests of expiry: old files and lists are deleted; jobs and entries stay."""

import os
import time
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.worlds import world
from tournaments import tasks
from tournaments.jobs import work as jobs
from tournaments.jobs.services.expiry import ExpiryCounts, expire_files
from tournaments.jobs.services.jobs import start_again, start_job
from tournaments.jobs.work import JobKind, JobNeeds
from tournaments.models import Entry, ImportPreview, Job
from tournaments.people.services.imports import accept_import, preview_import

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.each_database]


def make_older(name: str, days: float) -> Path:
    """Set the date of a stored file to `days` days ago. Return its path."""
    path = Path(default_storage.path(name))
    modified_at = time.time() - days * 86_400
    os.utime(path, (modified_at, modified_at))
    return path


@pytest.fixture
def job(casino, pilar, monkeypatch):
    """A finished print of a sheet, with its file."""

    def work(job, progress):
        progress.keep(job, "actas.pdf", b"%PDF")

    monkeypatch.setitem(
        jobs.KINDS, "sheet", JobKind("sheet", work, lambda _params: JobNeeds("print_sheets"))
    )
    finished_job = start_job(tournament=casino, owner=pilar, kind="sheet", params={})
    finished_job.refresh_from_db()
    return finished_job


def page_address(job, name="job"):
    return reverse(name, kwargs={"slug": job.tournament.slug, "job": job.pk})


def test_old_file_is_deleted_with_its_folder_and_its_job_stays(job):
    path = make_older(job.file.name, 31)
    assert expire_files(days=30) == ExpiryCounts(1, 0)
    job.refresh_from_db()
    assert (job.state, bool(job.file)) == (Job.State.DONE, False)
    assert timezone.now() - job.file_expired_at < timedelta(minutes=1)
    assert path.parents[2].name == "jobs"
    assert list(path.parents[2].iterdir()) == []


def test_file_of_29_days_stays(job):
    path = make_older(job.file.name, 29)
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    job.refresh_from_db()
    assert path.exists()
    assert (job.file_expired_at, job.file.read()) == (None, b"%PDF")


def test_new_file_of_an_old_job_stays(job):
    Job.objects.update(created_at=timezone.now() - timedelta(days=90))
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    assert Path(job.file.path).exists()


def test_files_without_a_job_are_deleted(job):
    """An interrupted attempt and a deleted tournament leave such files."""
    orphan_name = default_storage.save(f"jobs/{job.pk}/0/actas.pdf", ContentFile(b"%P"))
    orphan = default_storage.save("jobs/7/1/actas.pdf", ContentFile(b"%P"))
    old_files = [make_older(name, 40) for name in (orphan_name, orphan)]
    assert expire_files(days=30) == ExpiryCounts(2, 0)
    assert not any(path.exists() for path in old_files)
    assert Path(job.file.path).exists()
    job.refresh_from_db()
    assert job.file_expired_at is None


def test_expiry_without_files_deletes_nothing(db):
    assert expire_files(days=30) == ExpiryCounts(0, 0)


# --- The page of a job with an expired file -----------------------------------------------------
@pytest.fixture
def expired_job(job):
    make_older(job.file.name, 31)
    expire_files(days=30)
    job.refresh_from_db()
    return job


def test_page_of_an_expired_file_offers_to_repeat_the_job(expired_job, chema, client_as):
    html = client_as(chema).get(page_address(expired_job)).content.decode()
    assert "Ya no se guarda" in html
    assert "El archivo se borró el" in html
    assert page_address(expired_job, "job_file") not in html
    answer = client_as(chema).post(page_address(expired_job, "job_again"))
    new_job = Job.objects.exclude(pk=expired_job.pk).get()
    assert (answer.status_code, answer.url) == (302, page_address(new_job))
    assert new_job.file.read() == b"%PDF"


def test_address_of_an_expired_file_answers_410(expired_job, chema, client_as):
    answer = client_as(chema).get(page_address(expired_job, "job_file"))
    assert answer.status_code == 410
    assert "solo se guardan unos días" in answer.content.decode()


def test_api_of_an_expired_file_answers_410(expired_job, chema, client_as):
    place = {"slug": expired_job.tournament.slug, "job": expired_job.pk}
    job = client_as(chema).get(reverse("api_job", kwargs=place)).json()
    assert job["file"] is None
    assert job["file_expired_at"] is not None
    answer = client_as(chema).get(reverse("api_job_file", kwargs=place))
    assert (answer.status_code, answer.json()["error"]["code"]) == (410, "file_expired")


# --- Imported lists -----------------------------------------------------------------------------
@world
def preview(casino, pilar):
    """An accepted list with a pair and a single player."""
    preview = preview_import(
        tournament=casino, author=pilar, text="Paco Gil\tLuis Sanz\nPilar Lahoz\t"
    )
    accept_import(preview=preview, author=pilar)
    return preview


def _make_previews_old():
    ImportPreview.objects.update(created_at=timezone.now() - timedelta(days=31))


def test_old_list_is_deleted_and_its_entries_stay(preview):
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    _make_previews_old()
    assert expire_files(days=30) == ExpiryCounts(0, 1)
    assert not ImportPreview.objects.exists()
    assert Entry.objects.count() == 2


def test_old_upload_that_was_never_read_is_deleted(casino, pilar):
    job = Job(tournament=casino, owner=pilar, kind="import_read")
    job.upload.save(f"{job.pk}", ContentFile(b"PK"), save=True)
    path = make_older(job.upload.name, 31)
    assert expire_files(days=30) == ExpiryCounts(1, 0)
    job.refresh_from_db()
    assert (path.exists(), bool(job.upload)) == (False, False)


def test_upload_interrupted_an_hour_ago_is_deleted(settings, tmp_path):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    old_upload, arriving = tmp_path / "left.upload", tmp_path / "arriving.upload"
    old_upload.write_bytes(b"PK")
    arriving.write_bytes(b"PK")
    old_time = time.time() - 3700
    os.utime(old_upload, (old_time, old_time))
    expire_files(days=30)
    assert (old_upload.exists(), arriving.exists()) == (False, True)


def test_job_of_a_deleted_list_does_not_link_to_it(preview, casino, pilar, client_as):
    job = start_job(
        tournament=casino, owner=pilar, kind="import", params={"preview": str(preview.pk)}
    )
    preview_url = reverse("import_preview", kwargs={"slug": casino.slug, "preview": preview.pk})
    assert preview_url in client_as(pilar).get(page_address(job)).content.decode()
    _make_previews_old()
    expire_files(days=30)
    assert preview_url not in client_as(pilar).get(page_address(job)).content.decode()
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED)
    job.refresh_from_db()
    new_job = start_again(job=job, author=pilar)
    new_job.refresh_from_db()
    assert (new_job.state, new_job.message) == (
        Job.State.FAILED,
        "Esa lista ya no se guarda: tráigala otra vez.",
    )


# --- The worker and the command -----------------------------------------------------------------
@pytest.mark.parametrize(("days", "stays"), [(10, False), (12, True), (0, True)])
def test_worker_keeps_files_for_the_days_of_the_settings(job, settings, days, stays):
    settings.TAPETE_FILES_KEPT_DAYS = days
    path = make_older(job.file.name, 11)
    tasks.expire_old_files()
    assert path.exists() == stays


def test_expiry_is_scheduled_every_hour(settings):
    schedule = settings.CELERY_BEAT_SCHEDULE["expire-old-files"]
    assert (schedule["task"], schedule["schedule"]) == (tasks.expire_old_files.name, 3600.0)


def test_command_prints_the_number_of_deleted_files(job, preview):
    make_older(job.file.name, 8)
    output = StringIO()
    call_command("expire_files", "--days", "7", stdout=output)
    assert output.getvalue() == "Borrados: 1 ficheros y 0 listas de más de 7 días.\n"


def test_command_refuses_less_than_one_day(db):
    with pytest.raises(CommandError, match="--days: uno por lo menos"):
        call_command("expire_files", "--days", "0")
