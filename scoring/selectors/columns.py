"""Read the database in bulk: columns of whole numbers as arrays, and the digest of rows."""

from collections.abc import Mapping, Sequence
from hashlib import md5
from itertools import chain
from typing import Any

import numpy as np
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet

from scoring.standings.columns import Ints


def int_columns(fields: Sequence[str], source: str, params: Mapping[str, Any]) -> list[Ints]:
    """Return one array a field of a query whose FROM and WHERE are `source`, all in one order: 0 or
    1 for a boolean. None of them may be null.

    PostgreSQL strings each column together as bytes, several times faster than sending rows.
    """
    strung = connection.vendor == "postgresql"
    column = "string_agg(int4send(({})::int), '')" if strung else "{}"
    columns = ", ".join(map(column.format, fields))
    with _binary_cursor() if strung else connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} {source}", params)
        rows = cursor.fetchall()
    if strung:
        return [np.frombuffer(one or b"", dtype=">i4").astype(np.int64) for one in rows[0]]
    numbers = np.fromiter(chain.from_iterable(rows), dtype=np.int64)
    return list(numbers.reshape(-1, len(fields)).T)


def rows_digest(rows: QuerySet[Any, Any]) -> str:
    """Return the MD5 of an ordered `values_list`, to compare on the same database."""
    select, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"SELECT coalesce(md5(string_agg(found::text, '')), '') FROM ({select}) found",
                params,
            )
            return str(cursor.fetchone()[0])
        cursor.execute(select, params)
        return md5(repr(cursor.fetchall()).encode(), usedforsecurity=False).hexdigest()


def _binary_cursor() -> CursorWrapper:
    """Return a cursor that gets bytes as they are; Django's has them spelt in hexadecimal."""
    connection.ensure_connection()
    from psycopg import Cursor, pq  # here: a site on SQLite does without its 8 MB

    cursor = Cursor(connection.connection)
    cursor.format = pq.Format.BINARY
    debugged = connection.queries_logged
    return connection.make_debug_cursor(cursor) if debugged else connection.make_cursor(cursor)
