"""The last rounds of a bracket as a picture to send."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from PIL import ImageDraw, ImageFont

from scoring.public.bracket import all_brackets, tie_side_words
from scoring.public.cards import score_in_words
from scoring.public.names import name_of_phase
from scoring.public.paint import (
    BOLD,
    GOLD,
    LEADING,
    PAPER,
    TEXT,
    TITLE,
    drawable_text,
    face_for,
    largest_fit,
    png_of,
    stitched_felt,
    wrap_text,
)
from scoring.stages.selectors.bracket import MAIN, THIRD_PLACE, BracketRound, Tie
from tournaments.models import Stage
from tournaments.names.audience import Audience

ROUNDS = 4  # how many of the last rounds are drawn: from sixteen entries (eight ties) on
BOX, SPACE, PADDING = 430, 50, 14  # px: width of a box, space between rounds and inside a box
LEFT, TOP, BOX_GAP = 70, 64, 26  # px around the bracket, and between two boxes
LETTER, SCORE, HEAD = 25, 46, 30  # px: letters of names, width of a score, letters of round names
MOST_LINES = 4  # the most lines of a name
TITLE_SIZES = (62, 54, 46, 40)
COLOURS = 64


class PictureSide(NamedTuple):
    """One side of a box: its words, its score ("" without a score) and whether it won."""

    name: str
    score: str
    wins: bool


class PictureRound(NamedTuple):
    """A round: its name, its boxes from the top, and the match for third place under a final."""

    name: str
    boxes: tuple[tuple[PictureSide, ...], ...]
    third: tuple[PictureSide, ...] = ()


def bracket_image(stage: Stage, audience: Audience, facts: str) -> bytes | None:
    """Return a PNG of the last rounds of the main bracket; None without a bracket.

    The match for third place is included. `facts` is the line under the title.
    """
    if not stage.has_bracket:
        return None
    brackets = {
        bracket.name: bracket
        for bracket in reversed(all_brackets(stage, audience))
        if bracket.rounds
    }
    main = brackets.get(MAIN)
    if main is None:
        return None
    rounds = [_round(round) for round in main.rounds[-ROUNDS:]]
    if THIRD_PLACE in brackets:
        third = _sides(brackets[THIRD_PLACE].rounds[-1].ties[0])
        rounds[-1] = rounds[-1]._replace(third=third)
    return _draw_bracket(stage.tournament.name, facts, tuple(rounds), _("Tercer puesto"))


def _round(bracket_round: BracketRound) -> PictureRound:
    return PictureRound(
        drawable_text(name_of_phase(bracket_round)),
        tuple(_sides(tie) for tie in bracket_round.ties),
    )


def _sides(tie: Tie) -> tuple[PictureSide, ...]:
    meeting = tie.meeting
    score = score_in_words(meeting) if meeting else None
    return tuple(
        PictureSide(
            drawable_text(place.competitor.title if place.competitor else tie_side_words(place)),
            drawable_text(score[side]) if score else "",
            meeting is not None and meeting.winner == side,
        )
        for side, place in enumerate(tie.places)
    )


@lru_cache(maxsize=16)
def _draw_bracket(
    title: str, facts: str, rounds: tuple[PictureRound, ...], third_name: str
) -> bytes:
    sides = [side for round in rounds for box in (*round.boxes, round.third) for side in box]
    line = round(LETTER * LEADING)
    half = max(len(_lines_of(side)) for side in sides) * line + PADDING
    box = 2 * half
    most_boxes = max(len(round.boxes) for round in rounds)
    width = max(2 * LEFT + len(rounds) * (BOX + SPACE) - SPACE, 1000)
    face, title_lines = largest_fit(drawable_text(title), TITLE, TITLE_SIZES, width - 2 * LEFT, 200)
    heading = TOP + len(title_lines) * face.size * LEADING + 90
    body = most_boxes * (box + BOX_GAP)
    third_height = box + HEAD * 2 + BOX_GAP if rounds[-1].third else 0
    # The match for third place stands under the final, in the free half of the last column.
    body = max(body, 2 * third_height + box if rounds[-1].third else body)
    height = round(heading + HEAD * 2 + body + TOP)
    picture = stitched_felt(width, height, 26)
    pen = ImageDraw.Draw(picture)
    _write_title(pen, title_lines, face.size, drawable_text(facts), width)
    top = heading + HEAD * 2
    middles: list[float] = []
    for column, picture_round in enumerate(rounds):
        x = LEFT + column * (BOX + SPACE)
        is_joined = column and len(middles) == 2 * len(picture_round.boxes)
        step = body / len(picture_round.boxes)
        previous_middles = middles
        middles = [
            (previous_middles[2 * index] + previous_middles[2 * index + 1]) / 2
            if is_joined
            else top + step * (index + 0.5)
            for index in range(len(picture_round.boxes))
        ]
        pen.text(
            (x + BOX / 2, heading),
            picture_round.name,
            fill=GOLD,
            font=_head(picture_round.name),
            anchor="ma",
        )
        for index, (middle, sides_of_box) in enumerate(
            zip(middles, picture_round.boxes, strict=True)
        ):
            if is_joined:
                _join(pen, x, middle, previous_middles[2 * index : 2 * index + 2])
            _draw_box(pen, x, middle, half, sides_of_box)
    if rounds[-1].third:
        x = LEFT + (len(rounds) - 1) * (BOX + SPACE)
        middle = middles[-1] + box + HEAD * 2 + BOX_GAP
        y = middle - half - HEAD * LEADING - 8
        pen.text((x + BOX / 2, y), third_name, fill=GOLD, font=_head(third_name), anchor="ma")
        _draw_box(pen, x, middle, half, rounds[-1].third)
    return png_of(picture, COLOURS)


def _write_title(
    pen: ImageDraw.ImageDraw, lines: Sequence[str], size: float, facts: str, width: int
) -> None:
    top = float(TOP)
    for line in lines:
        face = face_for(TITLE, round(size), line)
        pen.text((width / 2, top), line, fill=PAPER, font=face, anchor="ma")
        top += size * LEADING
    face, rows = largest_fit(facts, TEXT, (30, 26, 22), width - 2 * LEFT, 40)
    for row in rows[:1]:
        pen.text((width / 2, top + 6), row, fill=GOLD, font=face, anchor="ma")


def _head(name: str) -> ImageFont.FreeTypeFont:
    return face_for(BOLD, HEAD, name)


def _lines_of(side: PictureSide) -> list[str]:
    """Return the name in lines that fit in a box next to the score."""
    face = face_for(BOLD, LETTER, side.name)
    lines = list(wrap_text(side.name, face, BOX - 2 * PADDING - SCORE)) or [""]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1][:-1]}…"]
    return lines


def _join(pen: ImageDraw.ImageDraw, x: float, middle: float, heights: Sequence[float]) -> None:
    """Draw the lines from the boxes at these heights to the box of their winner."""
    bend = x - SPACE / 2
    for height in heights:
        pen.line((x - SPACE, height, bend, height), fill=GOLD, width=3)
    pen.line((bend, heights[0], bend, heights[-1]), fill=GOLD, width=3)
    pen.line((bend, middle, x, middle), fill=GOLD, width=3)


def _draw_box(
    pen: ImageDraw.ImageDraw, x: float, middle: float, half: int, sides: Sequence[PictureSide]
) -> None:
    """Draw a box with its sides one under the other; the winner is in bold on gold."""
    top, line = middle - half, round(LETTER * LEADING)
    pen.rounded_rectangle((x, top, x + BOX, top + 2 * half), 10, fill=PAPER)
    for index, side in enumerate(sides):
        side_top = top + index * half
        if side.wins:
            box = (x, side_top, x + BOX, side_top + half)
            pen.rounded_rectangle(box, 10, fill="#f7e3a1")
        face = face_for(BOLD if side.wins else TEXT, LETTER, side.name)
        rows = _lines_of(side)
        y = side_top + (half - len(rows) * line) / 2
        for row in rows:
            pen.text((x + PADDING, y), row, fill="#1a1a1a", font=face)
            y += line
        score_position = (x + BOX - PADDING, side_top + half / 2)
        score = face_for(BOLD, LETTER + 4, side.score)
        pen.text(score_position, side.score, fill="#1a1a1a", font=score, anchor="rm")
    pen.line((x, middle, x + BOX, middle), fill="#c9b98a", width=2)
