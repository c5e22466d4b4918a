"""Old files go; jobs stay and say so; what people wrote is not touched."""

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


def aged(name: str, days: float) -> Path:
    """A kept file, as if it had been written so many days ago."""
    path = Path(default_storage.path(name))
    then = time.time() - days * 86_400
    os.utime(path, (then, then))
    return path


@pytest.fixture
def job(casino, pilar, monkeypatch):
    """A sheet printed."""

    def work(job, progress):
        progress.keep(job, "actas.pdf", b"%PDF")

    monkeypatch.setitem(
        jobs.KINDS, "sheet", JobKind("sheet", work, lambda _params: JobNeeds("print_sheets"))
    )
    done = start_job(tournament=casino, owner=pilar, kind="sheet", params={})
    done.refresh_from_db()
    return done


def page(job, name="job"):
    return reverse(name, kwargs={"slug": job.tournament.slug, "job": job.pk})


def test_an_old_file_goes_with_its_folder_and_its_job_stays(job):
    path = aged(job.file.name, 31)
    assert expire_files(days=30) == ExpiryCounts(1, 0)
    job.refresh_from_db()
    assert (job.state, bool(job.file)) == (Job.State.DONE, False)
    assert timezone.now() - job.file_expired_at < timedelta(minutes=1)
    assert path.parents[2].name == "jobs"
    assert list(path.parents[2].iterdir()) == []


def test_a_file_of_less_days_stays(job):
    path = aged(job.file.name, 29)
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    job.refresh_from_db()
    assert path.exists()
    assert (job.file_expired_at, job.file.read()) == (None, b"%PDF")


def test_an_old_job_done_at_last_keeps_its_new_file(job):
    Job.objects.update(created_at=timezone.now() - timedelta(days=90))
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    assert Path(job.file.path).exists()


def test_files_that_no_job_names_go_too(job):
    """Of an attempt cut short, and of a tournament that has been deleted."""
    cut = default_storage.save(f"jobs/{job.pk}/0/actas.pdf", ContentFile(b"%P"))
    orphan = default_storage.save("jobs/7/1/actas.pdf", ContentFile(b"%P"))
    gone = [aged(name, 40) for name in (cut, orphan)]
    assert expire_files(days=30) == ExpiryCounts(2, 0)
    assert not any(path.exists() for path in gone)
    assert Path(job.file.path).exists()
    job.refresh_from_db()
    assert job.file_expired_at is None


def test_nothing_kept_is_nothing_to_do(db):
    assert expire_files(days=30) == ExpiryCounts(0, 0)


# --- Its page -----------------------------------------------------------------------------------
@pytest.fixture
def expired(job):
    aged(job.file.name, 31)
    expire_files(days=30)
    job.refresh_from_db()
    return job


def test_the_page_says_so_and_offers_it_again(expired, chema, client_as):
    html = client_as(chema).get(page(expired)).content.decode()
    assert "Ya no se guarda" in html
    assert "El archivo se borró el" in html
    assert page(expired, "job_file") not in html
    answer = client_as(chema).post(page(expired, "job_again"))
    again = Job.objects.exclude(pk=expired.pk).get()
    assert (answer.status_code, answer.url) == (302, page(again))
    assert again.file.read() == b"%PDF"


def test_its_address_says_that_it_is_gone(expired, chema, client_as):
    answer = client_as(chema).get(page(expired, "job_file"))
    assert answer.status_code == 410
    assert "solo se guardan unos días" in answer.content.decode()


def test_the_api_says_so(expired, chema, client_as):
    place = {"slug": expired.tournament.slug, "job": expired.pk}
    told = client_as(chema).get(reverse("api_job", kwargs=place)).json()
    assert told["file"] is None
    assert told["file_expired_at"] is not None
    gone = client_as(chema).get(reverse("api_job_file", kwargs=place))
    assert (gone.status_code, gone.json()["error"]["code"]) == (410, "file_expired")


# --- Lists --------------------------------------------------------------------------------------
@world
def preview(casino, pilar):
    """A list accepted: a pair, and somebody who looks for a partner."""
    read = preview_import(
        tournament=casino, author=pilar, text="Paco Gil\tLuis Sanz\nPilar Lahoz\t"
    )
    accept_import(preview=read, author=pilar)
    return read


def _a_month_ago():
    ImportPreview.objects.update(created_at=timezone.now() - timedelta(days=31))


def test_a_list_goes_and_the_pairs_it_brought_stay(preview):
    assert expire_files(days=30) == ExpiryCounts(0, 0)
    _a_month_ago()
    assert expire_files(days=30) == ExpiryCounts(0, 1)
    assert not ImportPreview.objects.exists()
    assert Entry.objects.count() == 2


def test_a_spreadsheet_never_read_goes(casino, pilar):
    waiting = Job(tournament=casino, owner=pilar, kind="import_read")
    waiting.upload.save(f"{waiting.pk}", ContentFile(b"PK"), save=True)
    path = aged(waiting.upload.name, 31)
    assert expire_files(days=30) == ExpiryCounts(1, 0)
    waiting.refresh_from_db()
    assert (path.exists(), bool(waiting.upload)) == (False, False)


def test_what_was_arriving_when_the_site_was_killed_goes(settings, tmp_path):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    left, arriving = tmp_path / "left.upload", tmp_path / "arriving.upload"
    left.write_bytes(b"PK")
    arriving.write_bytes(b"PK")
    an_hour_ago = time.time() - 3700
    os.utime(left, (an_hour_ago, an_hour_ago))
    expire_files(days=30)
    assert (left.exists(), arriving.exists()) == (False, True)


def test_the_job_of_a_list_that_is_gone_offers_none(preview, casino, pilar, client_as):
    job = start_job(
        tournament=casino, owner=pilar, kind="import", params={"preview": str(preview.pk)}
    )
    there = reverse("import_preview", kwargs={"slug": casino.slug, "preview": preview.pk})
    assert there in client_as(pilar).get(page(job)).content.decode()
    _a_month_ago()
    expire_files(days=30)
    assert there not in client_as(pilar).get(page(job)).content.decode()
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED)
    job.refresh_from_db()
    again = start_again(job=job, author=pilar)
    again.refresh_from_db()
    assert (again.state, again.message) == (
        Job.State.FAILED,
        "Esa lista ya no se guarda: tráigala otra vez.",
    )


# --- When ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("kept", "stays"), [(10, False), (12, True), (0, True)])
def test_the_worker_keeps_the_days_of_the_settings(job, settings, kept, stays):
    settings.TAPETE_FILES_KEPT_DAYS = kept
    path = aged(job.file.name, 11)
    tasks.expire_old_files()
    assert path.exists() == stays


def test_the_worker_is_told_to_look_every_hour(settings):
    entry = settings.CELERY_BEAT_SCHEDULE["expire-old-files"]
    assert (entry["task"], entry["schedule"]) == (tasks.expire_old_files.name, 3600.0)


def test_the_command_says_what_it_removed(job, preview):
    aged(job.file.name, 8)
    out = StringIO()
    call_command("expire_files", "--days", "7", stdout=out)
    assert out.getvalue() == "Borrados: 1 ficheros y 0 listas de más de 7 días.\n"


def test_the_command_wants_a_day_at_least(db):
    with pytest.raises(CommandError, match="--days: uno por lo menos"):
        call_command("expire_files", "--days", "0")
