"""Shared parts of the pictures that the server makes: felt, typefaces, lines of text, suits."""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

FELT, STITCH, PAPER, GOLD, INK, RED = (
    "#0c3a26",
    "#2f7a56",
    "#fffdf4",
    "#e9b52c",
    "#6d4603",
    "#a61c1c",
)
# the typefaces of the pages
TITLE, TEXT, BOLD = "Caladea-Bold.ttf", "Lato-Regular.ttf", "Lato-Bold.ttf"
ANY_LETTER = "DejaVuSans.ttf"  # fallback for a letter that the other fonts lack
LEADING = 1.18  # line height, as a multiple of the letter size
DASH, STEP = 13, 24  # px of a stitch, and from a stitch to the next


def drawable_text(text: str) -> str:
    """Return the text with only the characters that the typeface `ANY_LETTER` has."""
    return "".join(sign for sign in text if ord(sign) in _letters(ANY_LETTER))


def face_for(name: str, size: int, text: str) -> ImageFont.FreeTypeFont:
    """Return the typeface in that size, or a fallback if it lacks a letter of this text."""
    if not _letters(name).issuperset(map(ord, text)):
        name = ANY_LETTER
    return ImageFont.truetype(path_of(name), size)


def wrap_text(text: str, face: ImageFont.FreeTypeFont, room: int) -> Iterator[str]:
    """Yield the text in lines of at most `room` px; a word wider than a line is broken."""
    line = ""
    for word in text.split(" "):  # a no-break space keeps a dot from the start of a line
        longer_line = f"{line} {word}".strip()
        if face.getlength(longer_line) <= room:
            line = longer_line
            continue
        if line:
            yield line
        while face.getlength(word) > room:
            count = max(
                length for length in range(1, len(word)) if face.getlength(word[:length]) <= room
            )
            yield word[:count]
            word = word[count:]
        line = word
    if line:
        yield line


def largest_fit(
    text: str, name: str, sizes: Sequence[int], room: int, height: float
) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the typeface in the largest size that fits in `room` × `height` px, and the lines.

    The lines have similar lengths. If no size fits, return the last size, without the lines that
    do not fit.
    """
    for size in sizes:
        face = face_for(name, size, text)
        lines = list(wrap_text(text, face, room))
        if len(lines) * size * LEADING <= height:
            return face, _balance_lines(text, face, room)
    return face, lines[: max(1, int(height // (face.size * LEADING)))]


def _balance_lines(text: str, face: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """Return the text in the fewest lines, as narrow as they can be."""
    lines = list(wrap_text(text, face, room))
    for narrower in range(room - 20, room // 2, -20):
        narrower_lines = list(wrap_text(text, face, narrower))
        if len(narrower_lines) > len(lines):
            break
        lines = narrower_lines
    return lines


def stitched_felt(width: int, height: int, edge: int) -> Image.Image:
    """Return the cloth with its stitching `edge` px from each side.

    It is drawn large and then reduced, for smooth edges.
    """
    large_picture = Image.new("RGB", (2 * width, 2 * height), FELT)
    pen = ImageDraw.Draw(large_picture)
    for start in range(2 * edge, 2 * (width - edge), 2 * STEP):
        for y in (2 * edge, 2 * (height - edge)):
            pen.line((start, y, start + 2 * DASH, y), fill=STITCH, width=6)
    for start in range(2 * edge, 2 * (height - edge), 2 * STEP):
        for x in (2 * edge, 2 * (width - edge)):
            pen.line((x, start, x, start + 2 * DASH), fill=STITCH, width=6)
    return large_picture.resize((width, height), Image.Resampling.LANCZOS)


def png_of(picture: Image.Image, colours: int) -> bytes:
    """Return the PNG of a picture with at most `colours` colours."""
    stream = BytesIO()
    reduced_picture = picture.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    reduced_picture.save(stream, "PNG")
    return stream.getvalue()


# --- Suits ----------------------------------------------------------------------------------------
@cache
def suit_of(place: int, size: int) -> Image.Image:
    """Return the suit of a place of the podium, `size` px wide: oros, copas, or else espadas."""
    large_picture = Image.new("RGBA", (256, 256), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large_picture)
    {1: _oros, 2: _copas}.get(place, _espadas)(pen)
    return large_picture.resize((size, size), Image.Resampling.LANCZOS)


def _oros(pen: ImageDraw.ImageDraw) -> None:
    for radius, colour in ((116, GOLD), (90, "#f7d768"), (40, "#b87a08"), (16, RED)):
        box = (128 - radius, 128 - radius, 128 + radius, 128 + radius)
        pen.ellipse(box, fill=colour, outline=INK, width=9)


def _copas(pen: ImageDraw.ImageDraw) -> None:
    edge = "#5c0c10"
    bowl = [(48, 36), (208, 36), (206, 80), (192, 122), (160, 156), (96, 156), (64, 122), (50, 80)]
    pen.polygon(bowl, fill="#c8242a", outline=edge, width=9)
    pen.rectangle((112, 154, 144, 204), fill="#c8242a", outline=edge, width=9)
    pen.pieslice((56, 194, 200, 284), 180, 360, fill="#c8242a", outline=edge, width=9)
    pen.ellipse((46, 16, 210, 56), fill=GOLD, outline=edge, width=9)
    pen.ellipse((98, 162, 158, 190), fill=GOLD, outline=edge, width=9)


def _espadas(pen: ImageDraw.ImageDraw) -> None:
    edge = "#0d274d"
    pen.polygon(
        [(128, 8), (162, 48), (154, 160), (102, 160), (94, 48)],
        fill="#7fb0e6",
        outline=edge,
        width=9,
    )
    pen.polygon([(128, 14), (158, 48), (150, 156), (128, 156)], fill="#2f66ae")
    pen.rectangle((112, 168, 144, 222), fill=RED, outline=edge, width=9)
    pen.rounded_rectangle((40, 148, 216, 178), 14, fill=GOLD, outline=edge, width=9)
    pen.ellipse((106, 208, 150, 252), fill=GOLD, outline=edge, width=9)


# --- Typefaces ------------------------------------------------------------------------------------
@cache
def path_of(name: str) -> str:
    """Return the path of that typeface of the system."""
    return str(ImageFont.truetype(name, 12).path)


@cache
def _letters(name: str) -> frozenset[int]:
    with TTFont(path_of(name), lazy=True) as font:
        return frozenset(font.getBestCmap())
