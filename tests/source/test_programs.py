"""Every name that benchmarks, documents and tests import exists; many of these run rarely."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.rows import each
from tests.source.test_architecture import ABOVE, ROOT


@cache
def names_of(module: str) -> set[str]:
    """Return the names that a module defines or imports, and the modules of a package."""
    path = ROOT / module.replace(".", "/")
    names = {child.stem for child in path.glob("*")} if path.is_dir() else set()
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def imports_of(path: Path) -> set[tuple[str, str]]:
    return {
        (node.module, alias.name)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if node.module.split(".")[0] in ABOVE
    }


@pytest.mark.slow
@each("folder", "benchmarks", "docs", "tests")
def test_every_imported_name_exists(folder):
    imports = {pair for path in (ROOT / folder).rglob("*.py") for pair in imports_of(path)}
    imports -= {pair for pair in imports if ".cinquillo" in pair[0]}  # the game of tests/new_game
    missing = {pair for pair in imports if pair[1] not in names_of(pair[0])}
    assert imports and missing == set()
