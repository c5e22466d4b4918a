"""A telephone's picture made a photo to keep, by `scoring.pictures` in its own process."""

import json
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.pictures import MOST_SIDE
from tournaments.refusal import Refused
from tournaments.worker.confined import Limits, PastLimits, run_confined

MOST_BYTES = 8 * 1024 * 1024
LIMITS = Limits(processor=15, clock=30, memory=768 * 1024**2, told=MOST_BYTES)


@dataclass(frozen=True, slots=True)
class Kept:
    """A photo as it is kept: JPEG, and its size in pixels."""

    content: bytes
    width: int
    height: int


def refuse_at_sight(content: bytes) -> None:
    """Raise Refused 400 for what the size and the first bytes tell to be no photo to keep."""
    if len(content) > MOST_BYTES:
        raise _refused("photo_too_big")
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    if not content.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) and not is_webp:
        raise _refused("not_a_photo")


def photo_to_keep(content: bytes) -> Kept:
    """Return the photo, upright and small. Raises Refused 400 `photo_too_big`, `not_a_photo`."""
    refuse_at_sight(content)
    try:
        told = run_confined("scoring.pictures", content, limits=LIMITS)
    except PastLimits as error:
        raise _refused("photo_too_big") from error
    size, _line, drawn = told.partition(b"\n")
    said = json.loads(size)
    if "refused" in said:
        raise _refused(said["refused"])
    return Kept(drawn, said["width"], said["height"])


def _refused(code: str) -> Refused:
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
