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
    exchange_groups: Sequence[Sequence[int]],
    groups: Groups,
    rounds: int,
    seed: str,
    label: str,
) -> dict[int, int]:
    """Return the slot of each number, changed for few meetings within a group in early rounds.

    The numbers of each list of `exchange_groups` may exchange slots. The search starts from
    `slots`. While a better bracket is possible (`fewest_meetings`), it starts again with each list
    in the `ball_order` of `label k`, k = 1, 2, … The best result wins, the first among equals.
    """
    couples = dict.fromkeys(couples_in_group(slots, groups), 1)
    moving = {number for members in exchange_groups for number in members}
    fixed_slots = {number: slot for number, slot in slots.items() if number not in moving}
    fewest = fewest_meetings(sizes_by_group(slots, groups), rounds, fixed_slots, groups)
    best_slots: dict[int, int] = {}
    for attempt in range(STARTING_POINTS):
        starting_slots = (
            _starting_slots(slots, exchange_groups, seed, f"{label} {attempt}")
            if attempt
            else slots
        )
        result = separate(starting_slots, exchange_groups, couples, rounds, WEIGHT_OF_A_ROUND)
        if not best_slots or count_early_meetings(result, groups, rounds) < count_early_meetings(
            best_slots, groups, rounds
        ):
            best_slots = result
        if count_early_meetings(best_slots, groups, rounds) == fewest:
            break
    return best_slots


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
    sizes: Mapping[Hashable, int], rounds: int, fixed_slots: Mapping[int, int], groups: Groups
) -> Meetings:
    """Return the fewest meetings in each round; their sum up to any round is a lower bound.

    In each round, the bracket consists of equal parts, whose entries can meet by then. The members
    of each group are spread over these parts as evenly as the `fixed_slots` of some numbers allow.

    >>> fewest_meetings({"A": 3}, 3, {}, {})
    (0, 1, 2)
    """
    couples_by_round = [0]
    for round in range(1, rounds + 1):
        parts = Counter((groups.get(number), slot >> round) for number, slot in fixed_slots.items())
        part_count = 1 << (rounds - round)
        couples = 0
        for group, size in sizes.items():
            counts = [parts[group, part] for part in range(part_count)]
            couples += _fewest_couples(counts, size - sum(counts))
        couples_by_round.append(couples)
    return tuple(later - earlier for earlier, later in pairwise(couples_by_round))


def sizes_by_group(numbers: Iterable[int], groups: Groups) -> Counter[Hashable]:
    """Count the members of each group."""
    return Counter(groups[number] for number in numbers if number in groups)


def couples_in_group(numbers: Iterable[int], groups: Groups) -> list[Couple]:
    """Return every couple of one group, lower number first."""
    members: dict[Hashable, list[int]] = {}
    for number in sorted(numbers):
        if number in groups:
            members.setdefault(groups[number], []).append(number)
    return [pair_key(*couple) for group in members.values() for couple in combinations(group, 2)]


def _fewest_couples(counts: Sequence[int], new_members: int) -> int:
    """Return the fewest couples that share a part once `new_members` members have been added.

    `counts` has the number of members already in each part; the new members are spread evenly.
    """
    parts = list(counts)
    heapify(parts)
    for _member in range(new_members):
        heapreplace(parts, parts[0] + 1)
    return sum(comb(part, 2) for part in parts)


def _starting_slots(
    slots: Mapping[int, int], exchange_groups: Sequence[Sequence[int]], seed: str, label: str
) -> dict[int, int]:
    result = dict(slots)
    for members in exchange_groups:
        group_slots = sorted(slots[number] for number in members)
        result |= zip(ball_order(members, seed, label), group_slots, strict=True)
    return result
