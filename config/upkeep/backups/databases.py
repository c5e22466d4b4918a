"""The database as one file, and back: SQLite by its own backup, PostgreSQL by pg_dump and psql."""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.db import connection
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused
from tournaments.version_triggers import DROP_ON_POSTGRESQL

NAMES = {"sqlite": "database.sqlite3", "postgresql": "database.sql"}


def dump(target: Path) -> None:
    """Write the database as it is at this moment, while others go on writing."""
    if connection.vendor == "sqlite":
        _dump_sqlite(target)
    else:
        _run("pg_dump", "--no-owner", "--no-privileges", "--file", str(target))


def load(source: Path) -> None:
    """Put this database in the place of all that there is, whole or not at all."""
    if connection.vendor == "sqlite":
        _load_sqlite(source)
    else:
        _load_postgres(source)
    connection.close()


def refuse_without_tools() -> None:
    """Raise Refused where the machine lacks a program that this database needs."""
    wanted = [] if connection.vendor == "sqlite" else ["pg_dump", "psql"]
    missing = [name for name in wanted if shutil.which(name) is None]
    if missing:
        sentence = _("Falta %(names)s: sudo apt-get install postgresql-client")
        raise Refused("tools_missing", sentence, names=", ".join(missing))


def is_empty() -> bool:
    """Return whether nobody has put anything in: no tables, or no people and no tournaments."""
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
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without its companions
        (checked,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    copy.close()
    if checked != "ok":
        sentence = _("La base de datos está dañada (%(why)s): no se hace la copia.")
        raise Refused("damaged_database", sentence, why=checked)


def _load_sqlite(source: Path) -> None:
    connection.ensure_connection()
    kept = sqlite3.connect(source)
    try:
        kept.backup(connection.connection)
    except sqlite3.OperationalError as error:
        raise Refused("database_busy", _("Otro programa usa la base de datos: párelo.")) from error
    finally:
        kept.close()


def _load_postgres(source: Path) -> None:
    """The tables and triggers there are go, and those of the dump come, in one transaction."""
    quote = connection.ops.quote_name
    tables = ", ".join(quote(name) for name in connection.introspection.table_names())
    connection.close()
    with NamedTemporaryFile("w", suffix=".sql") as clear:
        clear.write("SET lock_timeout = '10s';\n")  # a server that was left running
        if tables:
            clear.write(f"DROP TABLE {tables} CASCADE;\n{DROP_ON_POSTGRESQL}")
        clear.flush()
        _run(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--single-transaction",
            "--set",
            "ON_ERROR_STOP=1",
            "--output",
            os.devnull,
            "--file",
            clear.name,
            "--file",
            str(source),
        )


def _run(program: str, *words: str) -> None:
    """Run a program of PostgreSQL on this database; its password goes by the environment."""
    place: dict[str, Any] = connection.settings_dict
    told = {
        "PGHOST": place["HOST"],
        "PGPORT": place["PORT"],
        "PGUSER": place["USER"],
        "PGPASSWORD": place["PASSWORD"],
        "PGDATABASE": place["NAME"],
    }
    env = {**os.environ, **{name: str(value) for name, value in told.items() if value}}
    done = subprocess.run([program, *words], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        why = " ".join(done.stderr.split())
        raise Refused("database_tool", "%(program)s: %(why)s", program=program, why=why)
