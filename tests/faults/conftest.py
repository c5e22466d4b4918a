"""Fixtures of the tests marked `faults`: real servers, which the tests kill."""

import os
from collections.abc import Iterator

import pytest

from tests.faults.cluster import binaries
from tests.faults.hall import Hall


@pytest.fixture(scope="session")
def hall() -> Iterator[Hall]:
    """A hall with PostgreSQL and two web processes. A test that kills a server starts it again."""
    if binaries() is None:
        missing = "PostgreSQL is missing: install postgresql."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    new_hall = Hall()
    try:
        new_hall.open()
        yield new_hall
    finally:
        new_hall.close()
