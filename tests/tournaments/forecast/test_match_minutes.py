"""How long a match takes: measured, typical, and what is left of one being played."""

from math import exp
from statistics import fmean, median

import pytest

from rules import GAMES
from rules.chance import Chance
from tests.rows import each
from tournaments.forecast.lengths import Length, measured_length, usual_length


def many(length, elapsed=0.0):
    chance = Chance("minutes")
    return sorted(length.minutes(chance, elapsed) for _match in range(4000))


def test_half_the_matches_are_shorter_than_the_median():
    minutes = many(Length(40, 0.25))
    assert median(minutes) == pytest.approx(40, rel=0.02)
    within = [40 * exp(-0.25) < one < 40 * exp(0.25) for one in minutes]
    assert fmean(within) == pytest.approx(0.68, abs=0.02)


def test_a_match_in_play_goes_on_as_those_that_lasted_as_long():
    """Against every match longer than half an hour, counted one by one."""
    length = Length(40, 0.3)
    longer = [one - 30 for one in many(length) if one > 30]
    assert median(many(length, 30)) == pytest.approx(median(longer), rel=0.04)


@each("elapsed", 0, 1, 40, 80, 400, 100_000, -5)
def test_what_is_left_is_always_something(elapsed):
    left = many(Length(40, 0.25), elapsed)
    assert 0 < left[0] <= left[-1] < 24 * 60


def test_measured():
    assert measured_length([40] * 7) is None
    assert measured_length([0.2] * 30) is None, "typed afterwards: they say nothing"
    found = measured_length([30, 36, 38, 40, 41, 44, 50, 60, 0.1])
    assert found.median == pytest.approx(40.5, abs=0.1)
    assert 0.15 < found.spread < 0.3


def test_what_ends_by_time_lasts_fifty_minutes():
    botifarra = GAMES["marcador"].presets["botifarra_101"]
    assert usual_length(GAMES["marcador"], botifarra) == Length(50.0, 0.04)
    assert usual_length(GAMES["tarot"], GAMES["tarot"].presets["fft"]) == Length(40)


def test_the_chance_is_the_same_everywhere():
    """If this fails, forecasts with the same seed differ from one machine to another."""
    chance = Chance("tapete|0")
    assert [round(Length(40).minutes(chance), 3) for _match in range(3)] == [36.456, 47.437, 31.017]
