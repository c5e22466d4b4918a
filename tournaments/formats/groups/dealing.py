"""Division of entries into groups: their sizes and names, and the draw by lot or from pots.

From several starting points, two entries change groups while that lowers the cost.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tournaments.formats.arrivals import Vacancy, vacancies
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.costs import cost_of, table_of_costs
from tournaments.formats.history import active_set
from tournaments.formats.round_robin import groups_played
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import Couple

SMALLEST, LARGEST = 3, 8
# Most starting points tried while a wish is broken.
STARTING_POINTS = 24
# Most entries weighed in all starting points together; the first one is always tried.
MOST_WEIGHED = 20_000

NumberGroups = tuple[tuple[int, ...], ...]
Numbers = npt.NDArray[np.int64]


def group_letters(place: int) -> str:
    """Return the name of a group by its index, from 0.

    >>> [group_letters(place) for place in (0, 25, 26, 51, 52)]
    ['A', 'Z', 'AA', 'AZ', 'BA']
    """
    name = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def group_count(entrants: int, size: int) -> int:
    """Return the number of groups whose mean size is nearest to `size`; the larger number if tied.

    No group has fewer than three or more than eight entries, if the numbers allow it.

    >>> [group_count(n, 4) for n in (2, 5, 6, 10, 16, 26, 260)]
    [1, 1, 2, 3, 4, 7, 65]
    >>> group_count(42, 6), group_count(9, 8)
    (7, 2)
    """
    fitting = [
        count for count in range(1, entrants // SMALLEST + 1) if -(-entrants // count) <= LARGEST
    ]
    nearest = min(
        fitting, key=lambda count: (abs(Fraction(entrants, count) - size), -count), default=1
    )
    return nearest


def sizes(entrants: int, count: int) -> tuple[int, ...]:
    """Return the size of each group: as equal as possible, the first groups larger.

    >>> sizes(26, 4)
    (7, 7, 6, 6)
    """
    smaller_size, remainder = divmod(entrants, count)
    return tuple(smaller_size + (place < remainder) for place in range(count))


def spread_out(
    entrants: Sequence[Entrant], count: int, wishes: Wishes, seeded: bool, seed: str, label: str
) -> NumberGroups:
    """Return the members of `count` groups (`ball_pots`, `deal`), each group in ball order."""
    pots = ball_pots(entrants, count, seeded, seed, label)
    groups = deal(pots, count, table_of_costs(wishes, entrants), seed, label)
    balls = ball_order((entrant.number for entrant in entrants), seed, label)
    ball_places = {number: place for place, number in enumerate(balls)}
    return tuple(tuple(sorted(members, key=ball_places.__getitem__)) for members in groups)


def ball_pots(
    entrants: Iterable[Entrant], count: int, seeded: bool, seed: str, label: str
) -> NumberGroups:
    """Return the entries by pots, each pot in ball order.

    Without `seeded` there is one pot; with it, pots of `count` entries, the best seeds first.
    """
    entrants_by_number = {entrant.number: entrant for entrant in entrants}
    balls = ball_order(entrants_by_number, seed, label)
    if not seeded:
        return (balls,)
    ball_places = {number: place for place, number in enumerate(balls)}
    numbers_by_seed = sorted(
        balls, key=lambda number: entrants_by_number[number].seed or len(entrants_by_number) + 10**6
    )
    return tuple(
        tuple(sorted(numbers_by_seed[start : start + count], key=ball_places.__getitem__))
        for start in range(0, len(numbers_by_seed), count)
    )


def deal(
    pots: NumberGroups, count: int, costs: Mapping[Couple, int], seed: str, label: str
) -> NumberGroups:
    """Return the cheapest groups; the entries of the pots go to the groups in turn.

    Two entries of the same pot change groups while that lowers the cost. While a cost is left, the
    deal starts again with the balls of `label 1`, `label 2`… The first among equal deals wins.
    """
    entry_count = sum(map(len, pots))
    best_groups: NumberGroups = ()
    least_cost = -1
    for attempt in range(min(STARTING_POINTS, max(1, MOST_WEIGHED // max(entry_count, 1)))):
        balls = [ball_order(pot, seed, f"{label} {attempt}") for pot in pots] if attempt else pots
        groups, cost = _improve_groups(balls, count, costs)
        if least_cost < 0 or cost < least_cost:
            best_groups, least_cost = groups, cost
        if not cost:
            break
    return best_groups


def _improve_groups(
    pots: Sequence[Sequence[int]], count: int, costs: Mapping[Couple, int]
) -> tuple[NumberGroups, int]:
    """Return groups that no exchange of two entries of a pot makes cheaper, and their cost."""
    order = [number for pot in pots for number in pot]
    place = {number: index for index, number in enumerate(order)}
    group = np.arange(len(order), dtype=np.int64) % count
    pot_indices = np.repeat(np.arange(len(pots)), [len(members) for members in pots])
    rivals: dict[int, list[tuple[int, int]]] = {}
    for (first, second), cost in costs.items():
        if first in place and second in place:
            rivals.setdefault(place[first], []).append((place[second], cost))
            rivals.setdefault(place[second], []).append((place[first], cost))
    total = _separate(group, pot_indices, count, rivals) if rivals else 0
    groups: list[list[int]] = [[] for _group in range(count)]
    for index, number in enumerate(order):
        groups[group[index]].append(number)
    return tuple(map(tuple, groups)), total


def _separate(
    group: Numbers, pot: Numbers, count: int, rivals: Mapping[int, list[tuple[int, int]]]
) -> int:
    """Exchange entries in `group`, in place, while that lowers the cost; return the cost left.

    `group` and `pot` are the group and the pot of each entry by its index, and `count` is the
    number of groups. `rivals` has, by the index of an entry, (index, cost) of each other entry with
    which it has a cost.
    """
    entries = np.arange(len(group))
    weight = np.zeros((len(group), count), dtype=np.int64)
    for entry, others in rivals.items():
        for other, cost in others:
            weight[entry, group[other]] += cost
    improved = True
    while improved:
        improved = False
        for entry in sorted(rivals):
            own_group = group[entry]
            if not weight[entry, own_group]:
                continue
            change = weight[entry, group] + weight[:, own_group] - weight[entry, own_group]
            change -= weight[entries, group]
            for other, cost in rivals[entry]:
                change[other] -= 2 * cost
            change[(pot != pot[entry]) | (group == own_group)] = 0
            best = int(change.argmin())
            if change[best] >= 0:
                continue
            best_group = group[best]
            for mover, old, new in ((entry, own_group, best_group), (best, best_group, own_group)):
                for other, cost in rivals.get(mover, ()):
                    weight[other, old] -= cost
                    weight[other, new] += cost
            group[entry], group[best] = best_group, own_group
            improved = True
    return int(weight[entries, group].sum()) // 2


Groups = dict[str, tuple[int, ...]]


# --- Members of each group: after the first draw, and with late arrivals --------------------------
def dealt_groups(situation: Situation, count: int, seeded: bool, seed: str, label: str) -> Groups:
    """Return the active entries in `count` groups by name, each in ball order."""
    active = [entrant for entrant in situation.entrants if entrant.active]
    groups = spread_out(active, count, situation.wishes, seeded, seed, label)
    return {group_letters(place): members for place, members in enumerate(groups)}


def vacancies_of_groups(
    situation: Situation, table_sizes: Collection[int] = (2,)
) -> tuple[Vacancy, ...]:
    """Return the vacancies for a late arrival in the groups with the fewest active entries.

    Only groups that have a vacancy are compared.
    """
    open_vacancies, active = vacancies(situation, table_sizes), active_set(situation)
    active_counts = {
        number: len(active.intersection(members))
        for members in groups_played(situation.rounds).values()
        for number in members
    }
    fewest = min((active_counts[vacancy.resting[0]] for vacancy in open_vacancies), default=0)
    return tuple(
        vacancy for vacancy in open_vacancies if active_counts[vacancy.resting[0]] == fewest
    )


def add_newcomers(situation: Situation, groups: Groups) -> Groups:
    """Return the groups with each late arrival added to one of them.

    A late arrival joins the group with the fewest active entries; among equal groups, the group
    where the wishes cost least.
    """
    entrants_by_number = {entrant.number: entrant for entrant in situation.entrants}
    active = active_set(situation)
    groups = {name: groups[name] for name in sorted(groups, key=lambda name: (len(name), name))}
    grouped_entries = {number for members in groups.values() for number in members}
    for number in sorted(active - grouped_entries):
        size_and_price: dict[str, tuple[int, int]] = {}
        for name, members in groups.items():
            active_members = [entrants_by_number[member] for member in members if member in active]
            price = sum(
                cost_of(situation.wishes, entrants_by_number[number], member)
                for member in active_members
            )
            size_and_price[name] = len(active_members), price
        name = min(groups, key=size_and_price.__getitem__)
        groups[name] = tuple(sorted((*groups[name], number)))
    return groups
