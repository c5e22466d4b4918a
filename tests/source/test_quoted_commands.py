"""Every command quoted in a document exists, with its options; the program's own parser decides.

Commands are read from inline code, fenced blocks and the files of `deploy/`: a verb of
`./dev`, a command of `manage.py` (`tapete` on a server), a module of `python -m`, a script or a
tool of `.venv/bin`, and the options of each. A name in capitals stands for any value.
"""

import importlib
import re
import shlex
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import click
import pytest
from django.core.management import CommandError, get_commands, load_command_class

from tests.rows import cases, each

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "LEEME.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs").rglob("*.py")),
]
DEPLOY_FILES = [path for path in (ROOT / "deploy").rglob("*") if "__pycache__" not in path.parts]
FILES = [ROOT / "Dockerfile", *sorted(DEPLOY_FILES)]
FENCE = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
# Parts of a command that the reader or a shell replaces.
PLACEHOLDERS = re.compile(r"<[a-z][^<>\n]*>|\$\([^)]*\)")
SEPARATOR = re.compile(r"&&|\|\||[;|]|(?<!\\)\n")
VALUE = re.compile(r"^[A-ZÁÉÍÓÚÑ]+$")
TOOL = re.compile(r"(?:^|/)\.venv/bin/([\w.-]+)$")
# Options quoted in documents, for programs whose own parser the test does not call.
LOCK_OPTIONS = {"--upgrade", "--upgrade-package"}
PACKAGE_OPTIONS = {"--with-debs"}
PIP_OPTIONS = {"-r", "--require-hashes"}
Fault = str | None


# --- Quoted commands ------------------------------------------------------------------------------
def quoted_code(path: Path) -> Iterator[str]:
    text = path.read_text()
    if path in FILES:
        for line in text.splitlines():
            if line.lstrip().startswith("#"):
                yield from INLINE.findall(line)
            else:  # a line of a unit, of YAML or of shell
                yield re.sub(r"""^ExecStart=|[]['",]""", " ", line)
        return
    yield from FENCE.findall(text)
    yield from (code.replace("\n", " ") for code in INLINE.findall(FENCE.sub("", text)))


def commands(code: str) -> Iterator[list[str]]:
    """Yield the words of each command of Tapete, from the name of its program on."""
    for piece in SEPARATOR.split(PLACEHOLDERS.sub("FILE", code.replace("\\\n", " "))):
        words = _words(piece)
        for place, word in enumerate(words):
            if word == "./dev" or word.endswith("manage.py") or _is_python(words[place:]):
                yield words[place:]
                break
            if TOOL.search(word) and not word.endswith(("/python", "/python3")):
                yield words[place:]
                break
            if word == "tapete" and place == 0:
                yield words
                break


def _words(piece: str) -> list[str]:
    try:
        words = shlex.split(piece, comments=True)
    except ValueError:  # prose with an apostrophe
        words = piece.split()
    words = [word.strip("[]…") for word in words]
    ends = [place for place, word in enumerate(words) if re.match(r"[<>]|2>|\(", word)]
    return [word for word in words[: ends[0] if ends else None] if word]


def _is_python(words: Sequence[str]) -> bool:
    """Return whether the words run Python with a module, or with a script except `manage.py`."""
    if not re.search(r"(^|/)python3?$", words[0]) or len(words) < 2:
        return False
    return words[1] == "-m" or (words[1].endswith(".py") and not words[1].endswith("manage.py"))


