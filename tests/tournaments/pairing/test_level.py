"""Tests of Swiss pairings, compared with every pairing (small pools) or networkx (large pools)."""

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

SEED_AND_LABEL = ("seed", "round")
POOLS_OF_TEN = size(6, long=12)


def random_pool(size, dice, *, meetings=0, forbidden=0, tags=0, scores=5, gap=0):
    """Return a random pool of `size` rows with points below `scores` and `tags` wishes by tags.

    Each row has met about `meetings` others, and is in about `forbidden` forbidden couples.
    """

    def random_couples(count):
        couples = list(combinations(range(size), 2))
        chosen_couples = [dice.choice(couples) for _ in range(count * size // 2)] if couples else []
        return np.array(chosen_couples, np.int64).reshape(-1, 2)

    codes = [[dice.choice((NONE, 0, 1, 2)), dice.choice((NONE, 3))] for _ in range(size)]
    return Pool(
        numbers=np.array(dice.sample(range(1, 900), size), np.int64),
        points=np.array([dice.randrange(scores) for _ in range(size)], np.int64),
        rests=np.array([dice.choice((1, 1, 1, 2, 3)) for _ in range(size)], np.int64),
        meetings=Meetings.of(random_couples(meetings), size),
        forbidden=Meetings.of(np.unique(random_couples(forbidden), axis=0), size),
        tags=tuple(
            Tags(dice.randint(1, 9), apart, np.array(codes, np.int64))
            for apart in (True, False)[:tags]
        ),
        gap=gap,
    )


class PlainCost:
    """The cost of a pairing, added up couple by couple."""

    def __init__(self, pool):
        self.pool, self.prices = pool, {}
        for match in [*combinations(range(len(pool)), 2), *((row,) for row in range(len(pool)))]:
            self.prices[match] = self.price(*match)

    def price(self, row, other_row=None):
        pool = self.pool
        names = [int(pool.numbers[row]), 0 if other_row is None else int(pool.numbers[other_row])]
        (lot,) = lots([(min(names), max(names))], *SEED_AND_LABEL)
        if other_row is None:
            return int(pool.rests[row]), 0, 0, 0, int(pool.points[row]), 0, lot
        key = row * len(pool) + other_row
        tags = 0
        for kind in pool.tags:
            tags_of_row, tags_of_other = (
                {*kind.values[member].tolist()} - {NONE} for member in (row, other_row)
            )
            wish_is_broken = (
                tags_of_row & tags_of_other
                if kind.apart
                else tags_of_row and tags_of_other and not tags_of_row & tags_of_other
            )
            tags += kind.weight if wish_is_broken else 0
        distance = abs(int(pool.points[row]) - int(pool.points[other_row])) - pool.gap
        return (
            0,
            pool.forbidden.keys.tolist().count(key),
            pool.meetings.keys.tolist().count(key),
            tags,
            0,
            distance**2,
            lot,
        )

    def cost(self, pairing):
        return tuple(map(sum, zip(*(self.prices[match] for match in pairing), strict=True)))


def found_pairing(pool):
    """Return the pairing that `level_pairs` finds, in the form of `every_pairing`."""
    boards, resting = level_pairs(pool, SEED_AND_LABEL)
    bye = [] if resting == NOBODY else [(resting,)]
    return [tuple(sorted(couple)) for couple in boards.tolist()] + bye


def exact_cost(pool):
    """Return the lowest cost of an even pool, found by networkx; lots do not count."""
    rows = np.arange(len(pool))
    firsts, seconds = np.triu_indices(len(rows), 1)
    forbidden, meetings, tags = pool.clashes(rows[firsts], rows[seconds])
    costs = [
        ((forbidden_cost * 10**4 + meeting_cost) * 10**6 + tags_cost) * 10**7 + distance
        for forbidden_cost, meeting_cost, tags_cost, distance in zip(
            *(column.tolist() for column in (forbidden, meetings, tags)),
            pool.distances(firsts, seconds).tolist(),
            strict=True,
        )
    ]
    graph = networkx.Graph()
    highest_cost = max(costs) + 1
    graph.add_weighted_edges_from(
        (first, second, highest_cost - cost)
        for first, second, cost in zip(firsts.tolist(), seconds.tolist(), costs, strict=True)
    )
    couples = networkx.max_weight_matching(graph, maxcardinality=True)
    return pool.total(np.array([sorted(couple) for couple in couples]))


@each("size", 2, 3, 6, 7, 8)
def test_least_squares_are_the_best_of_every_pairing(size):
    for seed in range(12):
        points = np.array([random.Random(seed + row).randrange(9) for row in range(size)])
        lowest_sum = min(
            sum(int(points[match[0]] - points[match[1]]) ** 2 for match in pairing if match[1:])
            for pairing in every_pairing(range(size))
        )
        assert least_squares(points) == lowest_sum


@pytest.mark.parametrize("gap", [0, 2])
def test_no_pairing_of_up_to_eight_rows_is_better(gap):
    for seed in range(size(40, long=90)):
        dice = random.Random(seed)
        pool = random_pool(
            dice.randint(2, 8),
            dice,
            meetings=dice.randrange(7),
            forbidden=dice.choice((0, 0, 1, 3)),
            tags=dice.randrange(3),
            scores=dice.choice((1, 3, 9)),
            gap=gap,
        )
        plain = PlainCost(pool)
        best_pairing = min(every_pairing(list(range(len(pool)))), key=plain.cost)
        assert plain.cost(found_pairing(pool)) == plain.cost(best_pairing), seed


@pytest.mark.parametrize("size", [9, 10])
def test_no_pairing_of_nine_or_ten_rows_is_better(size):
    for seed in range(POOLS_OF_TEN):
        pool = random_pool(size, random.Random(seed), meetings=seed, scores=seed + 1)
        plain = PlainCost(pool)
        best_pairing = min(every_pairing(list(range(size))), key=plain.cost)
        assert plain.cost(found_pairing(pool)) == plain.cost(best_pairing), seed


def pool_after_rounds(size, rounds, seed, **settings):
    """Return a random pool after `rounds` rounds, each drawn by `level_pairs`."""
    dice = random.Random(seed)
    points, couples_met = np.zeros(size, np.int64), np.empty((0, 2), np.int64)
    first_pool = random_pool(size, dice, **settings)
    for number in range(rounds + 1):
        pool = Pool(
            np.arange(1, size + 1),
            points.copy(),
            np.zeros(size, np.int64),
            Meetings.of(couples_met, size),
            first_pool.forbidden,
            first_pool.tags,
        )
        if number < rounds:
            boards, _nobody = level_pairs(pool, (str(seed), str(number)))
            couples_met = np.concatenate((couples_met, boards))
            for row, other_row in boards.tolist():
                gain = dice.choice((0, 1, 1, 2, 2))
                points[row] += gain
                points[other_row] += 2 - gain
    return pool


LATE_ROUNDS = [
    (16, 12, {}),
    (64, 24, {}),
    (64, 14, {"forbidden": 4}),
    (64, 14, {"tags": 2}),
    *size([], long=[(200, 14, {"forbidden": 2})]),
]


@pytest.mark.slow
@each("size, rounds, settings", *LATE_ROUNDS)
def test_late_rounds_have_the_lowest_cost(size, rounds, settings):
    pool = pool_after_rounds(size, rounds, 1, **settings)
    boards, _nobody = level_pairs(pool, SEED_AND_LABEL)
    assert pool.total(boards) == exact_cost(pool)
    assert pool.total(boards)[:2] == (0, 0)


def test_pool_of_300_is_paired_optimally_including_lots():
    pool = random_pool(300, random.Random(4), meetings=14)
    boards, _nobody = level_pairs(pool, SEED_AND_LABEL)
    best_boards, _nobody = level.best_couples(pool, np.arange(300), SEED_AND_LABEL)
    assert boards.tolist() == best_boards.tolist()


@pytest.mark.slow
@each("size, rounds", *size([(302, 4)], long=[(310, 14), (302, 4)]))
def test_windows_of_a_pool_of_302_find_the_lowest_cost(size, rounds):
    pool = pool_after_rounds(size, rounds, 2)
    boards, _nobody = level_pairs(pool, SEED_AND_LABEL)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert pool.total(boards) == exact_cost(pool)


@pytest.mark.slow
def test_pool_of_ten_thousand_reaches_the_lower_bound():
    """The cost equals that of neighbours in the ranking, which no pairing can beat."""
    dice = np.random.default_rng(7)
    size = 10_000
    couples_met = np.array([dice.permutation(size).reshape(-1, 2) for _ in range(14)]).reshape(
        -1, 2
    )
    points = dice.binomial(28, 0.5, size)
    # Half of the neighbours have met already.
    neighbours = np.argsort(-points, kind="stable").reshape(-1, 2)
    couples_met = np.concatenate((couples_met, neighbours[::2]))
    no_couples = Meetings(size, np.empty(0, np.int64))
    pool = Pool(
        np.arange(1, size + 1),
        points,
        np.zeros(size, np.int64),
        Meetings.of(couples_met, size),
        no_couples,
    )
    boards, resting = level_pairs(pool, SEED_AND_LABEL)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert resting == NOBODY
    assert pool.total(boards) == (0, 0, 0, least_squares(points))


def test_row_that_cannot_meet_its_neighbours_meets_a_distant_row(monkeypatch):
    """The lower 90 of 200 rows share a tag that keeps them apart."""
    monkeypatch.setattr(level, "EXACT_UP_TO", 100)
    monkeypatch.setattr(level, "FARTHEST", 8)
    size = 200
    points = np.arange(size)[::-1] // 9
    club = np.where(np.arange(size) >= 110, 0, NONE)[:, None]
    no_couples = Meetings(size, np.empty(0, np.int64))
    pool = Pool(
        np.arange(1, size + 1),
        points,
        np.zeros(size, np.int64),
        no_couples,
        no_couples,
        (Tags(1, True, club),),
    )
    boards, _nobody = level_pairs(pool, SEED_AND_LABEL)
    assert sorted(boards.ravel().tolist()) == list(range(size))
    assert pool.total(boards)[:3] == (0, 0, 0)
    neighbour_boards, _nobody = level.neighbours(pool, np.arange(size))
    assert pool.total(level.windows(pool, neighbour_boards, SEED_AND_LABEL))[2] > 0


def test_pool_where_every_couple_is_forbidden_still_has_a_round():
    size = 302
    couples = np.array(list(combinations(range(size), 2)))
    pool = Pool(
        np.arange(1, size + 1),
        np.arange(size) % 7,
        np.zeros(size, np.int64),
        Meetings(size, np.empty(0, np.int64)),
        Meetings.of(couples, size),
    )
    boards, _nobody = level_pairs(pool, SEED_AND_LABEL)
    assert pool.total(boards)[0] == size // 2
    assert sorted(boards.ravel().tolist()) == list(range(size))


def test_costs_beyond_64_bits_are_paired_optimally():
    """Python integers replace 64-bit integers and give the same result."""
    pool = random_pool(8, random.Random(5), meetings=3, tags=1, forbidden=1)
    costly_pool = Pool(
        pool.numbers, pool.points * 10**7, pool.rests, pool.meetings, pool.forbidden, pool.tags
    )
    plain = PlainCost(costly_pool)
    best_pairing = min(every_pairing(list(range(8))), key=plain.cost)
    assert plain.cost(found_pairing(costly_pool)) == plain.cost(best_pairing)
