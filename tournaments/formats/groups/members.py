"""Members of each group: the first deal, and the groups of late arrivals."""

from collections.abc import Collection

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import Situation
from tournaments.formats.costs import cost_of
from tournaments.formats.groups.dealing import group_letters, spread_out
from tournaments.formats.history import active_set
from tournaments.formats.round_robin import groups_played

Groups = dict[str, tuple[int, ...]]


def dealt(situation: Situation, count: int, seeded: bool, seed: str, label: str) -> Groups:
    """Return the active entries in `count` groups by name, in the order of the balls or pots."""
    active = [entrant for entrant in situation.entrants if entrant.active]
    groups = spread_out(active, count, situation.wishes, seeded, seed, label)
    return {group_letters(place): members for place, members in enumerate(groups)}


def rooms_of_groups(situation: Situation, people: Collection[int] = (2,)) -> tuple[Room, ...]:
    """Return the rooms for a late arrival in the groups with the fewest active entries.

    Only groups that have a room are compared.
    """
    open_rooms, active = rooms(situation, people), active_set(situation)
    size = {
        number: len(active.intersection(members))
        for members in groups_played(situation.rounds).values()
        for number in members
    }
    least = min((size[room.resting[0]] for room in open_rooms), default=0)
    return tuple(room for room in open_rooms if size[room.resting[0]] == least)


def with_newcomers(situation: Situation, groups: Groups) -> Groups:
    """Return the groups with each late arrival added to one of them.

    A late arrival joins the group with the fewest active entries; among equal groups, the group
    where the wishes cost least.
    """
    people = {entrant.number: entrant for entrant in situation.entrants}
    active = active_set(situation)
    groups = {name: groups[name] for name in sorted(groups, key=lambda name: (len(name), name))}
    known = {number for members in groups.values() for number in members}
    for number in sorted(active - known):
        room: dict[str, tuple[int, int]] = {}
        for name, members in groups.items():
            there = [people[member] for member in members if member in active]
            price = sum(cost_of(situation.wishes, people[number], member) for member in there)
            room[name] = len(there), price
        name = min(groups, key=room.__getitem__)
        groups[name] = tuple(sorted((*groups[name], number)))
    return groups
