"""Tests of the gallery of docs/sheets.md: it has every sheet, and its pictures are current."""

import pytest
from django.contrib.auth.models import User
from PIL import Image, ImageChops

from docs.sheets import (
    COMMAND,
    PAGE,
    PICTURES,
    nothing_by_chance,
    picture,
    round_in_play,
    sheet_pdf,
)
from scoring.prints.sheets import SHEETS
from tests.rows import cases
from tests.sizes import size
from tests.worlds import world

REDUCTION = 2  # factor: pictures are compared at a width of 240 pixels
# Tolerated differences: grey levels, and share of the page.
FAINT_LEVEL, MOST_DIFFERENT = 40, 0.0015


@world
def round_shown(db):
    """The round in play that the pictures of the gallery show."""
    author = User.objects.create_user("gallery", first_name="Pilar")
    with nothing_by_chance():
        return round_in_play(author)


def test_the_gallery_has_every_sheet_and_its_picture():
    page = PAGE.read_text()
    for key, sheet in SHEETS.items():
        assert f"### {sheet.title}\n\n{sheet.purpose} A4" in page, f"{key}: {COMMAND}"
        assert f"![{sheet.title}](img/sheets/{key}.png)" in page
    pictures = list(PICTURES.iterdir())
    assert {picture_file.stem for picture_file in pictures} == {*SHEETS}
    assert sum(picture_file.stat().st_size for picture_file in pictures) < 1_500_000


COMPARED_SHEETS = ("actas", "table_cards", "bracket", "pairings_surname", "draw_acta", "receipts")


@pytest.mark.slow
@cases("sheet", *size(COMPARED_SHEETS[:3], long=COMPARED_SHEETS))
def test_the_first_page_of_a_sheet_looks_like_its_stored_picture(sheet, round_shown):
    with nothing_by_chance():
        current = picture(sheet_pdf(round_shown, sheet, 0))
    share = difference(Image.open(PICTURES / f"{sheet}.png"), current)
    assert share <= MOST_DIFFERENT, (
        f"«{SHEETS[sheet].title}» has changed in {share:.2%} of its first page. Look at it; if the "
        f"change is right, run {COMMAND} {sheet} to store the new picture."
    )


@cases("corner, share", ((0, 0), 0), ((60, 40), 0.01))
def test_the_difference_of_two_pictures_does_not_depend_on_its_place(corner, share):
    """Paint a black mark whose sides are a tenth of the page, and its area a hundredth."""
    white_picture, marked_picture = Image.new("L", (480, 680), 255), Image.new("L", (480, 680), 255)
    if corner != (0, 0):
        marked_picture.paste(0, (*corner, corner[0] + 48, corner[1] + 68))
    assert difference(white_picture, marked_picture) == pytest.approx(share, abs=0.001)


def difference(stored_picture, current_picture):
    """Return the share of the page that differs from the stored picture; 1 if the sizes differ."""
    if stored_picture.size != current_picture.size:
        return 1.0
    reduced_pictures = [
        image.convert("L").reduce(REDUCTION) for image in (stored_picture, current_picture)
    ]
    levels = ImageChops.difference(*reduced_pictures).histogram()
    return sum(levels[FAINT_LEVEL:]) / sum(levels)
