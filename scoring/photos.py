"""From what a telephone sends to a photo that can be kept: checked, made smaller, without data.

What is kept is drawn anew: nothing of the file that came stays in it, neither the place where it
was taken nor anything hidden behind the picture.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageFile, ImageOps

from tournaments.refusal import Refused

MOST_BYTES = 8 * 1024 * 1024
MOST_PIXELS = 60_000_000  # of the largest telephones; what unpacks to more is no photo
LONGEST_SIDE = 2000  # the writing of an acta is still read well
KINDS = ("JPEG", "PNG", "WEBP")
QUALITY = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """A photo as it is kept: JPEG, and its size in pixels."""

    content: bytes
    width: int
    height: int


def photo_to_keep(file: BinaryIO, size: int) -> Kept:
    """The photo in this file of `size` bytes, upright and no longer than LONGEST_SIDE.

    Raises Refused 400: `photo_too_big`, or `not_a_photo` for what is none of KINDS by its content,
    whatever its name says, or is broken.
    """
    if size > MOST_BYTES:
        raise _too_big()
    try:
        with _whole_files(), warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # MOST_PIXELS is ours
            with Image.open(file, formats=KINDS) as found:
                if found.width * found.height > MOST_PIXELS:
                    raise _too_big()
                found.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
                picture = ImageOps.exif_transpose(found).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _not_a_photo() from error
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    drawn, told = Image.new("RGB", picture.size), BytesIO()
    drawn.paste(picture)
    drawn.save(told, "JPEG", quality=QUALITY, optimize=True)
    return Kept(told.getvalue(), *drawn.size)


@contextmanager
def _whole_files() -> Iterator[None]:
    """Refuse a file cut short, though WeasyPrint lets the whole process take them."""
    cut_short = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = cut_short


def _too_big() -> Refused:
    return Refused(
        "photo_too_big",
        _("La foto pesa demasiado: como mucho %(most)s MB y sesenta millones de puntos."),
        field="photo",
        most=MOST_BYTES // 1024**2,
    )


def _not_a_photo() -> Refused:
    return Refused(
        "not_a_photo",
        _("Eso no es una foto que se pueda guardar: valen las JPEG, PNG y WebP."),
        field="photo",
    )
