"""Which errors mean that the database is not there, and which are a fault of this program.

Django raises `OperationalError` for both: for a server that was killed, and on SQLite for a query
that is wrong. Only the first may be told as «try again in some seconds».
"""

import sqlite3

from django.db import InterfaceError, OperationalError, connection

# SQLite: somebody else is writing, or the file cannot be read or written.
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
PRIMARY = 0xFF  # the low byte of an extended code of SQLite is the plain one
# PostgreSQL, by class of SQLSTATE: connection, password, rollback (deadlock), resources, lock not
# available, stopped by an operator, and system.
POSTGRESQL_AWAY = ("08", "28", "40", "53", "55P03", "57", "58")


def is_away(error: BaseException | None) -> bool:
    """Return whether this error says that the database is gone, full, or gives up a query that it
    may carry out in some seconds."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(cause, sqlite3.Error):
        return code is not None and code & PRIMARY in SQLITE_AWAY
    state = getattr(cause, "sqlstate", None)
    if state is None:  # nobody answered: the server had no occasion to say why
        return connection.vendor != "sqlite"
    return str(state).startswith(POSTGRESQL_AWAY)
