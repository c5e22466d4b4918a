"""Record which test runs which line, and how long each test takes.

coverage.py records this for a copy of the tree. The lines of a later tree are matched with those of
the copy.
"""

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
EXCLUDED = ("days", "fuzz", "faults", "pages", "rules/oracles", "api/test_hostile.py")
# The tests of a mutant have a limit of their own, which uses the same alarm as pytest-timeout.
PYTEST = ["-q", "-p", "no:cacheprovider", "-p", "no:timeout"]


def copy(tree: Path, target: Path) -> None:
    """Copy the files of the tree that git does not ignore, and the compiled translations."""
    shutil.rmtree(target, ignore_errors=True)
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=tree, capture_output=True, check=True
    )
    compiled = [str(path.relative_to(tree)) for path in (tree / "locale").rglob("*.mo")]
    for name in [*listing.stdout.decode().splitlines(), *compiled]:
        if (tree / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, target / name)


def collect(tree: Path, home: Path, tests: Sequence[str]) -> None:
    """Run these tests on a copy of the tree, and record the lines that each test runs.

    Without names, run all tests except `EXCLUDED`.
    """
    home.mkdir(parents=True)
    copy(tree, home / "tree")
    (home / "rc").write_text(f"[run]\nrelative_files = true\ndata_file = {home / 'coverage'}\n")
    exclusions = [] if tests else [f"--ignore=tests/{path}" for path in EXCLUDED]
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
            *exclusions,
            *tests,
        ],
        cwd=home / "tree",
        check=False,
        env={**os.environ, "TAPETE_VAR": str(home / "var")},
    )


@dataclass
class Batch:
    """The times and lines of tests recorded by one `collect` in the folder `home`."""

    home: Path
    seconds: dict[str, float] = field(default_factory=dict)  # of each test that passed
    lines: dict[str, int] = field(default_factory=dict)  # number of lines that each test runs

    def __post_init__(self) -> None:
        for case in ET.parse(self.home / "times.xml").iter("testcase"):
            if case.find("failure") is None and case.find("error") is None:
                module, _, name = case.get("classname", "").rpartition(".")
                test = f"{module.replace('.', '/')}/{name}.py::{case.get('name')}"
                self.seconds[test] = float(case.get("time", 0))
        self.data = sqlite3.connect(self.home / "coverage")
        line_counts: defaultdict[str, int] = defaultdict(int)
        rows = self.data.execute(
            "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id"
        )
        for context, bits in rows:
            line_counts[context.rpartition("|")[0]] += int.from_bytes(bits, "little").bit_count()
        self.lines = dict(line_counts)

    def running(self, path: str, wanted: set[int], text: str) -> Iterator[str]:
        """Yield the tests that run some of the `wanted` lines of a file, whose text is now `text`.

        Lines that the copy of the tree does not have are ignored.
        """
        copied_file = self.home / "tree" / path
        if not copied_file.exists():
            return
        number_in_copy = {}
        matcher = SequenceMatcher(
            None, copied_file.read_text().splitlines(), text.splitlines(), False
        )
        for block in matcher.get_matching_blocks():
            number_in_copy.update({block.b + n + 1: block.a + n + 1 for n in range(block.size)})
        copied_lines = {number_in_copy[line] for line in wanted if line in number_in_copy}
        rows = self.data.execute(
            "SELECT context, numbits FROM line_bits JOIN context ON context.id = context_id "
            "JOIN file ON file.id = file_id WHERE path = ?",
            [path],
        )
        for context, bits in rows:
            test = context.rpartition("|")[0]
            if test in self.seconds and copied_lines.intersection(numbits_to_nums(bits)):
                yield test


class Cover:
    """All recorded batches. For a test in several batches, the latest batch counts."""

    def __init__(self, home: Path) -> None:
        homes = [file.parent for file in home.glob("*/times.xml")]
        self.batches = [
            Batch(path) for path in sorted(homes, key=lambda path: path.stat().st_mtime)
        ]

    def tests(self, path: str, lines: range, text: str, budget: float) -> list[str]:
        """Return tests that run some of the lines and together fit in `budget` seconds.

        Tests that run the fewest lines come first. There is always at least one, if any test runs
        the lines.
        """
        lines_and_seconds: dict[str, tuple[int, float]] = {}
        for batch in self.batches:
            for test in batch.running(path, set(lines), text):
                lines_and_seconds[test] = batch.lines.get(test, 0), batch.seconds[test]
        chosen_tests, seconds_spent = [], 0.0
        for test, (_lines, seconds) in sorted(lines_and_seconds.items(), key=lambda item: item[1]):
            if chosen_tests and seconds_spent + seconds > budget:
                continue
            chosen_tests.append(test)
            seconds_spent += seconds
        return chosen_tests
