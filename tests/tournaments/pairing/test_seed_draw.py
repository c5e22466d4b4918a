"""Tests of balls: the SHA-256 of each number, which puts the numbers in the order of a draw.

The tests compute the balls as an outsider would.
"""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.draw import ball, ball_order


def test_ball_is_the_sha256_of_seed_label_and_number():
    expected = hashlib.sha256("Año 2024|swiss 3|17".encode()).hexdigest()
    assert ball("Año 2024", "swiss 3", 17) == expected


def test_balls_are_drawn_lowest_first():
    # From the shell: for n in 1 2 3 4 5; do printf 'maratón|lot|%s' $n | sha256sum; done
    digits = {
        number: hashlib.sha256(f"maratón|lot|{number}".encode()).hexdigest()
        for number in range(1, 6)
    }
    order = ball_order([1, 2, 3, 4, 5], "maratón", "lot")
    assert [digits[number] for number in order] == sorted(digits.values())
    assert order == (1, 3, 4, 2, 5)


@given(st.sets(st.integers(1, 5000)), st.text(), st.randoms(use_true_random=False))
def test_ball_order_does_not_depend_on_the_order_of_the_list(numbers, seed, dice):
    shuffled_numbers = sorted(numbers)
    dice.shuffle(shuffled_numbers)
    assert ball_order(shuffled_numbers, seed, "x") == ball_order(numbers, seed, "x")


@given(st.sets(st.integers(1, 5000), min_size=1), st.text())
def test_new_entry_leaves_the_other_balls_in_order(numbers, seed):
    newcomer = max(numbers) + 1
    order = ball_order(numbers | {newcomer}, seed, "x")
    assert tuple(number for number in order if number != newcomer) == ball_order(numbers, seed, "x")


def test_another_seed_or_round_gives_another_order():
    orders = {
        ball_order(range(1, 34), seed, label) for seed in "abc" for label in ("swiss 1", "swiss 2")
    }
    assert len(orders) == 6
