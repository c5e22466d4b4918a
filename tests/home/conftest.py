"""A newcomer's machine: Tapete started for the first time."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.cluster import free_port
from tests.home.running import Home

DATABASE = "tapete.sqlite3"
# What the first start writes while its data are copied.
IN_USE = ("queue", "in_use", "running", "*.log", "beat*", f"{DATABASE}*")


@pytest.fixture(scope="package")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The first start, with its demo; it goes on running for the tests of a running site."""
    var: Path = tmp_path_factory.mktemp("home") / "var"
    home = Home(var, "--port", str(port := free_port()))
    home.port = port
    try:
        home.ready()
        yield home
    finally:
        home.kill()


@pytest.fixture
def start(first: Home, tmp_path: Path) -> Iterator[Callable[..., Home]]:
    """Start again on a copy of the data of the first start."""
    started: list[Home] = []

    def again(*options: str, **named: object) -> Home:
        var = tmp_path / "var"
        shutil.copytree(first.var, var, ignore=shutil.ignore_patterns(*IN_USE))
        with (
            closing(sqlite3.connect(first.var / DATABASE)) as there,
            closing(sqlite3.connect(var / DATABASE)) as here,
        ):
            there.backup(here)
        started.append(Home(var, *options, **named))
        return started[-1]

    yield again
    for home in started:
        home.kill()
