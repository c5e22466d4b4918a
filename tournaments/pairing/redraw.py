"""Two by two as the balls come out, and better only where that breaks something."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.matching import cheapest_pairs

# Up to here every couple is weighed; above, only those of a broken couple and some neighbours.
EXACT_UP_TO = 512
TOGETHER = 128
# The chair in front of whoever rests; entries are numbered from 1.
EMPTY_CHAIR = 0

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """`sides` in the order of the balls, whoever rests last; `proven` if no way costs less."""

    sides: tuple[tuple[int, ...], ...]
    proven: bool


def two_by_two(
    order: Sequence[int],
    costs: Mapping[Couple, int],
    rests: Mapping[int, int],
    seed: str,
    label: str,
) -> Redrawn:
    """Everybody in twos, one resting when they are odd, at the lowest cost.

    `order` is that of the balls; `costs` has the couples that cost something, lower number first,
    and `rests` what it costs that somebody rests (absent: 0). First as the balls come out: of
    those whose rest costs least the first ball rests, the others pair two by two. If that costs
    nothing more than the rest, it stays. Else all couples are weighed (exact up to 512); above,
    the couples that cost are paired again exactly, 128 people at a time, with others that do not.
    """
    couples = _as_they_come(order, rests)
    broken = [couple for couple in couples if costs.get(_key(couple), 0)]
    if not broken:
        return Redrawn(_in_order(couples, order), True)
    if len(order) <= EXACT_UP_TO:
        return Redrawn(_in_order(_exact(order, costs, rests, seed, label), order), True)
    mended = _mended(couples, costs, seed, label)
    proven = not any(costs.get(_key(couple), 0) for couple in mended)
    return Redrawn(_in_order(mended, order), proven)


def _as_they_come(order: Sequence[int], rests: Mapping[int, int]) -> list[Couple]:
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
        (one, other): rests.get(other, 0) if one == EMPTY_CHAIR else costs.get((one, other), 0)
        for place, one in enumerate(chairs)
        for other in chairs[place + 1 :]
    }
    found = cheapest_pairs(graph, seed, label)
    assert found is not None, "a complete graph with an even number of chairs has a matching"
    return list(found)


def _mended(
    couples: Sequence[Couple], costs: Mapping[Couple, int], seed: str, label: str
) -> list[Couple]:
    """The couples that cost, 32 at a time, paired again together with 32 that do not."""
    resting = [couple for couple in couples if couple[0] == EMPTY_CHAIR]
    playing = [couple for couple in couples if couple[0] != EMPTY_CHAIR]
    broken = [couple for couple in playing if costs.get(_key(couple), 0)]
    whole = [couple for couple in playing if not costs.get(_key(couple), 0)]
    share = TOGETHER // 4
    mended: list[Couple] = []
    for start in range(0, len(broken), share):
        part = broken[start : start + share]
        near, whole = whole[:share], whole[share:]
        numbers = [number for couple in part + near for number in couple]
        mended += _exact(numbers, costs, {}, seed, label)
    return resting + mended + whole


def _in_order(couples: Sequence[Couple], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Within a couple and among couples, the earlier ball first; whoever rests, last."""
    ball = {number: place for place, number in enumerate(order)}
    sides = [
        tuple(sorted((n for n in couple if n != EMPTY_CHAIR), key=lambda n: ball[n]))
        for couple in couples
    ]
    return tuple(sorted(sides, key=lambda side: (len(side) == 1, ball[side[0]])))


def _key(couple: Couple) -> Couple:
    return (min(couple), max(couple))
