"""Wishes about who meets whom: what a couple costs by its tags (`core.Wishes`)."""

from collections.abc import Iterable, Mapping

from tournaments.formats.core import Entrant, Wishes
from tournaments.pairing.couples import pair_key

# A forbidden couple weighs more than every other wish of a whole round together.
FORBIDDEN = 1_000_000
HEAVIEST = 9


def kinds(entrant: Entrant) -> dict[str, frozenset[str]]:
    """The values of its tags by kind.

    >>> kinds(Entrant(3, tags=("town:luco", "family:gil", "family:sanz")))["family"]
    frozenset({'gil', 'sanz'})
    """
    found: dict[str, set[str]] = {}
    for tag in entrant.tags:
        kind, _colon, value = tag.partition(":")
        found.setdefault(kind, set()).add(value)
    return {kind: frozenset(values) for kind, values in found.items()}


def cost_of(wishes: Wishes, one: Entrant, other: Entrant) -> int:
    """Return what the couple costs: the weights of the wishes it breaks; FORBIDDEN if it is
    forbidden.

    Somebody without a tag of a kind breaks no wish of that kind.

    >>> wishes = Wishes(apart={"town": 3}, together={"session": 2})
    >>> cost_of(wishes, Entrant(1, tags=("town:luco",)), Entrant(2, tags=("town:luco",)))
    3
    """
    cost = FORBIDDEN if pair_key(one.number, other.number) in wishes.forbidden else 0
    here, there = kinds(one), kinds(other)
    for kind, weight in wishes.apart.items():
        if here.get(kind, frozenset()) & there.get(kind, frozenset()):
            cost += weight
    for kind, weight in wishes.together.items():
        if kind in here and kind in there and not here[kind] & there[kind]:
            cost += weight
    return cost


def table_of_costs(wishes: Wishes, entrants: Iterable[Entrant]) -> Mapping[tuple[int, int], int]:
    """The cost of every couple that costs something, lower number first.

    It goes through the members of each tag, not through every couple: without wishes it is free.
    """
    people = {entrant.number: entrant for entrant in entrants}
    if not wishes:
        return {}
    suspects: set[tuple[int, int]] = {
        couple for couple in wishes.forbidden if couple[0] in people and couple[1] in people
    }
    members: dict[str, list[int]] = {}
    for entrant in people.values():
        for tag in entrant.tags:
            if tag.partition(":")[0] in wishes.apart:
                members.setdefault(tag, []).append(entrant.number)
    for numbers in members.values():
        numbers.sort()
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    if wishes.together:
        numbers = sorted(people)
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    costs = {pair: cost_of(wishes, people[pair[0]], people[pair[1]]) for pair in sorted(suspects)}
    return {pair: cost for pair, cost in costs.items() if cost}
