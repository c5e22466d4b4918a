"""The gallery of docs/sheets.md has every sheet, and pages look as its pictures do."""

import pytest
from django.contrib.auth.models import User
from PIL import Image, ImageChops

from docs.sheets import COMMAND, PAGE, PICTURES, nothing_by_chance, picture, printed, round_in_play
from scoring.prints.sheets import SHEETS
from tests.rows import cases
from tests.sizes import size
from tests.worlds import world

REDUCED = 2  # to 240 pixels: 29 a inch
FAINT, MOST = 40, 0.0015  # of 255, and of the page: the edges of letters on another machine


@world
def in_play(db):
    """The round of the gallery, as it was when the pictures were taken."""
    author = User.objects.create_user("gallery", first_name="Pilar")
    with nothing_by_chance():
        return round_in_play(author)


def test_the_gallery_has_every_sheet_and_its_picture():
    page = PAGE.read_text()
    for key, sheet in SHEETS.items():
        assert f"### {sheet.title}\n\n{sheet.purpose} A4" in page, f"{key}: {COMMAND}"
        assert f"![{sheet.title}](img/sheets/{key}.png)" in page
    kept = list(PICTURES.iterdir())
    assert {one.stem for one in kept} == {*SHEETS}
    assert sum(one.stat().st_size for one in kept) < 1_500_000


LOOKED_AT = ("actas", "table_cards", "bracket", "pairings_surname", "draw_acta", "receipts")


@pytest.mark.slow
@cases("sheet", *size(LOOKED_AT[:3], long=LOOKED_AT))
def test_a_page_looks_as_the_picture_that_is_kept(sheet, in_play):
    with nothing_by_chance():
        now = picture(printed(in_play, sheet, 0))
    share = difference(Image.open(PICTURES / f"{sheet}.png"), now)
    assert share <= MOST, (
        f"«{SHEETS[sheet].title}» has changed in {share:.2%} of its first page. Look at it; if it "
        f"is meant to look so, {COMMAND} {sheet} keeps the new picture."
    )


@cases("at, share", ((0, 0), 0), ((60, 40), 0.01))
def test_a_difference_is_seen_and_its_place_does_not_matter(at, share):
    """A black mark of a tenth of each side is a hundredth of the page."""
    white, marked = Image.new("L", (480, 680), 255), Image.new("L", (480, 680), 255)
    if at != (0, 0):
        marked.paste(0, (*at, at[0] + 48, at[1] + 68))
    assert difference(white, marked) == pytest.approx(share, abs=0.001)


def difference(kept, now):
    """The share of a page that is not as it was kept; 1 for one of another size."""
    if kept.size != now.size:
        return 1.0
    small = [one.convert("L").reduce(REDUCED) for one in (kept, now)]
    levels = ImageChops.difference(*small).histogram()
    return sum(levels[FAINT:]) / sum(levels)
