"""File storage: files are complete or absent, and other users of the machine cannot read them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import brotli
from django.core.files.storage import FileSystemStorage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class WholeFiles(FileSystemStorage):
    """File storage that has a file on the disk once it is saved, even after a power cut.

    If the disk is full, no part of the file stays.
    """

    def _save(self, name: str, content: Any) -> str:
        already_existed = self.exists(name)
        try:
            stored_name: str = super()._save(name, content)  # type: ignore[misc]  # of the base class
            self._sync(stored_name)
        except OSError:
            if not already_existed:
                with suppress(OSError):
                    os.remove(self.path(name))
            raise
        return stored_name

    def _sync(self, name: str) -> None:
        descriptor = os.open(self.path(name), os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class FastCompressor(Compressor):
    """WhiteNoise's compressor without the slowest level of brotli.

    That level takes ten times as long to make a file a tenth smaller.
    """

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        compressed_data: bytes = brotli.compress(data, quality=9)
        return compressed_data


class ManifestFiles(CompressedManifestStaticFilesStorage):
    """Static files with a compressed copy next to each, for clients that accept it."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return FastCompressor(**kwargs)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the files with a hash in their name: pages load no others."""
        hashed_names = {*self.hashed_files.values()}
        copies: Iterator[tuple[str, str]] = super().compress_files(hashed_names.intersection(paths))
        return copies
