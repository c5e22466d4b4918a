"""The draw from a seed: written out here once more, as somebody outside would repeat it."""

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.draw import ball, ball_order


def test_a_ball_is_the_sha256_of_seed_label_and_number():
    expected = hashlib.sha256("Año 2024|swiss 3|17".encode()).hexdigest()
    assert ball("Año 2024", "swiss 3", 17) == expected


def test_the_balls_come_out_lowest_first():
    # Made with: for n in 1 2 3 4 5; do printf 'maratón|lot|%s' $n | sha256sum; done
    digits = {n: hashlib.sha256(f"maratón|lot|{n}".encode()).hexdigest() for n in range(1, 6)}
    drawn = ball_order([1, 2, 3, 4, 5], "maratón", "lot")
    assert [digits[n] for n in drawn] == sorted(digits.values())
    assert drawn == (1, 3, 4, 2, 5)


@settings(deadline=None)
@given(st.sets(st.integers(1, 5000)), st.text(), st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(numbers, seed, dice):
    listed = sorted(numbers)
    dice.shuffle(listed)
    assert ball_order(listed, seed, "x") == ball_order(numbers, seed, "x")


@settings(deadline=None)
@given(st.sets(st.integers(1, 5000), min_size=1), st.text())
def test_one_more_entry_leaves_the_others_in_their_order(numbers, seed):
    newcomer = max(numbers) + 1
    with_newcomer = ball_order(numbers | {newcomer}, seed, "x")
    assert tuple(n for n in with_newcomer if n != newcomer) == ball_order(numbers, seed, "x")


def test_another_seed_or_another_round_is_another_draw():
    orders = {
        ball_order(range(1, 34), seed, label) for seed in "abc" for label in ("swiss 1", "swiss 2")
    }
    assert len(orders) == 6
