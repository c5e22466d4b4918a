"""Separation of the members of a group in a bracket: early meetings are avoided first."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from heapq import heapify, heapreplace
from itertools import combinations, pairwise
from math import comb

from tournaments.pairing.apart import meeting_round, separate
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import Couple, pair_key

STARTING_POINTS = 25
# One meeting weighs as much as this number of meetings that can come one round later.
WEIGHT_OF_A_ROUND = 16

Groups = Mapping[int, Hashable]
Meetings = tuple[int, ...]


def spread_groups(
    slots: Mapping[int, int],
    alike: Sequence[Sequence[int]],
    groups: Groups,
    rounds: int,
    seed: str,
    label: str,
) -> dict[int, int]:
    """Return the slot of each number, changed for few meetings within a group in early rounds.

    The numbers of each list of `alike` may exchange slots. The search starts from `slots`. While a
    better bracket is possible (`fewest_meetings`), it starts again with each list in the
    `ball_order` of `label k`, k = 1, 2, … The best result wins, the first among equals.
    """
    couples = dict.fromkeys(couples_in_group(slots, groups), 1)
    moving = {number for members in alike for number in members}
    fixed = {number: slot for number, slot in slots.items() if number not in moving}
    enough = fewest_meetings(sizes_by_group(slots, groups), rounds, fixed, groups)
    best: dict[int, int] = {}
    for attempt in range(STARTING_POINTS):
        start = _start(slots, alike, seed, f"{label} {attempt}") if attempt else slots
        result = separate(start, alike, couples, rounds, WEIGHT_OF_A_ROUND)
        if not best or count_early_meetings(result, groups, rounds) < count_early_meetings(
            best, groups, rounds
        ):
            best = result
        if count_early_meetings(best, groups, rounds) == enough:
            break
    return best


def count_early_meetings(slots: Mapping[int, int], groups: Groups, rounds: int) -> Meetings:
    """Count the couples of one group that can first meet in each round of the bracket.

    >>> count_early_meetings({1: 0, 2: 1, 3: 2, 4: 7}, {1: "A", 2: "A", 3: "A", 4: "B"}, 3)
    (1, 2, 0)
    """
    counts = [0] * rounds
    for first, second in couples_in_group(slots, groups):
        counts[meeting_round(slots[first], slots[second]) - 1] += 1
    return tuple(counts)


def fewest_meetings(
    sizes: Mapping[Hashable, int], rounds: int, fixed: Mapping[int, int], groups: Groups
) -> Meetings:
    """Return the fewest meetings in each round; their sum up to any round is a lower bound.

    In each round, the bracket consists of equal parts, whose entries can meet by then. The members
    of each group are spread over these parts as evenly as the numbers `fixed` in their slots allow.

    >>> fewest_meetings({"A": 3}, 3, {}, {})
    (0, 1, 2)
    """
    until = [0]
    for round in range(1, rounds + 1):
        parts = Counter((groups.get(number), slot >> round) for number, slot in fixed.items())
        part_count = 1 << (rounds - round)
        couples = 0
        for group, size in sizes.items():
            counts = [parts[group, part] for part in range(part_count)]
            couples += _together(counts, size - sum(counts))
        until.append(couples)
    return tuple(after - before for before, after in pairwise(until))


def sizes_by_group(numbers: Iterable[int], groups: Groups) -> Counter[Hashable]:
    """Count the members of each group."""
    return Counter(groups[number] for number in numbers if number in groups)


def couples_in_group(numbers: Iterable[int], groups: Groups) -> list[Couple]:
    """Return every couple of one group, lower number first."""
    members: dict[Hashable, list[int]] = {}
    for number in sorted(numbers):
        if number in groups:
            members.setdefault(groups[number], []).append(number)
    return [pair_key(*two) for group in members.values() for two in combinations(group, 2)]


def _together(counts: Sequence[int], more: int) -> int:
    """Return the fewest couples that share a part once `more` members have been added.

    `counts` has the number of members already in each part; the new members are spread evenly.
    """
    parts = list(counts)
    heapify(parts)
    for _member in range(more):
        heapreplace(parts, parts[0] + 1)
    return sum(comb(part, 2) for part in parts)


def _start(
    slots: Mapping[int, int], alike: Sequence[Sequence[int]], seed: str, label: str
) -> dict[int, int]:
    result = dict(slots)
    for members in alike:
        own = sorted(slots[number] for number in members)
        result |= zip(ball_order(members, seed, label), own, strict=True)
    return result
