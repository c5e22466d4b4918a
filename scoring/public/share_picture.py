"""The picture that stands beside the address of a tournament where somebody sends it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

SIZE = WIDE, HIGH = 1200, 630  # what Open Graph asks for
FELT, STITCH, PAPER, GOLD, INK, RED = (
    "#0c3a26",
    "#2f7a56",
    "#fffdf4",
    "#e9b52c",
    "#6d4603",
    "#a61c1c",
)
EDGE, LEFT, ROOM = 28, 84, 740  # px to the stitching and to the text; px of a line of text
TITLE_SIZES, LINES = (92, 78, 66, 56, 48, 40), 4
SMALL, GAP = 40, 26
TITLE, TEXT = "Caladea-Bold.ttf", "Lato-Regular.ttf"  # of the system, as the pages have them
ANY_LETTER = "DejaVuSans.ttf"  # where the others lack one
COLOURS = 64  # of the file: felt, paper, gold and the edges of the letters
LEADING = 1.18


@lru_cache(maxsize=64)  # what is written on it hardly changes: it is not made for every stranger
def share_picture(title: str, lines: tuple[str, ...]) -> bytes:
    """Return a PNG of 1200 × 630 px with the title as large as it fits and the lines below it.

    >>> share_picture("Maratón de San Roque", ("Guiñote",))[1:4]
    b'PNG'
    """
    picture = _felt().copy()
    pen = ImageDraw.Draw(picture)
    face, rows = _fitted(_drawable(title))
    rest = [row for line in lines for row in _small(_drawable(line))]
    high = len(rows) * face.size * LEADING + GAP + len(rest) * SMALL * LEADING
    top = (HIGH - high) / 2
    for row in rows:
        pen.text((LEFT, top), row, fill=PAPER, font=face)
        top += face.size * LEADING
    top += GAP
    for row in rest:
        pen.text((LEFT, top), row, fill=GOLD, font=_face(TEXT, SMALL, row))
        top += SMALL * LEADING
    made = BytesIO()
    few = picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(made, "PNG")
    return made.getvalue()


def _drawable(text: str) -> str:
    """The text without the signs that no typeface here has."""
    return "".join(sign for sign in text if ord(sign) in _letters(ANY_LETTER))


def _small(line: str) -> list[str]:
    return list(_wrapped(line, _face(TEXT, SMALL, line)))[:2]


def _fitted(title: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """The largest letters with which the title takes few lines, and those lines."""
    for size in TITLE_SIZES:
        face = _face(TITLE, size, title)
        rows = list(_wrapped(title, face))
        if len(rows) * size <= TITLE_SIZES[0] * 3:
            return face, rows
    return face, rows[:LINES]


def _wrapped(text: str, face: ImageFont.FreeTypeFont) -> Iterator[str]:
    """The text in lines that have room; a word wider than a line goes on in the next."""
    line = ""
    for word in text.split():
        wanted = f"{line} {word}".strip()
        if face.getlength(wanted) <= ROOM:
            line = wanted
            continue
        if line:
            yield line
        while face.getlength(word) > ROOM:
            many = max(
                count for count in range(1, len(word)) if face.getlength(word[:count]) <= ROOM
            )
            yield word[:many]
            word = word[many:]
        line = word
    if line:
        yield line


def _face(name: str, size: int, text: str) -> ImageFont.FreeTypeFont:
    """The typeface in that size, or one with more letters where it lacks one of this text."""
    if not _letters(name).issuperset(map(ord, text)):
        name = ANY_LETTER
    return ImageFont.truetype(_path(name), size)


@cache
def _path(name: str) -> str:
    """Where the system keeps that typeface."""
    return str(ImageFont.truetype(name, SMALL).path)


@cache
def _letters(name: str) -> frozenset[int]:
    with TTFont(_path(name), lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _felt() -> Image.Image:
    """The cloth with its stitching and a card on it; drawn twice as large, for smooth edges."""
    large = Image.new("RGB", (2 * WIDE, 2 * HIGH), FELT)
    pen = ImageDraw.Draw(large)
    for start in range(2 * EDGE, 2 * WIDE - 2 * EDGE, 48):
        for y in (2 * EDGE, 2 * (HIGH - EDGE)):
            pen.line((start, y, start + 26, y), fill=STITCH, width=6)
    for start in range(2 * EDGE, 2 * HIGH - 2 * EDGE, 48):
        for x in (2 * EDGE, 2 * (WIDE - EDGE)):
            pen.line((x, start, x, start + 26), fill=STITCH, width=6)
    pen.rounded_rectangle((1760, 260, 2240, 1000), 48, fill=PAPER, outline="#08281a", width=6)
    for radius, colour, edge in ((178, GOLD, INK), (132, GOLD, INK), (66, RED, INK)):
        box = (2000 - radius, 630 - radius, 2000 + radius, 630 + radius)
        pen.ellipse(box, fill=colour, outline=edge, width=10)
    small = large.resize(SIZE, Image.Resampling.LANCZOS)
    ImageDraw.Draw(small).text(
        (1000, 530), "Tapete", fill=PAPER, font=ImageFont.truetype(_path(TITLE), 44), anchor="ma"
    )
    return small
