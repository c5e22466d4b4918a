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


def block_length(box_sizes: Sequence[int], per_block: int) -> int:
    """Return the number of rounds in a block with these box sizes."""
    longest = max(map(rounds_in_leg, box_sizes), default=1)
    return min(per_block, longest) if per_block else longest


def box_standings(rounds: Rounds, per_block: int, void: Collection[int] = ()) -> list[Boxes]:
    """Return the boxes of each block, each from best to worst.

    Matches with entries in `void` do not count.
    """
    standings: list[Boxes] = []
    earlier_places: dict[int, int] = {}
    for block in blocks_of(rounds, per_block):
        boxes = groups_played(block)
        rank = _rank_key(block, earlier_places, void)
        standings.append({name: tuple(sorted(boxes[name], key=rank)) for name in box_names(boxes)})
        earlier_places = {number: place for place, number in enumerate(members_of(standings[-1]))}
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
    earlier_places = (
        {number: place for place, number in enumerate(members_of(earlier[-1]), 1)}
        if earlier
        else {}
    )
    points, diff, won = _block_totals(blocks[-1], void)
    return {
        number: (
            ("points", points[number]),
            ("diff", diff[number]),
            ("won", won[number]),
            ("before", -earlier_places.get(number, len(earlier_places) + 1)),
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
    for place, box_size in enumerate(sizes(len(order), group_count(len(order), size)), start=1):
        boxes[str(place)] = tuple(order[start : start + box_size])
        start += box_size
    return boxes


def moved_boxes(tables: Sequence[Sequence[int]], moves: int) -> list[list[int]]:
    """Return the boxes after the last `moves` entries of each go down and the first `moves` go up.

    In each new box, the entries from the box above come first, and those from the box below last.
    No box gives more than half of its entries to the same neighbour.
    """
    exchange_counts = [
        min(moves, len(above) // 2, len(below) // 2) for above, below in pairwise(tables)
    ]
    down, up = [0, *exchange_counts], [*exchange_counts, 0]
    new_boxes: list[list[int]] = []
    for place, box in enumerate(tables):
        from_above = list(tables[place - 1][-down[place] :]) if down[place] else []
        from_below = list(tables[place + 1][: up[place]]) if up[place] else []
        new_boxes.append([*from_above, *box[down[place] : len(box) - up[place]], *from_below])
    return new_boxes


def box_names(boxes: Mapping[str, object]) -> list[str]:
    """Return the names of the boxes, first box first."""
    return sorted(boxes, key=lambda name: (len(name), name))


def _rank_key(
    block: Rounds, earlier_places: Mapping[int, int], void: Collection[int]
) -> Callable[[int], tuple[int, ...]]:
    points, diff, won = _block_totals(block, void)

    def rank(number: int) -> tuple[int, ...]:
        earlier_place = earlier_places.get(number, len(earlier_places))
        return -points[number], -diff[number], -won[number], earlier_place, number

    return rank


def _block_totals(
    block: Rounds, void: Collection[int]
) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Return each entry's points, its counted won minus lost, and its counted won in the block."""
    points = Counter[int]()
    diff = Counter[int]()
    won = Counter[int]()
    annulled_entries = frozenset(void)
    for match in (match for matches in block for match in matches):
        if not annulled_entries.isdisjoint(match.sides):
            continue
        for side, number in enumerate(match.sides):
            even = match.is_bye or match.drawn
            points[number] += 1 if even else 2 * (match.winner == number)
            if match.counted and not match.is_bye:
                diff[number] += 2 * match.counted[side] - sum(match.counted)
                won[number] += match.counted[side]
    return points, diff, won
