"""Program that reads an untrusted list, in a separate process with limits."""

import json
import sys


def main(content: bytes, size: str, squad: str) -> bytes:
    """Return the entries of a file as JSON, or the code and the values of its SheetError."""
    # Cells do not need numpy, and openpyxl starts four times as fast without it.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    from tournaments.people.imports.core import SheetError
    from tournaments.people.imports.rows import read_rows
    from tournaments.people.imports.worksheets import read_file

    try:
        rows, remarks = read_rows(read_file(content), int(size), int(squad))
    except SheetError as error:
        return json.dumps({"refused": error.code, "params": error.params}).encode()
    answer = {
        "rows": [row.as_json() for row in rows],
        "remarks": [[remark.code, dict(remark.params), remark.field] for remark in remarks],
    }
    return json.dumps(answer).encode()
