"""Reading of an untrusted file in a separate process, so that no other request waits."""

import json

from tournaments.jobs.confined import Limits, PastLimits, run_confined
from tournaments.people.imports.core import RowFault, SheetError
from tournaments.people.imports.rows import ImportRow

# About seven times what the longest list takes: two seconds of processor and 80 MB.
LIMITS = Limits(processor=15, clock=30, memory=512 * 1024**2, answer=16 * 1024**2)


def read_confined(
    content: bytes, size: int, squad: int
) -> tuple[list[ImportRow], tuple[RowFault, ...]]:
    """Return the entries of a file as `read_rows` does. Raises SheetError, also past `LIMITS`."""
    try:
        answer = json.loads(
            run_confined(
                "tournaments.people.imports.reader", content, str(size), str(squad), limits=LIMITS
            )
        )
    except PastLimits as error:
        raise SheetError("too_much_work", what=error.limit) from error
    if "refused" in answer:
        raise SheetError(answer["refused"], **answer["params"])
    remarks = tuple(RowFault(code, params, field) for code, params, field in answer["remarks"])
    return [ImportRow.from_json(row) for row in answer["rows"]], remarks
