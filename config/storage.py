"""Where files are kept: whole or not at all, and read by nobody else on the machine."""

import os
from contextlib import suppress
from typing import Any

from django.core.files.storage import FileSystemStorage


class WholeFiles(FileSystemStorage):
    """Files that are on the disk once saved, whatever happens to the power; of one that could not
    be written, on a full disk, nothing is left."""

    def _save(self, name: str, content: Any) -> str:
        there_before = self.exists(name)
        try:
            kept: str = super()._save(name, content)
            self._sync(kept)
        except OSError:
            if not there_before:
                with suppress(OSError):
                    os.remove(self.path(name))
            raise
        return kept

    def _sync(self, name: str) -> None:
        descriptor = os.open(self.path(name), os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
