"""Tables of rows: each row a test (`cases`), or all of them in one (`each`).

@each("lines, winner", (["coto A"], 0), (["coto B"], 1))
def test_a_coto_wins(lines, winner): ...
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest


def cases(names: str, *rows: Any, **options: Any) -> pytest.MarkDecorator:
    """Try every row in a test of its own: `pytest.mark.parametrize` with the rows as arguments."""
    return pytest.mark.parametrize(names, rows, **options)


def case(told: str, *values: Any) -> Any:
    """Return a row with the words that tell it."""
    return pytest.param(*values, id=told)


def each(names: str, *rows: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try every row in one test, for rows that leave nothing behind; a failure says its row.

    It reads as `cases`, without a test of its own for each row."""
    arguments = [name.strip() for name in names.split(",")]
    tried = [dict(zip(arguments, _values(row, arguments), strict=True)) for row in rows]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every_row(**others: Any) -> None:
            for row in tried:
                try:
                    test(**others, **row)
                except BaseException as error:
                    error.add_note(f"with {row}")
                    raise

        signature = inspect.signature(test)
        fixtures = [one for name, one in signature.parameters.items() if name not in arguments]
        every_row.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return every_row

    return decorate


def words(*lines: str) -> list[str]:
    """The words of these lines, in their order."""
    return " ".join(lines).split()


def phrases(*lines: str) -> list[str]:
    """The phrases of these lines, which semicolons part."""
    return "; ".join(lines).split("; ")


def _values(row: Any, arguments: list[str]) -> Any:
    if hasattr(row, "id") and hasattr(row, "marks"):  # a `case`
        return row.values
    return row if arguments[1:] else [row]
