"""The bracket drawn: where its boxes and lines are, and what each box says."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from tests.scoring.days import KNOCKOUT, publish
from tests.scoring.public.test_public_pages import HOME
from tournaments.formats.knockout.layout import BOX_HEIGHT, BOX_WIDTH, HEAD, PITCH, THIRD, lay_out

BOX = re.compile(r'<g transform="translate\((\d+),(\d+)\)" data-n="([\d ]*)"(.*?)</g>', re.DOTALL)
FIRST = tuple(HEAD + PITCH * at for at in range(8))


# --- Where they are -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sizes", "boxes"),
    [
        ([1], (FIRST[:1],)),
        ([4, 2, 1], (FIRST[:4], (90, 226), (158,))),
        ([2, 2, 1, 1], (FIRST[:2], FIRST[:2], (90,), (90,))),  # the losers of a double one
        ([1, 4, 2], ((158,), FIRST[:4], (90, 226))),  # a previous round, of nobody knows whom
        ([3, 2, 1], (FIRST[:3], (73, 175), (124,))),  # no tree: spread over the height
    ],
)
def test_a_box_stands_between_those_that_lead_to_it(sizes, boxes):
    assert lay_out(sizes).boxes == boxes


@pytest.mark.parametrize("sizes", [[1], [2, 1], [64, 32, 16, 8, 4, 2, 1], [5, 3, 2, 1], [1, 8, 4]])
@pytest.mark.parametrize("third", [False, True])
def test_no_box_covers_another_or_leaves_the_picture(sizes, third):
    found = lay_out(sizes, third=third)
    for x, column in zip(found.columns, found.boxes, strict=True):
        assert x + BOX_WIDTH <= found.width
        assert all(below - above >= PITCH for above, below in pairwise(column))
        assert column[0] >= HEAD and column[-1] + BOX_HEIGHT <= found.height
    assert (found.third is not None) == third
    if found.third:
        assert found.third == (found.columns[-1], found.boxes[-1][-1] + BOX_HEIGHT + THIRD)
        assert found.third[1] + BOX_HEIGHT <= found.height


def test_eight_fit_on_1080_px():
    assert lay_out([4, 2, 1], third=True).width <= 1080


def test_lines_join_two_and_two_or_one_and_one():
    assert lay_out([2, 1]).lines == ("M276 83H294V117M276 151H294V117H312",)
    assert lay_out([1, 1]).lines == ("M276 83H294V83H312",)
    assert lay_out([3, 2]).lines == () == lay_out([2, 1], linked=False).lines


# --- What they say ------------------------------------------------------------------------------
def drawn(path="cuadro/", browser=None):
    html = (browser or Client()).get(HOME + path).content.decode()
    assert len(html) < 100_000
    return html, BOX.findall(html)


def test_a_bracket_of_eight_has_its_boxes_and_the_third_place_below_the_final(
    make_tournament, pairs, pilar
):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    publish(day, pilar)
    html, boxes = drawn()
    assert len(boxes) == 4 + 2 + 1 + 1
    first = {frozenset(numbers.split()) for _x, _y, numbers, _inside in boxes[:4]}
    assert sorted(int(one) for pair in first for one in pair) == list(range(1, 9))
    assert all('class="is-now"' in inside and ">mesa " in inside for *_, inside in boxes[:4])
    assert "Ganador del 1" in boxes[4][3] and "Por decidir" in boxes[7][3]
    assert (boxes[7][0], int(boxes[7][1]) > int(boxes[6][1])) == (boxes[6][0], True)
    assert [name in html for name in ("Cuartos de final", "Semifinales", "Tercer puesto")] == [
        True
    ] * 3
    assert "El cuadro, en una lista" in html


LONG = "Francisco Javier Rodríguez de la Fuente", "María Asunción Fernández-Villaverde"


@pytest.mark.parametrize(("count", "width"), [(2, 1188), (4, 576), (8, 372), (16, 270)])
def test_names_are_whole_and_use_the_room_there_is(make_tournament, pairs, pilar, count, width):
    day = make_tournament(**KNOCKOUT)
    pairs(day, count)
    for number, entry in enumerate(day.entries.order_by("number")):
        for player, name in zip(entry.players.all(), LONG, strict=True):
            player.name, _space, player.surname = name.partition(" ")
            player.surname += f" {'ABCDEFGHIJKLMNOP'[number]}"
            player.save()
    publish(day, pilar)
    html, boxes = drawn()
    words = re.sub(r"<[^>]+>", "", html).replace("\N{NO-BREAK SPACE}", " ")
    assert [f"{name} A" in words for name in LONG] == [True, True] and "…" not in words
    (box, *_rest) = re.findall(r'<rect id="[\w-]+" width="(\d+)" height="(\d+)"', html)
    assert BOX_WIDTH <= int(box[0]) <= width
    names = [name for *_, inside in boxes for name in inside.split("</text>")]
    rows = max(name.count("<tspan") for name in names)
    assert int(box[1]) == BOX_HEIGHT + 2 * 20 * rows


def test_short_names_leave_the_boxes_as_they_are(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 4)
    publish(day, pilar)
    html, boxes = drawn()
    assert f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}"' in html
    assert "<tspan" not in "".join(inside for *_, inside in boxes)


def test_a_word_longer_than_a_box_goes_on_in_the_next_line(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 16)
    day.players.update(surname="M" * 40)
    publish(day, pilar)
    _html, boxes = drawn()
    lines = re.findall(r">(M+)<", "".join(inside for *_, inside in boxes).replace(" <", "<"))
    assert lines and max(map(len, lines)) < 20


def test_a_bracket_of_128_is_one_picture_and_its_list_has_pages(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 100)
    publish(day, pilar)
    _html, boxes = drawn()
    assert len(boxes) == 127 + 1
    assert "pasa sin jugar" in "".join(inside for *_, inside in boxes)
    html, boxes = drawn("cuadro/?page=1")
    assert not boxes and 'class="bracket__tie"' in html and "El cuadro, dibujado" in html


def test_who_is_followed_has_the_way_to_his_box(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    publish(day, pilar)
    telephone = Client()
    telephone.get(HOME + "mesa/?q=5")
    html, boxes = drawn(browser=telephone)
    (place,) = re.findall(r'data-own-number="5">\s*<a[^>]* href="#(s-\w+)"', html)
    (box,) = [inside for *_, numbers, inside in boxes if "5" in numbers.split()]
    assert f'id="{place}"' in box
    assert "data-own-number" not in drawn()[0]
