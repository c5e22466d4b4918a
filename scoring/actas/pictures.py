"""Program that redraws an upload without its metadata, within limits. Uses Pillow."""

import json
import warnings
from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

MOST_SIDE = 12_000  # the most pixels a side of an upload; no phone takes larger photos
MOST_POINTS = 60_000_000
MOST_DECODED = 120 * 1024**2  # the most bytes of an open picture; a JPEG opens at a reduced size
LONGEST_SIDE = 2000  # the most pixels a side of a stored photo, where an acta is still legible
LONGEST_LOGO = 800  # the most pixels a side of a logo: 40 mm on paper at 500 pixels an inch
KINDS = ("JPEG", "PNG", "WEBP")
LOGO_KINDS = ("JPEG", "PNG")
QUALITY = 80


class PhotoError(ValueError):
    """A rejected picture; `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def main(content: bytes, purpose: str = "photo") -> bytes:
    """Return a line of JSON, then the picture: a photo as JPEG, a logo as PNG.

    The JSON has the size, or the code of the refusal.
    """
    try:
        encoded, picture = PURPOSES[purpose](content)
    except PhotoError as error:
        return json.dumps({"refused": error.code}).encode() + b"\n"
    width, height = picture.size
    return json.dumps({"width": width, "height": height}).encode() + b"\n" + encoded


def redraw_photo(content: bytes) -> tuple[bytes, Image.Image]:
    """Return the photo, upright and small, as JPEG bytes and as an image. Raises PhotoError."""
    picture, output = _load_upright(content, KINDS, LONGEST_SIDE), BytesIO()
    picture.save(output, "JPEG", quality=QUALITY, optimize=True)
    return output.getvalue(), picture


def draw_logo(content: bytes) -> tuple[bytes, Image.Image]:
    """Return the logo, upright, small and on white, as PNG and as an image. Raises PhotoError."""
    picture, output = _load_upright(content, LOGO_KINDS, LONGEST_LOGO), BytesIO()
    picture.save(output, "PNG", optimize=True)
    return output.getvalue(), picture


PURPOSES: dict[str, Callable[[bytes], tuple[bytes, Image.Image]]] = {
    "photo": redraw_photo,
    "logo": draw_logo,
}


def _load_upright(content: bytes, kinds: tuple[str, ...], longest: int) -> Image.Image:
    """Return the image upright, without metadata, with no side above `longest` pixels.

    Raises PhotoError if the format is not one of `kinds`, or the image is broken or too big.
    """
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our limits are lower
            with Image.open(BytesIO(content), formats=kinds) as image:
                _refuse_large(*image.size)
                image.draft("RGB", (longest, longest))
                if image.width * image.height * 4 > MOST_DECODED:
                    raise PhotoError("photo_too_big")
                picture = _paint_on_white(image)
                picture.thumbnail((longest, longest))
                picture = ImageOps.exif_transpose(picture)
    except (PhotoError, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise PhotoError("photo_too_big") from error
    except Exception as error:  # Pillow raises any exception for a broken file
        raise PhotoError("not_a_photo") from error
    copy = Image.new("RGB", picture.size)  # a copy has no metadata
    copy.paste(picture)
    return copy


def _paint_on_white(image: Image.Image) -> Image.Image:
    """Return the image with transparency painted white, like paper."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    white = Image.new("RGBA", layer.size, "white")
    white.alpha_composite(layer)
    flat = white.convert("RGB")
    flat.info = image.info  # has the phone's orientation
    return flat


def _refuse_large(width: int, height: int) -> None:
    """Raise PhotoError if the size, read from the header before decoding, exceeds the limits."""
    if max(width, height) > MOST_SIDE or width * height > MOST_POINTS:
        raise PhotoError("photo_too_big")
