"""Which test runs which line, and how long it takes: remembered by coverage.py for a copy of the
tree, and asked of the tree of today by following its lines from one to the other."""

import os
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from coverage.numbits import numbits_to_nums

APPS = ("rules", "tournaments", "scoring", "config")
LEFT_OUT = ("days", "fuzz", "faults", "pages", "rules/oracles", "api/test_hostile.py")
PYTEST = ["-q", "-p", "no:cacheprovider"]


def copy(tree: Path, to: Path) -> None:
    """Copy what git knows of the tree, with the translations that were compiled."""
    shutil.rmtree(to, ignore_errors=True)
    told = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=tree, capture_output=True, check=True
    )
    compiled = [str(path.relative_to(tree)) for path in (tree / "locale").rglob("*.mo")]
    for name in [*told.stdout.decode().splitlines(), *compiled]:
        if (tree / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, to / name)


def collect(tree: Path, home: Path, tests: Sequence[str]) -> None:
    """Run these tests (all but the longest, if none is named) on a copy, with who runs what."""
    home.mkdir(parents=True)
    copy(tree, home / "tree")
    (home / "rc").write_text(f"[run]\nrelative_files = true\ndata_file = {home / 'coverage'}\n")
    left_out = [] if tests else [f"--ignore=tests/{one}" for one in LEFT_OUT]
    measured = [f"--cov={app}" for app in APPS]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *PYTEST,
            *measured,
            "--cov-context=test",
            "--cov-report=",
            f"--cov-config={home / 'rc'}",
            f"--junitxml={home / 'times.xml'}",
            "-m",
            "not browser and not broker and not faults",
            *left_out,
            *tests,
        ],
        cwd=home / "tree",
        check=False,
        env={**os.environ, "TAPETE_VAR": str(home / "var")},
    )


@dataclass
class Batch:
    """The memory of one `collect`."""

    home: Path
    seconds: dict[str, float] = field(default_factory=dict)  # of the tests that passed
    lines: dict[str, int] = field(default_factory=dict)  # how many each runs: few, if it is its own

    def __post_init__(self) -> None:
        for case in ET.parse(self.home / "times.xml").iter("testcase"):
            if case.find("failure") is None and case.find("error") is None:
                module, _, name = case.get("classname", "").rpartition(".")
                test = f"{module.replace('.', '/')}/{name}.py::{case.get('name')}"
                self.seconds[test] = float(case.get("time", 0))
        self.data = sqlite3.connect(self.home / "coverage")
        counted: defaultdict[str, int] = defaultdict(int)
        rows = self.data.execute(
            "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id"
        )
        for context, bits in rows:
            counted[context.rpartition("|")[0]] += int.from_bytes(bits, "little").bit_count()
        self.lines = dict(counted)

    def running(self, path: str, wanted: set[int], now: str) -> Iterator[str]:
        """Yield the tests that run some of these lines of a file, numbered as it is now."""
        then = self.home / "tree" / path
        if not then.exists():
            return
        before = {}
        matcher = SequenceMatcher(None, then.read_text().splitlines(), now.splitlines(), False)
        for block in matcher.get_matching_blocks():
            before.update({block.b + n + 1: block.a + n + 1 for n in range(block.size)})
        lines = {before[line] for line in wanted if line in before}
        rows = self.data.execute(
            "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id "
            "JOIN file ON file.id = file_id WHERE path = ?",
            [path],
        )
        for context, bits in rows:
            test = context.rpartition("|")[0]
            if test in self.seconds and lines.intersection(numbits_to_nums(bits)):
                yield test


class Cover:
    """All that was collected; what a later batch says of a test is believed."""

    def __init__(self, home: Path) -> None:
        found = [one.parent for one in home.glob("*/times.xml")]
        self.batches = [Batch(one) for one in sorted(found, key=lambda one: one.stat().st_mtime)]

    def tests(self, path: str, lines: range, now: str, budget: float) -> list[str]:
        """Return the tests that run some of the lines, those that run little else first, as many
        as take the seconds of the budget."""
        found: dict[str, tuple[int, float]] = {}
        for batch in self.batches:
            for test in batch.running(path, set(lines), now):
                found[test] = batch.lines.get(test, 0), batch.seconds[test]
        chosen, spent = [], 0.0
        for test, (_lines, seconds) in sorted(found.items(), key=lambda one: one[1]):
            if chosen and spent + seconds > budget:
                continue
            chosen.append(test)
            spent += seconds
        return chosen
