"""`./dev test` and `./dev lint`: the linters, and pytest on both databases at the same time.

    python -m tests [--full | --long] [PYTEST OPTION…]
    python -m tests --lint

The tests run on SQLite; tests with the mark `each_database` run on PostgreSQL too. `--full` runs
the slow tests that the default leaves out; on PostgreSQL it runs slow tests with that mark and
quick tests without it. `--long` runs every test, at long sizes.

The parts run at the same time, because tests often wait for a browser, a server or a worker. The
output on SQLite is shown at once, the other output at the end. Ctrl+C and SIGTERM end every part.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from benchmarks.scratch import SERVER, server_answers
from tests.programs import ROOT, say
from tests.rows import words

MODULE = [sys.executable, "-m"]
MYPY = [*MODULE, "mypy"]
SHELLCHECK = [str(Path(sys.executable).with_name("shellcheck"))]
SHELL_SCRIPTS = words(
    "dev .ci/run .ci/bare-machine .ci/try-package deploy/tapete tests/deploy/copy/enter.sh",
    *(f"deploy/package/files/{name}" for name in ("DEBIAN/postinst", "DEBIAN/prerm")),
    "deploy/package/files/usr/bin/tapete",
    *(f"tests/deploy/copy/bin/{name}" for name in ("apt-get", "certbot", "git", "python3")),
)
QUICK_LINTERS = (
    [*MODULE, "ruff", "check", "."],
    [*MODULE, "ruff", "format", "--check", "."],
    [*SHELLCHECK, *SHELL_SCRIPTS],
)
# Marks of the tests to run: on SQLite, and on PostgreSQL.
REST_ON_POSTGRES = "not browser and not broker and not faults and"
MARKS = {
    "": ("not slow or always", "each_database and (not slow or always)"),
    "--full": (
        "slow and not always",
        f"{REST_ON_POSTGRES} (not slow and not each_database"
        " or each_database and slow and not always)",
    ),
    "--long": ("", f"{REST_ON_POSTGRES} (not slow or each_database)"),
}
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def lint(*linters: Sequence[str]) -> int:
    """Run every linter; return 0 if all pass, else 1."""
    codes = [subprocess.call(linter, cwd=ROOT) for linter in linters]
    return int(any(codes))


def start_pytest(
    options: Sequence[str],
    *,
    database: str,
    processes: int,
    marks: str,
    output: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    """Start the tests with these marks on the database at an address ("": a SQLite file)."""
    return subprocess.Popen(
        [*MODULE, *words(f"pytest -q -n {processes} --dist worksteal -m"), marks, *options],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
    )


def run_tests(size: str, options: Sequence[str]) -> int:
    """Run the tests of `size`, a key of `MARKS`; return 0 if all pass, 130 if stopped.

    The default size runs the linters too.
    """
    has_postgres = server_answers()
    if not has_postgres:
        say(
            "PostgreSQL no contesta: las pruebas corren solo sobre SQLite.",
            "PostgreSQL does not answer: the tests run on SQLite alone.",
        )
        if os.environ.get("CI") == "true":
            say("Con CI=true no valen sin él.", "With CI=true they are worth nothing without it.")
            return 1
    if size == "--long":
        os.environ["TAPETE_LONG"] = "1"
        os.environ["PYTEST_TIMEOUT"] = "7200"  # seconds of a test
    on_sqlite, on_postgres = MARKS[size]
    parts: list[subprocess.Popen[bytes]] = []
    for stop in STOPS:
        signal.signal(stop, signal.default_int_handler)
    with TemporaryFile() as mypy, TemporaryFile() as postgres:
        try:
            code = 0 if size else lint(*QUICK_LINTERS)
            if not size:
                parts.append(subprocess.Popen(MYPY, cwd=ROOT, stdout=mypy, stderr=mypy))
            if has_postgres:
                # Importing every file to read its marks would take longer than these tests.
                files = [] if size else _files_with("each_database")
                parts.append(
                    start_pytest(
                        [*options, *files],
                        database=SERVER,
                        processes=2 if size else 1,
                        marks=on_postgres,
                        output=postgres,
                    )
                )
            parts.append(start_pytest(options, database="", processes=2, marks=on_sqlite))
            codes = [code, *(part.wait() for part in parts)]
        except KeyboardInterrupt:
            _end_processes(parts)
            return 130
        for title, output in {"mypy": mypy, "PostgreSQL": postgres}.items():
            output.seek(0)
            if text := output.read().decode(errors="replace").rstrip():
                print(f"== {title}", text, sep="\n", flush=True)
    return next(filter(None, codes), 0)


def _files_with(mark: str) -> list[str]:
    """Return the test files that name a mark."""
    return [str(path) for path in (ROOT / "tests").rglob("test_*.py") if mark in path.read_text()]


def _end_processes(parts: Sequence[subprocess.Popen[bytes]]) -> None:
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)
    for part in parts:
        part.terminate()
    for part in parts:
        part.wait()


def main() -> int:
    options = sys.argv[1:]
    if options == ["--lint"]:
        return lint(*QUICK_LINTERS, MYPY)
    size = options.pop(0) if options and options[0] in MARKS else ""
    return run_tests(size, options)


if __name__ == "__main__":
    sys.exit(main())
