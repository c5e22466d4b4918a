"""A bracket as a picture: the words and the links of each box of its layout."""

from collections.abc import Container, Sequence
from functools import cache
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from PIL import ImageFont

from scoring.public.cards import match_url, told_score
from scoring.public.names import name_inside
from scoring.selectors.stages.bracket import Bracket, Place, Tie
from tournaments.formats.knockout.brackets.layout import BOX_HEIGHT, BOX_WIDTH, lay_out, widest_box
from tournaments.models import Match, Tournament
from tournaments.wording.rounds import DOT

MOST_TIES = 130  # in a picture: a bracket of 128 and the third place
ROOM = 1200  # px of a page on a desk
REGULAR, BOLD = "Lato-Regular.ttf", "Lato-Bold.ttf"  # of the system, as the pages have them
LETTER, LINE = 17, 20  # px of a letter, and from a line of a name to the next
INSIDE = 9  # px at each end of a box, and between a name and what stands beside it
SPARE = 4  # px, for a browser that sets letters a little wider
WIDER = 10  # px by which a box is tried wider


def fits_in_a_picture(brackets: Sequence[Bracket]) -> bool:
    """Whether all the brackets of a stage are drawn, whatever part of them is in the list."""
    return sum(round.size for one in brackets for round in one.rounds) <= MOST_TIES


def picture(
    tournament: Tournament, one: Bracket, third: Bracket | None, *, linked: bool
) -> dict[str, Any]:
    """Return a bracket with at least one round for its template: rounds with their boxes, lines."""
    awaited = {
        place.source.number
        for each in (*one.rounds, *(third.rounds if third else ()))
        for tie in each.ties
        for place in tie.places
        if place.competitor is None and place.source is not None
    }
    rounds = [[_box(tournament, tie, awaited) for tie in each.ties] for each in one.rounds]
    last = [_box(tournament, third.rounds[0].ties[0], awaited)] if third else []
    box = _break_names([*chain.from_iterable(rounds), *last], widest_box(len(rounds), ROOM))
    layout = lay_out(
        [each.size for each in one.rounds], linked=linked, third=third is not None, box=box
    )
    found: dict[str, Any] = {
        "layout": layout,
        "right": box[0] - INSIDE,  # where scores end
        "rounds": [
            {
                "x": x,
                "name": name_inside(each).split(DOT, 1),
                "boxes": [
                    {**each_box, "x": x, "y": y} for each_box, y in zip(boxes, tops, strict=True)
                ],
            }
            for each, boxes, x, tops in zip(
                one.rounds, rounds, layout.columns, layout.boxes, strict=True
            )
        ],
    }
    if layout.third:
        x, y = layout.third
        found["third"] = {
            "x": x,
            "y": y - 10,
            "name": _("Tercer puesto"),
            "box": {**last[0], "x": x, "y": y},
        }
    return found


def _break_names(boxes: Sequence[dict[str, Any]], widest: int) -> tuple[int, int]:
    """Give each side the lines of its name, whole, and where they stand; return the width and the
    height of all boxes: the narrowest, up to `widest`, in which the longest name takes fewest
    lines, and then all of them."""
    sides = [side for box in boxes for side in box["sides"]]
    names = {(side["text"], side["look"], side["beside"]) for side in sides}

    def longest(width: int) -> tuple[int, int, int]:
        lines = [len(_lines_of(*name, width)) for name in names]
        return max(lines), sum(lines), width

    width = min(range(BOX_WIDTH, widest + 1, WIDER), key=longest)
    grown = LINE * (longest(width)[0] - 1)
    for box in boxes:
        for at, side in enumerate(box["sides"]):
            side["lines"] = _lines_of(side["text"], side["look"], side["beside"], width)
            side["y"] = (22, 45 + grown)[at] + (grown - LINE * (len(side["lines"]) - 1)) // 2
    return width, BOX_HEIGHT + 2 * grown


def _lines_of(text: str, look: str, beside: int, width: int) -> list[str]:
    """Return the lines of a text in a box of that width: the first one leaves room for what stands
    `beside` it, and a word that is longer than a line goes on in the next."""
    face = _face(BOLD if look == "is-winner" else REGULAR)
    room = width - 2 * INSIDE - SPARE
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip(" ")
        if face.getlength(longer) <= room - (beside if len(lines) == 1 else 0):
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and face.getlength(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return lines


@cache
def _face(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(name, LETTER)


def _box(tournament: Tournament, tie: Tie, awaited: Container[int | None]) -> dict[str, Any]:
    """Return a box; it says its number if another one waits for who wins or loses there."""
    one = tie.meeting
    score = told_score(one) if one else None
    playing = one is not None and one.state == Match.State.PLAYING
    table = one.table if one and playing else None
    told = _("mesa %(table)s") % {"table": table} if table else ""
    numbers = [str(place.competitor.number) for place in tie.places if place.competitor]
    sides = [
        {
            "text": _words(place),
            "look": _look(place, one is not None and one.winner == at),
            "score": score[at] if score else None,
            "beside": _beside(str(score[at]) if score else "", "" if at else told),
        }
        for at, place in enumerate(tie.places)
    ]
    if len(sides) == 1:
        rests = {"text": _("pasa sin jugar"), "look": "is-open", "score": None}
        sides.append({**rests, "beside": _beside()})
    return {
        "code": one.code if one else "",
        "url": match_url(tournament, one) if one and not one.is_bye else "",
        "number": one.number if one and one.number in awaited else None,
        "numbers": " ".join(numbers),
        "playing": playing,
        "table": told,
        "sides": sides,
    }


def _beside(*texts: str) -> int:
    """Return the px that a name leaves for what stands beside it."""
    return sum(round(_face(BOLD).getlength(one)) + INSIDE for one in texts if one)


def _look(place: Place, wins: bool) -> str:
    if place.competitor is None:
        return "is-open"
    return "is-winner" if wins else ""


def _words(place: Place) -> str:
    """Return who is in a place, or whom it waits for."""
    if place.competitor:
        return f"{place.competitor.number} · {place.competitor.title}"
    if place.source is None:
        return _("Por decidir")
    words = _("Perdedor de la %(number)s") if place.loser else _("Ganador de la %(number)s")
    return words % {"number": place.source.number}
