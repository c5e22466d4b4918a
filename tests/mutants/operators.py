"""The mutation operators: each replaces a piece of source with another piece."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rows import words

LOCK_CALLS = {
    *words("lock_tournament lock_if_free lock locked _lock_round _lock_preview _lock_person")
}
KEPT_DECORATORS = {
    *words(
        "property cached_property dataclass classmethod staticmethod overload cache lru_cache",
        "wraps extend_schema register.filter register.simple_tag shared_task",
    )
}
OTHER_COMPARISON = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
WEAKEST = "view_panel"  # the act that replaces the act of a view in «act weaker»


@dataclass(frozen=True)
class Mutant:
    """A piece of a file, from byte `start` to byte `end`, and its replacement.

    The piece begins in `line`. `first` and `last` are the lines of the function around it.
    """

    path: str
    line: int
    # The tests of this function run if no test runs the line itself.
    last: int
    first: int
    kind: str
    start: int
    end: int
    replacement: str

    def applied_to(self, source: bytes) -> bytes:
        """Return the source with the mutant in it."""
        return source[: self.start] + self.replacement.encode() + source[self.end :]


class Breaker:
    """Finds all mutants of one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.around = (1, 1)

    def mutants(self) -> Iterator[Mutant]:
        yield from self._walk(ast.parse(self.source), (0, 0))

    def _walk(self, node: ast.AST, around: tuple[int, int]) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef):
            around = (node.body[0].lineno, node.end_lineno or node.lineno)
        self.around = around
        yield from self._mutants_of(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "bases") or isinstance(node, ast.Assert):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self._walk(child, around)

    def _mutants_of(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.FunctionDef():
                yield from self._remove_decorators(node)
            case ast.Compare(ops=[op]) if type(op) in OTHER_COMPARISON:
                yield from self._replace_between(
                    node.left, node.comparators[0], OTHER_COMPARISON[type(op)], "compare"
                )
            case ast.BoolOp(op=op, values=[left, right, *_rest]):
                word = "or" if isinstance(op, ast.And) else "and"
                yield from self._replace_between(left, right, word, "and/or")
            case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
                sign = "-" if isinstance(node.op, ast.Add) else "+"
                yield from self._replace_between(left, right, sign, "plus/minus")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._replace(node, "not removed", self._text(operand))
            case ast.If(test=ast.Name() | ast.Call() | ast.Attribute() as test):
                yield self._replace(test, "condition negated", f"not {self._text(test)}")
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield self._replace(node, "constant off by one", str(value + 1))
            case ast.Raise():
                yield self._replace(node, "raise removed", "pass")
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield self._replace(node, "returned None", "return None")
            case ast.Expr(value=ast.Call()):
                yield self._replace(node, "call removed", "pass")
            case ast.Call():
                yield from self._remove_lock(node)
            case ast.Assign(targets=[ast.Name(id="acts")], value=ast.Dict(values=acts)):
                for act in acts:
                    yield from self._weaken(act)

    def _remove_decorators(self, node: ast.FunctionDef) -> Iterator[Mutant]:
        for decorator in node.decorator_list:
            name = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if name == "act" and isinstance(decorator, ast.Call):
                yield from self._weaken(decorator.args[0])
            elif name not in KEPT_DECORATORS and not name.endswith(".setter"):
                start, end = self._span(decorator)
                self.around = (node.body[0].lineno, node.end_lineno or node.lineno)
                lines = self.source[start - 1 : end].count(b"\n")
                yield self._mutant(decorator, "decorator removed", start - 1, end, "\n" * lines)

    def _weaken(self, act: ast.expr) -> Iterator[Mutant]:
        if isinstance(act, ast.Constant) and act.value not in (WEAKEST, "view_public"):
            yield self._replace(act, "act weaker", repr(WEAKEST))

    def _remove_lock(self, node: ast.Call) -> Iterator[Mutant]:
        name = ast.unparse(node.func).split(".")[-1]
        if name == "select_for_update" and isinstance(node.func, ast.Attribute):
            yield self._replace(node, "lock removed", self._text(node.func.value))
        elif name in LOCK_CALLS and node.args:
            yield self._replace(node, "lock removed", self._text(node.args[0]))

    def _replace_between(
        self, left: ast.expr, right: ast.expr, word: str, kind: str
    ) -> Iterator[Mutant]:
        start, end = self._span(left)[1], self._span(right)[0]
        text = self.source[start:end].decode()
        operator = re.search(r"not\s+in|is\s+not|[<>=!]=|[<>+-]|\b(in|is|and|or)\b", text)
        if operator:
            position = start + len(text[: operator.start()].encode())
            yield self._mutant(
                left, kind, position, position + len(operator.group().encode()), word
            )

    def _replace(self, node: ast.stmt | ast.expr, kind: str, replacement: str) -> Mutant:
        start, end = self._span(node)
        padding = "\n" * (self.source[start:end].count(b"\n") - replacement.count("\n"))
        if isinstance(node, ast.stmt):
            replacement += padding
        return self._mutant(node, kind, start, end, replacement)

    def _mutant(self, node: ast.AST, kind: str, start: int, end: int, replacement: str) -> Mutant:
        line = getattr(node, "lineno", 1)
        return Mutant(
            self.path, line, self.around[1], self.around[0], kind, start, end, replacement
        )

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.stmt | ast.expr)
        end = (node.end_lineno or node.lineno) - 1, node.end_col_offset or 0
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[end[0]] + end[1]

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()
