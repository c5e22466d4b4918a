"""Real servers to be killed: the tests marked `faults`."""

import os
from collections.abc import Iterator

import pytest

from tests.faults.cluster import binaries
from tests.faults.hall import Hall


@pytest.fixture(scope="session")
def hall() -> Iterator[Hall]:
    """A PostgreSQL and two web processes; whatever a test kills it starts again."""
    if binaries() is None:
        missing = "There is no PostgreSQL of one's own to kill: install postgresql."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    opened = Hall()
    try:
        opened.open()
        yield opened
    finally:
        opened.close()
