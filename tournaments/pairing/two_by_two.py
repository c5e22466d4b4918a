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
    rests: Mapping[int, int],
    seed: str,
    label: str,
) -> Sides:
    """Return all numbers in pairs at the lowest cost; if their number is odd, one of them rests.

    `order` is the order of the balls; `costs` has the cost of couples, lower number first, and
    `rests` the cost of a bye (default 0). The numbers pair in ball order, and the first number
    with the least `rests` rests. If none of these couples has a cost, they are the result.
    Otherwise the result is exact up to EXACT_UP_TO numbers; with more, couples exchange partners
    while an exchange lowers the cost (`exchange_partners`).
    """
    couples = _by_balls(order, rests)
    if any(_cost(costs, *couple) for couple in couples):
        if len(order) <= EXACT_UP_TO:
            couples = _exact(order, costs, rests, seed, label)
        else:
            couples = exchange_partners(couples, costs)
    return _in_order(couples, order)


def _by_balls(order: Sequence[int], rests: Mapping[int, int]) -> list[Couple]:
    playing = list(order)
    couples: list[Couple] = []
    if len(playing) % 2:
        least = min(rests.get(number, 0) for number in playing)
        resting = next(number for number in playing if rests.get(number, 0) == least)
        playing.remove(resting)
        couples.append((EMPTY_CHAIR, resting))
    return couples + list(zip(playing[::2], playing[1::2], strict=True))


def _exact(
    numbers: Sequence[int],
    costs: Mapping[Couple, int],
    rests: Mapping[int, int],
    seed: str,
    label: str,
) -> list[Couple]:
    chairs = sorted(numbers)
    if len(chairs) % 2:
        chairs.insert(0, EMPTY_CHAIR)
    graph = {
        (first, second): rests.get(second, 0)
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
    trials, better = 0, True
    while better and trials < MOST_TRIALS:
        better = False
        for place, (one, two) in enumerate(pairs):
            cost = _cost(costs, one, two)
            if not cost or trials > MOST_TRIALS:
                continue
            best, saved = None, 0
            for other, (three, four) in enumerate(pairs):
                if other == place or EMPTY_CHAIR in (one, three):
                    continue
                trials += 1
                now = cost + _cost(costs, three, four)
                straight = _cost(costs, one, three) + _cost(costs, two, four)
                crossed = _cost(costs, one, four) + _cost(costs, two, three)
                if now - min(straight, crossed) > saved:
                    saved = now - min(straight, crossed)
                    turned = straight > crossed
                    best = (other, four if turned else three, three if turned else four)
                    if saved == now:
                        break
            if best is not None:
                other, with_one, with_two = best
                pairs[place], pairs[other] = (one, with_one), (two, with_two)
                better, (one, two) = True, pairs[place]
    return pairs


def _cost(costs: Mapping[Couple, int], first: int, second: int) -> int:
    return costs.get(pair_key(first, second), 0)


def _in_order(couples: Sequence[Couple], order: Sequence[int]) -> Sides:
    """Return each couple in ball order, the couples by their first number, and the bye last."""
    ball = {number: place for place, number in enumerate(order)}
    sides = [
        tuple(sorted((n for n in couple if n != EMPTY_CHAIR), key=lambda n: ball[n]))
        for couple in couples
    ]
    return tuple(sorted(sides, key=lambda side: (len(side) == 1, ball[side[0]])))
