"""How much is tried: enough to take every path on each run, much more with `./dev test --full`."""

import os
from typing import TypeVar

T = TypeVar("T")
FULL = os.environ.get("TAPETE_FULL") == "1"


def size(usual: T, full: T) -> T:
    """Return the size that is asked for."""
    return full if FULL else usual
