"""How much is tried: a little on every run, more with `--full` or as asked (`TAPETE_FUZZ=500`)."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.sizes import size

EXAMPLES = int(os.environ.get("TAPETE_FUZZ", size(2, long=20)))
# The same examples every time unless more are asked for; each is rolled back by the test.
FUZZED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="TAPETE_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _nobody_has_tried_before():
    """Tries at a token are counted in the cache, which outlives a test."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _the_test_keeps_its_connection():
    """A server closes old connections around each request; here it would be the test's own."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections

    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)
