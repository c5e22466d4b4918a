"""Many rows in one test."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def each(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try every row in one test, for rows that leave nothing behind; a failure says its row.

    It reads as `pytest.mark.parametrize`, without a test of its own for each row."""
    arguments = [name.strip() for name in names.split(",")]
    tried = [dict(zip(arguments, row if arguments[1:] else [row], strict=True)) for row in rows]

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
