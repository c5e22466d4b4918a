"""The number of examples of each fuzz test: few, or more with `--full` or `TAPETE_FUZZ=500`."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.sizes import size

EXAMPLES = int(os.environ.get("TAPETE_FUZZ", size(2, long=20)))
# Every run tries the same examples unless `TAPETE_FUZZ` is set; the test rolls each of them back.
FUZZED = settings(
    max_examples=EXAMPLES,
    derandomize="TAPETE_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _clear_token_tries():
    """Clear the cache, which counts wrong tries of a token and outlives a test."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _keep_the_database_connection():
    """Stop Django from closing the connection of the test itself around each request."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections

    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)
