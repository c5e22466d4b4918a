"""The file of a backup: a tar whose manifest has the SHA-256 of every other member."""

import hashlib
import io
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused

FORMAT = 1  # a format that older versions cannot read gets the next number
MANIFEST = "manifest.json"
OWNER_ONLY = 0o600


@dataclass
class Manifest:
    """The contents of a backup; `files` has the SHA-256 of each member by name."""

    format: int
    made_at: str
    version: str
    database: str
    migrations: list[str]
    files: dict[str, str] = field(default_factory=dict)


def write_backup_archive(
    path: Path, manifest: Manifest, members: Iterable[tuple[str, Path]]
) -> None:
    """Write the members, then the manifest with their sums, to a file «.part»; then rename it.

    A member deleted meanwhile is skipped: its row will be deleted too.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, OWNER_ONLY)) as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                for name, source in members:
                    with suppress(FileNotFoundError):
                        sha256 = _sha256(source)
                        tar.add(source, name, filter=_restrict_to_owner)
                        manifest.files[name] = sha256
                text = json.dumps(asdict(manifest), indent=1).encode()
                member = tarfile.TarInfo(MANIFEST)
                member.size, member.mode = len(text), OWNER_ONLY
                tar.addfile(member, io.BytesIO(text))
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def unpack(path: Path, folder: Path) -> Manifest:
    """Write the members into an empty folder, and return the manifest.

    Raises Refused if the file is missing, is no backup, is incomplete or is of a newer Tapete.
    """
    if not path.exists():
        raise Refused("no_such_file", _("No existe el archivo %(file)s."), file=path)
    try:
        with tarfile.open(path, "r:gz") as tar:
            for member in tar:
                target = folder / member.name
                source = tar.extractfile(member) if _is_safe(member) else None
                if source is None:
                    raise Refused("not_a_backup", _("No es una copia de Tapete."))
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    shutil.copyfileobj(source, file)
        values = json.loads((folder / MANIFEST).read_text())
        if values["format"] > FORMAT:
            raise newer_version_refusal(str(values.get("version", "")))
        manifest = Manifest(**values)
    except (
        tarfile.TarError,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        TypeError,
        KeyError,
    ) as error:
        raise _damage_refusal() from error
    files = [file for file in folder.rglob("*") if file.is_file() and file != folder / MANIFEST]
    if manifest.files != {file.relative_to(folder).as_posix(): _sha256(file) for file in files}:
        raise _damage_refusal()
    return manifest


def _damage_refusal() -> Refused:
    return Refused("damaged_backup", _("La copia está incompleta o dañada."))


def newer_version_refusal(version: str) -> Refused:
    """Return the refusal of a backup from a newer version."""
    sentence = _(
        "La copia es de una versión más nueva de Tapete (%(version)s). Instale antes esa versión."
    )
    return Refused("newer_backup", sentence, version=version)


def _restrict_to_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode = OWNER_ONLY
    member.uid = 0
    member.gid = 0
    member.uname = member.gname = ""
    return member


def _is_safe(member: tarfile.TarInfo) -> bool:
    """Return whether the member is a plain file inside the folder."""
    path = PurePosixPath(member.name)
    return member.isreg() and not path.is_absolute() and ".." not in path.parts


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
