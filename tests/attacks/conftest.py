"""A served site that the tests of attacks share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.web import Web, environment


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A site with an empty database; the login page reads no table."""
    var: Path = tmp_path_factory.mktemp("attacked")
    web = Web(environment(f"sqlite:///{var}/empty.sqlite3", var), var / "web.log")
    web.start()
    try:
        web.wait()
        yield web
    finally:
        web.stop()
