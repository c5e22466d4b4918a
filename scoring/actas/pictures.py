"""The program that draws a stranger's picture anew, without its data, in limits. Pillow."""

import json
import warnings
from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

MOST_SIDE = 12_000  # points; the largest telephones have some less
MOST_POINTS = 60_000_000
MOST_DECODED = 120 * 1024**2  # bytes, after what a JPEG lets be left out
LONGEST_SIDE = 2000  # the writing of an acta is still read well
LONGEST_LOGO = 800  # points: 20 mm at 600 points an inch, twice as large at 300
KINDS = ("JPEG", "PNG", "WEBP")
LOGO_KINDS = ("JPEG", "PNG")
QUALITY = 80


class PhotoError(ValueError):
    """A photo that cannot be kept: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def main(content: bytes, purpose: str = "photo") -> bytes:
    """Return a line of JSON, the size or the code of a refusal, and a photo as JPEG, or a logo as
    PNG."""
    try:
        drawn, picture = PURPOSES[purpose](content)
    except PhotoError as error:
        return json.dumps({"refused": error.code}).encode() + b"\n"
    width, height = picture.size
    return json.dumps({"width": width, "height": height}).encode() + b"\n" + drawn


def draw(content: bytes) -> tuple[bytes, Image.Image]:
    """Return the photo upright and small, as JPEG and as a picture. Raises PhotoError."""
    picture, told = _opened(content, KINDS, LONGEST_SIDE), BytesIO()
    picture.save(told, "JPEG", quality=QUALITY, optimize=True)
    return told.getvalue(), picture


def draw_logo(content: bytes) -> tuple[bytes, Image.Image]:
    """Return the logo upright, small and on white, as PNG and as a picture. Raises PhotoError."""
    picture, told = _opened(content, LOGO_KINDS, LONGEST_LOGO), BytesIO()
    picture.save(told, "PNG", optimize=True)
    return told.getvalue(), picture


PURPOSES: dict[str, Callable[[bytes], tuple[bytes, Image.Image]]] = {
    "photo": draw,
    "logo": draw_logo,
}


def _opened(content: bytes, kinds: tuple[str, ...], longest: int) -> Image.Image:
    """Return the picture alone, upright, no side longer than that. Raises PhotoError."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limits are ours
            with Image.open(BytesIO(content), formats=kinds) as found:
                _refuse_large(*found.size)
                found.draft("RGB", (longest, longest))
                if found.width * found.height * 4 > MOST_DECODED:
                    raise PhotoError("photo_too_big")
                picture = _on_white(found)
                picture.thumbnail((longest, longest))
                picture = ImageOps.exif_transpose(picture)
    except (PhotoError, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise PhotoError("photo_too_big") from error
    except Exception as error:  # a broken file makes Pillow say anything
        raise PhotoError("not_a_photo") from error
    drawn = Image.new("RGB", picture.size)
    drawn.paste(picture)
    return drawn


def _on_white(found: Image.Image) -> Image.Image:
    """Paint white what can be seen through, as the paper is."""
    if not found.has_transparency_data:
        return found.convert("RGB")
    drawn = found.convert("RGBA")
    white = Image.new("RGBA", drawn.size, "white")
    white.alpha_composite(drawn)
    flat = white.convert("RGB")
    flat.info = found.info  # how the telephone was held
    return flat


def _refuse_large(width: int, height: int) -> None:
    """Raise PhotoError by what the file says of itself, before anything of it is decoded."""
    if max(width, height) > MOST_SIDE or width * height > MOST_POINTS:
        raise PhotoError("photo_too_big")
