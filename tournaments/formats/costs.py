"""Costs of couples: the wishes that they break, by their tags (`core.Wishes`), and rematches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core import Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import count_meetings
from tournaments.pairing.matching import Couple, pair_key
from tournaments.pairing.seating.search import SeatingPrices

# A forbidden couple weighs more than all other wishes of a whole round.
FORBIDDEN = 1_000_000
HEAVIEST = 9  # highest weight of a wish
# In a bracket, a rematch weighs more than any wish except a forbidden couple.
REMATCH = 100 * HEAVIEST


def tags_by_kind(entrant: Entrant) -> dict[str, frozenset[str]]:
    """Return the values of the entrant's tags by kind.

    >>> sorted(tags_by_kind(Entrant(3, tags=("town:luco", "family:gil", "family:sanz")))["family"])
    ['gil', 'sanz']
    """
    by_kind: dict[str, set[str]] = {}
    for tag in entrant.tags:
        kind, _colon, value = tag.partition(":")
        by_kind.setdefault(kind, set()).add(value)
    return {kind: frozenset(values) for kind, values in by_kind.items()}


def cost_of(wishes: Wishes, first: Entrant, second: Entrant) -> int:
    """Return the weights of the wishes that the couple breaks, plus FORBIDDEN if it is forbidden.

    An entrant without a tag of a kind breaks no wish of that kind.

    >>> wishes = Wishes(apart={"town": 3}, together={"session": 2})
    >>> cost_of(wishes, Entrant(1, tags=("town:luco",)), Entrant(2, tags=("town:luco",)))
    3
    """
    cost = FORBIDDEN if pair_key(first.number, second.number) in wishes.forbidden else 0
    first_tags, second_tags = tags_by_kind(first), tags_by_kind(second)
    for kind, weight in wishes.apart.items():
        if first_tags.get(kind, frozenset()) & second_tags.get(kind, frozenset()):
            cost += weight
    for kind, weight in wishes.together.items():
        if kind in first_tags and kind in second_tags and not first_tags[kind] & second_tags[kind]:
            cost += weight
    return cost


def table_of_costs(wishes: Wishes, entrants: Iterable[Entrant]) -> Mapping[tuple[int, int], int]:
    """Return the cost of each couple that breaks a wish, lower number first."""
    by_number = {entrant.number: entrant for entrant in entrants}
    if not wishes:
        return {}
    suspects: set[tuple[int, int]] = {
        couple for couple in wishes.forbidden if couple[0] in by_number and couple[1] in by_number
    }
    members: dict[str, list[int]] = {}
    for entrant in by_number.values():
        for tag in entrant.tags:
            if tag.partition(":")[0] in wishes.apart:
                members.setdefault(tag, []).append(entrant.number)
    for numbers in members.values():
        numbers.sort()
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    if wishes.together:
        numbers = sorted(by_number)
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    costs = {
        pair: cost_of(wishes, by_number[pair[0]], by_number[pair[1]]) for pair in sorted(suspects)
    }
    return {pair: cost for pair, cost in costs.items() if cost}


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of `couples`, and the cost of a bye (`rest`), which exceeds all couples of a round.

    A forbidden couple weighs more than all rematches of the round, and a rematch more than all
    other wishes of the round.
    """

    couples: Mapping[Couple, int]
    rest: int


def costs_among(
    situation: Situation, numbers: Iterable[int], more: Mapping[Couple, int] | None = None
) -> Costs:
    """Return the costs of every couple of `numbers`; `more` has costs to add to the wishes."""
    living = frozenset(numbers)
    matches = len(living) // 2 + 1
    entrants = [entrant for entrant in situation.entrants if entrant.number in living]
    by_wishes = table_of_costs(situation.wishes, entrants)
    wishes = {couple: cost % FORBIDDEN for couple, cost in by_wishes.items()}
    for couple, cost in (more or {}).items():
        wishes[couple] = wishes.get(couple, 0) + cost
    met = {
        couple: times
        for couple, times in count_meetings(situation.rounds).items()
        if couple[0] in living and couple[1] in living
    }
    per_meeting = matches * max(wishes.values(), default=0) + 1
    per_forbidden = per_meeting * (matches * max(met.values(), default=0) + 1)
    costs = dict.fromkeys((*wishes, *met), 0)
    for couple in costs:
        costs[couple] = wishes.get(couple, 0) + met.get(couple, 0) * per_meeting
        if by_wishes.get(couple, 0) >= FORBIDDEN:
            costs[couple] += per_forbidden
    return Costs(
        {couple: cost for couple, cost in costs.items() if cost}, per_forbidden * (matches + 1)
    )


def costs_in_bracket(situation: Situation, numbers: Iterable[int]) -> dict[Couple, int]:
    """Return the costs of the couples of `numbers` in a bracket drawn now (`pairing.apart`)."""
    inside = frozenset(numbers)
    entrants = [entrant for entrant in situation.entrants if entrant.number in inside]
    costs = dict(table_of_costs(situation.wishes, entrants))
    for couple in count_meetings(situation.rounds):
        if inside.issuperset(couple):
            costs[couple] = costs.get(couple, 0) + REMATCH
    return costs


# --- Seating costs --------------------------------------------------------------------------------
# Cost of a couple for each earlier meeting. A broken wish costs its weight, a forbidden couple
# FORBIDDEN.
REPEATED = 10
# Cost of an entrant at an odd table, for each turn at an odd table that it has had beyond the
# fewest turns of any entrant.
ODD_AGAIN = 1_000


def seating_costs(
    situation: Situation, scores: Mapping[int, int] | None = None, repeat: int = 1
) -> SeatingPrices:
    """Return the prices of a seating of this round.

    The spread of a table is its highest minus its lowest score. With `scores`, a unit of spread
    costs REPEATED, and a repeated meeting costs as much as a spread of `repeat`.
    """
    together: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (first, second), times in count_meetings(situation.rounds).items():
        together[first][second] = together[second][first] = times * REPEATED * repeat
    for (first, second), cost in table_of_costs(situation.wishes, situation.entrants).items():
        together[first][second] = together[first].get(second, 0) + cost * repeat
        together[second][first] = together[first][second]
    turns = odd_turns(situation.rounds, situation.sides)
    playing = [entrant.number for entrant in situation.entrants if entrant.active]
    fewest = min((turns[number] for number in playing), default=0)
    odd = {number: (turns[number] - fewest) * ODD_AGAIN * repeat for number in playing}
    spread = {number: score * REPEATED for number, score in (scores or {}).items()}
    return SeatingPrices(dict(together), odd, spread, situation.sides)


def odd_turns(rounds: Sequence[Sequence[PlayedMatch]], usual: int) -> Counter[int]:
    """Count how often each entrant sat at a table of another size than `usual`, byes excluded."""
    return Counter(
        number
        for matches in rounds
        for match in matches
        if not match.rest and len(match.teams) != usual
        for number in match.counts_for
    )


def tables_of(matches: Sequence[PlayedMatch]) -> list[tuple[int, ...]]:
    """Return the tables of a round as drawn, without resting entries, even if they caught up."""
    return [match.sides for match in matches if not match.rested]