# --- Faults ---------------------------------------------------------------------------------------
class CommandChecker:
    """A checker of commands; `pytest_parser` returns the words that pytest does not know."""

    def __init__(self, pytest_parser: Callable[[Sequence[str]], Sequence[str]]) -> None:
        self.pytest_parser = pytest_parser

    def fault(self, words: Sequence[str]) -> Fault:
        """Return the fault of a command, or None."""
        head, *rest = words
        if head == "./dev":
            return self.dev_fault(rest)
        # Only the command of the Debian package has options before a verb.
        if head == "tapete" and rest[:1] and rest[0].startswith("-"):
            return _parse_fault(importlib.import_module("config.home.__main__").arguments, rest)
        if head == "tapete" or head.endswith("manage.py"):
            return manage_fault(rest)
        if head.endswith(("python", "python3")):
            return module_fault(rest[1:]) if rest[0] == "-m" else _missing_file(rest[0])
        return self.tool_fault(TOOL.search(head)[1], rest)

    def dev_fault(self, words: Sequence[str]) -> Fault:
        if not words or _is_value(words[0]):
            return None
        verb, *rest = words
        if verb not in verbs():
            return f"./dev has no verb {verb}"
        match verb:
            case "manage":
                return manage_fault(rest)
            case "demo":
                return manage_fault([verb, *rest])
            case "run":
                return _parse_fault(importlib.import_module("config.home.__main__").arguments, rest)
            case "mutants" | "oracle":
                module = "tests.mutants" if verb == "mutants" else "tests.rules.oracles"
                parser = importlib.import_module(f"{module}.__main__").parser()
                return _parser_fault(parser, rest)
            case "test":
                return self.pytest_fault(rest[1:] if rest[:1] in (["--full"], ["--long"]) else rest)
            case "bench":
                return next(
                    filter(None, (_missing_file(f"benchmarks/{word}.py") for word in rest)), None
                )
            case "lock":
                return _option_fault(verb, rest, LOCK_OPTIONS)
            case "package":
                return _option_fault(verb, rest, PACKAGE_OPTIONS)
            case "system":
                return None if rest in ([], ["run"], ["full"]) else f"./dev system {rest}"
        return _option_fault(verb, rest, set())

    def tool_fault(self, name: str, words: Sequence[str]) -> Fault:
        if name == "pip":
            return _option_fault(name, words, PIP_OPTIONS) or _missing_files(words)
        if name not in tools():
            return f"no library brings {name}"
        if name == "pytest":
            return self.pytest_fault(words)
        return celery_fault(words) if name == "celery" else None

    def pytest_fault(self, words: Sequence[str]) -> Fault:
        unknown = self.pytest_parser(list(words))
        return f"pytest has no {' '.join(unknown)}" if unknown else _missing_files(words)


def manage_fault(words: Sequence[str]) -> Fault:
    if not words or words[0].startswith("$") or _is_value(words[0]):
        return None
    name, *rest = words
    if name not in get_commands():
        return f"manage.py has no {name}"
    return _parser_fault(parser_of(name), rest) if rest else None


def module_fault(words: Sequence[str]) -> Fault:
    name, *rest = words
    if not _is_module(name):
        return f"there is no module {name} to run"
    if name == "config.server":
        return _parse_fault(importlib.import_module(name).arguments, rest)
    return None


def _is_module(name: str) -> bool:
    """Return whether `python -m` can run this name: a module, or a package with a `__main__`."""
    place = ROOT / name.replace(".", "/")
    if place.with_suffix(".py").exists() or (place / "__main__.py").exists():
        return True
    return "." not in name and not place.exists() and find_spec(name) is not None


def celery_fault(words: Sequence[str]) -> Fault:
    from celery.bin.celery import celery

    name = next((word for word in words if word in celery.commands), None)
    if name is None:
        return f"celery has no command in {' '.join(words)}"
    place = list(words).index(name)
    try:
        for command, command_words in (
            (celery, words[:place]),
            (celery.commands[name], words[place + 1 :]),
        ):
            command.make_parser(click.Context(command)).parse_args(list(command_words))
    except click.UsageError as error:
        return error.message
    return None


@cache
def verbs() -> frozenset[str]:
    """Return the verbs of `./dev`, from its last `case`."""
    cases_of_verb = (ROOT / "dev").read_text().rpartition("case $verb in")[2]
    return frozenset(re.findall(r"^(\w+)\)", cases_of_verb, re.MULTILINE))


@cache
def tools() -> frozenset[str]:
    scripts = {entry.name for entry in entry_points(group="console_scripts")}
    return frozenset(scripts | {path.name for path in (ROOT / ".venv/bin").glob("*")})


