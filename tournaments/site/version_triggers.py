"""Database triggers that raise the version of a tournament with every write to its rows.

The database raises the version in the transaction of the write. A service, the administration, a
command, a shell (`update()`, `bulk_create()`, SQL by hand) or a data migration cannot forget it.
`migrate` creates the triggers of every model that has a tournament after the migrations
(`post_migrate`), and drops them before: SQLite copies an altered table without its triggers, and
refuses to rename a table that a trigger of another table reads.

django-pgtrigger has the same idea, but only for PostgreSQL.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connections, models, transaction

from tournaments.models import Tournament, Version

PREFIX = "tapete_version_"
APPS = ("tournaments", "scoring")
# Models whose writes do not raise the version: no cached page shows them. A running job writes its
# progress every second, and strangers may send hundreds of requests in a minute.
UNCOUNTED_MODELS = frozenset(
    {
        "tournaments.Job",
        "tournaments.ImportPreview",
        "tournaments.EntryRequest",
        "tournaments.Webhook",
        "tournaments.WebhookDelivery",
    }
)
# Every `migrate` adds this number to the version. It exceeds the number of writes that a restored
# backup may lack, so that no open page shows a version that is still to come.
LEAP = 1_000_000
DROP_ON_POSTGRESQL = f"""
    DO $$ DECLARE one regprocedure; BEGIN
        FOR one IN SELECT oid FROM pg_proc WHERE starts_with(proname, '{PREFIX}') LOOP
            EXECUTE 'DROP FUNCTION ' || one || ' CASCADE';
        END LOOP;
    END $$;
"""
LONGEST_PATH = 4  # the most foreign keys from a row to its tournament
Path = tuple[models.ForeignKey[Any, Any], ...]


def tournament_models() -> Iterator[tuple[type[models.Model], Path]]:
    """Yield each model that belongs to a tournament, with its path to the tournament."""
    for app in APPS:
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            path = path_to_tournament(model)
            if path is not None and model._meta.label not in UNCOUNTED_MODELS:
                yield model, path


def path_to_tournament(model: type[models.Model]) -> Path | None:
    """Return the shortest path of foreign keys, none nullable, from a model to its tournament.

    The path of the tournament itself is (). Return None for a model without a path.
    """
    paths: list[tuple[type[models.Model], Path]] = [(model, ())]
    for parent_model, path in paths:  # the loop adds to `paths`
        if parent_model is Tournament:
            return path
        for field in parent_model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and not field.null and len(path) < LONGEST_PATH:
                paths.append((field.related_model, (*path, field)))
    return None


def install(using: str) -> None:
    """Recreate the triggers and raise every version."""
    statements = (
        _postgresql_triggers if connections[using].vendor == "postgresql" else _sqlite_triggers
    )
    drop(using)
    with transaction.atomic(using), connections[using].cursor() as cursor:
        for statement in statements():
            cursor.execute(statement)
    Version.objects.using(using).update(number=models.F("number") + LEAP)


def drop(using: str) -> None:
    """Drop the triggers, if there are any."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(DROP_ON_POSTGRESQL)
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            if name.startswith(PREFIX):
                cursor.execute(f'DROP TRIGGER "{name}"')


def before_migrations(*, plan: Any = (), using: str, **_signal: Any) -> None:
    """Receive `pre_migrate`: drop the triggers if there are migrations to run."""
    if plan:
        drop(using)


def after_migrations(*, using: str, **signal: Any) -> None:
    """Receive `post_migrate`: install the triggers if all the current tables exist.

    Do nothing after `flush`, or after migrations that go backwards.
    """
    if "plan" not in signal or any(backwards for _migration, backwards in signal["plan"]):
        return
    tables = {model._meta.db_table for model, _path in tournament_models()} | {
        Version._meta.db_table
    }
    if tables <= set(connections[using].introspection.table_names()):
        install(using)


# --- SQL ------------------------------------------------------------------------------------------
def _tournaments_sql(model: type[models.Model], path: Path, rows: str) -> str:
    """Return the SQL that selects the tournaments of these rows of a model."""
    alias, source = "r", f"{rows} AS r"
    for place, field in enumerate(path[:-1]):
        parent, following = field.related_model._meta, f"p{place}"
        source += (
            f' JOIN "{parent.db_table}" AS {following}'
            f' ON {following}."{parent.pk.column}" = {alias}."{field.column}"'
        )
        alias = following
    column = path[-1].column if path else model._meta.pk.column
    return f'SELECT {alias}."{column}" AS t FROM {source}'


def _sqlite_triggers() -> Iterator[str]:
    """Yield the SQL of triggers that run for each row.

    SQLite has one writer at a time, so a tournament has only one `Version` row.
    """
    version = Version._meta.db_table
    for model, path in tournament_models():
        table, key = model._meta.db_table, (path[0] if path else model._meta.pk).column
        for act, sides in (("INSERT", ["NEW"]), ("DELETE", ["OLD"]), ("UPDATE", ["OLD", "NEW"])):
            rows = (f'(SELECT {side}."{key}" AS "{key}")' for side in sides)
            union = " UNION ".join(_tournaments_sql(model, path, row) for row in rows)
            if not path and act == "DELETE":
                body = f'DELETE FROM "{version}" WHERE tournament IN ({union});'
            else:
                body = (
                    f'INSERT INTO "{version}" (tournament, number) SELECT t, 0 FROM ({union}) AS f'
                    f' WHERE NOT EXISTS (SELECT 1 FROM "{version}" WHERE tournament = f.t);'
                    f' UPDATE "{version}" SET number = number + 1 WHERE tournament IN ({union});'
                )
            name = f"{PREFIX}{table}_{act.lower()}"
            yield f'CREATE TRIGGER "{name}" AFTER {act} ON "{table}" BEGIN {body} END'


def _postgresql_triggers() -> Iterator[str]:
    """Yield the SQL of triggers that run once for each statement, not for each row."""
    version = Version._meta.db_table
    yield f"""
        CREATE FUNCTION {PREFIX}raise(one bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
            UPDATE "{version}" SET number = number + 1 WHERE id = (
                SELECT id FROM "{version}" WHERE tournament = one
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
            );
            IF NOT FOUND THEN
                INSERT INTO "{version}" (tournament, number) VALUES (one, 1);
            END IF;
        END $$"""
    for model, path in tournament_models():
        table = model._meta.db_table
        new_only, old_and_new = (
            _tournaments_sql(model, path, rows)
            for rows in ("changed", "(TABLE gone UNION ALL TABLE changed)")
        )
        erase = f'DELETE FROM "{version}" WHERE tournament IN ({new_only});'
        for act, tables, tournaments in (
            ("INSERT", "NEW TABLE AS changed", new_only),
            ("DELETE", "OLD TABLE AS changed", new_only),
            ("UPDATE", "OLD TABLE AS gone NEW TABLE AS changed", old_and_new),
        ):
            name = f"{PREFIX}{table}_{act.lower()}"
            body = (
                f"PERFORM {PREFIX}raise(f.t)"
                f" FROM (SELECT DISTINCT t FROM ({tournaments}) AS s) AS f;"
            )
            if not path and act == "DELETE":
                body = erase
            yield f"""
                CREATE FUNCTION "{name}"() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN {body} RETURN NULL; END $$"""
            yield f"""
                CREATE TRIGGER "{name}" AFTER {act} ON "{table}" REFERENCING {tables}
                FOR EACH STATEMENT EXECUTE FUNCTION "{name}"()"""
