"""The migrations, run from nothing, make the tables that the models describe."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

MIGRATED = "migrated"
OURS = ("tournaments", "scoring")
Described = dict[str, tuple[list[str], list[str]]]


def _on_the_server(sql: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture(scope="module")
def migrated(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Described]:
    """What the migrations make in another database of the same kind as that of the tests."""
    with django_db_blocker.unblock():
        yield from _made(tmp_path_factory.mktemp("migrated"))


def _made(tmp_path: Path) -> Iterator[Described]:
    postgresql = connection.vendor == "postgresql"
    own = {**connection.settings_dict}
    own["NAME"] = f"{own['NAME']}_migrated" if postgresql else str(tmp_path / "migrated.sqlite3")
    if postgresql:
        _on_the_server(f'CREATE DATABASE "{own["NAME"]}"')
    connections.settings[MIGRATED] = own
    try:
        call_command("migrate", database=MIGRATED, verbosity=0)
        yield described(MIGRATED)
    finally:
        connections[MIGRATED].close()
        del connections[MIGRATED], connections.settings[MIGRATED]
        if postgresql:
            _on_the_server(f'DROP DATABASE "{own["NAME"]}"')


def described(using: str) -> Described:
    """The columns, constraints and indexes of our tables, but for the names of the latter."""
    looks, found = connections[using].introspection, {}
    with connections[using].cursor() as cursor:
        for table in looks.table_names(cursor):
            if table.startswith(OURS):
                columns = sorted(one.name for one in looks.get_table_description(cursor, table))
                known = looks.get_constraints(cursor, table).values()
                found[table] = columns, sorted(str({**one, "definition": ""}) for one in known)
    return found


@pytest.mark.slow
@pytest.mark.django_db
def test_the_migrations_make_the_tables_of_the_models(migrated):
    assert migrated == described("default")
    assert len(migrated) > 30
