"""Fixtures of the tests marked `browser`: a served site and a real Chromium."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.pages.site import Site

# The headless shell takes half of the processor time of the windowed Chromium.
SHELL, FULL_CHROMIUM = "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"
CHROMIUM = os.environ.get("TAPETE_CHROMIUM", SHELL if shutil.which(SHELL) else FULL_CHROMIUM)
HALL = "tapete.test"  # a host name that the browser treats as another machine of the network
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its worker; it also answers to the host name of a hall."""
    new_site = Site(tmp_path_factory.mktemp("site"))
    new_site.environment["TAPETE_HOSTS"] = f"127.0.0.1,{HALL}"
    try:
        new_site.start()
        yield new_site
    finally:
        new_site.close()


@pytest.fixture(scope="session")
def hall(site: Site) -> Site:
    """The site with a round in play; each test uses other tables of it."""
    site.inside("demo", entries=36, rounds=0)
    return site


OPEN_BROWSERS: list[Browser] = []
CLOSING_STACK = ExitStack()
IS_WANTED_AGAIN = pytest.StashKey[bool]()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    item.stash[IS_WANTED_AGAIN] = "chromium" in getattr(nextitem, "fixturenames", ())


@pytest.fixture
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Debian's Chromium, shared by consecutive tests that use it.

    It closes before any other test, because Django allows no query while its event loop runs. Each
    test closes the pages that it opened.
    """
    if not OPEN_BROWSERS:
        OPEN_BROWSERS.append(CLOSING_STACK.enter_context(opened_chromium()))
    yield OPEN_BROWSERS[0]
    for context in OPEN_BROWSERS[0].contexts:
        context.close()
    if not request.node.stash[IS_WANTED_AGAIN]:
        OPEN_BROWSERS.clear()
        CLOSING_STACK.close()


@contextmanager
def opened_chromium() -> Iterator[Browser]:
    """Start Chromium and close it at the end; without it the test is skipped, or fails on CI."""
    if shutil.which(CHROMIUM) is None:
        missing = f"There is no {CHROMIUM}: install {Path(SHELL).name} or set TAPETE_CHROMIUM."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=20_000)  # milliseconds: two test workers on a small machine are slow
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
