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
    values_by_kind: dict[str, set[str]] = {}
    for tag in entrant.tags:
        kind, _colon, value = tag.partition(":")
        values_by_kind.setdefault(kind, set()).add(value)
    return {kind: frozenset(values) for kind, values in values_by_kind.items()}


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
    entrants_by_number = {entrant.number: entrant for entrant in entrants}
    if not wishes:
        return {}
    suspects: set[tuple[int, int]] = {
        couple
        for couple in wishes.forbidden
        if couple[0] in entrants_by_number and couple[1] in entrants_by_number
    }
    members: dict[str, list[int]] = {}
    for entrant in entrants_by_number.values():
        for tag in entrant.tags:
            if tag.partition(":")[0] in wishes.apart:
                members.setdefault(tag, []).append(entrant.number)
    for numbers in members.values():
        numbers.sort()
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    if wishes.together:
        numbers = sorted(entrants_by_number)
        suspects.update((a, b) for at, a in enumerate(numbers) for b in numbers[at + 1 :])
    costs = {
        pair: cost_of(wishes, entrants_by_number[pair[0]], entrants_by_number[pair[1]])
        for pair in sorted(suspects)
    }
    return {pair: cost for pair, cost in costs.items() if cost}


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of `couples`, and the cost of a `bye`, which exceeds all couples of a round.

    A forbidden couple weighs more than all rematches of the round, and a rematch more than all
    other wishes of the round.
    """

    couples: Mapping[Couple, int]
    bye: int


def costs_among(
    situation: Situation, numbers: Iterable[int], extra_costs: Mapping[Couple, int] | None = None
) -> Costs:
    """Return the costs of every couple of `numbers`; `extra_costs` are added to the wishes."""
    number_set = frozenset(numbers)
    matches = len(number_set) // 2 + 1
    entrants = [entrant for entrant in situation.entrants if entrant.number in number_set]
    wish_costs = table_of_costs(situation.wishes, entrants)
    wishes = {couple: cost % FORBIDDEN for couple, cost in wish_costs.items()}
    for couple, cost in (extra_costs or {}).items():
        wishes[couple] = wishes.get(couple, 0) + cost
    meetings = {
        couple: times
        for couple, times in count_meetings(situation.rounds).items()
        if couple[0] in number_set and couple[1] in number_set
    }
    per_meeting = matches * max(wishes.values(), default=0) + 1
    per_forbidden = per_meeting * (matches * max(meetings.values(), default=0) + 1)
    costs = dict.fromkeys((*wishes, *meetings), 0)
    for couple in costs:
        costs[couple] = wishes.get(couple, 0) + meetings.get(couple, 0) * per_meeting
        if wish_costs.get(couple, 0) >= FORBIDDEN:
            costs[couple] += per_forbidden
    return Costs(
        {couple: cost for couple, cost in costs.items() if cost}, per_forbidden * (matches + 1)
    )


def costs_in_bracket(situation: Situation, numbers: Iterable[int]) -> dict[Couple, int]:
    """Return the costs of the couples of `numbers`, for a bracket (`pairing.apart`)."""
    number_set = frozenset(numbers)
    entrants = [entrant for entrant in situation.entrants if entrant.number in number_set]
    costs = dict(table_of_costs(situation.wishes, entrants))
    for couple in count_meetings(situation.rounds):
        if number_set.issuperset(couple):
            costs[couple] = costs.get(couple, 0) + REMATCH
    return costs


# --- Seating costs --------------------------------------------------------------------------------
# Cost of a couple for each earlier meeting. A broken wish costs its weight, a forbidden couple
# FORBIDDEN.
MEETING_COST = 10
# Cost of an entrant at an odd table, for each turn at an odd table that it has had beyond the
# fewest turns of any entrant.
ODD_TABLE_COST = 1_000


def seating_costs(
    situation: Situation, scores: Mapping[int, int] | None = None, repeat: int = 1
) -> SeatingPrices:
    """Return the prices of a seating of this round.

    The spread of a table is its highest minus its lowest score. With `scores`, a unit of spread
    costs MEETING_COST, and a repeated meeting costs as much as a spread of `repeat`.
    """
    couple_costs: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (first, second), times in count_meetings(situation.rounds).items():
        couple_costs[first][second] = couple_costs[second][first] = times * MEETING_COST * repeat
    for (first, second), cost in table_of_costs(situation.wishes, situation.entrants).items():
        couple_costs[first][second] = couple_costs[first].get(second, 0) + cost * repeat
        couple_costs[second][first] = couple_costs[first][second]
    turns = odd_turns(situation.rounds, situation.sides)
    playing = [entrant.number for entrant in situation.entrants if entrant.active]
    fewest = min((turns[number] for number in playing), default=0)
    odd_costs = {number: (turns[number] - fewest) * ODD_TABLE_COST * repeat for number in playing}
    spread_costs = {number: score * MEETING_COST for number, score in (scores or {}).items()}
    return SeatingPrices(dict(couple_costs), odd_costs, spread_costs, situation.sides)


def odd_turns(rounds: Sequence[Sequence[PlayedMatch]], usual_size: int) -> Counter[int]:
    """Count how often each entrant sat at a table not of `usual_size`, byes excluded."""
    return Counter(
        number
        for matches in rounds
        for match in matches
        if not match.is_bye and len(match.teams) != usual_size
        for number in match.counts_for
    )


def tables_of(matches: Sequence[PlayedMatch]) -> list[tuple[int, ...]]:
    """Return the tables of a round as drawn, without resting entries, even if they caught up."""
    return [match.sides for match in matches if not match.bye_entries]
