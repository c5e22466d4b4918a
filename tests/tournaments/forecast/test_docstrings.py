"""The examples in the docstrings of the forecast and of the maratón by the clock run."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tournaments import forecast

MODULES = [found.name for found in walk_packages(forecast.__path__, "tournaments.forecast.")]


@pytest.mark.parametrize(
    "name", [*MODULES, "tournaments.formats.clock", "tournaments.pairing.matching"]
)
def test_examples(name):
    assert doctest.testmod(import_module(name)).failed == 0
