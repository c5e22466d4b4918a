"""The program that draws a stranger's photo anew, without its data, in limits. Pillow."""

import json
import warnings
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

MOST_SIDE = 12_000  # points; the largest telephones have some less
MOST_POINTS = 60_000_000
MOST_DECODED = 120 * 1024**2  # bytes, after what a JPEG lets be left out
LONGEST_SIDE = 2000  # the writing of an acta is still read well
KINDS = ("JPEG", "PNG", "WEBP")
QUALITY = 80


class PhotoError(ValueError):
    """A photo that cannot be kept: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def main(content: bytes) -> bytes:
    """Return a line of JSON, the size or the code of a refusal, and the photo as JPEG."""
    try:
        drawn, picture = draw(content)
    except PhotoError as error:
        return json.dumps({"refused": error.code}).encode() + b"\n"
    width, height = picture.size
    return json.dumps({"width": width, "height": height}).encode() + b"\n" + drawn


def draw(content: bytes) -> tuple[bytes, Image.Image]:
    """Return the photo upright and small, as JPEG and as a picture. Raises PhotoError."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limits are ours
            with Image.open(BytesIO(content), formats=KINDS) as found:
                _refuse_large(*found.size)
                found.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
                if found.width * found.height * 4 > MOST_DECODED:
                    raise PhotoError("photo_too_big")
                picture = found.convert("RGB")
                picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
                picture = ImageOps.exif_transpose(picture)
    except (PhotoError, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise PhotoError("photo_too_big") from error
    except Exception as error:  # a broken file makes Pillow say anything
        raise PhotoError("not_a_photo") from error
    drawn, told = Image.new("RGB", picture.size), BytesIO()
    drawn.paste(picture)
    drawn.save(told, "JPEG", quality=QUALITY, optimize=True)
    return told.getvalue(), drawn


def _refuse_large(width: int, height: int) -> None:
    """Raise PhotoError by what the file says of itself, before anything of it is decoded."""
    if max(width, height) > MOST_SIDE or width * height > MOST_POINTS:
        raise PhotoError("photo_too_big")
