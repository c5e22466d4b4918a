"""Dump the database to one file and load it: SQLite with its own backup, PostgreSQL with pg_dump
and psql.

With psql, unlike pg_restore, one transaction drops the existing tables and loads the dump.
"""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused
from tournaments.site.version_triggers import DROP_ON_POSTGRESQL

NAMES = {"sqlite": "database.sqlite3", "postgresql": "database.sql"}


def dump(target: Path) -> None:
    """Write the current database to a file; other processes may continue to write."""
    if connection.vendor == "sqlite":
        _dump_sqlite(target)
    else:
        _run("pg_dump", "--no-owner", "--no-privileges", f"--file={target}")


def load(source: Path) -> None:
    """Replace the whole database with the dump, completely or not at all."""
    if connection.vendor == "sqlite":
        _load_sqlite(source)
    else:
        _load_postgres(source)
    connection.close()


def refuse_without_tools() -> None:
    """Raise Refused if the machine lacks a program that this database needs."""
    programs = [] if connection.vendor == "sqlite" else ["pg_dump", "psql"]
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        sentence = _("Falta %(names)s: sudo apt-get install postgresql-client")
        raise Refused("tools_missing", sentence, names=", ".join(missing))


def is_empty() -> bool:
    """Return whether the database has no accounts and no tournaments, or not even their tables."""
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in {"auth_user", "tournaments_tournament"} & tables:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
            if cursor.fetchone():
                return False
    return True


def _dump_sqlite(target: Path) -> None:
    connection.ensure_connection()
    with sqlite3.connect(target) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without separate WAL files
        (state,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    copy.close()
    if state != "ok":
        sentence = _("La base de datos está dañada (%(why)s): no se hace la copia.")
        raise Refused("damaged_database", sentence, why=state)


def _load_sqlite(source: Path) -> None:
    connection.ensure_connection()
    copy = sqlite3.connect(source)
    try:
        copy.backup(connection.connection)
    except sqlite3.OperationalError as error:
        raise Refused("database_busy", _("Otro programa usa la base de datos: párelo.")) from error
    finally:
        copy.close()


def _load_postgres(source: Path) -> None:
    """Drop the existing tables and triggers and load the dump, in one transaction."""
    tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
    connection.close()
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    # If the site was left running and locks a table, fail instead of waiting.
    steps = ["--command=SET lock_timeout = '10s'"]
    if tables:
        steps.append(f"--command=DROP TABLE {tables} CASCADE;\n{DROP_ON_POSTGRESQL}")
    _run("psql", *options, f"--output={os.devnull}", *steps, f"--file={source}")


def _run(program: str, *options: str) -> None:
    """Run a PostgreSQL program on this database, with its password in the environment.

    Raises Refused with the program's error if it fails.
    """
    (_psql, *connection_options), env = connection.client.settings_to_cmd_args_env(
        connection.settings_dict, options
    )
    command = [program, *connection_options]
    result = subprocess.run(
        command, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )
    if result.returncode:
        why = " ".join(result.stderr.split())
        raise Refused("database_tool", "%(program)s: %(why)s", program=program, why=why)
