"""Files that the pieces of a long job leave until they are put together."""

from contextlib import suppress
from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

FOLDER = "pieces"


def keep_piece(job_id: UUID, attempt: int, number: int, content: bytes) -> None:
    """Keep what a piece has made. One that is made again takes the place of the first."""
    name = _name(job_id, attempt, number)
    default_storage.delete(name)
    default_storage.save(name, ContentFile(content))


def pieces_of(job_id: UUID, attempt: int, count: int) -> list[bytes]:
    """Return what the pieces have made, in order, without those that had nothing left to make."""
    pieces = []
    for number in range(count):
        with default_storage.open(_name(job_id, attempt, number)) as file:
            pieces.append(file.read())
    return [piece for piece in pieces if piece]


def erase_pieces(job_id: UUID) -> None:
    """Remove what the pieces of a job have made."""
    folder = f"{FOLDER}/{job_id}"
    with suppress(FileNotFoundError):  # there are none
        for name in default_storage.listdir(folder)[1]:
            default_storage.delete(f"{folder}/{name}")
    with suppress(OSError):  # another worker is just writing
        default_storage.delete(folder)


def _name(job_id: UUID, attempt: int, number: int) -> str:
    return f"{FOLDER}/{job_id}/{attempt}-{number}.pdf"
