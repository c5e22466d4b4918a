"""The backend that `ENGINE` names; the rest of Django's own is used as it is."""

import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Opens the database without the file that its readers share when there is no room for it.

    Whoever opens a database in WAL mode first writes 32 KiB beside it, even to read. With
    EXCLUSIVE locking SQLite keeps them in its own memory: readers then go one after another, for
    as long as the disk is full. What is written fails in its own place.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        opened: list[sqlite3.Connection] = []

        def factory(*words: Any, **named: Any) -> sqlite3.Connection:
            opened.append(sqlite3.Connection(*words, **named))
            return opened[-1]

        try:
            return self._open({**conn_params, "factory": factory})
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_IOERR_SHMSIZE:
                raise
        opened[-1].close()  # it holds a lock
        self.init_commands = ["PRAGMA locking_mode=EXCLUSIVE", *self.init_commands]
        return self._open(conn_params)

    def _open(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        return connection
