"""Bounds that no pairing can better, against every pairing there is."""

import random
from itertools import combinations

import numpy as np
import pytest

from tests.rows import each
from tests.tournaments.pairing.every import every_pairing
from tests.tournaments.pairing.test_level import DRAW, a_hall
from tournaments.pairing.bounds import (
    least_conceded,
    least_differences,
    level_enough,
    possible,
    unavoidable,
)
from tournaments.pairing.level import level_pairs


def couples_of(pairing):
    return [match for match in pairing if len(match) == 2]


@each("power", 1, 2)
@each("size", 2, 3, 6, 7, 8)
def test_the_least_differences(size, power):
    for luck in range(12):
        points = np.array([random.Random(luck + place).randrange(9) for place in range(size)])
        least = min(
            sum(abs(int(points[a] - points[b])) ** power for a, b in couples_of(pairing))
            for pairing in every_pairing(range(size))
        )
        assert least_differences(points, power) == least


def test_nobody_has_no_differences():
    assert least_differences(np.array([4])) == 0


@pytest.mark.slow
@each("spare", 0, 3)
def test_no_couple_of_a_cheap_matching_is_left_out(spare):
    for luck in range(40):
        dice = random.Random(luck)
        weights = np.zeros((8, 8), np.int64)
        for a, b in combinations(range(8), 2):
            weights[a, b] = weights[b, a] = dice.choice((0, 1, 5, 20))
        totals = {
            pairing: sum(int(weights[couple]) for couple in pairing)
            for pairing in every_pairing(range(8))
        }
        most = min(totals.values()) + spare
        kept = possible(weights, most)
        used = {couple for pairing, total in totals.items() if total <= most for couple in pairing}
        assert used <= {(a, b) for a, b in np.argwhere(kept).tolist()}
        assert (kept == kept.T).all()


def test_useless_couples_are_left_out():
    """Two towns far away: nobody of one is of use to the other."""
    weights = np.full((8, 8), 100)
    weights[:4, :4] = weights[4:, 4:] = 1
    kept = possible(weights, 4)
    assert not kept[:4, 4:].any()
    assert kept[:4, :4].sum() == 12


def test_nobody_is_left_for_one_of_them():
    assert not possible(np.full((4, 4), 7), 6).any()


@each("size", 6, 8)
@each("odd", False, True)
def test_level_enough_is_neither_more_nor_less(size, odd):
    for luck in range(20):
        dice = random.Random(luck)
        points = np.array([dice.randrange(6) for _ in range(size + odd)])
        resting = int(dice.choice(points)) if odd else None
        able = {}
        for pairing in every_pairing(range(size + odd)):
            alone = [match[0] for match in pairing if len(match) == 1]
            if odd and points[alone[0]] != resting:
                continue
            total = sum(int(points[a] - points[b]) ** 2 for a, b in couples_of(pairing))
            for couple in couples_of(pairing):
                able[couple] = min(total, able.get(couple, total))
        for most in (min(able.values()), min(able.values()) + 2, 40):
            kept = level_enough(points, most, resting)
            for a, b in combinations(range(size + odd), 2):
                assert kept[a, b] == (able.get((a, b), 99) <= most)


@each("size", 6, 7)
def test_what_cannot_be_avoided(size):
    for luck in range(40):
        dice = random.Random(luck)
        bad = np.zeros((size, size), np.bool_)
        for a, b in combinations(range(size), 2):
            bad[a, b] = bad[b, a] = dice.random() < 0.7
        fewest = min(
            sum(bool(bad[couple]) for couple in couples_of(pairing))
            for pairing in every_pairing(range(size))
        )
        assert unavoidable(bad) == fewest


@each("size", 7, 8)
def test_a_pairing_concedes_no_less_than_its_bounds(size):
    for luck in range(40):
        hall = a_hall(size, random.Random(luck), met=3, forbidden=2, tags=2)
        boards, _resting = level_pairs(hall, DRAW)
        made = dict(
            zip(
                ("forbidden", "rematches", "wishes"),
                (int((cost > 0).sum()) for cost in hall.clashes(*boards.T)),
                strict=True,
            )
        )
        made["difference_sum"] = int(np.abs(np.diff(hall.points[boards])).sum())
        least = least_conceded(hall, boards)
        assert least.keys() == made.keys()
        assert all(least[name] <= made[name] for name in made)
        if size == 8:  # nobody rests: the first wish of all
            assert least["forbidden"] == made["forbidden"]
