"""Tests of the version of a tournament: every write to its rows raises it, in one transaction."""

import threading
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor

from scoring.actas.services import record_hand
from scoring.models import Hand, Result
from tests.rows import each
from tests.scoring.played_rounds import matches, publish
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Player, Tournament, Version
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_paid
from tournaments.site import version_triggers
from tournaments.site.page_cache import revision

DATABASE = pytest.mark.each_database


@world
def casino_in_play(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    return casino


def record_line(casino_in_play, pilar):
    """Record a line of a match. Return the line and the match."""
    match = matches(casino_in_play)[0]
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    return Hand.objects.get(acta__match=match), match


def expected_triggers():
    acts = ("insert", "update", "delete")
    return {
        f"{version_triggers.PREFIX}{model._meta.db_table}_{act}"
        for model, _path in version_triggers.tournament_models()
        for act in acts
    }


def stored_triggers():
    catalog = {"postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"}
    with connection.cursor() as cursor:
        cursor.execute(
            catalog.get(connection.vendor, "SELECT name FROM sqlite_master WHERE type = 'trigger'")
        )
        return {name for (name,) in cursor.fetchall()}


# --- Models with triggers -------------------------------------------------------------------------
@DATABASE
def test_every_model_of_a_tournament_has_its_triggers(db):
    assert stored_triggers() == expected_triggers()


def test_models_without_triggers_are_listed():
    """A model has triggers, or is in one of two lists because no cached page shows it."""
    models = {
        model._meta.label
        for app in version_triggers.APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    models_with_triggers = {
        model._meta.label for model, _path in version_triggers.tournament_models()
    }
    assert models_with_triggers & version_triggers.UNCOUNTED_MODELS == set()
    assert models - models_with_triggers - version_triggers.UNCOUNTED_MODELS == {
        "tournaments.ApiToken",
        "tournaments.Club",  # its pages are not cached
        "tournaments.ClubLine",
        "tournaments.ClubOfficer",
        "tournaments.ClubPerson",
        "tournaments.Hall",
        "tournaments.Season",
        "tournaments.IdempotentCall",
        "tournaments.Erasure",  # erasures to repeat after restoring a backup
        "tournaments.SignUp",
        "tournaments.Version",
    }


def test_triggers_follow_the_shortest_path_to_the_tournament():
    paths = {
        model.__name__: [field.name for field in path]
        for model, path in version_triggers.tournament_models()
        if model.__name__ in ("Tournament", "Match", "Hand", "LineUp", "Ruling")
    }
    assert paths == {
        "Tournament": [],
        "Match": ["tournament"],
        "Hand": ["acta", "match", "tournament"],
        "LineUp": ["player", "tournament"],
        "Ruling": ["stage", "tournament"],
    }


# --- Ways to write --------------------------------------------------------------------------------
def write_by_service(casino_in_play, pilar):
    record_hand(
        match=matches(casino_in_play, position=2)[0], author=pilar, line="coto 3-1", number=1
    )


def write_by_service_of_entries(casino_in_play, pilar):
    set_paid(entry=casino_in_play.entries.get(number=1), author=pilar, paid=False)


def write_by_save(casino_in_play, _pilar):
    player = Player.objects.filter(tournament=casino_in_play).first()
    player.name = "Otra"
    player.save()


def write_by_update(casino_in_play, _pilar):
    assert Hand.objects.filter(acta__match__tournament=casino_in_play).update(line="coto 1-3")


def write_by_update_of_the_tournament(casino_in_play, _pilar):
    assert Tournament.objects.filter(pk=casino_in_play.pk).update(venue="Otro")


def write_by_bulk_create(casino_in_play, _pilar):
    AuditLine.objects.bulk_create(
        [AuditLine(tournament=casino_in_play, act="x") for _line in range(3)]
    )


def write_by_bulk_update(casino_in_play, _pilar):
    entries = list(casino_in_play.entries.all())
    for entry in entries:
        entry.town = "Otro"
    Entry.objects.bulk_update(entries, ["town"])


def write_by_delete(casino_in_play, _pilar):
    assert Hand.objects.filter(acta__match__tournament=casino_in_play).delete()[0]


def write_by_raw_sql(casino_in_play, _pilar):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_stage SET name = 'F' WHERE tournament_id = %s", [casino_in_play.pk]
        )


def write_by_admin(casino_in_play, _pilar):
    """The admin of Tapete is read-only; an admin that writes would call `save_model`."""
    entry = casino_in_play.entries.get(number=1)
    entry.town = "Otro"
    admin.site.get_model_admin(Entry).save_model(None, entry, None, True)


def write_by_command(casino_in_play, _pilar):
    call_command("rebuild_results", casino_in_play.slug, verbosity=0)


def write_by_data_migration(casino_in_play, _pilar):
    def change(apps, _editor):
        apps.get_model("tournaments", "Entry").objects.filter(tournament=casino_in_play.pk).update(
            town="Otro"
        )

    state = MigrationExecutor(connection).loader.project_state()
    editor = SimpleNamespace(connection=connection)
    RunPython(change).database_forwards("tournaments", editor, state, state)


WRITES = [write for name, write in list(globals().items()) if name.startswith("write_by_")]


@DATABASE
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_every_way_to_write_raises_the_version_of_its_tournament_only(
    casino_in_play, make_tournament, pilar, write
):
    other_tournament, match = make_tournament(name="Otro"), matches(casino_in_play, position=1)[0]
    for number, line in enumerate(("coto 3-1", "coto 3-2"), 1):
        record_hand(match=match, author=pilar, line=line, number=number)
    Result.objects.filter(match=match).update(winner=1)  # wrong: `rebuild_results` corrects it
    revision_before = revision(casino_in_play, EVERYTHING)
    other_before = revision(other_tournament, EVERYTHING)
    write(casino_in_play, pilar)
    assert (
        revision(casino_in_play, EVERYTHING) > revision_before
        and revision(other_tournament, EVERYTHING) == other_before
    )


@DATABASE
def test_writes_to_the_rows_of_a_match_raise_the_version(casino_in_play, pilar):
    """A hand is three foreign keys away from its tournament."""
    hand, _match = record_line(casino_in_play, pilar)
    for act in (
        lambda: Hand.objects.filter(pk=hand.pk).update(line="coto 1-3"),
        lambda: hand.delete(),
        lambda: hand.acta.delete(),
    ):
        revision_before = revision(casino_in_play, EVERYTHING)
        act()
        assert revision(casino_in_play, EVERYTHING) > revision_before


@DATABASE
def test_row_moved_to_another_tournament_raises_both_versions(casino_in_play, make_tournament):
    other_tournament = make_tournament(name="Otro")
    line = AuditLine.objects.create(tournament=casino_in_play, act="x")
    revision_before = revision(casino_in_play, EVERYTHING), revision(other_tournament, EVERYTHING)
    AuditLine.objects.filter(pk=line.pk).update(tournament=other_tournament)
    assert (
        revision(casino_in_play, EVERYTHING) > revision_before[0]
        and revision(other_tournament, EVERYTHING) > revision_before[1]
    )


@DATABASE
def test_rolled_back_write_leaves_the_version(casino_in_play):
    revision_before = revision(casino_in_play, EVERYTHING)
    with transaction.atomic():
        Entry.objects.filter(tournament=casino_in_play).update(town="Otro")
        assert revision(casino_in_play, EVERYTHING) > revision_before
        transaction.set_rollback(True)
    assert revision(casino_in_play, EVERYTHING) == revision_before


@DATABASE
def test_write_that_changes_no_row_leaves_the_version(casino_in_play):
    revision_before = revision(casino_in_play, EVERYTHING)
    assert not Entry.objects.filter(tournament=casino_in_play, number=99).update(town="Otro")
    assert revision(casino_in_play, EVERYTHING) == revision_before


@DATABASE
def test_deleted_tournament_leaves_no_version(make_tournament):
    tournament = make_tournament(name="Breve")
    key = tournament.pk
    assert Version.objects.filter(tournament=key).exists()
    tournament.audit.all().delete()
    tournament.delete()
    assert not Version.objects.filter(tournament=key).exists()


# --- Migrations -----------------------------------------------------------------------------------
@DATABASE
def test_migrations_run_without_triggers_and_raise_every_version(casino_in_play):
    revision_before = revision(casino_in_play, EVERYTHING)
    plan = [(None, False)]
    version_triggers.before_migrations(plan=plan, using="default")
    assert stored_triggers() == set()
    version_triggers.after_migrations(plan=plan, using="default")
    assert (
        stored_triggers() == expected_triggers()
        and revision(casino_in_play, EVERYTHING) > revision_before + 100_000
    )


@each(
    "signal",
    {},  # `flush` sends no plan
    {"plan": [(None, True)]},  # a backward migration, to older tables
)
def test_only_forward_migrations_create_triggers(casino_in_play, signal):
    version_triggers.drop("default")
    version_triggers.after_migrations(using="default", **signal)
    assert stored_triggers() == set()


# --- Simultaneous writes --------------------------------------------------------------------------
@pytest.mark.races
@pytest.mark.each_database
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_simultaneous_writers_do_not_wait_for_each_other(casino, pairs, pilar):
    """The second writer commits during the transaction of the first; the version counts both."""
    pairs(casino, 4)
    revision_before = revision(casino, EVERYTHING)
    first_wrote = threading.Event()
    second_committed = threading.Event()
    outcome = SimpleNamespace(waited=True, between=0)

    def write_second():
        first_wrote.wait(10)
        Entry.objects.filter(tournament=casino, number=2).update(town="B")
        second_committed.set()
        connection.close()

    thread = threading.Thread(target=write_second)
    thread.start()
    with transaction.atomic():
        Entry.objects.filter(tournament=casino, number=1).update(town="A")
        first_wrote.set()
        outcome.waited = not second_committed.wait(5)
        Entry.objects.filter(tournament=casino, number=3).update(town="A")
    thread.join()
    assert not outcome.waited
    assert revision(casino, EVERYTHING) == revision_before + 3
    assert Version.objects.filter(tournament=casino.pk).count() == 2
