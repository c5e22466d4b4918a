"""Test that the migrations create the tables that the models describe."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

MIGRATED = "migrated"
OUR_PREFIXES = ("tournaments", "scoring")
Description = dict[str, tuple[list[str], list[str]]]


def _execute_on_server(sql: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture(scope="module")
def migrated_tables(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Description]:
    """The tables that the migrations create in an empty database of the same kind."""
    with django_db_blocker.unblock():
        yield from _migrate_empty_database(tmp_path_factory.mktemp("migrated"))


def _migrate_empty_database(tmp_path: Path) -> Iterator[Description]:
    postgresql = connection.vendor == "postgresql"
    database = {**connection.settings_dict}
    database["NAME"] = (
        f"{database['NAME']}_migrated" if postgresql else str(tmp_path / "migrated.sqlite3")
    )
    if postgresql:
        _execute_on_server(f'CREATE DATABASE "{database["NAME"]}"')
    connections.settings[MIGRATED] = database
    try:
        call_command("migrate", database=MIGRATED, verbosity=0)
        yield describe_tables(MIGRATED)
    finally:
        connections[MIGRATED].close()
        del connections[MIGRATED], connections.settings[MIGRATED]
        if postgresql:
            _execute_on_server(f'DROP DATABASE "{database["NAME"]}"')


def describe_tables(using: str) -> Description:
    """Return the columns, constraints and indexes of our tables, without the SQL of indexes."""
    introspection, tables = connections[using].introspection, {}
    with connections[using].cursor() as cursor:
        for table in introspection.table_names(cursor):
            if table.startswith(OUR_PREFIXES):
                columns = sorted(
                    column.name for column in introspection.get_table_description(cursor, table)
                )
                constraints = introspection.get_constraints(cursor, table).values()
                tables[table] = (
                    columns,
                    sorted(str({**constraint, "definition": ""}) for constraint in constraints),
                )
    return tables


@pytest.mark.slow
@pytest.mark.django_db
def test_migrations_create_the_tables_of_the_models(migrated_tables):
    assert migrated_tables == describe_tables("default")
    assert len(migrated_tables) > 30
