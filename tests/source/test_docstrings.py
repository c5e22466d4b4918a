"""Every example in a docstring of the application runs and gives its output."""

import doctest
from importlib import import_module
from pathlib import Path
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
        if any(name in found.name for name in COMMANDS):
            continue
        module = import_module(found.name)
        # Doctest takes ten times longer to find no example.
        if ">>>" in Path(module.__file__).read_text():
            told = doctest.testmod(module)
            attempted += told.attempted
            failed += [found.name] * told.failed
    assert (failed, attempted > 0) == ([], True)
