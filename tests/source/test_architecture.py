"""Imports go scoring → tournaments → rules → standard library, and by layer inside an app."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.rows import each

ROOT = Path(__file__).resolve().parents[2]
APPS = ("rules", "tournaments", "scoring")
ABOVE = {
    "rules": {"tournaments", "scoring", "config"},
    "tournaments": {"scoring", "config"},
    "scoring": {"config"},
}
NOT_PURE = {ROOT / "scoring/standings/services.py"}
PURE = [
    *sorted((ROOT / "rules").rglob("*.py")),
    *sorted((ROOT / "tournaments/formats").glob("*.py")),
    *sorted((ROOT / "tournaments/formats").glob("[!w]*/**/*.py")),
    *sorted((ROOT / "tournaments/forecast").rglob("*.py")),
    *sorted((ROOT / "tournaments/pairing").rglob("*.py")),
    ROOT / "scoring/refereeing/ladders.py",
    ROOT / "scoring/actas/confirming.py",
    ROOT / "scoring/corrections/consequences.py",
    *sorted(set((ROOT / "scoring/standings").glob("*.py")) - NOT_PURE),
    *sorted((ROOT / "scoring/public/charts").rglob("*.py")),
]
PURE_MAY_USE = {"numpy", "rustworkx", "rules", "tournaments", "scoring"}
# A file belongs to the first layer with its own name or the name of a folder above it, in any room
# (folder of an app). It imports its own layer and earlier layers. Models and words may import each
# other.
LAYERS = [{"models", "words"}, {"selectors"}, {"services"}, {"forms"}, {"views", "api"}, {"urls"}]


def modules(app: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / app).rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the modules that a file imports, and the imported names as if they were modules."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


def layer_of(module: str) -> int | None:
    app, _dot, inside = module.partition(".")
    if app == "rules" or inside.startswith("games."):
        return None
    for part in inside.split("."):
        for rank, names in enumerate(LAYERS):
            if part in names:
                return rank
    return None


@pytest.mark.slow
@pytest.mark.parametrize("app", ABOVE)
def test_no_app_imports_an_app_above_it(app):
    upward = {
        f"{module} imports {name}"
        for module, path in modules(app)
        for name in imports(path)
        if name.split(".")[0] in ABOVE[app]
    }
    assert upward == set()


def test_pure_modules_import_no_framework():
    allowed = set(sys.stdlib_module_names) - {"random", "time", "datetime"} | PURE_MAY_USE
    others = {
        path.relative_to(ROOT): {name.split(".")[0] for name in imports(path)} - allowed
        for path in PURE
    }
    assert len(PURE) > 150
    assert {path: names for path, names in others.items() if names} == {}


@each("app", "tournaments", "scoring")
def test_a_file_imports_only_its_own_layer_and_earlier_layers(app):
    wrong, layers_seen = set(), set()
    for module, path in modules(app):
        own_layer = layer_of(module)
        if own_layer is None:
            continue
        layers_seen.add(own_layer)
        for name in imports(path):
            imported_layer = layer_of(name)
            if (
                name.split(".")[0] == app
                and imported_layer is not None
                and imported_layer > own_layer
            ):
                wrong.add(f"{module} imports {name}")
    assert wrong == set()
    assert layers_seen == set(range(len(LAYERS)))


@each("app", "tournaments", "scoring")
def test_a_game_imports_only_models_and_words(app):
    """With this limit, every layer may import the modules of a game."""
    wrong = {
        f"{module} imports {name}"
        for module, path in modules(f"{app}/games")
        for name in imports(path)
        if name.split(".")[0] in ABOVE and (layer_of(name) or 0) > 0
    }
    assert wrong == set()


def test_files_do_not_import_each_other_in_a_circle():
    """Only imports at load time count.

    `static_order` raises an error that names the circle.
    """
    all_modules = dict(module for app in (*APPS, "config") for module in modules(app))
    graph = {
        module: loaded_modules(path) & all_modules.keys() - {module}
        for module, path in all_modules.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(all_modules)


def loaded_modules(path: Path) -> set[str]:
    """Return the modules that a file imports when it loads."""
    modules = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                is_module = (ROOT / module.replace(".", "/")).with_suffix(".py").exists()
                is_package = (ROOT / module.replace(".", "/") / "__init__.py").exists()
                modules.add(module if is_module or is_package else node.module)
    return modules


def room_arrows(app: str) -> dict[str, set[str]]:
    """Return the other rooms of the app that each room imports from."""
    arrows: dict[str, set[str]] = {}
    for path in sorted((ROOT / app).glob("*/**/*.py")):
        room, *_rest = path.relative_to(ROOT / app).parts
        names = {name.split(".")[1] for name in imports(path) if name.startswith(f"{app}.")}
        arrows.setdefault(room, set()).update(names)
    rooms = {room for room in arrows if (ROOT / app / room / "__init__.py").exists()}
    rooms -= {"management", "migrations", "templatetags"}
    return {room: arrows[room] & rooms - {room} for room in rooms}


@each("app", "tournaments", "scoring")
def test_the_table_of_rooms_has_each_import_and_marks_upward_imports(app):
    page = (ROOT / "docs/architecture.md").read_text()
    table = page.partition(f"| Room of `{app}/` |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = {line.split("/")[0].strip("| `"): line.split("|")[-2] for line in table}
    rooms = list(cells)
    arrows = {
        room: {name.strip(" *") for name in text.split(",")} - {""} for room, text in cells.items()
    }
    upward = {
        (room, other)
        for room, others in arrows.items()
        for other in others
        if rooms.index(other) > rooms.index(room)
    }
    bold = {
        (room, name) for room, text in cells.items() for name in re.findall(r"[*]{2}(\w+)", text)
    }
    assert arrows == room_arrows(app)
    assert upward == bold
    assert app != "scoring" or len(upward) < 10


def test_the_journeys_name_existing_modules():
    page = (ROOT / "docs/journeys.md").read_text()
    drawing = page.split("```")[1]
    places = set(re.findall(r"(?:rules|tournaments|scoring|static)/[\w/.]*", drawing))
    assert len(places) > 20
    assert {place for place in places if not (ROOT / place.rstrip("/")).exists()} == set()
