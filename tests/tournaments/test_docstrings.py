"""The examples in the docstrings of the formats, the pairing and the forecast run."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

from tests.rows import each
from tournaments import forecast, formats, pairing

MODULES = [
    found.name
    for room in (forecast, formats, pairing)
    for found in walk_packages(room.__path__, f"{room.__name__}.")
]


@each("name", *MODULES)
def test_examples(name):
    assert doctest.testmod(import_module(name)).failed == 0
