"""Which errors mean that the database is away, and which are bugs of this program.

Django raises `OperationalError` for both: for a killed server and, on SQLite, for a wrong query.
The page may say «try again in some seconds» only for a killed server.
"""

import sqlite3

from django.db import InterfaceError, OperationalError, connection

# SQLite: another process is writing, memory or disk is full, or the file cannot be read or written.
SQLITE_AWAY = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
PRIMARY_MASK = 0xFF  # the low byte of an extended SQLite code is the primary code
# PostgreSQL, by class of SQLSTATE: connection, password, rollback (deadlock), resources, lock not
# available, operator intervention, and system.
POSTGRESQL_AWAY = ("08", "28", "40", "53", "55P03", "57", "58")


def is_away(error: BaseException | None) -> bool:
    """Return whether the error means that the database is gone, full or busy for some seconds."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(cause, sqlite3.Error):
        return code is not None and code & PRIMARY_MASK in SQLITE_AWAY
    state = getattr(cause, "sqlstate", None)
    if state is None:  # there was no connection, so the server sent no code
        return connection.vendor != "sqlite"
    return str(state).startswith(POSTGRESQL_AWAY)
