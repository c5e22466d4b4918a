"""Tests of partners by lot: nobody is in two pairs, and the same seed gives the same pairs."""

from tests.rows import each
from tournaments.pairing.draw import ball
from tournaments.pairing.singles import METHODS, partners_by_lot


@each("method", *METHODS)
@each("count", 2, 3, 41, 42)
def test_every_method_places_everybody_once(method, count):
    partners = METHODS[method](range(1, count + 1), "x")
    paired_numbers = [number for pair in partners.pairs for number in pair]
    odd = [partners.odd] if partners.odd is not None else []
    assert sorted([*paired_numbers, *odd]) == list(range(1, count + 1))
    assert len(partners.pairs) == count // 2


def test_partners_depend_only_on_numbers_and_seed():
    assert partners_by_lot((5, 1, 9, 3), "x") == partners_by_lot((9, 3, 5, 1), "x")
    assert len({partners_by_lot(range(8), f"seed {number}").pairs for number in range(20)}) == 20


def test_partners_by_lot_follow_the_sha256_of_each_number():
    order = sorted((4, 7, 12, 30), key=lambda number: ball("San Roque", "singles", number))
    assert partners_by_lot((4, 7, 12, 30), "San Roque").pairs == (
        tuple(order[:2]),
        tuple(order[2:]),
    )
