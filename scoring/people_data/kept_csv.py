"""A person's stored data as a table for spreadsheets. Plain Python."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # characters that begin a formula in a spreadsheet


def as_csv(kept: Mapping[str, Any]) -> str:
    """Return three columns: what a value is about, its field, and the value.

    >>> print(as_csv({"entry": {"number": 3}, "people": [{"name": "=1+1"}]}).lstrip("\ufeff"))
    what,field,value
    entry,number,3
    people 1,name,'=1+1
    <BLANKLINE>
    """
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(["what", "field", "value"])
    for what, value in kept.items():
        table.writerows(_rows(what, value))
    return "\ufeff" + written.getvalue()  # with a mark, or Excel misreads accents


def _rows(what: str, value: Any) -> Iterator[list[str]]:
    if isinstance(value, Mapping):
        yield from ([what, str(field), _cell(one)] for field, one in value.items())
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from _rows(f"{what} {number}", one)
    else:
        yield [what, "", _cell(value)]


def _cell(value: Any) -> str:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False, default=str)
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
