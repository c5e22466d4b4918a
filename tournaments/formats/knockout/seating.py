"""The first round of a fixed bracket: byes, slots of the seeds, and separation of groups."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from tournaments.formats.core import Pairing, Report, Situation
from tournaments.formats.costs import costs_in_bracket
from tournaments.formats.history import bye_counts
from tournaments.formats.knockout.options import CLASSIC, POTS, RESTED, Options
from tournaments.formats.seeds import LOT, SEED
from tournaments.pairing.apart import meeting_round, separate
from tournaments.pairing.byes import bracket_size, spread_order
from tournaments.pairing.spread import (
    couples_in_group,
    fewest_meetings,
    sizes_by_group,
    spread_groups,
)

# Cost if two entries of a group can meet: above any wish except a forbidden couple.
SAME_GROUP = 10_000


def seat_bracket(
    situation: Situation, options: Options, order: Sequence[int], seed: str, label: str
) -> tuple[tuple[int, ...], ...]:
    """Return the sides of each position: two numbers, or one number for a bye.

    `order` is the order of the balls. The seeds take their slots first, then the byes, then the
    other entries. Entries of one group, and then entries that should not meet, exchange slots with
    entries drawn under the same conditions.
    """
    size = bracket_size(len(order))
    rounds = size.bit_length() - 1
    is_ranked = options.seeding in (POTS, CLASSIC)
    slots, alike = (_slots_by_rank if is_ranked else _slots_by_lot)(situation, options, order, size)
    groups = groups_among(situation, order)
    if groups:
        slots = spread_groups(slots, alike, groups, rounds, seed, f"{label} apart")
    costs = costs_in_bracket(situation, order)
    if costs:
        for couple in couples_in_group(order, groups):
            costs[couple] = costs.get(couple, 0) + SAME_GROUP
        slots = separate(slots, alike, costs, rounds)
    return _sides_by_position(slots, size // 2)


def groups_among(situation: Situation, numbers: Collection[int]) -> dict[int, str]:
    """Return the tag of each entry's former group; {} if no groups are spread over the bracket."""
    kind = f"{situation.wishes.spread}:"
    return {
        entrant.number: tag
        for entrant in situation.entrants
        for tag in entrant.tags
        if situation.wishes.spread and entrant.number in numbers and tag.startswith(kind)
    }


