"""Files and lists that nobody needs any more. What was written at the tables stays for ever."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.core.files.storage import default_storage
from django.utils import timezone

from tournaments.models import ImportPreview, Job

ARRIVING = timedelta(hours=1)  # longer than any request
# Those of the models' files, of the slices of jobs, and of older versions.
FOLDERS = ("jobs", "pieces", "arrived", "imports")


@dataclass(frozen=True, slots=True)
class Expired:
    """How many files and lists were removed."""

    files: int
    previews: int


def expire_files(*, days: int) -> Expired:
    """Remove the files of old jobs and imports, and old lists. The jobs stay, and say so."""
    now = timezone.now()
    limit = now - timedelta(days=days)
    old = [name for folder in FOLDERS for name in files_in(folder) if _written_before(name, limit)]
    for name in old:
        # The row first: one that names a missing file would be an error on its page.
        Job.objects.filter(file=name).update(file="", file_expired_at=now)
        Job.objects.filter(upload=name).update(upload="")
        _remove(name)
    _forget_arrivals(now - ARRIVING)
    previews = ImportPreview.objects.filter(created_at__lt=limit)
    return Expired(len(old), previews.delete()[0])


def _forget_arrivals(limit: datetime) -> None:
    """Remove what was arriving when its process was killed: nobody else will."""
    for path in Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir():
        with suppress(FileNotFoundError):  # another worker was here
            if path.stat().st_mtime < limit.timestamp():
                path.unlink()


def files_in(folder: str) -> Iterator[str]:
    """Every file under a folder of the storage."""
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
    except FileNotFoundError:  # another worker was here
        return False


def _remove(name: str) -> None:
    """The file, and the folders that it leaves empty."""
    default_storage.delete(name)
    for folder in PurePosixPath(name).parents:
        if str(folder) in FOLDERS:
            return
        with suppress(OSError):  # not empty
            default_storage.delete(str(folder))
