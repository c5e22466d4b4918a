"""The application uses no private name of a library but those listed here, each with its reason.

A private name begins with `_`. The test looks at the names that code imports, reads from an object
or overrides in a class. A module inside a private package is private too. An update of the library
may change any of them without notice.
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rows import cases

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "rules", "scoring", "tournaments")
# Names with one underscore that the documentation of their library recommends.
DOCUMENTED_NAMES = {
    *("_meta", "_default_manager", "_base_manager", "_state"),  # names of Django's models
    *("_asdict", "_fields", "_make", "_replace"),  # names of named tuples
    "_exit",  # a name of the module os
    *("_open", "_save"),  # Django's page on storage classes says to override them
}
ACCESSORS = ("getattr", "setattr", "hasattr", "delattr")

# The remaining uses, as «path: name», with their reasons.
REASONS = {
    "config/schema.py: auto_schema._map_serializer": "what the extensions of serializers that "
    "drf-spectacular ships call themselves; it has no public name",
    "scoring/transfer/rows.py: model._base_manager.all()._insert": "`bulk_create` replaces "
    "the times of `auto_now_add`, and `save_base(raw=True)` writes one row at a time",
}


@cache
def sources() -> dict[Path, ast.Module]:
    paths = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    return {path: ast.parse(path.read_text()) for path in paths if "migrations" not in path.parts}


def is_private(name: str) -> bool:
    return name.startswith("_") and name != "_" and not name.startswith("__")


def imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if any(map(is_private, name.split("."))))


def names_of_class(node: ast.ClassDef) -> set[str]:
    """Return the names of a class: its methods, its fields, and the attributes set on `self`."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(part.name)
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            names |= {part.attr} if ast.unparse(part.value) in ("self", "cls") else set()
    for part in node.body:
        targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def classes_in(tree: ast.Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def accessed_names(tree: ast.Module) -> Iterator[str]:
    own = DOCUMENTED_NAMES.union(*map(names_of_class, classes_in(tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            yield ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ACCESSORS:
            name = node.args[1]
            if isinstance(name, ast.Constant) and is_private(name.value) and name.value not in own:
                yield ast.unparse(node)


def overridden_names(path: Path, tree: ast.Module) -> Iterator[str]:
    """Yield the private names in a module's classes that override a library class."""
    for node in classes_in(tree):
        names = {name for name in names_of_class(node) - DOCUMENTED_NAMES if is_private(name)}
        if names and node.bases:
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(
                ".__init__"
            )
            class_ = getattr(importlib.import_module(module), node.name)
            for base in class_.__mro__[1:]:
                if base.__module__.split(".")[0] not in APPS:
                    for name in sorted(names & vars(base).keys()):
                        yield f"{node.name}.{name} of {base.__name__}"


def private_names_in_use(path: Path, tree: ast.Module) -> Iterator[str]:
    place = path.relative_to(ROOT).as_posix()
    for name in (*imported_names(tree), *accessed_names(tree), *overridden_names(path, tree)):
        yield f"{place}: {name}"


@pytest.mark.slow
def test_every_private_name_in_use_has_its_reason():
    parts = {part for path, tree in sources().items() for part in private_names_in_use(path, tree)}
    assert sorted(parts - REASONS.keys()) == []
    assert sorted(REASONS.keys() - parts) == [], "no longer used: delete them from REASONS"


@cases(
    "code, parts",
    ("from library._inside import name", ["library._inside.name"]),
    ("from library import _name", ["library._name"]),
    ("thing._part", ["thing._part"]),
    ("getattr(thing, '_part')", ["getattr(thing, '_part')"]),
    ("thing._meta", []),
    ("class Own:\n _part = 1\n def ask(self): return self._part", []),
    ("class Own(Base):\n def ask(self): return self._part", ["self._part"]),
)
def test_private_names_are_found_in_code(code, parts):
    tree = ast.parse(code)
    assert [*imported_names(tree), *accessed_names(tree)] == parts
