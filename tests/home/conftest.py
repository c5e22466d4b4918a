"""Fixtures of `./dev run`: a first start with its demo, and later starts on copies of its data."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.home.running import Home
from tests.programs import free_port

DATABASE = "tapete.sqlite3"
# Files that the first start may write during the copy.
IN_USE = ("queue", "in_use", "running", "*.log", "beat*", f"{DATABASE}*")


@pytest.fixture(scope="package")
def first_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The first start, with its demo. It keeps running for the tests of a running site."""
    var: Path = tmp_path_factory.mktemp("home") / "var"
    home = Home(var, "--port", str(port := free_port()))
    home.port = port
    try:
        home.wait_until_ready()
        yield home
    finally:
        home.kill()


@pytest.fixture
def start(first_home: Home, tmp_path: Path) -> Iterator[Callable[..., Home]]:
    """Return a function that starts Tapete on a copy of the data of the first start."""
    started: list[Home] = []

    def start_copy(*options: str, **settings: object) -> Home:
        var = tmp_path / "var"
        shutil.copytree(first_home.var, var, ignore=shutil.ignore_patterns(*IN_USE))
        with (
            closing(sqlite3.connect(first_home.var / DATABASE)) as original,
            closing(sqlite3.connect(var / DATABASE)) as copy,
        ):
            original.backup(copy)
        started.append(Home(var, *options, **settings))
        return started[-1]

    yield start_copy
    for home in started:
        home.kill()
