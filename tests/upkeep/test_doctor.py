"""`manage.py doctor` finds each thing that is wrong and says how to mend it."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone, translation

from config.upkeep.doctor import CHECKS, house, paper
from config.upkeep.doctor.findings import Finding
from scoring.models import Result
from scoring.services.actas import record_hand
from tests.faults.cluster import free_port
from tests.rows import cases
from tests.scoring.halls import LINES, seat_round
from tournaments.models import AuditLine, Job

pytestmark = pytest.mark.each_database

MANIFEST = "config.storage.ManifestFiles"


def found(name: str) -> Finding:
    return CHECKS[name][1]()


@pytest.fixture(autouse=True)
def _own_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir(mode=0o750)
    if connection.vendor == "sqlite":  # that of the tests is in a folder of everybody
        database = Path(connection.settings_dict["NAME"])
        for file in database.parent.glob(f"{database.name}*"):
            file.chmod(0o600)


@pytest.mark.parametrize("name", ["libraries", "fonts", "broker", "disk", "permissions"])
@pytest.mark.django_db
def test_what_is_well_is_said_without_advice(name):
    assert (found(name).state, found(name).mend) == ("well", "")


# --- The paper ----------------------------------------------------------------------------------
def test_a_library_that_is_missing_is_named_with_its_package(monkeypatch):
    monkeypatch.setitem(paper.LIBRARIES, "libnaipe.so.0", "libnaipe0")
    assert (found("libraries").state, "libnaipe0" in str(found("libraries").mend)) == (
        "wrong",
        True,
    )


# --- The peers ----------------------------------------------------------------------------------
@cases(
    "name, changes",
    ("broker", {"CELERY_BROKER_URL": "amqp://tapete:oros@127.0.0.1:{closed}//"}),
    ("broker", {"CELERY_BROKER_URL": "redis://:oros@127.0.0.1:{closed}/0"}),
    ("cache", {"TAPETE_CACHE_URL": "redis://:oros@127.0.0.1:{closed}/0"}),
    ("mail", {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": "{closed}"}),
)
def test_what_does_not_answer_is_named_without_its_password(settings, name, changes):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    port = str(free_port())
    for setting, value in changes.items():
        setattr(settings, setting, value.format(closed=port))
    finding = found(name)
    assert (finding.state, port in str(finding.said), "oros" in str(finding.said)) == (
        "wrong",
        True,
        False,
    )


def test_a_cache_of_each_process_is_for_a_laptop():
    laptop = connection.vendor == "sqlite"
    assert found("cache").state == ("well" if laptop else "care")


@pytest.mark.django_db
def test_migrations_of_a_newer_and_of_an_older_tapete():
    recorder = MigrationRecorder(connection)
    assert found("migrations").state == "well"
    recorder.record_applied("tournaments", "9999_future")
    assert "9999_future" in str(found("migrations").said)
    recorder.record_unapplied("tournaments", "9999_future")
    recorder.migration_qs.filter(app="scoring").delete()
    assert "migrate" in str(found("migrations").mend)


@pytest.mark.django_db
def test_a_job_that_nobody_takes_up(casino):
    job = Job.objects.create(tournament=casino, kind="print")
    assert found("jobs").state == "well"
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=3))
    assert (found("jobs").state, "tapete-worker" in str(found("jobs").mend)) == ("wrong", True)
    Job.objects.create(tournament=casino, kind="print", state=Job.State.RUNNING)
    assert found("jobs").state == "well"  # a worker is at another one


def test_without_mail_it_works_and_had_better_be_looked_at():
    assert (found("mail").state, "TAPETE_EMAIL_HOST" in str(found("mail").mend)) == ("care", True)


# --- The house ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("limit", "state"), [("FULL", "wrong"), ("TIGHT", "care")])
def test_a_disk_that_fills_up(monkeypatch, limit, state):
    monkeypatch.setattr(house, limit, 2**60)
    assert found("disk").state == state


def test_a_folder_of_another_user(settings):
    if os.geteuid() == 0:
        os.chown(settings.VAR_DIR, 65534, 65534)
    else:
        settings.VAR_DIR = Path("/usr")
    assert (found("permissions").state, "sudo -u" in str(found("permissions").mend)) == (
        "wrong",
        True,
    )


def test_a_secret_that_everybody_on_the_machine_can_read(settings):
    settings.VAR_DIR = Path("/tmp") / f"tapete-doctor-{os.getpid()}"
    settings.VAR_DIR.mkdir(mode=0o755)
    try:
        key = settings.VAR_DIR / "secret_key"
        key.write_text(settings.SECRET_KEY)
        key.chmod(0o644)
        assert (found("permissions").state, found("secret_key").state) == ("care", "wrong")
        key.chmod(0o600)
        settings.VAR_DIR.chmod(0o750)
        assert (found("permissions").state, found("secret_key").state) == ("well", "well")
    finally:
        (settings.VAR_DIR / "secret_key").unlink()
        settings.VAR_DIR.rmdir()


def test_a_key_that_can_be_guessed(settings):
    settings.SECRET_KEY = "guiñote"
    assert found("secret_key").state == "wrong"


@pytest.mark.django_db
def test_a_clock_behind_what_was_written(settings, casino, tmp_path):
    assert found("clock").state == "well"
    AuditLine.objects.update(at=timezone.now() + timedelta(hours=1))
    assert (found("clock").state, "set-ntp" in str(found("clock").mend)) == ("wrong", True)
    AuditLine.objects.update(at=timezone.now())
    settings.BASE_DIR = tmp_path
    (tmp_path / "manage.py").touch()
    os.utime(tmp_path / "manage.py", (2**31, 2**31))  # a laptop whose battery went flat
    assert found("clock").state == "wrong"


def test_pages_of_another_version(settings, tmp_path):
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    settings.STATIC_ROOT = tmp_path
    assert "collectstatic" in str(found("pages").mend)


# --- The command --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_it_speaks_spanish_and_english(capsys, settings):
    for language, word in (("es", "disco:"), ("en", "disk:")):
        settings.SECRET_KEY = "short"
        with pytest.raises(SystemExit), translation.override("es"):
            call_command("doctor", language=language)
        assert word in capsys.readouterr().out


# --- The results --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_results_that_are_not_what_their_actas_say_are_counted(casino, pairs, chema):
    assert found("results") == Finding("well", "todavía no hay ninguno")
    drawn = seat_round(casino, [tuple(pairs(casino, 2))], letter="R")
    match = drawn.matches.get()
    for number, line in enumerate(LINES[:3], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    assert found("results").state == "well"
    Result.objects.update(winner=1 - match.result.winner)
    finding = found("results")
    assert (finding.state, "1 de los últimos 1" in finding.said) == ("care", True)
    assert "manage.py rebuild_results --all" in finding.mend
    assert Result.objects.get().winner == 1 - match.result.winner  # it looks, and mends nothing
