"""Suizo: the first round, and the options."""

import pytest

from tests.refusals import is_refused
from tests.rows import each
from tests.tournaments.formats.leagues import entered
from tournaments.formats import SWISS
from tournaments.formats.core import DrawError, Entrant, Situation, Wishes
from tournaments.formats.swiss import Options
from tournaments.pairing.draw import ball_order


def test_the_first_round_is_the_balls_while_they_break_nothing():
    a, b, c, d = ball_order(range(1, 5), "s", "swiss 1")
    plain = SWISS.next_round(Situation(entered(4)), Options(3), "s")
    assert [pairing.sides for pairing in plain.pairings] == [(a, b), (c, d)]
    harmless = Wishes(forbidden=frozenset({tuple(sorted((a, c)))}))
    assert SWISS.next_round(Situation(entered(4), wishes=harmless), Options(3), "s") == plain
    broken = Wishes(forbidden=frozenset({tuple(sorted((a, b)))}))
    draw = SWISS.next_round(Situation(entered(4), wishes=broken), Options(3), "s")
    assert draw.report.broken == () and {a, b} not in [{*one.sides} for one in draw.pairings]


def test_the_first_round_by_the_points_brought_from_before():
    situation = Situation(entered(6), points={1: 3, 2: 3, 3: 2, 4: 2, 5: 0, 6: 0})
    draw = SWISS.next_round(situation, Options(3), "s")
    assert [{*one.sides} for one in draw.pairings] == [{1, 2}, {3, 4}, {5, 6}]


def seeded(seeds):
    return tuple(Entrant(number, seed=seed) for number, seed in seeds.items())


def test_the_first_round_by_seed_is_top_half_against_bottom_half():
    situation = Situation(seeded({11: 3, 12: 1, 13: 6, 14: 2, 15: 5, 16: 4}))
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [one.sides for one in draw.pairings] == [(12, 16), (14, 15), (11, 13)]
    assert draw.report.broken == ()


def test_who_is_not_seeded_comes_after_by_the_balls_and_the_last_rests():
    balls = ball_order((3, 4, 5), "s", "swiss 1")
    situation = Situation(seeded({1: 2, 2: 1, 3: 0, 4: 0, 5: 0}))
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [one.sides for one in draw.pairings] == [(2, balls[0]), (1, balls[1]), (balls[2],)]


def test_the_seeds_give_way_to_a_wish_and_no_more_than_needed():
    situation = Situation(
        seeded({number: number for number in range(1, 9)}),
        wishes=Wishes(forbidden=frozenset({(1, 5)})),
    )
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [one.sides for one in draw.pairings] == [(1, 6), (2, 5), (3, 7), (4, 8)]


def test_a_thousand_by_seed():
    situation = Situation(
        seeded({number: number for number in range(1, 1001)}),
        wishes=Wishes(forbidden=frozenset({(1, 501), (400, 900)})),
    )
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    moved = [one.sides for one in draw.pairings if one.sides[1] != one.sides[0] + 500]
    assert moved[0] == (1, 502) and moved[1] == (2, 501) and len(moved) == 4
    assert draw.report.broken == ()


@each("worth", "win", "draw", "mean")
def test_what_a_bye_is_worth(worth):
    assert SWISS.rest(Options(3, bye=worth)) == worth


def test_a_stored_tournament_without_the_new_options_is_as_it_was():
    assert Options(3) == Options(3, first="lot", bye="win")


@each("wrong", {"first": "elo"}, {"bye": "nothing"}, {"bye": ""})
def test_a_word_that_is_not_one_of_its_option(wrong):
    with pytest.raises(DrawError) as refused:
        Options(3, **wrong)
    assert refused.value.code == "option_unknown"
    assert refused.value.params["option"] in wrong


@each("rounds", -1, 0, 101)
def test_a_number_of_rounds_that_cannot_be(rounds):
    with is_refused("rounds_out_of_range"):
        Options(rounds)