def ranks_in_bracket(size: int) -> list[int]:
    """Return the rank, from 1, that goes to each slot of the classic bracket.

    >>> ranks_in_bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    ranks = [1]
    while len(ranks) < size:
        sum_of_two = 2 * len(ranks) + 1
        ranks = [rank for best in ranks for rank in (best, sum_of_two - best)]
    return ranks


def first_pairs(size: int) -> list[tuple[int, int]]:
    """Return the ranks that meet in the first round of the classic bracket, from the top.

    >>> first_pairs(8)
    [(1, 8), (4, 5), (2, 7), (3, 6)]
    """
    ranks = ranks_in_bracket(size)
    return list(zip(ranks[::2], ranks[1::2], strict=True))


def first_round_in_order(
    situation: Situation, numbers: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the first round without a draw: entries with the fewest byes rest.

    All other entries keep their order.
    """
    size = bracket_size(len(numbers))
    byes = bye_counts(situation.rounds)
    bye_entries = sorted(numbers, key=lambda number: byes[number])[: size - len(numbers)]
    return _sides_by_position(_slots(numbers, bye_entries, (), size), size // 2)


def seed_order(positions: int) -> tuple[int, ...]:
    """Return the positions of the first, second… seed among `positions` (a power of two).

    The first two seeds go in opposite halves, the first four in different quarters (1 and 4 in one
    half), and so on.

    >>> seed_order(4), seed_order(8)
    ((1, 3, 4, 2), (1, 5, 7, 3, 4, 8, 6, 2))
    """
    ranks = ranks_in_bracket(positions)
    return tuple(ranks.index(rank) + 1 for rank in range(1, positions + 1))


def ranked_seeds(situation: Situation, order: Sequence[int]) -> tuple[int, ...]:
    """Return the seeds among `order`, best first; equal seeds keep their sequence in `order`."""
    seeds = {entrant.number: entrant.seed for entrant in situation.entrants}
    return tuple(
        sorted((number for number in order if seeds.get(number)), key=lambda number: seeds[number])
    )


def resting_order(situation: Situation, options: Options, order: Sequence[int]) -> tuple[int, ...]:
    """Return the order of the byes in a fixed bracket by the option `byes`, then by `order`."""
    if options.byes == SEED:
        places = _places(situation, order)
        return tuple(sorted(order, key=lambda number: places[number]))
    if options.byes == RESTED:
        byes = bye_counts(situation.rounds)
        return tuple(sorted(order, key=lambda number: byes[number]))
    return tuple(order)


def rest_costs(situation: Situation, options: Options, order: Sequence[int]) -> Mapping[int, int]:
    """Return the cost of a bye for each entry in a round drawn anew; the lowest cost rests first.

    No entry rests again while another has rested less. If `byes` is SEED, the best seed of the
    entries with the fewest byes rests.
    """
    byes = bye_counts(situation.rounds)
    fewest = min(byes[number] for number in order)
    places = _places(situation, order) if options.byes == SEED else {}
    return {
        number: (byes[number] - fewest) * len(order) + places.get(number, 0) for number in order
    }


def _slots_by_lot(
    situation: Situation, options: Options, order: Sequence[int], size: int
) -> tuple[dict[int, int], list[list[int]]]:
    """Return each entry's slot for LOT and SEED, and the lists of entries that may swap slots."""
    bye_entries = resting_order(situation, options, order)[: size - len(order)]
    seeds = _seeds_with_position(situation, options, order, bye_entries, size // 2)
    homes, bye_set = frozenset(seeds), frozenset(bye_entries)
    balls = [number for number in order if number not in homes]
    alike = [balls]
    # The lot decides the byes only among entries that are equal by the option `byes`.
    if options.byes != LOT and not (
        situation.wishes.spread and _byes_are_level(situation, options, order)
    ):
        alike = [
            [number for number in balls if number not in bye_set],
            [number for number in balls if number in bye_set],
        ]
    return _slots(order, bye_entries, seeds, size), alike


def _byes_are_level(situation: Situation, options: Options, order: Sequence[int]) -> bool:
    """Return whether the option `byes` makes no difference among these entries."""
    byes, places = bye_counts(situation.rounds), _places(situation, order)
    measure = places if options.byes == SEED else byes
    return len({measure[number] for number in order}) == 1


def _slots_by_rank(
    situation: Situation, options: Options, order: Sequence[int], size: int
) -> tuple[dict[int, int], list[list[int]]]:
    """Return each entry's slot for CLASSIC and POTS, and lists like those of `_slots_by_lot`."""
    seeds = ranked_seeds(situation, order)
    ball_places = {number: place for place, number in enumerate(order)}
    other_entries = [number for number in order if number not in set(seeds)]
    pots: list[list[int]] = []
    if options.seeding == POTS:
        edges = [0, *(1 << power for power in range(len(seeds).bit_length() + 1))]
        pots = [sorted(seeds[a:b], key=ball_places.__getitem__) for a, b in pairwise(edges)]
        seeds = tuple(number for pot in pots for number in pot)
    slot_of_rank = {rank: slot for slot, rank in enumerate(ranks_in_bracket(size))}
    slots = {
        number: slot_of_rank[rank] for rank, number in enumerate((*seeds, *other_entries), start=1)
    }
    return slots, [*pots, other_entries]


def _places(situation: Situation, order: Sequence[int]) -> dict[int, int]:
    """Return 0 for the best seed, 1 for the next…; all unseeded entries share a number."""
    seeds = ranked_seeds(situation, order)
    places = dict.fromkeys(order, len(seeds))
    return places | {number: place for place, number in enumerate(seeds)}


def _seeds_with_position(
    situation: Situation,
    options: Options,
    order: Sequence[int],
    bye_entries: Sequence[int],
    positions: int,
) -> tuple[int, ...]:
    """Return the seeds with a fixed position: as many as fit beside byes of unseeded entries."""
    seeds = ranked_seeds(situation, order) if options.seeding == SEED else ()
    while len(seeds) + len(set(bye_entries) - set(seeds)) > positions:
        seeds = seeds[:-1]
    return seeds


def _slots(
    order: Sequence[int], bye_entries: Sequence[int], seeds: Sequence[int], size: int
) -> dict[int, int]:
    """Return the slot of each entry: 2p − 2 and 2p − 1 are the two sides of position p."""
    positions = size // 2
    homes = dict(zip(seeds, seed_order(positions), strict=False))
    slots = {number: 2 * position - 2 for number, position in homes.items()}
    seed_positions = set(homes.values())
    bye_positions = {homes[number] for number in bye_entries if number in homes}
    free_positions = iter(
        [position for position in spread_order(positions) if position not in seed_positions]
    )
    for number in bye_entries:
        if number not in slots:
            position = next(free_positions)
            slots[number] = 2 * position - 2
            bye_positions.add(position)
    used_slots = set(slots.values())
    free_slots = iter(
        slot
        for slot in range(size)
        if slot not in used_slots and slot // 2 + 1 not in bye_positions
    )
    for number in order:
        if number not in slots:
            slots[number] = next(free_slots)
    return slots


def _sides_by_position(slots: Mapping[int, int], positions: int) -> tuple[tuple[int, ...], ...]:
    number_in_slot = {slot: number for number, slot in slots.items()}
    return tuple(
        tuple(
            number_in_slot[slot]
            for slot in (2 * position, 2 * position + 1)
            if slot in number_in_slot
        )
        for position in range(positions)
    )


# --- The first round in which two entries of one group may meet -----------------------------------
def add_group_concession(
    report: Report, situation: Situation, pairings: Sequence[Pairing]
) -> Report:
    """Return the report, with what it says about groups if two entries of a group may meet.

    `group_round` is the first round in which two entries of a group may meet. The broken wish
    `group_soon` has the couples that may meet sooner than necessary.
    """
    slots = {
        number: 2 * match.position - 2 + side
        for match in pairings
        for side, number in enumerate(match.sides)
    }
    groups = groups_among(situation, slots)
    rounds = bracket_size(len(slots)).bit_length() - 1
    unavoidable_meetings = fewest_meetings(sizes_by_group(slots, groups), rounds, {}, groups)
    if not any(unavoidable_meetings):
        return report
    latest_round = next(
        round for round, couples in enumerate(unavoidable_meetings, start=1) if couples
    )
    meeting_rounds = {
        couple: meeting_round(slots[couple[0]], slots[couple[1]])
        for couple in couples_in_group(slots, groups)
    }
    early_couples = sorted(
        couple for couple, round in meeting_rounds.items() if round < latest_round
    )
    report = replace(report, group_round=min(meeting_rounds.values()))
    return report.add_broken_wish("group_soon", early_couples)
