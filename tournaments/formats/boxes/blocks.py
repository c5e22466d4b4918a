"""Blocks and boxes of ascenso y descenso, read from the rounds, with the order in each box."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from tournaments.formats.core import PlayedMatch
from tournaments.formats.groups.dealing import group_count, sizes
from tournaments.formats.round_robin import groups_played
from tournaments.pairing.calendar import rounds_in_leg

Rounds = tuple[tuple[PlayedMatch, ...], ...]
Boxes = dict[str, tuple[int, ...]]


def blocks_of(rounds: Rounds, per_block: int) -> list[Rounds]:
    """Return the rounds of each block, in order; the last block may lack rounds."""
    blocks: list[Rounds] = []
    start = 0
    while start < len(rounds):
        boxes = groups_played(rounds[start : start + 1])
        length = block_length([len(members) for members in boxes.values()], per_block)
        blocks.append(rounds[start : start + length])
        start += length
    return blocks


def open_block(rounds: Rounds, per_block: int) -> Rounds:
    """Return the rounds of the current block; () between two blocks."""
    blocks = blocks_of(rounds, per_block)
    if not blocks:
        return ()
    boxes = groups_played(blocks[-1][:1])
    length = block_length([len(members) for members in boxes.values()], per_block)
    return blocks[-1] if len(blocks[-1]) < length else ()


def block_length(in_boxes: Sequence[int], per_block: int) -> int:
    """Return the number of rounds in a block with these box sizes."""
    longest = max(map(rounds_in_leg, in_boxes), default=1)
    return min(per_block, longest) if per_block else longest


def box_standings(rounds: Rounds, per_block: int, void: Collection[int] = ()) -> list[Boxes]:
    """Return the boxes of each block, each from best to worst.

    Matches with entries in `void` do not count.
    """
    standings: list[Boxes] = []
    before: dict[int, int] = {}
    for block in blocks_of(rounds, per_block):
        boxes = groups_played(block)
        rank = _rank(block, before, void)
        standings.append({name: tuple(sorted(boxes[name], key=rank)) for name in box_names(boxes)})
        before = {number: place for place, number in enumerate(members_of(standings[-1]))}
    return standings


def reckoning(
    rounds: Rounds, per_block: int, void: Collection[int] = ()
) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return the values that order each box of the last block; more is better.

    The values are the points, counted won minus lost, counted won, and the negated place after the
    previous block. An entry that was not in that block has the place after the last one there.
    """
    blocks = blocks_of(rounds, per_block)
    if not blocks:
        return {}
    earlier = box_standings(rounds[: len(rounds) - len(blocks[-1])], per_block, void)
    before = (
        {number: place for place, number in enumerate(members_of(earlier[-1]), 1)}
        if earlier
        else {}
    )
    points, diff, won = _account(blocks[-1], void)
    return {
        number: (
            ("points", points[number]),
            ("diff", diff[number]),
            ("won", won[number]),
            ("before", -before.get(number, len(before) + 1)),
        )
        for members in groups_played(blocks[-1]).values()
        for number in members
    }


def members_of(boxes: Boxes) -> list[int]:
    """Return all members of the boxes in one list."""
    return [number for members in boxes.values() for number in members]


def split_into_boxes(order: Sequence[int], size: int) -> Boxes:
    """Return the order split into boxes of about `size`, named from 1."""
    boxes, start = {}, 0
    for place, many in enumerate(sizes(len(order), group_count(len(order), size)), start=1):
        boxes[str(place)] = tuple(order[start : start + many])
        start += many
    return boxes


def moved_boxes(tables: Sequence[Sequence[int]], moves: int) -> list[list[int]]:
    """Return the boxes after the last `moves` of each change places with the first of the next.

    In each new box, the entries from the box above come first, and those from the box below last.
    No box gives more than half of its entries to the same neighbour.
    """
    exchanged = [min(moves, len(above) // 2, len(below) // 2) for above, below in pairwise(tables)]
    down, up = [0, *exchanged], [*exchanged, 0]
    moved: list[list[int]] = []
    for place, box in enumerate(tables):
        from_above = list(tables[place - 1][-down[place] :]) if down[place] else []
        from_below = list(tables[place + 1][: up[place]]) if up[place] else []
        moved.append([*from_above, *box[down[place] : len(box) - up[place]], *from_below])
    return moved


def box_names(boxes: Mapping[str, object]) -> list[str]:
    """Return the names of the boxes, first box first."""
    return sorted(boxes, key=lambda name: (len(name), name))


def _rank(
    block: Rounds, before: Mapping[int, int], void: Collection[int]
) -> Callable[[int], tuple[int, ...]]:
    points, diff, won = _account(block, void)

    def rank(number: int) -> tuple[int, ...]:
        last = before.get(number, len(before))
        return -points[number], -diff[number], -won[number], last, number

    return rank


def _account(
    block: Rounds, void: Collection[int]
) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Return each entry's points, counted won minus lost, and counted won in these rounds."""
    points, diff, won = Counter[int](), Counter[int](), Counter[int]()
    annulled = frozenset(void)
    for match in (match for matches in block for match in matches):
        if not annulled.isdisjoint(match.sides):
            continue
        for side, number in enumerate(match.sides):
            even = match.rest or match.drawn
            points[number] += 1 if even else 2 * (match.winner == number)
            if match.counted and not match.rest:
                diff[number] += 2 * match.counted[side] - sum(match.counted)
                won[number] += match.counted[side]
    return points, diff, won
