"""Tests of the first round of the Swiss system, and of its options."""

import pytest

from tests.refusals import is_refused
from tests.rows import each
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import SWISS
from tournaments.formats.core import DrawError, Entrant, Situation, Wishes
from tournaments.formats.swiss import Options
from tournaments.pairing.draw import ball_order


def test_first_round_follows_the_drawn_order_if_no_wish_is_broken():
    a, b, c, d = ball_order(range(1, 5), "s", "swiss 1")
    plain = SWISS.next_round(Situation(entrants_up_to(4)), Options(3), "s")
    assert [pairing.sides for pairing in plain.pairings] == [(a, b), (c, d)]
    harmless = Wishes(forbidden=frozenset({tuple(sorted((a, c)))}))
    assert SWISS.next_round(Situation(entrants_up_to(4), wishes=harmless), Options(3), "s") == plain
    broken = Wishes(forbidden=frozenset({tuple(sorted((a, b)))}))
    draw = SWISS.next_round(Situation(entrants_up_to(4), wishes=broken), Options(3), "s")
    assert draw.report.broken == () and {a, b} not in [{*match.sides} for match in draw.pairings]


def test_first_round_pairs_by_points_of_an_earlier_stage():
    situation = Situation(entrants_up_to(6), points={1: 3, 2: 3, 3: 2, 4: 2, 5: 0, 6: 0})
    draw = SWISS.next_round(situation, Options(3), "s")
    assert [{*pairing.sides} for pairing in draw.pairings] == [{1, 2}, {3, 4}, {5, 6}]


def seeded_entrants(seeds):
    return tuple(Entrant(number, seed=seed) for number, seed in seeds.items())


def test_first_round_by_seed_pairs_the_top_half_with_the_bottom_half():
    situation = Situation(seeded_entrants({11: 3, 12: 1, 13: 6, 14: 2, 15: 5, 16: 4}))
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [pairing.sides for pairing in draw.pairings] == [(12, 16), (14, 15), (11, 13)]
    assert draw.report.broken == ()


def test_unseeded_entrants_follow_in_the_drawn_order_and_the_last_rests():
    balls = ball_order((3, 4, 5), "s", "swiss 1")
    situation = Situation(seeded_entrants({1: 2, 2: 1, 3: 0, 4: 0, 5: 0}))
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [pairing.sides for pairing in draw.pairings] == [
        (2, balls[0]),
        (1, balls[1]),
        (balls[2],),
    ]


def test_seeded_first_round_changes_only_for_a_forbidden_match():
    situation = Situation(
        seeded_entrants({number: number for number in range(1, 9)}),
        wishes=Wishes(forbidden=frozenset({(1, 5)})),
    )
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    assert [pairing.sides for pairing in draw.pairings] == [(1, 6), (2, 5), (3, 7), (4, 8)]


def test_first_round_of_a_thousand_by_seed():
    situation = Situation(
        seeded_entrants({number: number for number in range(1, 1001)}),
        wishes=Wishes(forbidden=frozenset({(1, 501), (400, 900)})),
    )
    draw = SWISS.next_round(situation, Options(3, first="seed"), "s")
    moved_couples = [
        pairing.sides for pairing in draw.pairings if pairing.sides[1] != pairing.sides[0] + 500
    ]
    assert moved_couples[0] == (1, 502) and moved_couples[1] == (2, 501) and len(moved_couples) == 4
    assert draw.report.broken == ()


@each("worth", "win", "draw", "mean")
def test_worth_of_a_swiss_bye_is_its_option(worth):
    assert SWISS.bye_value(Options(3, bye=worth)) == worth


def test_default_swiss_options_are_those_of_older_tournaments():
    assert Options(3) == Options(3, first="lot", bye="win")


@each("wrong_option", {"first": "elo"}, {"bye": "nothing"}, {"bye": ""})
def test_unknown_value_of_a_swiss_option_is_refused(wrong_option):
    with pytest.raises(DrawError) as error:
        Options(3, **wrong_option)
    assert error.value.code == "option_unknown"
    assert error.value.params["option"] in wrong_option


@each("rounds", -1, 0, 101)
def test_wrong_number_of_swiss_rounds_is_refused(rounds):
    with is_refused("rounds_out_of_range"):
        Options(rounds)
