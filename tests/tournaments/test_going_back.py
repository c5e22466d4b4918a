"""Undoing migrations with everything in the data: whole, or refused before anything is touched."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scoring.models import Acta, Letterhead, Photo, RefereeCall, Ruling, Signature
from scoring.services.actas import correct_acta, dispute_acta, record_hand, sign_acta
from tests.rows import cases
from tests.scoring.days import publish
from tests.scoring.halls import LINES
from tournaments import version_triggers
from tournaments.going_back import losses, refuse_loss
from tournaments.models import (
    Acceptance,
    DrawCommitment,
    ForbiddenCouple,
    ImportPreview,
    Job,
    LineUp,
    Place,
    Stage,
    Substitution,
    Swap,
    Tournament,
)
from tournaments.names.people import Person
from tournaments.services.access.invitations import invite
from tournaments.services.entries.registering import register_entry
from tournaments.services.setup.tournament import create_tournament
from tournaments.wording.going_back import KEPT
from tournaments.writer import Channel, Writer

BACK = "back"
OURS = ("tournaments", "scoring")
FIRST = [("tournaments", "0001_initial"), ("scoring", "0001_initial")]
A, B = (Writer(channel=Channel.TABLE, device="one", side=side, name="La pareja") for side in (0, 1))


def everything() -> Tournament:
    """A tournament with a row in every table, and a value in every column that came later."""
    pilar, raul = (User.objects.create_user(name) for name in ("pilar", "raul"))
    swiss = create_tournament(
        author=pilar,
        name="Todo",
        venue="Casino",
        starts_at=timezone.now(),
        tables=8,
        game="guinote",
        game_options={"cotos": 2, "partidas": 3},
        format="swiss",
        format_options={"rounds": 3},
        seed="tapete",
        capacity=40,
    )
    seven = [
        register_entry(
            tournament=swiss,
            author=pilar,
            town="Luco",
            paid=True,
            present=True,
            players=[Person(f"Ana {n}", "Gil", "Luco"), Person(f"Eva {n}", "Sanz", "Luco")],
        )
        for n in range(7)
    ]
    round, stage, now = publish(swiss, pilar), swiss.stage, timezone.now()
    match, other, third = (swiss.matches.get(number=number) for number in (1, 2, 3))
    for number, line in enumerate(LINES, 1):
        record_hand(match=match, author=A, line=line, number=number)
    sign_acta(match=match, author=B, version=1, handed_over=True)
    correct_acta(match=match, author=raul, lines=["coto 3-2", "coto 3-0"], reason="mal copiado")
    record_hand(match=other, author=A, line="coto 3-1", number=1)
    dispute_acta(match=other, author=B, version=1, lines=["coto 1-3"], reason="al revés")
    record_hand(match=third, author=raul, line="coto 3-1", number=1)
    Signature.objects.create(acta=Acta.objects.get(match=third), author=raul, handed_over=True)
    one, two, three = seven[:3]
    for follows, points in (("warning", 0), ("points", 3), ("out", 0)):
        Ruling.objects.create(
            stage=stage, entry=one, match=match, follows=follows, points=points, reason="grita"
        )
    RefereeCall.objects.create(match=other, side=1)
    Photo.objects.create(match=match, file="actas/una.jpg", width=10, height=10)
    Letterhead.objects.create(tournament=match.tournament, sponsor="Bar Elías")
    guest = third.sides.get(side=0)
    third.sides.create(round=round, side=2, entry=two, guest=True, names="Ana y Luis")
    people = list(swiss.players.order_by("pk"))
    LineUp.objects.create(side=guest, player=people[0], position=0)
    Substitution.objects.create(entry=three, leaves=people[4], comes=people[5], reason="enferma")
    ForbiddenCouple.objects.create(tournament=swiss, first=one, second=two, reason="hermanos")
    Swap.objects.create(round=round, first=one, second=two, author_name="pilar", reason="hermanos")
    DrawCommitment.objects.create(
        stage=stage, round_number=1, text="lista", secret="s", digest="d", opened_at=now
    )
    final = Stage.objects.create(
        tournament=swiss,
        number=2,
        format="knockout",
        seed="final",
        carries=True,
        intake=[{"stage": 1}],
        counting={"win": 3},
        wishes={"towns": 1},
        dates=["2026-12-05"],
    )
    Place.objects.create(stage=final, entry=one, seed=1, source="1.º", carried={"points": 5})
    invitation, _secret = invite(tournament=swiss, author=pilar, role="desk", hours=1)
    Acceptance.objects.create(invitation=invitation, user=raul)
    Job.objects.create(tournament=swiss, owner=pilar, kind="print", file_expired_at=now)
    ImportPreview.objects.create(tournament=swiss, owner=pilar, enters=2)
    swiss.entries.filter(pk=three.pk).update(state="disqualified", again=1, session="tarde", seed=2)
    swiss.matches.filter(pk=match.pk).update(link_serial=2, extra_minutes=5, group="A")
    swiss.players.filter(pk=people[0].pk).update(apart="Luco")
    return swiss


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[None]:
    """Another database of the same kind as that of the tests, made by the migrations, with
    everything in it."""
    postgresql = connection.vendor == "postgresql"
    own = {**connection.settings_dict}
    own["NAME"] = (
        f"{own['NAME']}_back" if postgresql else str(tmp_path_factory.mktemp("back") / "a.sqlite3")
    )
    with django_db_blocker.unblock():
        if postgresql:
            _on_the_server(f'CREATE DATABASE "{own["NAME"]}"')
        connections.settings[BACK] = own
        try:
            call_command("migrate", database=BACK, verbosity=0)
            version_triggers.drop(BACK)  # the rows come as they are
            with transaction.atomic():
                everything()
                _copy()
                transaction.set_rollback(True)
            yield
        finally:
            connections[BACK].close()
            del connections[BACK], connections.settings[BACK]
            if postgresql:
                _on_the_server(f'DROP DATABASE "{own["NAME"]}"')


@pytest.fixture
def back(_made, django_db_blocker) -> Iterator[None]:
    """That database, in the order of this file: the last test takes out of it what it has."""
    with django_db_blocker.unblock():
        yield


def _on_the_server(sql: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql)


def _copy() -> None:
    """Every row of the accounts and of ours, with its key."""
    with transaction.atomic(using=BACK):
        for model in [apps.get_model("auth.User"), *models()]:
            model._base_manager.using(BACK).bulk_create(model._base_manager.all())


def models() -> list[Any]:
    return [model for app in OURS for model in apps.get_app_config(app).get_models()]


# --- What is there ------------------------------------------------------------------------------
def tables() -> list[str]:
    with connections[BACK].cursor() as cursor:
        names = connections[BACK].introspection.table_names(cursor)
    return sorted(name for name in names if name.startswith(OURS))


def rows(table: str, columns: list[str] | None = None) -> list[tuple[Any, ...]]:
    with connections[BACK].cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        names = [column[0] for column in cursor.description]
        wanted = [names.index(name) for name in columns or sorted(names) if name in names]
        return sorted(tuple(map(str, (row[at] for at in wanted))) for row in cursor.fetchall())


def columns(table: str, using: str = BACK) -> list[str]:
    with connections[using].cursor() as cursor:
        known = connections[using].introspection.get_table_description(cursor, table)
    return sorted(column.name for column in known)


def constraints(table: str, using: str) -> list[str]:
    """The constraints and indexes of a table, but for the names that the database gives them."""
    with connections[using].cursor() as cursor:
        known = connections[using].introspection.get_constraints(cursor, table)
    return sorted(str({**rest, "definition": ""}) for rest in known.values())


def all_there_is() -> dict[str, Any]:
    known = {table: (columns(table), rows(table)) for table in tables()}
    return {**known, "applied": rows("django_migrations", ["app", "name"])}


def undone() -> list[tuple[str, str]]:
    """Our migrations as they would be undone, from the newest to the first of each app."""
    executor = MigrationExecutor(connections[BACK])
    plan = executor.migration_plan(FIRST)
    assert all(backwards for _migration, backwards in plan)
    return [(migration.app_label, migration.name) for migration, _backwards in plan]


def before(executor: MigrationExecutor, app: str, name: str) -> str:
    """The migration of the same app before this one."""
    parents = executor.loader.graph.node_map[app, name].parents
    return next(parent.key[1] for parent in parents if parent.key[0] == app)


@pytest.mark.slow
def test_the_migrations_make_the_tables_of_the_models(back):
    for table in tables():
        assert columns(table) == columns(table, "default")
        assert constraints(table, BACK) == constraints(table, "default")


# --- Refused, with everything there -------------------------------------------------------------
@pytest.mark.slow
def test_with_everything_there_each_way_back_is_refused_before_anything_is_touched(back):
    there = all_there_is()
    full = {table for table in tables() if there[table][1]}
    assert {model.replace(".", "_") for model in KEPT} <= full
    ways = undone()
    assert {app for app, _name in ways} == set(OURS)
    executor = MigrationExecutor(connections[BACK])
    targets = [(app, before(executor, app, name)) for app, name in ways]
    state = executor._create_project_state(with_applied_migrations=True)
    for app, name in targets:
        if not losses(executor.migration_plan([(app, name)]), state.apps, BACK):
            continue  # it goes back whole: the last test does it
        with pytest.raises(CommandError) as refused:
            refuse_loss(plan=executor.migration_plan([(app, name)]), apps=state.apps, using=BACK)
        assert "no se ha tocado nada" in str(refused.value)
    told = str(refused.value)
    assert "fotos del papel (1)" in told and "decisiones del árbitro (3)" in told
    assert "restaure la copia" in told
    assert all_there_is() == there


@pytest.mark.slow
@cases(
    "target, told",
    (("scoring", "0026_photo"), "parte de lo escrito en: confirmaciones (2)"),
    (("scoring", "0023_versions"), "decisiones del árbitro (3)"),
    (("tournaments", "0010_order_by_keys"), "quién juega cada partida (1)"),
    (("tournaments", None), "Se perdería: "),
)
def test_the_refusal_says_what_would_be_lost(back, target, told):
    there = all_there_is()
    with pytest.raises(CommandError, match="No se puede volver atrás") as refused:
        call_command("migrate", target[0], target[1] or "zero", database=BACK, verbosity=0)
    assert told in str(refused.value)
    assert all_there_is() == there


# --- Whole, once nothing would be lost ----------------------------------------------------------
# The rows to take out where a field or a constraint cannot be emptied.
TAKEN_OUT = {
    "": {},
    "follows": {"follows__in": ["warning", "out"]},
    "penalty_points_in_range": {"points": 0},
    "an_entry_once_a_round": {"guest": True},
}


def forget(found: list[Any], state: Any) -> None:
    """Take out of the database what undoing this migration would lose, and no more."""
    whole = {loss.model for loss in found if not loss.field}
    for loss in [one for one in found if not one.field or one.model not in whole]:
        model = state.apps.get_model(loss.model)
        kept = model._base_manager.using(BACK)
        if loss.field in TAKEN_OUT:
            kept.filter(**TAKEN_OUT[loss.field])._raw_delete(BACK)
        else:
            default = model._meta.get_field(loss.field).get_default()
            kept.update(**{loss.field: default})


@pytest.mark.slow
def test_once_nothing_would_be_lost_it_goes_back_whole_and_forward_again(back):
    """From the newest to the first: what the refusal names is taken out, and no more."""
    known = {table: columns(table) for table in tables()}
    # A round has no place for no serial until the migration that keeps it is undone.
    for targets in ([("tournaments", "0005_round_serial"), FIRST[1]], FIRST):
        executor = MigrationExecutor(connections[BACK])
        state = executor._create_project_state(with_applied_migrations=True)
        plan = executor.migration_plan(targets)
        assert len(plan) > 2
        forget(losses(plan, state.apps, BACK), state)
        assert losses(plan, state.apps, BACK) == []
        executor.migrate(targets, plan=plan, state=state)
    assert undone() == []
    then = {table: columns(table) for table in tables()}
    assert "scoring_photo" not in then and "board" not in then["tournaments_match"]
    # A column that some migration drops comes back empty: it has nothing to keep.
    stay = {table: [name for name in then[table] if name in known.get(table, ())] for table in then}
    kept = {table: rows(table, stay[table]) for table in then}
    assert kept["tournaments_tournament"] and kept["scoring_result"]
    call_command("migrate", database=BACK, verbosity=0)
    assert {table: columns(table) for table in tables()} == known
    assert {table: rows(table, stay[table]) for table in then} == kept


def test_going_forward_asks_nothing(db, django_assert_num_queries):
    executor = MigrationExecutor(connection)
    plan = [(executor.loader.graph.nodes[key], False) for key in FIRST]
    with django_assert_num_queries(0):
        assert losses(plan, apps, "default") == []
