"""Tables of test rows: a test for each row (`cases`), or one test for all rows (`each`).

@each("lines, winner", (["coto A"], 0), (["coto B"], 1))
def test_a_coto_wins(lines, winner): ...
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest


def cases(names: str, *rows: Any, **options: Any) -> pytest.MarkDecorator:
    """Try every row in its own test: `pytest.mark.parametrize` with the rows as arguments."""
    return pytest.mark.parametrize(names, rows, **options)


def case(description: str, *values: Any) -> Any:
    """Return a row with its description."""
    return pytest.param(*values, id=description)


def each(names: str, *rows: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try every row in one test, for rows without side effects; a failure shows its row.

    Its arguments are those of `cases`, but it makes only one test.
    """
    arguments = [name.strip() for name in names.split(",")]
    all_rows = [dict(zip(arguments, _values_of_row(row, arguments), strict=True)) for row in rows]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every_row(**fixtures: Any) -> None:
            for row in all_rows:
                try:
                    test(**fixtures, **row)
                except BaseException as error:
                    error.add_note(f"with {row}")
                    raise

        signature = inspect.signature(test)
        fixtures = [
            parameter for name, parameter in signature.parameters.items() if name not in arguments
        ]
        every_row.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return every_row

    return decorate


def words(*lines: str) -> list[str]:
    """Return the words of these lines, in order."""
    return " ".join(lines).split()


def phrases(*lines: str) -> list[str]:
    """Return the phrases of these lines, separated by semicolons."""
    return "; ".join(lines).split("; ")


def _values_of_row(row: Any, arguments: list[str]) -> Any:
    if hasattr(row, "id") and hasattr(row, "marks"):  # the row is a `case`
        return row.values
    return row if arguments[1:] else [row]
