"""Every example in a docstring of the application gives the output shown."""

import doctest
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import rules
import scoring
import tournaments

COMMANDS = ("__main__", "management", "migrations")


@pytest.mark.parametrize("app", [rules, tournaments, scoring], ids=lambda module: module.__name__)
def test_examples_in_docstrings_give_their_output(app):
    failed_modules, example_count = [], 0
    for module_info in walk_packages(app.__path__, f"{app.__name__}."):
        if any(name in module_info.name for name in COMMANDS):
            continue
        module = import_module(module_info.name)
        # Doctest would take ten times longer to find that a module has no example.
        if ">>>" in Path(module.__file__).read_text():
            results = doctest.testmod(module)
            example_count += results.attempted
            failed_modules += [module_info.name] * results.failed
    assert (failed_modules, example_count > 0) == ([], True)