@cache
def parser_of(name: str) -> ArgumentParser:
    return load_command_class(get_commands()[name], name).create_parser("manage.py", name)


def _parser_fault(parser: ArgumentParser, words: Sequence[str]) -> Fault:
    """Return the fault of the words for this parser; a name in capitals is a value of any type."""
    for action in parser._actions:
        if action.type in (int, float):
            action.type = _number_or_value
    return _parse_fault(parser.parse_args, words)


def _number_or_value(text: str) -> object:
    return text if _is_value(text) else float(text)


def _is_value(word: str) -> bool:
    return VALUE.match(word) is not None


def _parse_fault(parse: Callable[[list[str]], object], words: Sequence[str]) -> Fault:
    try:
        parse(list(words))
    except (CommandError, SystemExit) as error:
        code = getattr(error, "code", None)
        return None if code == 0 else f"{' '.join(words)}: {error}"
    return None


def _option_fault(name: str, words: Sequence[str], options: set[str]) -> Fault:
    unknown = {word for word in words if word.startswith("-")} - options
    return f"{name} has no {' '.join(sorted(unknown))}" if unknown else None


def _missing_files(words: Sequence[str]) -> Fault:
    requirement_files = [word for previous, word in pairwise(words) if previous == "-r"]
    files = [word.partition("::")[0] for word in words if word.endswith(".py")] + requirement_files
    return next(filter(None, map(_missing_file, files)), None)


def _missing_file(path: str) -> Fault:
    return None if (ROOT / path).exists() else f"there is no {path}"


# --- The tests ------------------------------------------------------------------------------------
@pytest.fixture
def checker(pytestconfig) -> CommandChecker:
    parse = pytestconfig._parser.parse_known_and_unknown_args
    return CommandChecker(lambda words: parse(words)[1])


def test_every_command_that_a_document_quotes_exists(checker):
    commands_found = [
        (path.relative_to(ROOT).as_posix(), words)
        for path in [*PAGES, *FILES]
        if path.is_file()
        for code in quoted_code(path)
        for words in commands(code)
    ]
    assert len(commands_found) > 100
    assert len({page for page, _words in commands_found}) > 15
    faults = [(page, " ".join(words), checker.fault(words)) for page, words in commands_found]
    assert [fault for fault in faults if fault[2]] == []


@each(
    "code",
    "./dev manage addresses --write",
    "./dev manage roles > docs/roles.md",
    "./dev tests",
    "./dev test --quick",
    "./dev run --wide",
    "tapete --wide",
    "./dev bench everything",
    "./dev mutants --fast",
    "manage.py rebuild_results --every",
    "cd /opt/tapete && tapete doctor --quietly",
    "python -m tests.adresses",
    ".venv/bin/python locale/compiled.py",
    ".venv/bin/pip install -r requirements.locked",
    ".venv/bin/guinote",
    "DATABASE_URL=postgres:///x .venv/bin/pytest -q tests/test_nothing.py",
    ".venv/bin/python -m config.server --respawn-failed-workers",
    ".venv/bin/celery -A config worker --respawn",
)
def test_a_command_that_does_not_exist_is_found(checker, code):
    (words,) = commands(code)
    assert checker.fault(words)


@cases(
    "code, words",
    ("docker exec tapete ./dev manage backup F.tar.gz", ["./dev", "manage", "backup", "F.tar.gz"]),
    ("./dev demo --entries N | less", ["./dev", "demo", "--entries", "N"]),
    ("tapete backup /b/$(date +%F).gz", ["tapete", "backup", "/b/FILE.gz"]),
    ("manage.py score guinote < match.acta", ["manage.py", "score", "guinote"]),
)
def test_a_command_is_read_from_its_head_to_its_end(checker, code, words):
    assert list(commands(code)) == [words]
    assert checker.fault(words) is None


@each("code", "docker build -t tapete .", "createuser tapete", "git clone X tapete && cd tapete")
def test_a_command_of_another_program_is_ignored(code):
    assert list(commands(code)) == []
