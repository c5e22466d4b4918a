"""Where the boxes and the lines of a bracket go when it is drawn, in px of a picture of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

BOX_WIDTH, BOX_HEIGHT = 270, 54
GAP, PITCH = 36, 68  # between columns; from a box to the one below it
HEAD, THIRD = 56, 64  # above the first box; from the final to the box of the third place
EDGE = 6  # all round, so that a thick line is not cut


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture of `width` × `height`; `columns` has the left edge of each round, `boxes` the upper
    edges of its ties in order, `lines` the paths from each tie to those it comes from, and `third`
    the corner of the box of the third place, None without it."""

    width: int
    height: int
    columns: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]
    third: tuple[int, int] | None = None


def lay_out(sizes: Sequence[int], *, linked: bool = True, third: bool = False) -> Layout:
    """Return the layout of a bracket with so many ties in each round, at least one in each.

    A round with half the ties of the one before, or as many, stands where those lead, with lines
    to them if it is `linked`. Any other is spread over the height. `third`: a box below the last.

    >>> lay_out([2, 1]).boxes
    ((56, 124), (90,))
    """
    middles: list[list[float]] = []
    for at, size in enumerate(sizes):
        before = sizes[at - 1] if at and linked else 0
        if before == 2 * size:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
        elif before == size:
            middles.append(middles[-1])
        else:
            step = PITCH * max(sizes) / size
            middles.append(
                [HEAD + step * (one + 0.5) - (PITCH - BOX_HEIGHT) / 2 for one in range(size)]
            )
    columns = tuple(EDGE + at * (BOX_WIDTH + GAP) for at in range(len(sizes)))
    boxes = tuple(tuple(round(middle - BOX_HEIGHT / 2) for middle in column) for column in middles)
    below = (columns[-1], boxes[-1][-1] + BOX_HEIGHT + THIRD) if third else None
    lowest = max(HEAD + PITCH * max(sizes), below[1] + PITCH if below else 0)
    return Layout(
        width=columns[-1] + BOX_WIDTH + EDGE,
        height=lowest + EDGE,
        columns=columns,
        boxes=boxes,
        lines=_lines(columns, boxes) if linked else (),
        third=below,
    )


def _lines(columns: Sequence[int], boxes: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The path from each box to the one or two before it that lead to it."""
    half = BOX_HEIGHT // 2
    found = []
    for at in range(1, len(boxes)):
        before, own = boxes[at - 1], boxes[at]
        if len(before) not in (len(own), 2 * len(own)):
            continue
        many = len(before) // len(own)
        left, right = columns[at - 1] + BOX_WIDTH, columns[at]
        middle = (left + right) // 2
        for place, top in enumerate(own):
            sources = before[place * many : (place + 1) * many]
            legs = "".join(f"M{left} {one + half}H{middle}V{top + half}" for one in sources)
            found.append(f"{legs}H{right}")
    return tuple(found)
