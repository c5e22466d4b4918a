"""Tests of the byes of a bracket: their number, and how evenly they are spread."""

from hypothesis import given
from hypothesis import strategies as st

from tests.rows import each
from tournaments.pairing.byes import bracket_size, bye_positions, spread_order


@each(
    "entrants, size, byes",
    (2, 2, 0),
    (3, 4, 1),
    (4, 4, 0),
    (5, 8, 3),
    (33, 64, 31),
    (107, 128, 21),
    (2000, 2048, 48),
)
def test_byes_fill_the_bracket_to_the_next_power_of_two(entrants, size, byes):
    assert (bracket_size(entrants), len(bye_positions(entrants))) == (size, byes)


def test_byes_take_positions_in_bit_reversed_order():
    assert spread_order(1) == (1,)
    assert spread_order(16) == (1, 9, 5, 13, 3, 11, 7, 15, 2, 10, 6, 14, 4, 12, 8, 16)


@given(st.integers(2, 2000))
def test_every_part_of_the_bracket_has_its_share_of_byes(entrants):
    positions = bracket_size(entrants) // 2
    byes = set(bye_positions(entrants))
    size_of_part = positions
    while size_of_part >= 1:
        byes_of_parts = [
            sum(position in byes for position in range(start, start + size_of_part))
            for start in range(1, positions + 1, size_of_part)
        ]
        assert max(byes_of_parts) - min(byes_of_parts) <= 1
        size_of_part //= 2
