"""Tests of the examples in docs/draw/. If one fails, draws already published no longer repeat."""

from tests.tournaments.formats.leagues import sides
from tournaments.formats import (
    CLOCK,
    KNOCKOUT,
    LADDER,
    LIVES,
    MELEE,
    SWISS,
    TOTALS,
    clock,
    knockout,
    ladder,
    lives,
    melee,
    swiss,
    totals,
)
from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.pairing.draw import ball

SEED = "Regumiel 2024"
FIVE_ENTRANTS = tuple(Entrant(number) for number in range(1, 6))


def test_documented_order_of_balls():
    balls = sorted((ball(SEED, "knockout", number)[:8], number) for number in range(1, 6))
    assert balls == [
        ("76ecc6b3", 2),
        ("97cb0fd6", 1),
        ("aac5312e", 5),
        ("d2cb3b5e", 4),
        ("f357c61f", 3),
    ]


def test_documented_knockout():
    draw = KNOCKOUT.next_round(Situation(FIVE_ENTRANTS), knockout.Options(), SEED)
    assert sides(draw) == [(2,), (5,), (1,), (4, 3)]


def test_documented_knockout_by_seed():
    entrants = tuple(Entrant(number, seed=number if number < 5 else 0) for number in range(1, 8))
    options = knockout.Options(byes="seed", seeding="seed")
    draw = KNOCKOUT.next_round(Situation(entrants), options, SEED)
    assert sides(draw) == [(1,), (4, 6), (2, 5), (3, 7)]


def test_documented_knockout_with_redraws():
    draw = KNOCKOUT.next_round(Situation(FIVE_ENTRANTS), knockout.Options(redraw=True), SEED)
    assert sides(draw) == [(1, 5), (4, 3), (2,)]


def test_documented_first_round_of_lives():
    assert sides(LIVES.next_round(Situation(FIVE_ENTRANTS), lives.Options(2), SEED)) == [
        (5, 4),
        (2, 3),
        (1,),
    ]


def test_documented_first_round_of_a_swiss():
    draw = SWISS.next_round(Situation(FIVE_ENTRANTS), swiss.Options(3), SEED)
    assert sides(draw) == [(5, 3), (2, 1), (4,)]


def test_documented_second_round_of_a_swiss():
    first_round = (PlayedMatch(1, (5, 3), 5), PlayedMatch(2, (2, 1), 1), PlayedMatch(3, (4,), 4))
    situation = Situation(FIVE_ENTRANTS, (first_round,), {5: 1, 1: 1, 4: 1})
    draw = SWISS.next_round(situation, swiss.Options(3), SEED)
    assert sides(draw) == [(4, 5), (1, 3), (2,)]


def test_documented_rounds_of_totals_in_rotation():
    entrants = tuple(Entrant(number) for number in range(1, 10))
    options = totals.Options(4, seating="rotation")
    first_draw = TOTALS.next_round(Situation(entrants, sides=3), options, SEED)
    assert sides(first_draw) == [(3, 6, 8), (9, 4, 2), (1, 5, 7)]
    first_round = tuple(
        PlayedMatch(pairing.position, pairing.sides, pairing.sides[0])
        for pairing in first_draw.pairings
    )
    second_draw = TOTALS.next_round(Situation(entrants, (first_round,), sides=3), options, SEED)
    assert sides(second_draw) == [(5, 2, 3), (7, 9, 6), (8, 1, 4)]


def test_documented_totals_in_two_groups_with_two_seeds():
    entrants = tuple(Entrant(number, seed=number if number <= 2 else 0) for number in range(1, 13))
    options = totals.Options(4, groups=2, seeding="seed")
    draw = TOTALS.next_round(Situation(entrants, sides=3), options, SEED)
    assert [(pairing.group, pairing.sides) for pairing in draw.pairings] == [
        ("A", (3, 9, 7)),
        ("A", (10, 2, 11)),
        ("B", (6, 4, 12)),
        ("B", (8, 1, 5)),
    ]


def test_documented_rounds_of_totals_by_lot():
    entrants = tuple(Entrant(number) for number in range(1, 9))
    first_draw = TOTALS.next_round(Situation(entrants, sides=4), totals.Options(2), SEED)
    first_round = tuple(
        PlayedMatch(pairing.position, pairing.sides, pairing.sides[0])
        for pairing in first_draw.pairings
    )
    second_draw = TOTALS.next_round(
        Situation(entrants, (first_round,), sides=4), totals.Options(2), SEED
    )
    assert (sides(first_draw), sides(second_draw)) == (
        [(3, 6, 8, 4), (2, 1, 5, 7)],
        [(5, 3, 2, 8), (7, 4, 6, 1)],
    )


def test_documented_round_of_melee():
    entrants = tuple(Entrant(number) for number in range(1, 10))
    draw = MELEE.next_round(Situation(entrants), melee.Options(3), SEED)
    assert sides(draw) == [(2, 6, 3, 4), (9, 5, 1, 8), (7,)]


def test_documented_first_round_of_a_ladder():
    entrants = tuple(Entrant(number) for number in range(1, 6))
    draw = LADDER.next_round(Situation(entrants), ladder.Options(), SEED)
    assert sides(draw) == [(4, 5), (1, 3), (2,)]


def test_documented_calls_of_the_clock():
    draw = CLOCK.next_round(Situation(FIVE_ENTRANTS), clock.Options(), SEED)
    assert sides(draw) == [(4, 2), (5, 1)]
    first_call = (PlayedMatch(1, (4, 2), None), PlayedMatch(2, (5, 1), 5))
    assert sides(
        CLOCK.next_round(Situation(FIVE_ENTRANTS, (first_call,)), clock.Options(), SEED)
    ) == [(3, 1)]
