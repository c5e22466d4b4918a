"""`./dev mutants`: break lines of the site, area by area, and print what no test missed."""

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
    "rules": ["rules/*.py", "rules/*/[!t]*.py", "rules/*/t[!a]*.py"],  # not the tables that play
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
# They read the source instead of running it, so no line of theirs is remembered.
WITNESSES = {
    "act weaker": ["tests/access/test_roles.py::test_each_address_carries_the_act_that_is_written"],
    "decorator removed": [
        "tests/access/test_roles.py::test_each_address_carries_the_act_that_is_written",
        "tests/source/test_transactions.py",
    ],
}
ENOUGH = 0.9
NOTHING_RUN = (4, 5)  # pytest's: a broken import, or tests that are not there
# Imported once: each mutant is tried by a fork, which has them.
HEAVY = (
    *words(
        "pytest hypothesis numpy rustworkx openpyxl weasyprint",
        "PIL.Image django.core.management django.db.models django.template django.test celery",
        "psycopg networkx",
    ),
)


def equivalent() -> dict[tuple[str, str], str]:
    """Return the mutants that change nothing anybody can see, each with its reason."""
    rows = (Path(__file__).parent / "equivalent.txt").read_text().splitlines()
    told = [row.split(" | ") for row in rows if row and not row.startswith("#")]
    return {(path, line): reason for path, line, reason in told}


def chosen(tree: Path, area: str, count: int, seed: str) -> Iterator[Mutant]:
    """Yield the mutants of an area, every kind as likely as the others."""
    kinds: defaultdict[str, list[Mutant]] = defaultdict(list)
    for path in sorted({one for pattern in AREAS[area] for one in tree.glob(pattern)}):
        for mutant in Breaker(str(path.relative_to(tree)), path.read_bytes()).mutants():
            kinds[mutant.what].append(mutant)
    luck = random.Random(f"{seed}/{area}")
    for _turn in range(count):
        if not kinds:
            return
        kind = luck.choice(sorted(kinds))
        yield kinds[kind].pop(luck.randrange(len(kinds[kind])))
        kinds = defaultdict(list, {name: left for name, left in kinds.items() if left})


def told(mutant: Mutant, source: bytes) -> str:
    """Return the broken line as it is now, or what is around it when it is gone."""
    lines = mutant.of(source).decode().splitlines()
    return lines[mutant.line - 1].strip() or source.decode().splitlines()[mutant.line - 1].strip()


def outcome(tree: Path, tests: list[str], seconds: float, *, locks: bool) -> int:
    """Return pytest's exit code, from a process of its own; below nought for one that hangs.

    Only PostgreSQL tells a lock that is missing; the rest is quicker on SQLite.
    """
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.alarm(int(seconds))
        if not locks:
            os.environ.pop("DATABASE_URL", None)
        _run(tree, tests)
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _run(tree: Path, tests: list[str]) -> None:
    out = os.open(tree.parent / "last.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(tree)
    os.environ["TAPETE_VAR"] = str(tree.parent / "var")
    sys.dont_write_bytecode = True
    sys.path[:] = [str(tree), *(one for one in sys.path if Path(one or ".").resolve() != ROOT)]
    for name in [one for one in sys.modules if one.split(".")[0] == "tests"]:
        del sys.modules[name]
    import pytest

    (tree.parent / "chosen").write_text("\n".join(tests))
    code = pytest.main([*PYTEST, "-x", f"--rootdir={tree}", f"@{tree.parent / 'chosen'}"])
    os._exit(int(code))


def parser() -> argparse.ArgumentParser:
    """Return the parser of what is typed after `./dev mutants`."""
    asked = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    asked.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}")
    asked.add_argument("--count", type=int, default=100, help="mutants in all (100)")
    asked.add_argument("--seed", default="tapete", help="the same seed breaks the same lines")
    asked.add_argument("--budget", type=float, default=60, help="seconds of tests a mutant (60)")
    asked.add_argument("--collect", nargs="*", metavar="TEST", help="run tests, and remember them")
    return asked


def main() -> int:
    options = parser().parse_args()
    os.nice(10)
    os.environ["DATABASE_URL"] = SERVER if server_answers() else ""
    if options.collect is not None:
        collect(ROOT, HOME / f"{time.time():.0f}", options.collect)
        return 0
    areas = options.areas or list(AREAS)
    shares = [len(range(n, options.count, len(areas))) for n in range(len(areas))]
    for name in HEAVY:
        __import__(name)
    cover, known, alive, died = Cover(HOME), equivalent(), [], 0
    tree = HOME / "work" / "tree"
    copy(ROOT, tree)
    for area, share in zip(areas, shares, strict=True):
        for mutant in chosen(tree, area, share, options.seed):
            source = (tree / mutant.path).read_bytes()
            line = told(mutant, source)
            start = time.monotonic()
            answer = tried(mutant, source, tree, cover, options.budget)
            if answer == "SURVIVED" and (reason := known.get((mutant.path, line))):
                answer = f"equivalent: {reason}"
            alive += [mutant] if answer in ("SURVIVED", "NO TEST") else []
            died += answer == "killed"
            took = time.monotonic() - start
            print(
                f"{area:9} {answer:8} {took:4.0f} s  {mutant.path}:{mutant.line} "
                f"{mutant.what}: {line}",
                flush=True,
            )
    share = died / max(died + len(alive), 1)
    print(f"{died} of {died + len(alive)} died ({share:.0%}); wanted {ENOUGH:.0%}")
    return int(share < ENOUGH)


def tried(mutant: Mutant, source: bytes, tree: Path, cover: Cover, budget: float) -> str:
    """Return «killed», «SURVIVED» or «NO TEST» of a mutant."""
    file, now = tree / mutant.path, source.decode()
    # A line that runs on import belongs to no test: then, whoever runs anything beside it.
    lines = [
        range(mutant.line, mutant.line + 1),
        range(mutant.first, mutant.last + 1),
        range(1, now.count("\n") + 2),
    ]
    if mutant.what == "decorator removed":
        lines[:2] = reversed(lines[:2])
    found = (cover.tests(mutant.path, one, now, budget) for one in lines)
    tests = next((one for one in found if one), []) + WITNESSES.get(mutant.what, [])
    tests = [test for test in tests if is_there(tree, test)]
    if not tests:
        return "NO TEST"
    seconds, locks = 120 + 3 * budget, mutant.what == "lock removed"
    file.write_bytes(mutant.of(source))
    try:
        code = outcome(tree, tests, seconds, locks=locks)
    finally:
        file.write_bytes(source)
    if code in NOTHING_RUN and outcome(tree, tests, seconds, locks=locks) != 0:
        return "NO TEST"
    return "SURVIVED" if code == 0 else "killed"


def is_there(tree: Path, test: str) -> bool:
    """Whether a test that was remembered has kept its name."""
    path, _, name = test.partition("::")
    file = tree / path
    return file.is_file() and (not name or f"def {name.split('[')[0]}(" in file.read_text())


if __name__ == "__main__":
    sys.exit(main())
