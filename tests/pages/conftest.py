"""A served site and a real browser for the tests marked `browser`."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.pages.site import Site

CHROMIUM = os.environ.get("TAPETE_CHROMIUM", "/usr/bin/chromium")
HALL = "tapete.test"  # to a browser, any name but localhost is a machine of the network
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its worker; ended by process id."""
    served = Site(tmp_path_factory.mktemp("site"))
    try:
        served.start()
        yield served
    finally:
        served.close()


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own with a round in play, whose tables the tests take one after another."""
    served = Site(tmp_path_factory.mktemp("hall"))
    served.environment["TAPETE_HOSTS"] = f"127.0.0.1,{HALL}"
    try:
        served.start()
        served.inside("demo", entries=24, rounds=0)
        yield served
    finally:
        served.close()


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """Debian's Chromium. Closed with each test: its event loop would keep Django from any query."""
    with opened_chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def one_chromium() -> Iterator[Browser]:
    """The same for all the tests of a module that asks no database for anything."""
    with opened_chromium() as browser:
        yield browser


@contextmanager
def opened_chromium() -> Iterator[Browser]:
    if shutil.which(CHROMIUM) is None:
        missing = f"There is no {CHROMIUM}: install chromium or set TAPETE_CHROMIUM."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=15_000)  # two workers on a small machine are slow
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
