"""`./dev mutants`: break lines of the site, area by area, and print the mutants no test kills."""

import argparse
import os
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.scratch import SERVER, server_answers
from tests.mutants.cover import PYTEST, Cover, collect, copy
from tests.mutants.operators import Breaker, Mutant
from tests.rows import words

ROOT = Path(__file__).resolve().parent.parent.parent
HOME = Path(os.environ.get("TAPETE_VAR", ROOT / "var")) / "mutants"
AREAS = {
    "rules": ["rules/*.py", "rules/*/*.py"],
    "draw": ["tournaments/formats/**/*.py", "tournaments/pairing/**/*.py"],
    "standings": ["scoring/*.py", "scoring/standings/*.py"],
    "services": ["*/*/services.py", "*/*/services/**/*.py"],
    "views": [
        "*/*/views.py",
        "*/*/views/**/*.py",
        "*/*/api.py",
        "*/*/api/**/*.py",
        "tournaments/permissions.py",
    ],
    "forms": ["*/*/forms.py", "*/*/forms/**/*.py"],
}
# Tests that read the source instead of running it: coverage records no line for them.
SOURCE_TESTS = {
    "act weaker": ["tests/access/test_roles.py::test_each_address_has_the_act_listed_in_the_docs"],
    "decorator removed": [
        "tests/access/test_roles.py::test_each_address_has_the_act_listed_in_the_docs",
        "tests/source/test_transactions.py",
    ],
}
WANTED_SHARE = 0.9
NOTHING_RUN = (4, 5)  # exit codes of pytest: a broken import, or no tests found
# Imported once: each mutant runs in a fork, which inherits these modules.
HEAVY = (
    *words(
        "pytest hypothesis numpy rustworkx openpyxl weasyprint",
        "PIL.Image django.core.management django.db.models django.template django.test celery",
        "psycopg networkx",
    ),
)


def equivalent() -> dict[tuple[str, str], str]:
    """Return the mutants that change nothing visible, each with its reason."""
    rows = (Path(__file__).parent / "equivalent.txt").read_text().splitlines()
    cells = [row.split(" | ") for row in rows if row and not row.startswith("#")]
    return {(path, line): reason for path, line, reason in cells}


def chosen_mutants(tree: Path, area: str, count: int, seed: str) -> Iterator[Mutant]:
    """Yield up to `count` mutants of an area at random, each kind with the same probability."""
    kinds: defaultdict[str, list[Mutant]] = defaultdict(list)
    for path in sorted({file for pattern in AREAS[area] for file in tree.glob(pattern)}):
        for mutant in Breaker(str(path.relative_to(tree)), path.read_bytes()).mutants():
            kinds[mutant.kind].append(mutant)
    rng = random.Random(f"{seed}/{area}")
    for _turn in range(count):
        if not kinds:
            return
        kind = rng.choice(sorted(kinds))
        yield kinds[kind].pop(rng.randrange(len(kinds[kind])))
        kinds = defaultdict(list, {name: mutants for name, mutants in kinds.items() if mutants})


def broken_line(mutant: Mutant, source: bytes) -> str:
    """Return the line after the mutation, or the original line if the mutation removed it."""
    lines = mutant.applied_to(source).decode().splitlines()
    return lines[mutant.line - 1].strip() or source.decode().splitlines()[mutant.line - 1].strip()


