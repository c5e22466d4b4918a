"""A ledger of the lines that people wrote and of the answers that they got.

`tests.faults.load.check` compares it with the database afterwards.
"""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Line(NamedTuple):
    """A line of an acta as somebody wrote it; a resent line keeps its `uid`."""

    match: str
    number: int
    line: str
    uid: str


@dataclass
class Ledger:
    """The ledger of a hall, shared by the threads that write its lines.

    `written_lines` has the lines by `uid`. `counts` counts events («resent», «no answer»…), and
    `statuses` the answers by their status.
    """

    written_lines: dict[str, Line] = field(default_factory=dict)
    acknowledged_lines: list[Line] = field(default_factory=list)
    conflicts: list[Line] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # from writing to the acknowledgement
    shown_seconds: list[float] = field(
        default_factory=list
    )  # from confirming to the public standings
    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    moments: list[float] = field(default_factory=list)  # the time of each acknowledgement
    lock: threading.Lock = field(default_factory=threading.Lock)

    def record_written(self, line: Line) -> None:
        with self.lock:
            self.written_lines[line.uid] = line

    def record_acknowledged(self, line: Line, seconds: float) -> None:
        with self.lock:
            self.acknowledged_lines.append(line)
            self.seconds.append(seconds)
            self.moments.append(time.monotonic())

    def record_conflict(self, line: Line) -> None:
        """Record a line that was refused because somebody else wrote that line first."""
        with self.lock:
            self.conflicts.append(line)

    def count_event(self, event: str) -> None:
        with self.lock:
            self.counts[event] += 1

    def count_status(self, status: int) -> None:
        with self.lock:
            self.statuses[status] += 1

    def record_shown(self, seconds: float) -> None:
        with self.lock:
            self.shown_seconds.append(seconds)

    @property
    def rate(self) -> float:
        """Return the acknowledged lines per second, between the first and the last of them."""
        seconds = max(self.moments) - min(self.moments) if len(self.moments) > 1 else 0
        return len(self.moments) / seconds if seconds else 0.0


def spread(seconds: Sequence[float]) -> str:
    """Return the median and 99th percentile as text: «median 12 ms, p99 40 ms of 800»."""
    if not seconds:
        return "none"
    ordered_seconds = sorted(seconds)
    p99 = ordered_seconds[min(len(ordered_seconds) - 1, int(len(ordered_seconds) * 0.99))]
    median = statistics.median(ordered_seconds)
    return f"median {1000 * median:.0f} ms, p99 {1000 * p99:.0f} ms of {len(ordered_seconds)}"
