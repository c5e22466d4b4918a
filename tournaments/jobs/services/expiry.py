"""Removal of old files, imported lists and requests for an entry. Actas stay for ever."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.core.files.storage import default_storage
from django.utils import timezone

from tournaments.models import EntryRequest, ImportPreview, Job

UPLOAD_TIMEOUT = timedelta(hours=1)  # an unfinished upload of this age has failed
# Folders with files that expire: results and uploads of jobs, pieces of long prints, and a
# folder of older releases.
FOLDERS = ("jobs", "pieces", "arrived", "imports")


@dataclass(frozen=True, slots=True)
class ExpiryCounts:
    """The number of files, lists and requests removed."""

    files: int
    previews: int
    requests: int = 0


def expire_files(*, days: int) -> ExpiryCounts:
    """Remove files, imported lists and requests older than `days`; return their numbers.

    The jobs stay, marked as expired. A request that never became an entry has the age of its
    tournament.
    """
    now = timezone.now()
    limit = now - timedelta(days=days)
    old_files = [
        name for folder in FOLDERS for name in files_in(folder) if _written_before(name, limit)
    ]
    for name in old_files:
        # Change the row before the file is removed: the page of a row without its file would fail.
        Job.objects.filter(file=name).update(file="", file_expired_at=now)
        Job.objects.filter(upload=name).update(upload="")
        _remove(name)
    _remove_unfinished_uploads(now - UPLOAD_TIMEOUT)
    previews = ImportPreview.objects.filter(created_at__lt=limit)
    requests = EntryRequest.objects.filter(entry=None, tournament__starts_at__lt=limit)
    return ExpiryCounts(len(old_files), previews.delete()[0], requests.delete()[0])


def _remove_unfinished_uploads(limit: datetime) -> None:
    """Remove uploads not written since `limit`: their process was killed."""
    for path in Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir():
        with suppress(FileNotFoundError):  # another worker has removed it
            if path.stat().st_mtime < limit.timestamp():
                path.unlink()


def files_in(folder: str) -> Iterator[str]:
    """Yield every file under a folder of the storage."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:  # object storage has no folders, and lists nothing
        return
    yield from (f"{folder}/{name}" for name in files)
    for inner in folders:
        yield from files_in(f"{folder}/{inner}")


def _written_before(name: str, limit: datetime) -> bool:
    try:
        return default_storage.get_modified_time(name) < limit
    except FileNotFoundError:  # another worker has removed it
        return False


def _remove(name: str) -> None:
    """Remove the file, and the folders that it leaves empty."""
    default_storage.delete(name)
    for folder in PurePosixPath(name).parents:
        if str(folder) in FOLDERS:
            return
        with suppress(OSError):  # the folder is not empty
            default_storage.delete(str(folder))