def run_tests(tree: Path, tests: list[str], seconds: float, *, locks: bool) -> int:
    """Run the tests in a process of their own. Return pytest's exit code, negative if they hang.

    With `locks`, the tests run on PostgreSQL, the only database that shows a missing lock. All
    others run on SQLite, which is faster.
    """
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.alarm(int(seconds))
        if not locks:
            os.environ.pop("DATABASE_URL", None)
        _run_in_child(tree, tests)
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _run_in_child(tree: Path, tests: list[str]) -> None:
    out = os.open(tree.parent / "last.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(tree)
    os.environ["TAPETE_VAR"] = str(tree.parent / "var")
    sys.dont_write_bytecode = True
    sys.path[:] = [str(tree), *(path for path in sys.path if Path(path or ".").resolve() != ROOT)]
    for name in [module for module in sys.modules if module.split(".")[0] == "tests"]:
        del sys.modules[name]
    import pytest

    (tree.parent / "chosen").write_text("\n".join(tests))
    code = pytest.main([*PYTEST, "-x", f"--rootdir={tree}", f"@{tree.parent / 'chosen'}"])
    os._exit(int(code))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments of `./dev mutants`."""
    arguments = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    arguments.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}")
    arguments.add_argument("--count", type=int, default=100, help="mutants in all (100)")
    arguments.add_argument("--seed", default="tapete", help="the same seed breaks the same lines")
    arguments.add_argument(
        "--budget", type=float, default=60, help="seconds of tests a mutant (60)"
    )
    arguments.add_argument(
        "--collect", nargs="*", metavar="TEST", help="run tests, and remember them"
    )
    return arguments


def main() -> int:
    options = parser().parse_args()
    if missing := missing_source_tests(ROOT):
        sys.exit(f"SOURCE_TESTS names tests that do not exist: {', '.join(missing)}.")
    os.nice(10)
    os.environ["DATABASE_URL"] = SERVER if server_answers() else ""
    if options.collect is not None:
        collect(ROOT, HOME / f"{time.time():.0f}", options.collect)
        return 0
    areas = options.areas or list(AREAS)
    shares = [len(range(n, options.count, len(areas))) for n in range(len(areas))]
    for name in HEAVY:
        __import__(name)
    cover = Cover(HOME)
    known_equivalents = equivalent()
    survivors = []
    deaths = 0
    tree = HOME / "work" / "tree"
    copy(ROOT, tree)
    for area, share in zip(areas, shares, strict=True):
        for mutant in chosen_mutants(tree, area, share, options.seed):
            source = (tree / mutant.path).read_bytes()
            line = broken_line(mutant, source)
            start = time.monotonic()
            result = verdict(mutant, source, tree, cover, options.budget)
            if result == "SURVIVED" and (reason := known_equivalents.get((mutant.path, line))):
                result = f"equivalent: {reason}"
            survivors += [mutant] if result in ("SURVIVED", "NO TEST") else []
            deaths += result == "killed"
            duration = time.monotonic() - start
            print(
                f"{area:9} {result:8} {duration:4.0f} s  {mutant.path}:{mutant.line} "
                f"{mutant.kind}: {line}",
                flush=True,
            )
    share = deaths / max(deaths + len(survivors), 1)
    print(f"{deaths} of {deaths + len(survivors)} died ({share:.0%}); wanted {WANTED_SHARE:.0%}")
    return int(share < WANTED_SHARE)


def verdict(mutant: Mutant, source: bytes, tree: Path, cover: Cover, budget: float) -> str:
    """Return «killed», «SURVIVED» or «NO TEST» for a mutant."""
    file, text = tree / mutant.path, source.decode()
    # Coverage gives no test for a line that runs on import. For such a line, look for the tests of
    # the function around it, and at last for the tests of the whole file.
    ranges = [
        range(mutant.line, mutant.line + 1),
        range(mutant.first, mutant.last + 1),
        range(1, text.count("\n") + 2),
    ]
    if mutant.kind == "decorator removed":
        ranges[:2] = reversed(ranges[:2])
    tests_by_range = (cover.tests(mutant.path, numbers, text, budget) for numbers in ranges)
    tests = next((names for names in tests_by_range if names), []) + SOURCE_TESTS.get(
        mutant.kind, []
    )
    tests = [test for test in tests if has_test(tree, test)]
    if not tests:
        return "NO TEST"
    seconds, locks = 120 + 3 * budget, mutant.kind == "lock removed"
    file.write_bytes(mutant.applied_to(source))
    try:
        code = run_tests(tree, tests, seconds, locks=locks)
    finally:
        file.write_bytes(source)
    if code in NOTHING_RUN and run_tests(tree, tests, seconds, locks=locks) != 0:
        return "NO TEST"
    return "SURVIVED" if code == 0 else "killed"


def missing_source_tests(tree: Path) -> list[str]:
    """Return the tests of `SOURCE_TESTS` that the tree does not have."""
    tests = {test for names in SOURCE_TESTS.values() for test in names}
    return sorted(test for test in tests if not has_test(tree, test))


def has_test(tree: Path, test: str) -> bool:
    """Return whether the tree still has a recorded test under its name."""
    path, _, name = test.partition("::")
    file = tree / path
    return file.is_file() and (not name or f"def {name.split('[')[0]}(" in file.read_text())


if __name__ == "__main__":
    sys.exit(main())
