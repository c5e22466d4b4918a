"""One arrow: scoring → tournaments → rules → standard library. Read from the imports themselves."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rows import each

ROOT = Path(__file__).resolve().parents[2]
ABOVE = {
    "rules": {"tournaments", "scoring", "config"},
    "tournaments": {"scoring", "config"},
    "scoring": {"config"},
}
PURE = [
    *sorted((ROOT / "rules").rglob("*.py")),
    *sorted((ROOT / "tournaments/formats").rglob("*.py")),
    *sorted((ROOT / "tournaments/forecast").rglob("*.py")),
    *sorted((ROOT / "tournaments/pairing").rglob("*.py")),
    ROOT / "scoring/refereeing.py",
    ROOT / "scoring/confirming.py",
    ROOT / "scoring/corrections/consequences.py",
    *sorted((ROOT / "scoring/standings").rglob("*.py")),
    *sorted((ROOT / "scoring/charts").rglob("*.py")),
]
PURE_MAY_USE = {"numpy", "rustworkx", "rules", "tournaments", "scoring"}
# Left to right: a module of an app imports only those before it.
LAYERS = ["models", "selectors", "services", "corrections", "forms", "views", "api", "urls"]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(module: str) -> int | None:
    parts = module.split(".")
    return LAYERS.index(parts[1]) if len(parts) > 1 and parts[1] in LAYERS else None


@pytest.mark.slow
@pytest.mark.parametrize("app", ABOVE)
def test_no_import_goes_up_the_arrow(app):
    upward = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / app).rglob("*.py")
        for name in imports(path)
        if name.split(".")[0] in ABOVE[app]
    }
    assert upward == set()


def test_the_pure_parts_know_no_framework():
    known = set(sys.stdlib_module_names) - {"random", "time", "datetime"} | PURE_MAY_USE
    others = {
        path.relative_to(ROOT): {name.split(".")[0] for name in imports(path)} - known
        for path in PURE
    }
    assert {path: names for path, names in others.items() if names} == {}


@each("app", "tournaments", "scoring")
def test_inside_an_app_imports_go_left(app):
    wrong = set()
    for path in (ROOT / app).rglob("*.py"):
        here = layer(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if here is None:
            continue
        for name in imports(path):
            there = layer(name)
            if name.split(".")[0] == app and there is not None and there > here:
                wrong.add(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == set()


@each("app", "tournaments", "scoring")
def test_a_game_imports_no_layer(app):
    """Any of them may then ask the modules that show a game."""
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / app / "games").rglob("*.py")
        for name in imports(path)
        if name.split(".")[0] in ABOVE and layer(name) is not None
    }
    assert wrong == set()


def test_the_journeys_pass_through_modules_that_there_are():
    page = (ROOT / "docs/architecture.md").read_text()
    drawing = page.partition("## Journeys")[2].split("```")[1]
    places = set(re.findall(r"(?:rules|tournaments|scoring|static)/[\w/.]*", drawing))
    assert len(places) > 20
    assert {place for place in places if not (ROOT / place.rstrip("/")).exists()} == set()
