"""Every example in a docstring of `rules/` runs and tells the truth."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import rules
import tournaments.wording.rules

MODULES = [found.name for found in walk_packages(rules.__path__, "rules.")]


@pytest.mark.parametrize("name", [*MODULES, "rules", tournaments.wording.rules.__name__])
def test_examples(name):
    assert doctest.testmod(import_module(name)).failed == 0
