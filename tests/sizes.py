"""Choose how much a test tries: enough for every path, or much more with `./dev test --long`."""

import os
from typing import TypeVar

T = TypeVar("T")
LONG = os.environ.get("TAPETE_LONG") == "1"


def size(default: T, long: T) -> T:
    """Return `long` in a run with `--long`, else `default`."""
    return long if LONG else default
