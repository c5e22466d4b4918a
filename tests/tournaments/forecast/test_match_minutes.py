"""Tests of the minutes of a match: measured, typical, and remaining for a match in play."""

from math import exp
from statistics import fmean, median

import pytest

from rules import GAMES
from rules.chance import Chance
from tests.rows import each
from tournaments.forecast.lengths import Length, measured_length, usual_length


def simulated_minutes(length, elapsed_minutes=0.0):
    chance = Chance("minutes")
    return sorted(length.minutes(chance, elapsed_minutes) for _match in range(4000))


def test_half_the_matches_are_shorter_than_the_median():
    minutes = simulated_minutes(Length(40, 0.25))
    assert median(minutes) == pytest.approx(40, rel=0.02)
    within_spread = [40 * exp(-0.25) < match_minutes < 40 * exp(0.25) for match_minutes in minutes]
    assert fmean(within_spread) == pytest.approx(0.68, abs=0.02)


def test_match_in_play_lasts_as_long_as_the_matches_that_reached_its_minute():
    """Compare with the simulated matches that lasted more than 30 minutes."""
    length = Length(40, 0.3)
    remaining = [minutes - 30 for minutes in simulated_minutes(length) if minutes > 30]
    assert median(simulated_minutes(length, 30)) == pytest.approx(median(remaining), rel=0.04)


@each("elapsed_minutes", 0, 1, 40, 80, 400, 100_000, -5)
def test_remaining_minutes_are_always_positive(elapsed_minutes):
    remaining = simulated_minutes(Length(40, 0.25), elapsed_minutes)
    assert 0 < remaining[0] <= remaining[-1] < 24 * 60


def test_length_is_measured_from_enough_plausible_matches():
    assert measured_length([40] * 7) is None
    assert measured_length([0.2] * 30) is None, "matches typed afterwards have no real length"
    length = measured_length([30, 36, 38, 40, 41, 44, 50, 60, 0.1])
    assert length.median == pytest.approx(40.5, abs=0.1)
    assert 0.15 < length.spread < 0.3


def test_usual_length_of_a_timed_match_is_fifty_minutes():
    botifarra = GAMES["marcador"].presets["botifarra_101"]
    assert usual_length(GAMES["marcador"], botifarra) == Length(50.0, 0.04)
    assert usual_length(GAMES["tarot"], GAMES["tarot"].presets["fft"]) == Length(40)


def test_simulated_minutes_are_the_same_on_every_machine():
    """If this fails, forecasts with the same seed differ from one machine to another."""
    chance = Chance("tapete|0")
    assert [round(Length(40).minutes(chance), 3) for _match in range(3)] == [36.456, 47.437, 31.017]
