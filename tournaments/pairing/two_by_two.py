"""Pairs two by two in ball order, changed only if one of these couples has a cost."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.matching import EMPTY_CHAIR, Couple, most_pairs, pair_key

# Up to this many numbers, every couple is weighed. With more, couples exchange partners, up to a
# limit of trials.
EXACT_UP_TO = 512
MOST_TRIALS = 1_000_000


Sides = tuple[tuple[int, ...], ...]


def two_by_two(
    order: Sequence[int],
    costs: Mapping[Couple, int],
    bye_costs: Mapping[int, int],
    seed: str,
    label: str,
) -> Sides:
    """Return all numbers in pairs at the lowest cost; if their number is odd, one of them rests.

    `order` is the order of the balls; `costs` has the cost of couples, lower number first, and
    `bye_costs` the cost of a bye (default 0). The numbers pair in ball order, and the first number
    with the least `bye_costs` rests. If none of these couples has a cost, they are the result.
    Otherwise the result is exact up to EXACT_UP_TO numbers; with more, couples exchange partners
    while an exchange lowers the cost (`exchange_partners`).
    """
    couples = _couples_in_ball_order(order, bye_costs)
    if any(_cost(costs, *couple) for couple in couples):
        if len(order) <= EXACT_UP_TO:
            couples = _cheapest_couples(order, costs, bye_costs, seed, label)
        else:
            couples = exchange_partners(couples, costs)
    return _sides_in_ball_order(couples, order)


def _couples_in_ball_order(order: Sequence[int], bye_costs: Mapping[int, int]) -> list[Couple]:
    playing = list(order)
    couples: list[Couple] = []
    if len(playing) % 2:
        least_cost = min(bye_costs.get(number, 0) for number in playing)
        resting = next(number for number in playing if bye_costs.get(number, 0) == least_cost)
        playing.remove(resting)
        couples.append((EMPTY_CHAIR, resting))
    return couples + list(zip(playing[::2], playing[1::2], strict=True))


def _cheapest_couples(
    numbers: Sequence[int],
    costs: Mapping[Couple, int],
    bye_costs: Mapping[int, int],
    seed: str,
    label: str,
) -> list[Couple]:
    chairs = sorted(numbers)
    if len(chairs) % 2:
        chairs.insert(0, EMPTY_CHAIR)
    graph = {
        (first, second): bye_costs.get(second, 0)
        if first == EMPTY_CHAIR
        else costs.get((first, second), 0)
        for place, first in enumerate(chairs)
        for second in chairs[place + 1 :]
    }
    return list(most_pairs(graph, seed, label))


def exchange_partners(couples: Sequence[Couple], costs: Mapping[Couple, int]) -> list[Couple]:
    """Return the couples after exchanges of partners that lower their total cost.

    Each couple with a cost exchanges partners with the couple that lowers the cost most.
    The first exchange that leaves no cost is enough. This local search ends after MOST_TRIALS
    trials, or if no exchange lowers the cost.
    """
    pairs = list(couples)
    trials, improved = 0, True
    while improved and trials < MOST_TRIALS:
        improved = False
        for place, (first, second) in enumerate(pairs):
            cost = _cost(costs, first, second)
            if not cost or trials > MOST_TRIALS:
                continue
            best_exchange, saving = None, 0
            for other_place, (third, fourth) in enumerate(pairs):
                if other_place == place or EMPTY_CHAIR in (first, third):
                    continue
                trials += 1
                cost_now = cost + _cost(costs, third, fourth)
                straight_cost = _cost(costs, first, third) + _cost(costs, second, fourth)
                crossed_cost = _cost(costs, first, fourth) + _cost(costs, second, third)
                if cost_now - min(straight_cost, crossed_cost) > saving:
                    saving = cost_now - min(straight_cost, crossed_cost)
                    is_crossed = straight_cost > crossed_cost
                    best_exchange = (
                        other_place,
                        fourth if is_crossed else third,
                        third if is_crossed else fourth,
                    )
                    if saving == cost_now:
                        break
            if best_exchange is not None:
                other_place, first_partner, second_partner = best_exchange
                pairs[place], pairs[other_place] = (first, first_partner), (second, second_partner)
                improved, (first, second) = True, pairs[place]
    return pairs


def _cost(costs: Mapping[Couple, int], first: int, second: int) -> int:
    return costs.get(pair_key(first, second), 0)


def _sides_in_ball_order(couples: Sequence[Couple], order: Sequence[int]) -> Sides:
    """Return each couple in ball order, the couples by their first number, and the bye last."""
    ball = {number: place for place, number in enumerate(order)}
    sides = [
        tuple(sorted((n for n in couple if n != EMPTY_CHAIR), key=lambda n: ball[n]))
        for couple in couples
    ]
    return tuple(sorted(sides, key=lambda side: (len(side) == 1, ball[side[0]])))
