"""Where the boxes and the lines of a bracket go when it is drawn, in px of a picture of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

BOX_WIDTH, BOX_HEIGHT = 270, 54
GAP, BELOW = 36, 14  # between columns; from a box to the one below it
PITCH = BOX_HEIGHT + BELOW  # from the top of a box to that of the next
HEAD, THIRD = 56, 64  # above the first box; from the final to the box of the third place
EDGE = 6  # all round, so that a thick line is not cut


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture of `width` × `height`; `columns` has the left edge of each round, `boxes` the upper
    edges of its ties in order, `lines` the paths from each tie to those it comes from, `box` the
    width and height of each box, and `third` the corner of the box of the third place, None without
    it."""

    width: int
    height: int
    box: tuple[int, int]
    columns: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]
    third: tuple[int, int] | None = None


def widest_box(rounds: int, room: int) -> int:
    """Return how wide the boxes of so many rounds can be in so much room, and no narrower than
    usual.

    >>> widest_box(1, 600), widest_box(2, 600), widest_box(3, 600)
    (588, 276, 270)
    """
    return max(BOX_WIDTH, (room - 2 * EDGE + GAP) // rounds - GAP)


def lay_out(
    sizes: Sequence[int],
    *,
    linked: bool = True,
    third: bool = False,
    box: tuple[int, int] = (BOX_WIDTH, BOX_HEIGHT),
) -> Layout:
    """Return the layout of a bracket with so many ties in each round, at least one in each.

    A round with half the ties of the one before, or as many, stands where those lead, with lines
    to them if it is `linked`. Any other is spread over the height. `third`: a box below the last.

    >>> lay_out([2, 1]).boxes
    ((56, 124), (90,))
    """
    wide, high = box
    pitch = high + BELOW
    middles: list[list[float]] = []
    for at, size in enumerate(sizes):
        before = sizes[at - 1] if at and linked else 0
        if before == 2 * size:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
        elif before == size:
            middles.append(middles[-1])
        else:
            step = pitch * max(sizes) / size
            middles.append([HEAD + step * (one + 0.5) - BELOW / 2 for one in range(size)])
    columns = tuple(EDGE + at * (wide + GAP) for at in range(len(sizes)))
    boxes = tuple(tuple(round(middle - high / 2) for middle in column) for column in middles)
    below = (columns[-1], boxes[-1][-1] + high + THIRD) if third else None
    lowest = max(HEAD + pitch * max(sizes), below[1] + pitch if below else 0)
    return Layout(
        width=columns[-1] + wide + EDGE,
        height=lowest + EDGE,
        box=box,
        columns=columns,
        boxes=boxes,
        lines=_lines(columns, boxes, box) if linked else (),
        third=below,
    )


def _lines(
    columns: Sequence[int], boxes: Sequence[Sequence[int]], box: tuple[int, int]
) -> tuple[str, ...]:
    """The path from each box to the one or two before it that lead to it."""
    wide, half = box[0], box[1] // 2
    found = []
    for at in range(1, len(boxes)):
        before, own = boxes[at - 1], boxes[at]
        if len(before) not in (len(own), 2 * len(own)):
            continue
        many = len(before) // len(own)
        left, right = columns[at - 1] + wide, columns[at]
        middle = (left + right) // 2
        for place, top in enumerate(own):
            sources = before[place * many : (place + 1) * many]
            legs = "".join(f"M{left} {one + half}H{middle}V{top + half}" for one in sources)
            found.append(f"{legs}H{right}")
    return tuple(found)
