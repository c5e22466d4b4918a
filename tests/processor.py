"""The cost of each test: a pytest plugin that counts processor time.

A test's cost is the processor time of its process, of the programs it starts and of the browser,
from setup to teardown. Session fixtures cost the first test nothing. The run ends with the most
expensive tests. On CI a test above `LIMIT` seconds without the mark `slow` fails the run: `LIMIT`
is four times the cost that requires the mark. `LIMIT` is for a machine that runs a loop of pure
Python in `LOOP` seconds; a slower machine gets a proportionally higher limit.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LIMIT = 2.0
LOOP = 0.04  # processor seconds for a million additions, on the machine of LIMIT
MOST_EXPENSIVE = 20
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """Return the processor time so far of this process and of all its descendants."""
    times = os.times()
    return sum(times[:4]) + sum(_seconds_of(pid) for pid in _descendants(os.getpid()))


def slowness() -> float:
    """Return how many times slower this machine is than the machine of `LOOP`, at least 1."""
    start, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number * number
    return max(1.0, (time.process_time() - start) / LOOP)


def _descendants(pid: int) -> Iterator[int]:
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        children = [pid for thread in threads for pid in (thread / "children").read_text().split()]
    except OSError:  # the process has ended
        return
    for child in map(int, children):
        yield child
        yield from _descendants(child)


def _seconds_of(pid: int) -> float:
    """Return the processor time of a process and of the children it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


class Meter:
    """The cost of the running test, without the fixtures of the session."""

    def __init__(self) -> None:
        self.start = 0.0
        self.session_fixtures = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        self.start = processor_seconds()
        self.session_fixtures = 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        if fixturedef.scope != "session":
            return (yield)
        before = processor_seconds()
        outer = self.session_fixtures
        try:
            return (yield)
        finally:  # includes the session fixtures that this fixture requests
            self.session_fixtures = outer + processor_seconds() - before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[None]:
        report = yield
        if call.when == "teardown":
            cost = processor_seconds() - self.start - self.session_fixtures
            is_slow = item.get_closest_marker("slow") is not None
            report.user_properties.append(("processor_seconds", cost))
            report.user_properties.append(("is_slow", is_slow))
        return report


class Bill:
    """The costs of all tests, collected in the main process of the run."""

    def __init__(self) -> None:
        self.limit = LIMIT * slowness()
        self.costs: dict[str, float] = {}
        self.slow: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties = dict(report.user_properties)
        if "processor_seconds" in properties:
            self.costs[report.nodeid] = float(properties["processor_seconds"])
            if properties["is_slow"]:
                self.slow.add(report.nodeid)

    def unmarked_tests(self) -> list[str]:
        """Return the tests above the limit without the mark `slow`."""
        expensive = [test for test, cost in self.costs.items() if cost > self.limit]
        return [test for test in expensive if test not in self.slow]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # The machine may have slowed down during the run.
        self.limit = max(self.limit, LIMIT * slowness())
        if os.environ.get("CI") == "true" and self.unmarked_tests() and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self.costs:
            return
        total = sum(self.costs.values())
        terminalreporter.section(f"processor time: {total:.0f} s in {len(self.costs)} tests")
        most_expensive = sorted(self.costs.items(), key=lambda pair: -pair[1])[:MOST_EXPENSIVE]
        for test, cost in most_expensive:
            terminalreporter.line(f"{cost:7.2f} s  {test}")
        if os.environ.get("CI") == "true":
            for test in self.unmarked_tests():
                terminalreporter.line(
                    f"{test} costs {self.costs[test]:.1f} s of processor: above {self.limit:.1f} s"
                    " a test needs the mark `slow`, or less work.",
                    red=True,
                )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bill())
