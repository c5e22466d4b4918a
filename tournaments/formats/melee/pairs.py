"""Partners and rivals of a round of mêlée."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from tournaments.formats.core import Situation
from tournaments.formats.costs import MEETING_COST, table_of_costs
from tournaments.formats.history import count_meetings, partnerships, rounds_not_played
from tournaments.pairing.calendar import circle
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import EMPTY_CHAIR, Couple, most_pairs, pair_key

# Up to this many entries, every couple is weighed; with more, each entry is first weighed with the
# next NEIGHBOURS entries in ball order that cost nothing with it.
EXACT_UP_TO = 256
NEIGHBOURS = 24
# How many ways of pairing are tried while partners repeat or rivals have a cost.
WAYS = 8
Foursome = tuple[Couple, Couple]
Costs = Mapping[Couple, int]


def matches_of_round(
    situation: Situation, rounds: int, order: Sequence[int], seed: str, label: str
) -> tuple[list[Foursome], tuple[int, ...]]:
    """Return the matches of a round, in a stage of `rounds`, and the entries that rest.

    The best of the first WAYS ways of pairing wins: it repeats the fewest partners and, among
    equals, has the cheapest rivals.
    """
    best_round: tuple[list[Foursome], tuple[int, ...]] = ([], ())
    least_cost: tuple[int, int] | None = None
    partner_counts, rival_costs = partnerships(situation.rounds), _rival_costs(situation)
    for pairs, resting in islice(_ways(situation, rounds, order, seed, label), WAYS):
        matches, cost = _matches(pairs, rival_costs, order, seed, label)
        total_cost = sum(partner_counts[pair] for pair in pairs), cost
        if least_cost is None or total_cost < least_cost:
            best_round, least_cost = (matches, resting), total_cost
        if total_cost == (0, 0):
            break
    return best_round


def _ways(
    situation: Situation, rounds: int, order: Sequence[int], seed: str, label: str
) -> Iterator[tuple[list[Couple], tuple[int, ...]]]:
    """Yield ways of pairing the round, each with the entries that rest.

    In a stage with at most half as many rounds as playing entries, no partner has to repeat
    (Dirac). A longer stage follows a circle plan, as long as the plan repeats no partner and
    respects the turn of the byes. Without such a plan, the ways are WAYS cheapest matchings.
    """
    resting = _resting(situation, order)
    playing = [number for number in order if number not in resting]
    partner_counts = partnerships(situation.rounds)
    plan_fits = False
    if 2 * rounds > len(playing):
        plan = _plan(situation, order)
        rests = rounds_not_played(situation)
        bye_turn = sorted(rests[number] for number in resting)
        for index in ball_order(range(len(plan)), seed, f"{label} plan"):
            bye_couple_numbers = [
                number for couple in plan[index] if EMPTY_CHAIR in couple for number in couple
            ]
            resting_by_plan = tuple(
                number for number in bye_couple_numbers if number != EMPTY_CHAIR
            )
            pairs = [couple for couple in plan[index] if EMPTY_CHAIR not in couple]
            if bye_turn == [rests[number] for number in resting_by_plan] and not any(
                partner_counts[couple] for couple in pairs
            ):
                plan_fits = True
                yield pairs, resting_by_plan
    if not plan_fits:
        costs = {couple: times * MEETING_COST for couple, times in partner_counts.items()}
        for way in range(WAYS):
            if way:  # other entries with the fewest byes rest
                resting = _resting(situation, ball_order(order, seed, f"{label} rests {way}"))
                playing = [number for number in order if number not in resting]
            yield _cheapest_matching(playing, costs, seed, f"{label} partners {way}"), resting


def _plan(situation: Situation, order: Sequence[int]) -> list[tuple[Couple, ...]]:
    """Return the couples of each later round, EMPTY_CHAIR for a bye; [] if no plan fits."""
    first_round = situation.rounds[0] if situation.rounds else ()
    couples = [
        (pair_key(team[0], team[-1]) if not match.is_bye else (EMPTY_CHAIR, team[0]))
        for match in first_round
        for team in match.teams
    ]
    people = {number for couple in couples for number in couple} - {EMPTY_CHAIR}
    if len(order) % 4 > 1 or people != set(order):
        return []
    return circle(sorted(couples))


def _rival_costs(situation: Situation) -> dict[Couple, int]:
    """Return the cost of each couple as rivals: earlier meetings, and the wishes."""
    costs = {
        couple: times * MEETING_COST for couple, times in count_meetings(situation.rounds).items()
    }
    for couple, cost in table_of_costs(situation.wishes, situation.entrants).items():
        costs[couple] = costs.get(couple, 0) + cost
    return costs


def _matches(
    pairs: Sequence[Couple], rival_costs: Costs, order: Sequence[int], seed: str, label: str
) -> tuple[list[Foursome], int]:
    """Return the cheapest matches of the pairs, and their cost."""
    pair_of_head = {pair[0]: pair for pair in pairs}
    head_of = {number: pair[0] for pair in pairs for number in pair}
    costs: Counter[Couple] = Counter()
    for (first, second), cost in rival_costs.items():
        own_head, rival_head = head_of.get(first), head_of.get(second)
        if own_head is not None and rival_head is not None and own_head != rival_head:
            costs[pair_key(own_head, rival_head)] += cost
    heads = [number for number in order if number in pair_of_head]
    matching = _cheapest_matching(heads, costs, seed, f"{label} rivals")
    cost = sum(costs[couple] for couple in matching)
    return [(pair_of_head[first], pair_of_head[second]) for first, second in matching], cost


def _cheapest_matching(order: Sequence[int], costs: Costs, seed: str, label: str) -> list[Couple]:
    """Return the cheapest matching of an even number of entries; a missing cost is 0.

    With more than EXACT_UP_TO entries, each entry is first weighed only with the next entries of
    `order` that cost nothing with it.
    """
    neighbours = NEIGHBOURS if len(order) > EXACT_UP_TO else len(order)
    while neighbours < len(order):
        matching = most_pairs(_free_couples(order, costs, neighbours), seed, label)
        if 2 * len(matching) == len(order):
            return list(matching)
        neighbours *= 4
    couples = (pair_key(first, second) for first, second in combinations(order, 2))
    return list(most_pairs({couple: costs.get(couple, 0) for couple in couples}, seed, label))


def _free_couples(order: Sequence[int], costs: Costs, neighbours: int) -> dict[Couple, int]:
    graph: dict[Couple, int] = {}
    for place, number in enumerate(order):
        neighbours_left = neighbours
        for step in range(1, len(order)):
            couple = pair_key(number, order[(place + step) % len(order)])
            if couple not in costs:
                graph[couple] = 0
                neighbours_left -= 1
                if not neighbours_left:
                    break
    return graph


def _resting(situation: Situation, order: Sequence[int]) -> tuple[int, ...]:
    """Return the entries that rest because the number of entries is not a multiple of four.

    They are the entries that have rested least; among equals, the first in the order of the draw.
    """
    rests = rounds_not_played(situation)
    # The sort is stable: equal entries keep their ball order.
    numbers_by_rests = sorted(order, key=lambda number: rests[number])
    return tuple(numbers_by_rests[: len(order) % 4])
