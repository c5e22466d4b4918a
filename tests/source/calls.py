"""Read the site's functions and the calls between them from its source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("tournaments", "scoring", "config")
# A call of the port is a call of the adapter of `scoring`, which the port holds as a value.
STAND_FOR = {"tournaments.ports.scoring_port": "scoring.adapters"}
Key = tuple[str, str]  # a module, and «function» or «Class.method» in it


@dataclass(frozen=True)
class Call:
    """A call in a function: its dotted name as written; `within` is true inside `atomic`."""

    name: str
    line: int
    within: bool


@dataclass
class Function:
    key: Key
    is_atomic: bool  # decorated to run in a transaction
    calls: list[Call] = field(default_factory=list)

    @property
    def is_private(self) -> bool:
        return self.key[1].split(".")[-1].startswith("_")


@dataclass
class Code:
    """Every function of the apps, and the targets of each module's names."""

    functions: dict[Key, Function] = field(default_factory=dict)
    # By module: the dotted target of each name.
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    # By dotted name: the function, after the first lookup.
    resolved_functions: dict[str, Key | None] = field(default_factory=dict)

    def target_of(self, caller: Function, call: Call) -> Key | None:
        """Return the function that a call reaches; None outside the site or without a name."""
        module, own = caller.key
        first_name, _, other_names = call.name.partition(".")
        if first_name == "self" and "." in own:
            first_name = own.split(".")[0]
        dotted_name = ".".join(filter(None, [f"{module}.{first_name}", other_names]))
        if dotted_name not in self.resolved_functions:
            self.resolved_functions[dotted_name] = self._resolve(dotted_name)
        return self.resolved_functions[dotted_name]

    def _resolve(self, dotted_name: str) -> Key | None:
        if "?" in dotted_name:
            return None
        for _step in range(6):  # follows imports, through packages that re-export names
            for name, target in STAND_FOR.items():
                dotted_name = dotted_name.replace(f"{name}.", f"{target}.", 1)
            parts = dotted_name.split(".")
            for cut in range(len(parts) - 1, 0, -1):
                module, name = ".".join(parts[:cut]), ".".join(parts[cut:])
                if module not in self.names:
                    continue
                if (module, name) in self.functions:
                    return module, name
                imported_name = self.names[module].get(parts[cut])
                if imported_name is None:
                    return None
                dotted_name = ".".join([imported_name, *parts[cut + 1 :]])
                break
            else:
                return None
        return None


def read_code(root: Path = ROOT, apps: tuple[str, ...] = APPS) -> Code:
    code = Code()
    paths = [path for app in apps for path in sorted((root / app).rglob("*.py"))]
    trees = {_module_name(path, root): ast.parse(path.read_text()) for path in paths}
    guards = {"transaction.atomic"}
    for module, tree in trees.items():
        code.names[module] = dict(_imports(tree))
        guards.update(_guards(tree))
    for module, tree in trees.items():
        for name, node in _functions_and_methods(tree):
            decorators = [_dotted_name(decorator) for decorator in node.decorator_list]
            is_in_transaction = not guards.isdisjoint(decorators)
            function = Function((module, name), is_in_transaction)
            for statement in node.body:
                function.calls += _calls(statement, is_in_transaction)
            code.functions[function.key] = function
    return code


def _module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (
                (name.asname or name.name, f"{node.module}.{name.name}") for name in node.names
            )
        elif isinstance(node, ast.Import):
            yield from ((name.asname or name.name, name.name) for name in node.names)


def _functions_and_methods(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", method


def _guards(tree: ast.Module) -> Iterator[str]:
    """Yield the decorators of a module that run the decorated function in a transaction."""
    for name, node in _functions_and_methods(tree):
        parameters = {child.arg for child in ast.walk(node) if isinstance(child, ast.arg)}
        if any(call.within and call.name in parameters for call in _calls(node, False)):
            yield name


def _calls(node: ast.AST, within: bool) -> Iterator[Call]:
    """Yield the calls in a piece of code and in its inner functions."""
    if isinstance(node, ast.With):
        for item in node.items:
            yield from _calls(item.context_expr, within)
        atomic = any(_dotted_name(item.context_expr) == "transaction.atomic" for item in node.items)
        for statement in node.body:
            yield from _calls(statement, within or atomic)
        return
    if isinstance(node, ast.Call):
        yield Call(_dotted_name(node), node.lineno, within)
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, within)


def _dotted_name(node: ast.expr) -> str:
    """Return «tables.lock_tournament» for a call or a decorator; «?» for any other expression."""
    if isinstance(node, ast.Call):
        return _dotted_name(node.func)
    if isinstance(node, ast.Attribute):
        return f"{_dotted_name(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"
