"""Every example in a docstring of the application runs and tells the truth."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import rules
import scoring
import tournaments

COMMANDS = ("__main__", "management", "migrations")


@pytest.mark.parametrize("room", [rules, tournaments, scoring], ids=lambda one: one.__name__)
def test_examples(room):
    failed, attempted = [], 0
    for found in walk_packages(room.__path__, f"{room.__name__}."):
        if not any(name in found.name for name in COMMANDS):
            told = doctest.testmod(import_module(found.name))
            attempted += told.attempted
            failed += [found.name] * told.failed
    assert (failed, attempted > 0) == ([], True)
