"""Photos and logos redrawn from uploads, by `scoring.actas.pictures` in a confined process."""

import json
import struct
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.actas.pictures import LONGEST_SIDE, MOST_SIDE, PhotoError
from tournaments.jobs.confined import Limits, PastLimits, run_confined
from tournaments.refusal import Refused

MOST_BYTES = 8 * 1024 * 1024
MOST_LOGO_BYTES = 2 * 1024 * 1024
JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
# Markers of a JPEG: its end, the JFIF header, the start of the picture, and the frame headers,
# which have the size of the picture.
END, JFIF, SCAN, FRAMES = b"\xff\xd9", 0xE0, 0xDA, (0xC0, 0xC1)
BARE_SEGMENTS = (JFIF, 0xDB, 0xC4, 0xDD, *FRAMES)  # segments without metadata or comments
LIMITS = Limits(processor=15, clock=30, memory=768 * 1024**2, answer=MOST_BYTES)


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A stored picture with its size in pixels: a photo as JPEG, or a logo as PNG."""

    content: bytes
    width: int
    height: int


def refuse_photo(content: bytes) -> None:
    """Raise Refused 400 if the content is too big or does not begin as JPEG, PNG or WebP."""
    if len(content) > MOST_BYTES:
        raise _photo_refusal("photo_too_big")
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    if not content.startswith((JPEG, PNG)) and not is_webp:
        raise _photo_refusal("not_a_photo")


def photo_to_keep(content: bytes) -> StoredPicture:
    """Return the photo, upright and small. Raises Refused 400 `photo_too_big`, `not_a_photo`."""
    refuse_photo(content)
    try:
        return _redraw_confined(content)
    except PhotoError as error:
        raise _photo_refusal(error.code) from error


def refuse_logo(content: bytes) -> None:
    """Raise Refused 400 if the content is too big or does not begin as JPEG or PNG."""
    if len(content) > MOST_LOGO_BYTES:
        raise _logo_refusal("photo_too_big")
    if not content.startswith((JPEG, PNG)):
        raise _logo_refusal("not_a_photo")


def logo_to_keep(content: bytes) -> StoredPicture:
    """Return the logo, small and on white. Raises Refused 400 `logo_too_big`, `not_a_logo`."""
    refuse_logo(content)
    try:
        return _redraw_confined(content, "logo")
    except PhotoError as error:
        raise _logo_refusal(error.code) from error


def is_bare_jpeg(content: bytes) -> bool:
    """Return whether the bytes are a JPEG as `photo_to_keep` makes: small and without metadata.

    Its segments hold no metadata and no comment, and nothing follows the picture.
    """
    if not (content.startswith(JPEG) and content.endswith(END)):
        return False
    offset = 2
    while offset + 4 <= len(content) and content[offset] == 0xFF:
        marker = content[offset + 1]
        length = int.from_bytes(content[offset + 2 : offset + 4], "big")
        if marker == SCAN:
            return END not in content[offset : -len(END)]
        if marker not in BARE_SEGMENTS or length < 2 or (marker == JFIF and length != 16):
            return False
        if marker in FRAMES:
            height, width = struct.unpack(">HH", content[offset + 5 : offset + 9])
            if not 0 < max(height, width) <= LONGEST_SIDE:
                return False
        offset += 2 + length
    return False


def _redraw_confined(content: bytes, *purpose: str) -> StoredPicture:
    """Return the picture redrawn in a confined process. Raises PhotoError if it is refused."""
    try:
        output = run_confined("scoring.actas.pictures", content, *purpose, limits=LIMITS)
    except PastLimits as error:
        raise PhotoError("photo_too_big") from error
    header_line, _newline, picture = output.partition(b"\n")
    header = json.loads(header_line)
    if "refused" in header:
        raise PhotoError(header["refused"])
    return StoredPicture(picture, header["width"], header["height"])


def _photo_refusal(code: str) -> Refused:
    if code == "photo_too_big":
        return Refused(
            code,
            _(
                "La foto es demasiado grande: como mucho %(most)s MB y %(side)s puntos de lado. "
                "Hágala otra vez con menos resolución."
            ),
            field="photo",
            most=MOST_BYTES // 1024**2,
            side=MOST_SIDE,
        )
    return Refused(
        code,
        _("Eso no es una foto que se pueda guardar: valen las JPEG, PNG y WebP."),
        field="photo",
    )


def _logo_refusal(code: str) -> Refused:
    if code == "photo_too_big":
        return Refused(
            "logo_too_big",
            _(
                "El logo es demasiado grande: como mucho %(most)s MB y %(side)s puntos de lado. "
                "Guárdelo más pequeño: con 800 puntos de lado se imprime bien."
            ),
            field="logo",
            most=MOST_LOGO_BYTES // 1024**2,
            side=MOST_SIDE,
        )
    return Refused(
        "not_a_logo",
        _(
            "Eso no es un logo que se pueda imprimir: valen las imágenes PNG y JPEG, no los SVG, "
            "los PDF ni las direcciones."
        ),
        field="logo",
    )
