"""Tests of the picture of the bracket: the places of boxes and lines, and the text of boxes."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from tests.scoring.played_rounds import KNOCKOUT, publish
from tests.scoring.public.test_public_pages import HOME
from tournaments.formats.knockout.layout import (
    BOX_HEIGHT,
    BOX_WIDTH,
    HEADER,
    PITCH,
    THIRD_PLACE_GAP,
    lay_out,
)

BOX = re.compile(r'<g transform="translate\((\d+),(\d+)\)" data-n="([\d ]*)"(.*?)</g>', re.DOTALL)
FIRST_COLUMN = tuple(HEADER + PITCH * place for place in range(8))


# --- Places of boxes and lines ------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sizes", "boxes"),
    [
        ([1], (FIRST_COLUMN[:1],)),
        ([4, 2, 1], (FIRST_COLUMN[:4], (90, 226), (158,))),
        (
            [2, 2, 1, 1],
            (FIRST_COLUMN[:2], FIRST_COLUMN[:2], (90,), (90,)),
        ),  # losers' bracket of a double knockout
        ([1, 4, 2], ((158,), FIRST_COLUMN[:4], (90, 226))),  # one tie before a round of four
        ([3, 2, 1], (FIRST_COLUMN[:3], (73, 175), (124,))),  # spread evenly: 3 is not twice 2
    ],
)
def test_a_box_is_between_the_two_boxes_that_feed_it(sizes, boxes):
    assert lay_out(sizes).boxes == boxes


@pytest.mark.parametrize("sizes", [[1], [2, 1], [64, 32, 16, 8, 4, 2, 1], [5, 3, 2, 1], [1, 8, 4]])
@pytest.mark.parametrize("third", [False, True])
def test_no_box_covers_another_or_leaves_the_picture(sizes, third):
    layout = lay_out(sizes, third=third)
    for x, column in zip(layout.columns, layout.boxes, strict=True):
        assert x + BOX_WIDTH <= layout.width
        assert all(below - above >= PITCH for above, below in pairwise(column))
        assert column[0] >= HEADER and column[-1] + BOX_HEIGHT <= layout.height
    assert (layout.third is not None) == third
    if layout.third:
        assert layout.third == (
            layout.columns[-1],
            layout.boxes[-1][-1] + BOX_HEIGHT + THIRD_PLACE_GAP,
        )
        assert layout.third[1] + BOX_HEIGHT <= layout.height


def test_a_bracket_of_eight_is_at_most_1080_pixels_wide():
    assert lay_out([4, 2, 1], third=True).width <= 1080


def test_lines_join_rounds_that_halve_or_keep_their_size():
    assert lay_out([2, 1]).lines == ("M276 83H294V117M276 151H294V117H312",)
    assert lay_out([1, 1]).lines == ("M276 83H294V83H312",)
    assert lay_out([3, 2]).lines == () == lay_out([2, 1], linked=False).lines


# --- Text of boxes ------------------------------------------------------------------------------
def bracket_boxes(path="cuadro/", browser=None):
    html = (browser or Client()).get(HOME + path).content.decode()
    assert len(html) < 100_000
    return html, BOX.findall(html)


def test_a_bracket_of_eight_has_eight_boxes_with_the_third_place_below_the_final(
    make_tournament, pairs, pilar
):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    publish(day, pilar)
    html, boxes = bracket_boxes()
    assert len(boxes) == 4 + 2 + 1 + 1
    first_pairs = {frozenset(numbers.split()) for _x, _y, numbers, _content in boxes[:4]}
    assert sorted(int(number) for pair in first_pairs for number in pair) == list(range(1, 9))
    assert all('class="is-now"' in content and ">mesa " in content for *_, content in boxes[:4])
    assert "Ganador del 1" in boxes[4][3] and "Por decidir" in boxes[7][3]
    assert (boxes[7][0], int(boxes[7][1]) > int(boxes[6][1])) == (boxes[6][0], True)
    assert [name in html for name in ("Cuartos de final", "Semifinales", "Tercer puesto")] == [
        True
    ] * 3
    assert "El cuadro, en una lista" in html


LONG_NAMES = "Francisco Javier Rodríguez de la Fuente", "María Asunción Fernández-Villaverde"


@pytest.mark.parametrize(("count", "width"), [(2, 1188), (4, 576), (8, 372), (16, 270)])
def test_names_are_shown_in_full_in_wider_and_higher_boxes(
    make_tournament, pairs, pilar, count, width
):
    day = make_tournament(**KNOCKOUT)
    pairs(day, count)
    for number, entry in enumerate(day.entries.order_by("number")):
        for player, name in zip(entry.players.all(), LONG_NAMES, strict=True):
            player.name, _space, player.surname = name.partition(" ")
            player.surname += f" {'ABCDEFGHIJKLMNOP'[number]}"
            player.save()
    publish(day, pilar)
    html, boxes = bracket_boxes()
    page_text = re.sub(r"<[^>]+>", "", html).replace("\N{NO-BREAK SPACE}", " ")
    assert [f"{name} A" in page_text for name in LONG_NAMES] == [
        True,
        True,
    ] and "…" not in page_text
    (box, *_rest) = re.findall(r'<rect id="[\w-]+" width="(\d+)" height="(\d+)"', html)
    assert BOX_WIDTH <= int(box[0]) <= width
    names = [name for *_, content in boxes for name in content.split("</text>")]
    rows = max(name.count("<tspan") for name in names)
    assert int(box[1]) == BOX_HEIGHT + 2 * 20 * rows


def test_short_names_do_not_enlarge_the_boxes(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 4)
    publish(day, pilar)
    html, boxes = bracket_boxes()
    assert f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}"' in html
    assert "<tspan" not in "".join(content for *_, content in boxes)


def test_a_word_longer_than_a_box_is_broken_into_lines(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 16)
    day.players.update(surname="M" * 40)
    publish(day, pilar)
    _html, boxes = bracket_boxes()
    lines = re.findall(r">(M+)<", "".join(content for *_, content in boxes).replace(" <", "<"))
    assert lines and max(map(len, lines)) < 20


def test_a_bracket_of_128_is_one_picture_and_its_list_has_pages(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 100)
    publish(day, pilar)
    _html, boxes = bracket_boxes()
    assert len(boxes) == 127 + 1
    assert "pasa sin jugar" in "".join(content for *_, content in boxes)
    html, boxes = bracket_boxes("cuadro/?page=1")
    assert not boxes and 'class="bracket__tie"' in html and "El cuadro, dibujado" in html


def test_a_phone_that_follows_an_entry_has_a_link_to_its_box(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    publish(day, pilar)
    phone = Client()
    phone.get(HOME + "mesa/?q=5")
    html, boxes = bracket_boxes(browser=phone)
    (box_id,) = re.findall(r'data-own-number="5">\s*<a[^>]* href="#(s-\w+)"', html)
    (box,) = [content for *_, numbers, content in boxes if "5" in numbers.split()]
    assert f'id="{box_id}"' in box
    assert "data-own-number" not in bracket_boxes()[0]
