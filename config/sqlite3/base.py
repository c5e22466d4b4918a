"""The backend that `ENGINE` names; the other modules are Django's."""

import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that needs no shared-memory file if the disk has no space for one.

    A process that opens a database in WAL mode first writes a file of 32 KiB next to it, even to
    read. With EXCLUSIVE locking SQLite keeps this data in its own memory, so readers run one after
    another while the disk is full. Writes still fail.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        connections: list[sqlite3.Connection] = []

        def factory(*words: Any, **keywords: Any) -> sqlite3.Connection:
            connections.append(sqlite3.Connection(*words, **keywords))
            return connections[-1]

        try:
            return self._open({**conn_params, "factory": factory})
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_IOERR_SHMSIZE:
                raise
        connections[-1].close()  # the failed connection holds a lock
        self.init_commands: list[str] = ["PRAGMA locking_mode=EXCLUSIVE", *self.init_commands]
        return self._open(conn_params)

    def _open(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        return connection
