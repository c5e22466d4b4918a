"""The system checks find each thing that is wrong and say how to mend it; so does `doctor`."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.checks import ERROR, INFO, WARNING, CheckMessage, run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone, translation

from config.upkeep.checks import TITLES, house
from config.upkeep.checks import house as paper
from scoring.actas.services import record_hand
from scoring.models import Result
from tests.faults.cluster import free_port
from tests.rows import cases
from tests.scoring.halls import LINES, seat_round
from tournaments.models import AuditLine, Job

pytestmark = pytest.mark.each_database

MANIFEST = "config.storage.ManifestFiles"


def found(name: str) -> CheckMessage:
    """The message of one check, run by its tag as `manage.py check --deploy --tag NAME` does."""
    (message,) = run_checks(tags=[name], include_deployment_checks=True)
    return message


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
    assert (found(name).level, found(name).hint) == (INFO, None)


# --- The paper ----------------------------------------------------------------------------------
def test_a_library_that_is_missing_is_named_with_its_package(monkeypatch):
    monkeypatch.setitem(paper.LIBRARIES, "libnaipe.so.0", "libnaipe0")
    assert (found("libraries").level, "libnaipe0" in str(found("libraries").hint)) == (ERROR, True)


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
    assert (finding.level, port in str(finding.msg), "oros" in str(finding.msg)) == (
        ERROR,
        True,
        False,
    )


def test_a_cache_of_each_process_is_for_a_laptop():
    laptop = connection.vendor == "sqlite"
    assert found("cache").level == (INFO if laptop else WARNING)


@pytest.mark.django_db
def test_migrations_of_a_newer_and_of_an_older_tapete():
    recorder = MigrationRecorder(connection)
    assert found("migrations").level == INFO
    recorder.record_applied("tournaments", "9999_future")
    assert "9999_future" in str(found("migrations").msg)
    recorder.record_unapplied("tournaments", "9999_future")
    recorder.migration_qs.filter(app="scoring").delete()
    assert "migrate" in str(found("migrations").hint)


@pytest.mark.django_db
def test_a_job_that_nobody_takes_up(casino):
    job = Job.objects.create(tournament=casino, kind="print")
    assert found("jobs").level == INFO
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=3))
    assert (found("jobs").level, "tapete-worker" in str(found("jobs").hint)) == (ERROR, True)
    Job.objects.create(tournament=casino, kind="print", state=Job.State.RUNNING)
    assert found("jobs").level == INFO  # a worker is at another one


def test_without_mail_it_works_and_had_better_be_looked_at():
    assert (found("mail").level, "TAPETE_EMAIL_HOST" in str(found("mail").hint)) == (WARNING, True)


# --- The house ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("limit", "state"), [("FULL", ERROR), ("TIGHT", WARNING)])
def test_a_disk_that_fills_up(monkeypatch, limit, state):
    monkeypatch.setattr(house, limit, 2**60)
    assert found("disk").level == state


def test_a_folder_of_another_user(settings):
    if os.geteuid() == 0:
        os.chown(settings.VAR_DIR, 65534, 65534)
    else:
        settings.VAR_DIR = Path("/usr")
    assert (found("permissions").level, "sudo -u" in str(found("permissions").hint)) == (
        ERROR,
        True,
    )


def test_a_secret_that_everybody_on_the_machine_can_read(settings):
    settings.VAR_DIR = Path("/tmp") / f"tapete-doctor-{os.getpid()}"
    settings.VAR_DIR.mkdir(mode=0o755)
    try:
        key = settings.VAR_DIR / "secret_key"
        key.write_text(settings.SECRET_KEY)
        key.chmod(0o644)
        assert (found("permissions").level, found("secret_key").level) == (WARNING, ERROR)
        key.chmod(0o600)
        settings.VAR_DIR.chmod(0o750)
        assert (found("permissions").level, found("secret_key").level) == (INFO, INFO)
    finally:
        (settings.VAR_DIR / "secret_key").unlink()
        settings.VAR_DIR.rmdir()


def test_a_key_that_can_be_guessed(settings):
    settings.SECRET_KEY = "guiñote"
    assert found("secret_key").level == ERROR


@pytest.mark.django_db
def test_a_clock_behind_what_was_written(settings, casino, tmp_path):
    assert found("clock").level == INFO
    AuditLine.objects.update(at=timezone.now() + timedelta(hours=1))
    assert (found("clock").level, "set-ntp" in str(found("clock").hint)) == (ERROR, True)
    AuditLine.objects.update(at=timezone.now())
    settings.BASE_DIR = tmp_path
    (tmp_path / "manage.py").touch()
    os.utime(tmp_path / "manage.py", (2**31, 2**31))  # a laptop whose battery went flat
    assert found("clock").level == ERROR


def test_pages_of_another_version(settings, tmp_path):
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    settings.STATIC_ROOT = tmp_path
    assert "collectstatic" in str(found("pages").hint)


# --- The command --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_it_speaks_spanish_and_english(capsys, settings):
    for language, word in (("es", "disco:"), ("en", "disk:")):
        settings.SECRET_KEY = "short"
        with pytest.raises(SystemExit), translation.override("es"):
            call_command("doctor", language=language)
        assert word in capsys.readouterr().out


@pytest.mark.django_db
def test_django_runs_them_with_deploy_alone_and_fails_at_what_is_wrong(capsys, settings):
    assert run_checks(tags=["upkeep"]) == []
    call_command("check", tags=["disk"], deploy=True)
    assert "disco: (upkeep.disk) quedan" in capsys.readouterr().err
    settings.SECRET_KEY = "guiñote"
    with pytest.raises(
        CommandError, match=r"clave secreta: \(upkeep.secret_key\) Es corta"
    ) as told:
        call_command("check", tags=["upkeep"], deploy=True)
    assert all(f"(upkeep.{name})" in str(told.value) for name in TITLES)


@pytest.mark.django_db
def test_a_check_that_breaks_down_leaves_the_others_to_speak(monkeypatch, settings):
    monkeypatch.setattr("config.upkeep.checks.house.shutil", None)
    assert (found("disk").level, found("clock").level) == (ERROR, INFO)
    assert found("disk").msg.startswith("AttributeError:")


# --- The results --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_results_that_are_not_what_their_actas_say_are_counted(casino, pairs, chema):
    assert (found("results").level, found("results").msg) == (INFO, "todavía no hay ninguno")
    drawn = seat_round(casino, [tuple(pairs(casino, 2))], letter="R")
    match = drawn.matches.get()
    for number, line in enumerate(LINES[:3], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    assert found("results").level == INFO
    Result.objects.update(winner=1 - match.result.winner)
    finding = found("results")
    assert (finding.level, "1 de los últimos 1" in finding.msg) == (WARNING, True)
    assert "manage.py rebuild_results --all" in finding.hint
    assert Result.objects.get().winner == 1 - match.result.winner  # it looks, and mends nothing
