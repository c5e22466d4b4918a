"""Each pairing of a pool against all there are, and the hard rounds against networkx."""

import random
from itertools import combinations

import networkx
import numpy as np
import pytest

from tests.rows import each
from tests.sizes import size
from tests.tournaments.pairing.every import every_pairing
from tournaments.pairing import level
from tournaments.pairing.level import NOBODY, least_squares, level_pairs
from tournaments.pairing.matching import lots
from tournaments.pairing.pool import NONE, Meetings, Pool, Tags

DRAW = ("seed", "round")
OF_TEN = size(6, long=12)


def a_hall(size, dice, *, met=0, forbidden=0, tags=0, scores=5, gap=0):
    """A pool of so many, in which each has met so many others, and so on, by the dice."""

    def some(count):
        couples = list(combinations(range(size), 2))
        picked = [dice.choice(couples) for _ in range(count * size // 2)] if couples else []
        return np.array(picked, np.int64).reshape(-1, 2)

    codes = [[dice.choice((NONE, 0, 1, 2)), dice.choice((NONE, 3))] for _ in range(size)]
    return Pool(
        numbers=np.array(dice.sample(range(1, 900), size), np.int64),
        points=np.array([dice.randrange(scores) for _ in range(size)], np.int64),
        rests=np.array([dice.choice((1, 1, 1, 2, 3)) for _ in range(size)], np.int64),
        met=Meetings.of(some(met), size),
        forbidden=Meetings.of(np.unique(some(forbidden), axis=0), size),
        tags=tuple(
            Tags(dice.randint(1, 9), apart, np.array(codes, np.int64))
            for apart in (True, False)[:tags]
        ),
        gap=gap,
    )


class Slow:
    """The cost of a pairing, counted couple by couple."""

    def __init__(self, pool):
        self.pool, self.prices = pool, {}
        for match in [*combinations(range(len(pool)), 2), *((row,) for row in range(len(pool)))]:
            self.prices[match] = self.price(*match)

    def price(self, one, other=None):
        pool = self.pool
        names = [int(pool.numbers[one]), 0 if other is None else int(pool.numbers[other])]
        (drawn,) = lots([(min(names), max(names))], *DRAW)
        if other is None:
            return int(pool.rests[one]), 0, 0, 0, int(pool.points[one]), 0, drawn
        key = one * len(pool) + other
        tags = 0
        for kind in pool.tags:
            here, there = ({*kind.values[row].tolist()} - {NONE} for row in (one, other))
            broken = here & there if kind.apart else here and there and not here & there
            tags += kind.weight if broken else 0
        distance = abs(int(pool.points[one]) - int(pool.points[other])) - pool.gap
        return (
            0,
            pool.forbidden.keys.tolist().count(key),
            pool.met.keys.tolist().count(key),
            tags,
            0,
            distance**2,
            drawn,
        )

    def cost(self, pairing):
        return tuple(map(sum, zip(*(self.prices[match] for match in pairing), strict=True)))


def answer(pool):
    """The pairing of the pool as the slow one writes it."""
    boards, resting = level_pairs(pool, DRAW)
    alone = [] if resting == NOBODY else [(resting,)]
    return [tuple(sorted(couple)) for couple in boards.tolist()] + alone


def exact_cost(pool):
    """The costs of the best by networkx, without the lots: for an even pool where all may meet."""
    rows = np.arange(len(pool))
    one, other = np.triu_indices(len(rows), 1)
    forbidden, met, tags = pool.clashes(rows[one], rows[other])
    costs = [
        ((f * 10**4 + m) * 10**6 + t) * 10**7 + d
        for f, m, t, d in zip(
            *(x.tolist() for x in (forbidden, met, tags)),
            pool.distances(one, other).tolist(),
            strict=True,
        )
    ]
    graph = networkx.Graph()
    top = max(costs) + 1
    graph.add_weighted_edges_from(
        (a, b, top - cost) for a, b, cost in zip(one.tolist(), other.tolist(), costs, strict=True)
    )
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return pool.total(np.array([sorted(couple) for couple in found]))


@each("size", 2, 3, 6, 7, 8)
def test_the_least_squares(size):
    for luck in range(12):
        points = np.array([random.Random(luck + place).randrange(9) for place in range(size)])
        least = min(
            sum(int(points[match[0]] - points[match[1]]) ** 2 for match in pairing if match[1:])
            for pairing in every_pairing(range(size))
        )
        assert least_squares(points) == least


@pytest.mark.parametrize("gap", [0, 2])
def test_no_pairing_is_better(gap):
    for luck in range(size(40, long=90)):
        dice = random.Random(luck)
        pool = a_hall(
            dice.randint(2, 8),
            dice,
            met=dice.randrange(7),
            forbidden=dice.choice((0, 0, 1, 3)),
            tags=dice.randrange(3),
            scores=dice.choice((1, 3, 9)),
            gap=gap,
        )
        slow = Slow(pool)
        best = min(every_pairing(list(range(len(pool)))), key=slow.cost)
        assert slow.cost(answer(pool)) == slow.cost(best), luck


@pytest.mark.parametrize("size", [9, 10])
def test_no_pairing_of_ten_is_better(size):
    for luck in range(OF_TEN):
        pool = a_hall(size, random.Random(luck), met=luck, scores=luck + 1)
        slow = Slow(pool)
        best = min(every_pairing(list(range(size))), key=slow.cost)
        assert slow.cost(answer(pool)) == slow.cost(best), luck


def played(size, rounds, luck, **more):
    """A pool that has played so many rounds, each as it should be drawn, by the dice."""
    dice = random.Random(luck)
    points, met = np.zeros(size, np.int64), np.empty((0, 2), np.int64)
    still = a_hall(size, dice, **more)
    for number in range(rounds + 1):
        pool = Pool(
            np.arange(1, size + 1),
            points.copy(),
            np.zeros(size, np.int64),
            Meetings.of(met, size),
            still.forbidden,
            still.tags,
        )
        if number < rounds:
            boards, _nobody = level_pairs(pool, (str(luck), str(number)))
            met = np.concatenate((met, boards))
            for one, other in boards.tolist():
                gain = dice.choice((0, 1, 1, 2, 2))
                points[one] += gain
                points[other] += 2 - gain
    return pool


LATE = [
    (16, 12, {}),
    (64, 24, {}),
    (64, 14, {"forbidden": 4}),
    (64, 14, {"tags": 2}),
    *size([], long=[(200, 14, {"forbidden": 2})]),
]


@pytest.mark.slow
@each("size, rounds, more", *LATE)
def test_late_rounds_are_the_exact_optimum(size, rounds, more):
    pool = played(size, rounds, 1, **more)
    boards, _nobody = level_pairs(pool, DRAW)
    assert pool.total(boards) == exact_cost(pool)
    assert pool.total(boards)[:2] == (0, 0)


def test_three_hundred_are_paired_at_their_optimum_to_the_last_lot():
    pool = a_hall(300, random.Random(4), met=14)
    boards, _nobody = level_pairs(pool, DRAW)
    best, _nobody = level.best_couples(pool, np.arange(300), DRAW)
    assert boards.tolist() == best.tolist()


@pytest.mark.slow
@each("size, rounds", *size([(302, 4)], long=[(310, 14), (302, 4)]))
def test_windows_find_the_least_there_is(size, rounds):
    pool = played(size, rounds, 2)
    boards, _nobody = level_pairs(pool, DRAW)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert pool.total(boards) == exact_cost(pool)


@pytest.mark.slow
def test_ten_thousand_reach_the_bound():
    """Nothing is better than neighbours of the ranking: no search is needed to prove it."""
    dice = np.random.default_rng(7)
    size = 10_000
    met = np.array([dice.permutation(size).reshape(-1, 2) for _ in range(14)]).reshape(-1, 2)
    points = dice.binomial(28, 0.5, size)
    # Half of the neighbours have met already.
    ranked = np.argsort(-points, kind="stable").reshape(-1, 2)
    met = np.concatenate((met, ranked[::2]))
    nobody = Meetings(size, np.empty(0, np.int64))
    pool = Pool(
        np.arange(1, size + 1), points, np.zeros(size, np.int64), Meetings.of(met, size), nobody
    )
    boards, resting = level_pairs(pool, DRAW)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert resting == NOBODY
    assert pool.total(boards) == (0, 0, 0, least_squares(points))


def test_who_cannot_meet_a_neighbour_is_changed_with_somebody_far(monkeypatch):
    """The lower 90 of 200 belong together and should not meet among themselves."""
    monkeypatch.setattr(level, "EXACT_UP_TO", 100)
    monkeypatch.setattr(level, "FARTHEST", 8)
    size = 200
    points = np.arange(size)[::-1] // 9
    club = np.where(np.arange(size) >= 110, 0, NONE)[:, None]
    nobody = Meetings(size, np.empty(0, np.int64))
    pool = Pool(
        np.arange(1, size + 1),
        points,
        np.zeros(size, np.int64),
        nobody,
        nobody,
        (Tags(1, True, club),),
    )
    boards, _nobody = level_pairs(pool, DRAW)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert pool.total(boards)[:3] == (0, 0, 0)
    alone, _nobody = level.neighbours(pool, np.arange(size))
    assert pool.total(level.windows(pool, alone, DRAW))[2] > 0


def test_where_all_are_forbidden_there_is_a_round():
    size = 302
    couples = np.array(list(combinations(range(size), 2)))
    pool = Pool(
        np.arange(1, size + 1),
        np.arange(size) % 7,
        np.zeros(size, np.int64),
        Meetings(size, np.empty(0, np.int64)),
        Meetings.of(couples, size),
    )
    boards, _nobody = level_pairs(pool, DRAW)
    assert pool.total(boards)[0] == size // 2
    assert sorted(boards.ravel().tolist()) == list(range(size))


def test_costs_beyond_64_bits():
    """Python's own numbers take over, and the answer is the same."""
    pool = a_hall(8, random.Random(5), met=3, tags=1, forbidden=1)
    dear = Pool(pool.numbers, pool.points * 10**7, pool.rests, pool.met, pool.forbidden, pool.tags)
    slow = Slow(dear)
    best = min(every_pairing(list(range(8))), key=slow.cost)
    assert slow.cost(answer(dear)) == slow.cost(best)
