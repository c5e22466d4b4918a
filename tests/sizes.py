"""How much tests try: enough for every path on each run, much more with `./dev test --long`."""

import os
from typing import TypeVar

T = TypeVar("T")
LONG = os.environ.get("TAPETE_LONG") == "1"


def size(usual: T, long: T) -> T:
    """Return the size for this run."""
    return long if LONG else usual
