"""How long a match takes: measured, typical, and what is left of one being played."""

from math import exp

import numpy
import pytest

from rules import GAMES
from tests.rows import each
from tournaments.forecast.chance import dice
from tournaments.forecast.lengths import Length, measured, usual

EVEN = numpy.linspace(0.0005, 0.9995, 1000)


def test_half_the_matches_are_shorter_than_the_median():
    minutes = Length(40, 0.25).minutes(EVEN)
    assert numpy.median(minutes) == pytest.approx(40, rel=0.01)
    within = (minutes > 40 * exp(-0.25)) & (minutes < 40 * exp(0.25))
    assert within.mean() == pytest.approx(0.68, abs=0.01)


def test_a_match_in_play_goes_on_as_those_that_lasted_as_long():
    """Against every match longer than half an hour, counted one by one."""
    length = Length(40, 0.3)
    long = length.minutes(EVEN)
    longer = long[long > 30] - 30
    assert numpy.median(length.left(EVEN, 30)) == pytest.approx(numpy.median(longer), rel=0.03)


@each("elapsed", 0, 1, 40, 80, 400, 100_000, -5)
def test_what_is_left_is_always_something(elapsed):
    left = Length(40, 0.25).left(EVEN, elapsed)
    assert numpy.isfinite(left).all() and (left > 0).all()


def test_measured():
    assert measured([40] * 7) is None
    assert measured([0.2] * 30) is None, "typed afterwards: they say nothing"
    found = measured([30, 36, 38, 40, 41, 44, 50, 60, 0.1])
    assert found.median == pytest.approx(40.5, abs=0.1)
    assert 0.15 < found.spread < 0.3


def test_what_ends_by_time_lasts_fifty_minutes():
    botifarra = GAMES["marcador"].presets["botifarra_101"]
    assert usual(GAMES["marcador"], botifarra) == Length(50.0, 0.04)
    assert usual(GAMES["tarot"], GAMES["tarot"].presets["fft"]) == Length(40)


def test_the_dice_are_the_same_everywhere():
    """If this fails, forecasts with the same seed differ from one machine to another."""
    drawn = dice("tapete", "forecast").random(3)
    assert [round(float(one), 6) for one in drawn] == [0.28039, 0.657082, 0.932661]
    assert dice("tapete", "otra").random() != drawn[0]
