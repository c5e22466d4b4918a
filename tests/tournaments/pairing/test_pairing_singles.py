"""Partners by lot: all in pairs, one left when they are odd, the same with the same seed."""

from tests.rows import each
from tournaments.pairing.draw import ball
from tournaments.pairing.singles import METHODS, by_lot


@each("method", *METHODS)
@each("many", 2, 3, 41, 42)
def test_everybody_once(method, many):
    drawn = METHODS[method](range(1, many + 1), "x")
    placed = [number for pair in drawn.pairs for number in pair]
    left = [drawn.odd] if drawn.odd is not None else []
    assert sorted([*placed, *left]) == list(range(1, many + 1))
    assert len(drawn.pairs) == many // 2


def test_the_draw_hangs_on_numbers_and_seed_only():
    assert by_lot((5, 1, 9, 3), "x") == by_lot((9, 3, 5, 1), "x")
    assert len({by_lot(range(8), f"seed {n}").pairs for n in range(20)}) == 20


def test_it_is_repeated_with_nothing_but_sha256():
    order = sorted((4, 7, 12, 30), key=lambda number: ball("San Roque", "singles", number))
    assert by_lot((4, 7, 12, 30), "San Roque").pairs == (tuple(order[:2]), tuple(order[2:]))
