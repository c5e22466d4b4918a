"""The ledger of what the people of the hall saw: what they wrote, what was acknowledged, what was
refused. It is held against the database afterwards."""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Line(NamedTuple):
    """One line of one acta as somebody wrote it: the same line resent is the same `uid`."""

    match: str
    number: int
    line: str
    uid: str


@dataclass
class Ledger:
    """Shared by every thread of a hall."""

    written: dict[str, Line] = field(default_factory=dict)
    acknowledged: list[Line] = field(default_factory=list)
    conflicts: list[Line] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # from sending to the acknowledgement
    shown: list[float] = field(default_factory=list)  # from «guardar» to the public standings
    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    moments: list[float] = field(default_factory=list)  # of each acknowledgement
    lock: threading.Lock = field(default_factory=threading.Lock)

    def writes(self, line: Line) -> None:
        with self.lock:
            self.written[line.uid] = line

    def hears(self, line: Line, seconds: float) -> None:
        with self.lock:
            self.acknowledged.append(line)
            self.seconds.append(seconds)
            self.moments.append(time.monotonic())

    def meets(self, line: Line) -> None:
        """A conflict, which its writer has been shown."""
        with self.lock:
            self.conflicts.append(line)

    def counts_one(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def answered(self, status: int) -> None:
        with self.lock:
            self.statuses[status] += 1

    def sees(self, seconds: float) -> None:
        with self.lock:
            self.shown.append(seconds)

    @property
    def rate(self) -> float:
        """Lines acknowledged a second, from the first to the last."""
        lasted = max(self.moments) - min(self.moments) if len(self.moments) > 1 else 0
        return len(self.moments) / lasted if lasted else 0.0


def spread(seconds: Sequence[float]) -> str:
    """«median 12 ms, p99 40 ms of 800»."""
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    middle = statistics.median(ordered)
    return f"median {1000 * middle:.0f} ms, p99 {1000 * high:.0f} ms of {len(ordered)}"
