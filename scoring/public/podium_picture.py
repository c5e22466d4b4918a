"""The podium as a picture to send: names, towns, suits, the final and the sponsor."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from scoring.public.ending import Ending, entries_and_towns_in_words, final_in_words
from scoring.public.paint import (
    BOLD,
    GOLD,
    INK,
    LEADING,
    PAPER,
    TEXT,
    TITLE,
    drawable_text,
    face_for,
    largest_fit,
    png_of,
    stitched_felt,
    suit_of,
    wrap_text,
)
from tournaments.models import Tournament

WIDTH, HEIGHT = 1080, 1350  # px: upright, as phones show it whole
EDGE, LEFT = 26, 70  # px from the edge to the stitching, and to the text
ROOM = WIDTH - 2 * LEFT
COLOURS = 128
TITLE_SIZES = (76, 66, 58, 50, 44, 38)
NAME_SIZES = (58, 52, 46, 40, 36, 32, 28, 24, 20)
SMALL_SIZES = (32, 28, 25, 22)
TITLE_HIGH, FOOT_LINES = 260, 5
MOST_STEPS = 6  # the most steps drawn with their names; more steps are only counted
FIRST_HEIGHT = 1.35  # height of the first step, as a multiple of the height of another step
GAP, PADDING = 16, 24  # px between two steps, and inside a step
LOGO_WIDE, LOGO_HIGH = 360, 96


class PictureStep(NamedTuple):
    """A step of the podium, in words."""

    place: int
    label: str
    name: str
    town: str


def podium_picture(tournament: Tournament, ending: Ending, facts: str) -> bytes:
    """Return the podium as a PNG of 1080 × 1350 px; `facts` is the line under the title."""
    labels = {1: _("Primer puesto"), 2: _("Segundo puesto"), 3: _("Tercer puesto")}
    steps = [
        PictureStep(
            step["line"].place,
            labels[step["line"].place],
            step["competitor"].title,
            step["competitor"].towns,
        )
        for step in ending.steps
    ]
    hidden_steps = len(steps) - MOST_STEPS
    foot = [*final_in_words(ending), entries_and_towns_in_words(tournament, ending)]
    if hidden_steps > 0:
        foot.insert(0, _("Y %(more)s más con el mismo puesto.") % {"more": hidden_steps})
    if ending.sponsor:
        foot.append(ending.sponsor)
    return _draw_podium(
        tournament.name, facts, tuple(steps[:MOST_STEPS]), tuple(foot), _logo_of(ending)
    )


def _logo_of(ending: Ending) -> bytes:
    """Return the file of the logo, b"" if there is none."""
    if ending.letterhead is None or not ending.letterhead.logo:
        return b""
    try:
        with ending.letterhead.logo.open() as file:
            return bytes(file.read())
    except FileNotFoundError:
        return b""


@lru_cache(maxsize=16)  # a messenger fetches the picture many times, and the podium does not change
def _draw_podium(
    title: str, facts: str, steps: tuple[PictureStep, ...], foot: tuple[str, ...], logo: bytes
) -> bytes:
    picture = stitched_felt(WIDTH, HEIGHT, EDGE)
    pen = ImageDraw.Draw(picture)
    face, lines = largest_fit(drawable_text(title), TITLE, TITLE_SIZES, ROOM, TITLE_HIGH)
    top = _write(pen, lines, face, 66.0, PAPER)
    face, lines = largest_fit(drawable_text(facts), TEXT, SMALL_SIZES, ROOM, 90)
    top = _write(pen, lines, face, top + 8, GOLD) + 26
    bottom = _draw_foot(picture, pen, foot, logo) - 26
    _draw_steps(picture, pen, steps, top, bottom)
    return png_of(picture, COLOURS)


def _write(
    pen: ImageDraw.ImageDraw,
    lines: Sequence[str],
    face: ImageFont.FreeTypeFont,
    top: float,
    colour: str,
) -> float:
    """Write the lines centred under `top`; return where they end."""
    for line in lines:
        pen.text((WIDTH / 2, top), line, fill=colour, font=face, anchor="ma")
        top += face.size * LEADING
    return top


def _draw_foot(
    picture: Image.Image, pen: ImageDraw.ImageDraw, foot: Sequence[str], logo: bytes
) -> float:
    """Draw the lines of `foot` and the logo at the bottom; return where they begin."""
    size = SMALL_SIZES[1] if sum(map(len, foot)) < 160 else SMALL_SIZES[-1]
    lines = [
        (line, face_for(TEXT, size, line))
        for text in map(drawable_text, foot)
        for line in [*wrap_text(text, face_for(TEXT, size, text), ROOM)][:FOOT_LINES]
    ]
    bottom = HEIGHT - 62.0
    if logo:
        with Image.open(BytesIO(logo)) as logo_image:
            small_logo = logo_image.convert("RGBA")
        small_logo.thumbnail((LOGO_WIDE, LOGO_HIGH))
        left, above = (WIDTH - small_logo.width) // 2, round(bottom) - small_logo.height
        box = (left - 16, above - 10, left + small_logo.width + 16, round(bottom) + 10)
        pen.rounded_rectangle(box, 14, fill=PAPER)
        picture.paste(small_logo, (left, above), small_logo)
        bottom = above - 26.0
    top = bottom - len(lines) * size * LEADING
    for index, (line, face) in enumerate(lines):
        pen.text(
            (WIDTH / 2, top + index * size * LEADING), line, fill=PAPER, font=face, anchor="ma"
        )
    return top


def _draw_steps(
    picture: Image.Image,
    pen: ImageDraw.ImageDraw,
    steps: Sequence[PictureStep],
    top: float,
    bottom: float,
) -> None:
    """Draw each step as a card with its suit, between `top` and `bottom`; the first is higher."""
    weights = [FIRST_HEIGHT if step.place == 1 else 1 for step in steps]
    unit = min((bottom - top - GAP * (len(steps) - 1)) / sum(weights), 250)
    total_height = unit * sum(weights) + GAP * (len(steps) - 1)
    top += (bottom - top - total_height) / 2
    for step, weight in zip(steps, weights, strict=True):
        height = unit * weight
        edge, width = (GOLD, 8) if step.place == 1 else ("#08281a", 3)
        box = (LEFT, top, WIDTH - LEFT, top + height)
        pen.rounded_rectangle(box, 22, fill=PAPER, outline=edge, width=width)
        size = round(min(height - 2 * PADDING, 150))
        suit = suit_of(step.place, size)
        picture.paste(suit, (LEFT + PADDING, round(top + (height - size) / 2)), suit)
        _draw_names(pen, step, LEFT + PADDING + size + PADDING, top, height)
        top += height + GAP


def _draw_names(
    pen: ImageDraw.ImageDraw, step: PictureStep, left: int, top: float, height: float
) -> None:
    """Write the place, the names and the town to the right of a suit, in the middle of its card."""
    room = WIDTH - LEFT - PADDING - left
    label, town = step.label, drawable_text(step.town)
    small_size = SMALL_SIZES[1 if height > 150 else -1]
    town_face = face_for(TEXT, small_size, town)
    town_lines = list(wrap_text(town, town_face, room))[:2]
    other_height = (1 + len(town_lines)) * small_size * LEADING
    sizes = NAME_SIZES if step.place == 1 else NAME_SIZES[2:]
    face, names = largest_fit(
        drawable_text(step.name), TITLE, sizes, room, height - other_height - 2 * PADDING
    )
    y = top + (height - other_height - len(names) * face.size * LEADING) / 2
    pen.text((left, y), label, fill=INK, font=face_for(BOLD, small_size, label))
    y += small_size * LEADING
    for line in names:
        pen.text((left, y), line, fill="#1a1a1a", font=face)
        y += face.size * LEADING
    for line in town_lines:
        pen.text((left, y), line, fill="#4a4a4a", font=town_face)
        y += small_size * LEADING
