"""The file of a backup: a tar whose last member lists the others with their checksums.

A file that was cut short has no list, and is refused whole.
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO, Self

from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused

FORMAT = 1  # raised when an older Tapete could not read what this one writes
MANIFEST = "manifest.json"
CHUNK = 1024 * 1024
ONLY_MINE = 0o600


@dataclass
class Manifest:
    """The description that an archive carries; `files` gives the SHA-256 of each member by its
    name."""

    format: int
    made_at: str
    version: str
    database: str
    migrations: list[str]
    files: dict[str, str] = field(default_factory=dict)


class Writer:
    """An archive that appears under its name when it is whole, and not before."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path, self.manifest = path, manifest
        self.part = path.with_name(path.name + ".part")

    def __enter__(self) -> Self:
        self.part.unlink(missing_ok=True)
        opened = os.open(self.part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_MINE)
        self.file = os.fdopen(opened, "wb")
        self.tar = tarfile.open(fileobj=self.file, mode="w:gz", compresslevel=6)
        return self

    def add(self, name: str, source: IO[bytes], size: int) -> None:
        hashed = _Hashed(source)
        self.tar.addfile(_member(name, size), hashed)
        self.manifest.files[name] = hashed.sum.hexdigest()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is None:
            text = json.dumps(asdict(self.manifest), indent=1).encode()
            self.tar.addfile(_member(MANIFEST, len(text)), io.BytesIO(text))
            self.tar.close()
            self.file.flush()
            os.fsync(self.file.fileno())
        self.file.close()
        if error is None:
            self.part.rename(self.path)
        else:
            self.part.unlink(missing_ok=True)


def unpack(path: Path, folder: Path) -> Manifest:
    """Write the members into an empty folder, and return the manifest that answers for them.

    Raises Refused, with nothing of use in the folder, for what is no whole backup.
    """
    sums: dict[str, str] = {}
    text = b""
    try:
        with tarfile.open(path, "r:gz") as tar:
            for member in tar:
                source = tar.extractfile(member) if _is_safe(member) else None
                if source is None:
                    raise Refused("not_a_backup", _("No es una copia de Tapete."))
                if member.name == MANIFEST:
                    text = source.read()
                else:
                    sums[member.name] = _written(source, folder / member.name)
    except FileNotFoundError as error:
        raise Refused("no_such_file", _("No existe el fichero %(file)s."), file=path) from error
    except (tarfile.TarError, EOFError, OSError) as error:
        raise Refused("damaged_backup", _("La copia está incompleta o dañada.")) from error
    manifest = _manifest(text)
    if manifest.files != sums:
        raise Refused("damaged_backup", _("La copia está incompleta o dañada."))
    return manifest


def _manifest(text: bytes) -> Manifest:
    """Read the list. Raises Refused for none, and for that of a newer Tapete."""
    try:
        said = json.loads(text)
        if said["format"] > FORMAT:
            raise newer(str(said.get("version", "")))
        return Manifest(**said)
    except (ValueError, TypeError, KeyError) as error:
        raise Refused("damaged_backup", _("La copia está incompleta o dañada.")) from error


def newer(version: str) -> Refused:
    """The refusal of what this program is too old to read."""
    sentence = _("La copia es de un Tapete más nuevo (%(version)s): ponga antes esa versión.")
    return Refused("newer_backup", sentence, version=version)


class _Hashed(io.RawIOBase):
    """Reads from another file and sums what has gone through."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source, self.sum = source, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self.source.read(size)
        self.sum.update(data)
        return data


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, ONLY_MINE
    return member


def _is_safe(member: tarfile.TarInfo) -> bool:
    """Whether it is a plain file that stays in its folder."""
    path = PurePosixPath(member.name)
    return member.isreg() and not path.is_absolute() and ".." not in path.parts


def _written(source: IO[bytes], path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    summed = hashlib.sha256()
    with path.open("wb") as target:
        for chunk in _chunks(source):
            target.write(chunk)
            summed.update(chunk)
    return summed.hexdigest()


def _chunks(source: IO[bytes]) -> Iterator[bytes]:
    while chunk := source.read(CHUNK):
        yield chunk
